/** Roles of operators and their visits, in the database. */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** Revokes a role; false if the account does not have it. */
export async function revokeRole(
  connection: Connection,
  userId: number,
  role: DeskRole,
): Promise<boolean> {
  const revoked = await connection.query(
    'delete from desk.operator_role where user_id = $1 and role = $2',
    [userId, role],
  )
  return revoked.rowCount === 1
}

/** When each account got the first of its current roles. */
export async function rolesSince(connection: Connection): Promise<ReadonlyMap<number, Date>> {
  const found = await connection.query<{ userId: number; since: Date }>(
    `select user_id as "userId", min(given_at) as since
     from desk.operator_role group by user_id order by user_id`,
  )
  return new Map(found.rows.map(({ userId, since }) => [userId, since]))
}

/** `resumed`: seen recently; `begun`: the first visit of the session; `idle`: away for too long. */
export type Visit = 'resumed' | 'begun' | 'idle'

/** Records that a session uses the console. */
export async function noteVisit(
  connection: Connection,
  sessionId: number,
  idleMinutes: number,
): Promise<Visit> {
  const isSeen = async (): Promise<boolean> => {
    const seen = await connection.query(
      `update desk.visit set last_seen_at = now()
       where session_id = $1 and last_seen_at > now() - make_interval(mins => $2)`,
      [sessionId, idleMinutes],
    )
    return seen.rowCount === 1
  }
  if (await isSeen()) return 'resumed'
  const begun = await connection.query(
    'insert into desk.visit (session_id) values ($1) on conflict do nothing',
    [sessionId],
  )
  if (begun.rowCount === 1) return 'begun'
  // A concurrent first call of the same page may have inserted the row.
  return (await isSeen()) ? 'resumed' : 'idle'
}

/**
 * Records that a user's data is shown to an operator. False, with nothing recorded, if the operator was shown
 * `max` users within the hour. The lock serializes concurrent calls.
 */
export async function noteShown(
  transaction: Connection,
  operatorId: number,
  userId: number,
  max: number,
): Promise<boolean> {
  await transaction.query('select pg_advisory_xact_lock(hashtext($1))', [
    `desk.shown:${operatorId}`,
  ])
  const noted = await transaction.query(
    `insert into desk.shown_person (operator_id, user_id) select $1, $2
     where (select count(*) from desk.shown_person
       where operator_id = $1 and at > now() - interval '1 hour') < $3`,
    [operatorId, userId, max],
  )
  return noted.rowCount === 1
}
