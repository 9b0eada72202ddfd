/** Operators' roles and their visits to the console, in the database. */
import type { DeskRole } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

type Connection = Pick<Database, 'query'>

/** The roles that an account was given. */
export async function rolesOf(
  connection: Connection,
  userId: number,
): Promise<readonly DeskRole[]> {
  const found = await connection.query<{ role: DeskRole }>(
    'select role from desk.operator_role where user_id = $1 order by role',
    [userId],
  )
  return found.rows.map(({ role }) => role)
}

/** Gives a role; false if the account has it already. Null gives it in nobody's name. */
export async function giveRole(
  connection: Connection,
  userId: number,
  role: DeskRole,
  givenBy: number | null,
): Promise<boolean> {
  const given = await connection.query(
    `insert into desk.operator_role (user_id, role, given_by) values ($1, $2, $3)
     on conflict do nothing`,
    [userId, role, givenBy],
  )
  return given.rowCount === 1
}

/** Takes a role; false if the account has it not. */
export async function takeRole(
  connection: Connection,
  userId: number,
  role: DeskRole,
): Promise<boolean> {
  const taken = await connection.query(
    'delete from desk.operator_role where user_id = $1 and role = $2',
    [userId, role],
  )
  return taken.rowCount === 1
}

export type ListedOperator = {
  readonly userId: number
  readonly roles: readonly DeskRole[]
  readonly since: Date
}

/** Everybody who was given a role. */
export async function listOperators(connection: Connection): Promise<readonly ListedOperator[]> {
  const found = await connection.query<ListedOperator>(
    `select user_id as "userId", array_agg(role order by role) as roles, min(given_at) as since
     from desk.operator_role group by user_id order by user_id`,
  )
  return found.rows
}

/** `resumed`: seen lately; `begun`: here for the first time; `idle`: away for too long. */
export type Visit = 'resumed' | 'begun' | 'idle'

/** Notes that the console is used with a session. */
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
  // Another first call of the same page may have been faster.
  return (await isSeen()) ? 'resumed' : 'idle'
}

/**
 * Notes that a person's data is shown to an operator; false, and nothing is noted, if he was shown `max`
 * within the hour. The lock makes a burst wait in a line.
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
