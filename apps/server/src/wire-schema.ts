/** Brings the schema up to date at a start. */
import { whileNobodyLeads } from './engine/index.ts'
import { sourcesOf } from './open-host.ts'
import type { Settings } from './platform/config/settings.ts'
import { migrate, missingMigrations } from './platform/database/migrate.ts'
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
  if ((await missingMigrations(databaseUrl)).length === 0) return
  const standby = { close: async (): Promise<void> => {} }
  await whileNobodyLeads(
    databaseUrl,
    () => migrate(databaseUrl),
    async () => {
      const guardHeaders = await browserGuards(sourcesOf(settings))
      const listening = await listenAsStandby({ ...settings, guardHeaders }, () => notBegun)
      standby.close = () => listening.close()
      onStop(() => listening.close())
    },
  )
  await standby.close()
}
