/** Sessions in the database. */
import type { Database } from '../../platform/database/pool.ts'

/** Opens a session; of those the user has, the newest stay so that there are at most `max`. */
export async function insertSession(
  database: Database,
  tokenHash: Buffer,
  userId: number,
  limits: { readonly days: number; readonly max: number },
): Promise<void> {
  await database.query(
    `with ended as (
       delete from accounts.session where token_hash in (
         select token_hash from accounts.session where user_id = $2
         order by created_at desc offset $4
       )
     )
     insert into accounts.session (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(days => $3))`,
    [tokenHash, userId, limits.days, limits.max - 1],
  )
}

/** The user of a live session, or null. */
export async function findSession(database: Database, tokenHash: Buffer): Promise<number | null> {
  const found = await database.query<{ user_id: number }>({
    name: 'session-user',
    text: `select user_id from accounts.session where token_hash = $1 and expires_at > now()`,
    values: [tokenHash],
  })
  return found.rows[0]?.user_id ?? null
}

/** Ends the session of this token hash. */
export async function deleteSession(database: Database, tokenHash: Buffer): Promise<void> {
  await database.query('delete from accounts.session where token_hash = $1', [tokenHash])
}

/** Removes sessions that are over. */
export async function sweepSessions(database: Database): Promise<void> {
  await database.query('delete from accounts.session where expires_at < now()')
}
