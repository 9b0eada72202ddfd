/** A database keeps the mode that made it for ever. */
import type { Database } from './pool.ts'

/** The database belongs to another mode. */
export class WrongMode extends Error {
  override readonly name = 'WrongMode'
}

/** Marks a new database with the mode, or refuses one of another mode. */
export async function claimMode(database: Database, mode: string): Promise<void> {
  const found = await database.query<{ mode: string }>(
    `insert into public.installation (mode) values ($1)
     on conflict (one) do update set mode = installation.mode returning mode`,
    [mode],
  )
  const made = found.rows[0]?.mode
  if (made !== mode)
    throw new WrongMode(
      `This database was made in ${made} mode; it cannot be used in ${mode} mode.`,
    )
}
