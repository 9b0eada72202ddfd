/** The schema, and what a database has to be for the engine to lead on it. */
import { type EngineOptions, whileNobodyLeads } from './engine/index.ts'
import { sourcesOf } from './open-host.ts'
import type { Settings } from './platform/config/settings.ts'
import { knownMigrations, migrate, missingMigrations } from './platform/database/migrate.ts'
import { browserGuards } from './platform/http/host.ts'
import { type Health, listenAsStandby } from './platform/http/standby.ts'

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

/**
 * What the engine refuses to lead without.
 *
 * @param acknowledgedFile where it keeps what it acknowledged last
 */
export function guardsOf(
  { synchronous }: Settings,
  acknowledgedFile: string,
): Pick<EngineOptions, 'acknowledgedFile' | 'migrations' | 'needsReplica'> {
  const needsReplica = synchronous === 'required'
  return { acknowledgedFile, migrations: knownMigrations(), needsReplica }
}
