/** The schema, and what a database has to be for the engine to lead on it. */
import path from 'node:path'
import { type EngineOptions, letSealFirst, markFileIn, whileNobodyLeads } from './engine/index.ts'
import { sourcesOf } from './open-host.ts'
import type { Settings } from './platform/config/settings.ts'
import { knownMigrations, migrate, missingMigrations } from './platform/database/migrate.ts'
import type { Database } from './platform/database/pool.ts'
import { browserGuards } from './platform/http/host.ts'
import { type Health, listenAsStandby } from './platform/http/standby.ts'
import { type Keys, keysOf } from './platform/secrets/keys.ts'
import { openSecret } from './platform/secrets/kept-secret.ts'

/** What health tells of a server whose engine has not begun. */
const notBegun: Health = {
  state: 'standby',
  epoch: 0,
  lastSeq: 0,
  committedRow: 0,
  projectedRow: 0,
  waiting: 0,
}

/**
 * Applies what this version adds. Where a server of the version before leads on the database, this one stands by
 * until that one has stopped.
 *
 * @param onStop takes what has to be ended if the start is broken off
 */
export async function openSchema(
  databaseUrl: string,
  settings: Settings,
  onStop: (end: () => Promise<unknown>) => void,
): Promise<void> {
  const isNeeded = async (): Promise<boolean> => (await missingMigrations(databaseUrl)).length > 0
  if (!(await isNeeded())) return
  const standby = { close: async (): Promise<void> => {} }
  await whileNobodyLeads(databaseUrl, {
    isNeeded,
    run: () => migrate(databaseUrl),
    async onWait() {
      const guardHeaders = await browserGuards(sourcesOf(settings))
      const listening = await listenAsStandby({ ...settings, guardHeaders }, () => notBegun)
      standby.close = () => listening.close()
      onStop(() => listening.close())
    },
  })
  await standby.close()
}

/** What the engine refuses to lead without. Nothing else of the server is given its secret. */
export type EngineGuards = Required<
  Pick<EngineOptions, 'acknowledgedFile' | 'migrations' | 'needsReplica' | 'secret'>
>

/**
 * Opens the two secrets: the keys of the server, and what the engine is started with.
 *
 * @param installation the id of the exchange
 * @throws SecretTrouble where the exchange was used with others
 */
export async function openSecrets(
  database: Database,
  settings: Settings,
  installation: string,
): Promise<{ readonly keys: Keys; readonly guards: EngineGuards }> {
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
  return { keys: keysOf(server), guards }
}
