/** Second factors in the database. */
import type { Database } from '../../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** Stores a seed that waits for its first code, in place of an earlier one; false if a factor is active. */
export async function savePendingSeed(
  database: Database,
  userId: number,
  sealedSeed: Buffer,
): Promise<boolean> {
  const stored = await database.query(
    `insert into accounts.two_factor as f (user_id, sealed_seed) values ($1, $2)
     on conflict (user_id) do update
       set sealed_seed = excluded.sealed_seed, last_step = 0, created_at = now()
     where f.activated_at is null`,
    [userId, sealedSeed],
  )
  return stored.rowCount === 1
}

export type Factor = {
  readonly sealedSeed: Buffer
  readonly isActive: boolean
  /** The number of the 30-second step of the last accepted code. */
  readonly lastStep: number
}

/** Locks the factor of a user until the transaction ends; null if there is none. */
export async function lockFactor(connection: Connection, userId: number): Promise<Factor | null> {
  const found = await connection.query<Factor>(
    `select sealed_seed as "sealedSeed", activated_at is not null as "isActive",
       last_step as "lastStep"
     from accounts.two_factor where user_id = $1 for update`,
    [userId],
  )
  return found.rows[0] ?? null
}

/** Records the step of an accepted code. */
export async function noteStep(
  connection: Connection,
  userId: number,
  step: number,
): Promise<void> {
  await connection.query('update accounts.two_factor set last_step = $2 where user_id = $1', [
    userId,
    step,
  ])
}

/** Makes the pending factor the active one. */
export async function activateFactor(connection: Connection, userId: number): Promise<void> {
  await connection.query(
    'update accounts.two_factor set activated_at = now() where user_id = $1 and activated_at is null',
    [userId],
  )
}

/** Removes a factor, active or pending. */
export async function deleteFactor(connection: Connection, userId: number): Promise<void> {
  await connection.query('delete from accounts.two_factor where user_id = $1', [userId])
}

/** Whether a user has an active factor. */
export async function hasTwoFactor(connection: Connection, userId: number): Promise<boolean> {
  const found = await connection.query(
    'select 1 from accounts.two_factor where user_id = $1 and activated_at is not null',
    [userId],
  )
  return found.rowCount === 1
}
