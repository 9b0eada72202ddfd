/** The database, its schema and its roles, and the conditions under which the engine may lead on it. */
import path from 'node:path'
import { type EngineOptions, letSealFirst, markFileIn, runWithLease } from './engine/index.ts'
import type { Mode, Settings } from './platform/config/settings.ts'
import { startEmbeddedPostgres } from './platform/database/embedded.ts'
import { isUpToDate, knownMigrations, migrate } from './platform/database/migrate.ts'
import { onClient } from './platform/database/on-client.ts'
import {
  findExcessRights,
  grantRights,
  isRefused,
  RolesRefused,
} from './platform/database/roles.ts'
import type { Database } from './platform/database/pool.ts'
import type { Log } from './platform/logging/log.ts'
import { openSecret } from './platform/secrets/kept-secret.ts'
import { type Keys, keysOf } from './platform/secrets/keys.ts'

const howTo = 'docs/operations.md, "The two roles of the database", says how'

/** The URLs of the database. */
export type DatabaseUrls = {
  /** For the program's role. */
  readonly url: string
  /** For the owner of the tables; null: not configured. */
  readonly ownerUrl: string | null
}

type Around = {
  readonly settings: Settings
  readonly log: Log
  /** Registers a cleanup; the last one runs first. */
  readonly onStop: (end: () => Promise<unknown>) => void
  /** Called once if the server must wait until a server of another version has stopped. */
  readonly onWait: () => void
  /** Runs a step and reports it. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Starts the embedded database if no other is configured, brings the schema up to date, and returns the URL
 * for the program. The owner's URL is used for the schema alone, and not stored.
 *
 * @throws RolesRefused in live mode, if the program's role has too many rights
 */
export async function openSchema(around: Around): Promise<string> {
  const { settings, log, step, onWait } = around
  const { databaseUrl, databaseOwnerUrl } = settings
  const urls =
    databaseUrl === null
      ? await step('PostgreSQL', () => openEmbedded(around))
      : { url: databaseUrl, ownerUrl: databaseOwnerUrl }
  await step('Schema', async () => {
    await bringUpToDate(urls, settings.mode, onWait)
    // A simulation's embedded database has both roles from us, so it needs no check.
    if (databaseUrl !== null || settings.mode === 'live') {
      await requireSeparated(urls.url, settings.mode, log)
    }
  })
  return urls.url
}

async function openEmbedded({ settings, log, onStop }: Around): Promise<DatabaseUrls> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.resolve(settings.dataDir),
    onLost: () => log.error('PostgreSQL stopped unexpectedly and is starting again'),
    onStillLost: (error) =>
      log.error({ error: String(error) }, 'PostgreSQL did not start, tried again'),
  })
  onStop(() => postgres.stop())
  return { url: postgres.programUrl, ownerUrl: postgres.url }
}

/**
 * Applies the migrations of this version and grants the rights of the program's role, as the owner. If a
 * server of the previous version leads, this one waits until that one has stopped.
 *
 * @param onWait called once if another server leads
 * @throws RolesRefused if the owner is unknown and the program's role may not do it, or the mode is live
 */
export async function bringUpToDate(
  { url, ownerUrl }: DatabaseUrls,
  mode: Mode,
  onWait: () => void,
): Promise<void> {
  const isNeeded = async (): Promise<boolean> => !(await isUpToDate(url))
  if (!(await isNeeded())) return
  if (ownerUrl === null && mode === 'live') throw new RolesRefused(behind)
  const run = async (): Promise<void> => {
    await migrate(ownerUrl ?? url)
    if (ownerUrl !== null) await grantRights(ownerUrl, url)
  }
  try {
    await runWithLease(ownerUrl ?? url, { isNeeded, run, onWait })
  } catch (error) {
    if (ownerUrl === null && isRefused(error)) throw new RolesRefused(behind, { cause: error })
    throw error
  }
}

const behind =
  'The schema or its rights are out of date, and the role of DATABASE_URL cannot change them: ' +
  `run npm run migrate with TUKAR_DATABASE_OWNER_URL; ${howTo}.`

/**
 * In live mode no server leads with a role that could undo what the tables refuse (M-3); a simulation only
 * logs it.
 */
async function requireSeparated(url: string, mode: Mode, log: Log): Promise<void> {
  const excess = await onClient(url, (client) => findExcessRights(client, null))
  if (excess.length === 0) return
  const what = excess.slice(0, 3).join('; ')
  if (mode === 'live') {
    throw new RolesRefused(
      `The program's database role has too many rights: ${what}. Name another role in DATABASE_URL; ${howTo}.`,
    )
  }
  log.warn({ excess: what }, `the program's database role has rights of the owner`)
}

/** The options that the engine requires to lead. No other part of the server gets its secret. */
export type EngineGuards = Required<
  Pick<EngineOptions, 'acknowledgedFile' | 'migrations' | 'needsReplica' | 'secret'>
>

type OpenedSecrets = {
  readonly keys: Keys
  /** Without the engine's secret: for the rest of the server. */
  readonly settings: Settings
  readonly guards: EngineGuards
}

/**
 * Opens the two secrets: the keys of the server, and the secret of the engine.
 *
 * @param installation the id of the exchange
 * @throws SecretError if the exchange was used with other secrets
 */
export async function openSecrets(
  database: Database,
  settings: Settings,
  installation: string,
): Promise<OpenedSecrets> {
  const { secretKey, engineKey, synchronous } = settings
  const urls = { dataDir: path.resolve(settings.dataDir), installation }
  const server = await openSecret(database, 'server', { ...urls, setting: secretKey })
  const acknowledgedFile = markFileIn(urls.dataDir, installation)
  const engine = await openSecret(database, 'engine', {
    ...urls,
    setting: engineKey,
    // Without a secret, no row of the journal was ever sealed.
    onNew: () => letSealFirst(acknowledgedFile),
  })
  const guards = {
    acknowledgedFile,
    migrations: knownMigrations(),
    needsReplica: synchronous === 'required',
    secret: engine,
  }
  return { keys: keysOf(server), settings: { ...settings, engineKey: null }, guards }
}
