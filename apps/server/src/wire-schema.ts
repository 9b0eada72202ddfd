/** The schema, and what a database has to be for the engine to lead on it. */
import { type EngineOptions, whileNobodyLeads } from './engine/index.ts'
import type { Settings } from './platform/config/settings.ts'
import { knownMigrations, migrate, missingMigrations } from './platform/database/migrate.ts'

/**
 * Applies what this version adds. Where a server of the version before leads on the database, this one stands by
 * until that one has stopped.
 *
 * @param onWait called once, if it has to stand by
 */
export async function openSchema(databaseUrl: string, onWait: () => void): Promise<void> {
  const isNeeded = async (): Promise<boolean> => (await missingMigrations(databaseUrl)).length > 0
  if (!(await isNeeded())) return
  await whileNobodyLeads(databaseUrl, { isNeeded, run: () => migrate(databaseUrl), onWait })
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
