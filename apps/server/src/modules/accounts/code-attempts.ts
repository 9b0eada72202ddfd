/** Codes that an account tries, counted in the database over all its sessions (ATT-07). */
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

const attemptsMax = 10
const windowMinutes = 60
/** After so long at most codes are looked at again. */
export const codeWindowSeconds = windowMinutes * 60

/** Counts a code before it is looked at; false, and nothing counted, where the hour had its share. */
export async function claimCodeAttempt(database: Database, userId: number): Promise<boolean> {
  const claimed = await database.query(
    `insert into accounts.code_attempt as a (user_id, attempts) values ($1, 1)
     on conflict (user_id) do update set
       attempts = case when a.since > now() - make_interval(mins => $3) then a.attempts + 1 else 1 end,
       is_told = a.is_told and a.since > now() - make_interval(mins => $3),
       since = case when a.since > now() - make_interval(mins => $3) then a.since else now() end
     where a.attempts < $2 or a.since <= now() - make_interval(mins => $3)
     returning 1`,
    [userId, attemptsMax, windowMinutes],
  )
  return claimed.rowCount === 1
}

/** Gives back the attempt of a code that was right. */
export async function releaseCodeAttempt(connection: Connection, userId: number): Promise<void> {
  await connection.query(
    'update accounts.code_attempt set attempts = greatest(attempts - 1, 0) where user_id = $1',
    [userId],
  )
}

/** Whether the owner has still to be told of this hour's guesses; only the first who asks hears yes. */
export async function claimTelling(connection: Connection, userId: number): Promise<boolean> {
  const claimed = await connection.query(
    'update accounts.code_attempt set is_told = true where user_id = $1 and not is_told',
    [userId],
  )
  return claimed.rowCount === 1
}

/** Forgets what was counted in past hours. */
export async function sweepCodeAttempts(database: Database): Promise<void> {
  await database.query(
    'delete from accounts.code_attempt where since < now() - make_interval(mins => $1)',
    [windowMinutes],
  )
}
