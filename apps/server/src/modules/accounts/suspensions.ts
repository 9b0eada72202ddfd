/**
 * Accounts that operators suspended. Their owners sign in and look, cancel orders and write to us; they
 * neither order nor withdraw, which the engine refuses, and what was on its way out waits.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'

/** Whether operators suspended an account, and did not let it go on yet. */
export async function isSuspended(
  connection: Pick<Database, 'query'>,
  userId: number,
): Promise<boolean> {
  const found = await connection.query(
    'select 1 from accounts.suspension where user_id = $1 and ended_at is null',
    [userId],
  )
  return found.rowCount === 1
}

/** Notes the suspension of an account; false if this change, or another one, suspended it already. */
export async function beginSuspension(
  transaction: Transaction,
  userId: number,
  changeId: number,
): Promise<boolean> {
  const begun = await transaction.query(
    `insert into accounts.suspension (user_id, change_id) values ($1, $2) on conflict do nothing`,
    [userId, changeId],
  )
  return begun.rowCount === 1
}

/** Notes that an account goes on; false if it is not suspended, or this change ended one already. */
export async function endSuspension(
  transaction: Transaction,
  userId: number,
  changeId: number,
): Promise<boolean> {
  const ended = await transaction.query(
    `update accounts.suspension set ended_at = now(), ended_by = $2
     where user_id = $1 and ended_at is null
       and not exists (select 1 from accounts.suspension where ended_by = $2)`,
    [userId, changeId],
  )
  return ended.rowCount === 1
}
