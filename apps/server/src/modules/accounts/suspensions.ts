/**
 * Accounts that operators suspended. Their owners sign in and look, cancel orders and write to us; they
 * neither order nor withdraw, which the engine refuses, and what was on its way out waits.
 */
import type { Command } from '@tukar/core'
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

export type GoingOn<Step> = {
  readonly accountId: number
  /** What the ids of its commands are made from: the same source, the same answer. */
  readonly source: string
  /** Whether anything holds the account, as it is written down. */
  readonly isHeld: () => Promise<boolean>
  /** Has the engine carry out a command of this source. */
  readonly submit: (command: Command, source: string) => Promise<Step>
  readonly isDone: (step: Step) => boolean
}

/**
 * Has the engine take orders and holds of an account again, unless something holds it. What holds one is
 * written down before the engine holds it, so it is looked for again afterwards: whatever came in between
 * would have been undone.
 *
 * @returns what became of the last command; `isKept`: it was to hold the account
 */
export async function letGoOn<Step>(
  going: GoingOn<Step>,
): Promise<{ readonly step: Step; readonly isKept: boolean }> {
  const { accountId, source, isHeld, submit, isDone } = going
  if (!(await isHeld())) {
    const step = await submit({ kind: 'resume_account', accountId }, source)
    if (!isDone(step) || !(await isHeld())) return { step, isKept: false }
  }
  // Held although it was before as well: a call that was cut off may have let it go on just before that.
  const step = await submit({ kind: 'suspend_account', accountId }, `${source}:kept`)
  return { step, isKept: true }
}
