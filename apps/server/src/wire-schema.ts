/** The database, its schema and its roles, and what it has to be for the engine to lead on it. */
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

/** Where the database is. */
export type DatabaseUrls = {
  /** As the role of the program. */
  readonly url: string
  /** As the owner of the tables; null: nobody said who that is. */
  readonly ownerUrl: string | null
}

type Around = {
  readonly settings: Settings
  readonly log: Log
  /** Takes what has to be ended, the last first. */
  readonly onStop: (end: () => Promise<unknown>) => void
  /** Called once, if the server has to stand by until one of another version has stopped. */
  readonly onWait: () => void
  /** Runs a step and reports it. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Starts the embedded database where there is no other, brings the schema up to date, and returns the address for the
 * program. The owner's is used for the schema alone, and not kept.
 *
 * @throws RolesRefused in live mode, where the program's role may more than it should
 */
export async function openSchema(around: Around): Promise<string> {
  const { settings, log, step, onWait } = around
  const { databaseUrl, databaseOwnerUrl } = settings
  const place =
    databaseUrl === null
      ? await step('PostgreSQL', () => openEmbedded(around))
      : { url: databaseUrl, ownerUrl: databaseOwnerUrl }
  await step('Schema', async () => {
    await bringUpToDate(place, settings.mode, onWait)
    // Of a simulation's embedded database it is we who made both.
    if (databaseUrl !== null || settings.mode === 'live') {
      await requireSeparated(place.url, settings.mode, log)
    }
  })
  return place.url
}

async function openEmbedded({ settings, log, onStop }: Around): Promise<DatabaseUrls> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.resolve(settings.dataDir),
    onLost: () => log.error('PostgreSQL ended by itself and is started again'),
    onStillLost: (error) =>
      log.error({ error: String(error) }, 'PostgreSQL cannot be started again yet'),
  })
  onStop(() => postgres.stop())
  return { url: postgres.programUrl, ownerUrl: postgres.url }
}

/**
 * Applies what this version adds and gives the program's role its rights, as the owner. Where a server of the version
 * before leads on the database, this one waits until that one has stopped.
 *
 * @param onWait called once, if another one leads
 * @throws RolesRefused where the owner is not known and the program's role may not do it itself, or mode is live
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
  'The schema, or the rights in it, are not those of this version, and DATABASE_URL names a role that does not change them: ' +
  `run npm run migrate with TUKAR_DATABASE_OWNER_URL; ${howTo}.`

/** In live mode nobody leads with a role that could undo what the tables refuse (M-3); a simulation says so. */
async function requireSeparated(url: string, mode: Mode, log: Log): Promise<void> {
  const excess = await onClient(url, (client) => findExcessRights(client, null))
  if (excess.length === 0) return
  const what = excess.slice(0, 3).join('; ')
  if (mode === 'live') {
    throw new RolesRefused(
      `The program's role of the database may more than it should: ${what}. Name another one in DATABASE_URL; ${howTo}.`,
    )
  }
  log.warn({ excess: what }, `the program's role of the database is not separated from its owner's`)
}

/** What the engine refuses to lead without. Nothing else of the server is given its secret. */
export type EngineGuards = Required<
  Pick<EngineOptions, 'acknowledgedFile' | 'migrations' | 'needsReplica' | 'secret'>
>

type OpenedSecrets = {
  readonly keys: Keys
  /** Without the engine's secret: for all else of the server. */
  readonly settings: Settings
  readonly guards: EngineGuards
}

/**
 * Opens the two secrets: the keys of the server, and what the engine is started with.
 *
 * @param installation the id of the exchange
 * @throws SecretError where the exchange was used with others
 */
export async function openSecrets(
  database: Database,
  settings: Settings,
  installation: string,
): Promise<OpenedSecrets> {
  const { secretKey, engineKey, synchronous } = settings
  const place = { dataDir: path.resolve(settings.dataDir), installation }
  const server = await openSecret(database, 'server', { ...place, setting: secretKey })
  const acknowledgedFile = markFileIn(place.dataDir, installation)
  const engine = await openSecret(database, 'engine', {
    ...place,
    setting: engineKey,
    // Where there was no secret, no row of the journal was ever sealed.
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
