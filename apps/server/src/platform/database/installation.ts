/** A database never changes the mode with which it was created. */
import type { Database } from './pool.ts'

/** The database belongs to another mode. */
export class WrongMode extends Error {
  override readonly name = 'WrongMode'
}

/**
 * Marks a new database with the mode, or refuses one of another mode. Returns the id of the exchange, which every
 * copy of its database has.
 */
export async function claimMode(database: Database, mode: string): Promise<string> {
  const found = await database.query<{ mode: string; id: string }>(
    `insert into public.installation (mode) values ($1)
     on conflict (one) do update set mode = installation.mode returning mode, id`,
    [mode],
  )
  const [row] = found.rows
  if (row?.mode === mode) return row.id
  throw new WrongMode(
    `This database was made in ${row?.mode} mode; it cannot be used in ${mode} mode.`,
  )
}

/** The id of the exchange; null if no server has used this database yet. */
export async function findInstallation(database: Pick<Database, 'query'>): Promise<string | null> {
  const found = await database.query<{ id: string }>('select id from public.installation')
  return found.rows[0]?.id ?? null
}
