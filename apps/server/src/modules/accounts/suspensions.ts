/**
 * Accounts that operators suspended. Their owners can sign in, cancel orders and contact us. The engine
 * refuses new orders and withdrawals, and pending withdrawals wait.
 */
import type { Command } from '@tukar/core'
import type { Database, Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import {
  provenValues,
  addFirstProofs,
  addProof,
  wasProven,
} from '../../platform/secrets/row-proofs.ts'

type Connection = Pick<Database, 'query'>

const kind = 'suspension'
/** The proof's text of a suspension, before the id of the change that decided it. */
const begun = 'suspended by '
const ended = 'resumed by '
/** Replaces the id of a change for a row without a decision. */
const endedByNobody = 0

/**
 * Whether the account is suspended. The proof decides: a row that was inserted into the database suspends
 * nobody, and a row that was ended there ends no suspension.
 */
export async function isSuspended(
  connection: Connection,
  keys: Keys,
  userId: number,
): Promise<boolean> {
  return (await suspendedOf(connection, keys, [userId])).has(userId)
}

/** The suspended ones among these accounts. */
export async function suspendedOf(
  connection: Connection,
  keys: Keys,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await suspendingChanges(connection, keys, userIds.map(String))).keys())
}

/** Suspended accounts, each with the change that suspended it; null: of all accounts. */
async function suspendingChanges(
  connection: Connection,
  keys: Keys,
  subjects: readonly string[] | null,
): Promise<ReadonlyMap<number, number>> {
  const said = await provenValues(connection, keys, kind, subjects)
  const suspended = [...said].filter(([, says]) => says.startsWith(begun))
  return new Map(
    suspended.map(([subject, says]) => [Number(subject), Number(says.slice(begun.length))]),
  )
}

/** Records the suspension of an account; false if it is suspended already. */
export async function beginSuspension(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  changeId: number,
): Promise<boolean> {
  const isNew = await recordSuspension(transaction, keys, userId, { begins: true, changeId })
  if (isNew) await repairSuspensionRow(transaction, userId, changeId)
  return isNew
}

/**
 * Records the end of a suspension; false if the account is not suspended, or this change ended a suspension
 * before.
 */
export async function endSuspension(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  changeId: number,
): Promise<boolean> {
  const isNew = await recordSuspension(transaction, keys, userId, { begins: false, changeId })
  if (isNew) await endRows(transaction, userId, changeId)
  return isNew
}

/** Records the decision of a change, once and only if it changes the state. */
async function recordSuspension(
  transaction: Transaction,
  keys: Keys,
  userId: number,
  { begins, changeId }: { readonly begins: boolean; readonly changeId: number },
): Promise<boolean> {
  await transaction.query('select 1 from accounts.users where id = $1 for no key update', [userId])
  const row = { kind, subject: `${userId}` } as const
  const says = `${begins ? begun : ended}${changeId}`
  if (await wasProven(transaction, keys, row, says)) return false
  if ((await isSuspended(transaction, keys, userId)) === begins) return false
  await addProof(transaction, keys, row, says)
  return true
}

/**
 * Makes this suspension the only open one in the rows of an account, even if the rows were changed outside
 * the server. Null leaves none open.
 */
async function repairSuspensionRow(
  connection: Connection,
  userId: number,
  changeId: number | null,
): Promise<void> {
  await connection.query(
    `update accounts.suspension set ended_at = now(), ended_by = $3
     where user_id = $1 and ended_at is null and change_id is distinct from $2`,
    [userId, changeId, endedByNobody],
  )
  if (changeId === null) return
  await connection.query(
    `insert into accounts.suspension (user_id, change_id) values ($1, $2)
     on conflict (change_id) do update
       set user_id = excluded.user_id, ended_by = null, ended_at = null`,
    [userId, changeId],
  )
}

async function endRows(connection: Connection, userId: number, changeId: number): Promise<void> {
  await connection.query(
    `update accounts.suspension set ended_at = now(), ended_by = $2
     where user_id = $1 and ended_at is null`,
    [userId, changeId],
  )
}

/** Accounts whose rows show another suspension than the recorded one, or none. */
async function unprovenOf(
  connection: Connection,
  keys: Keys,
): Promise<ReadonlyMap<number, number | null>> {
  const decided = await suspendingChanges(connection, keys, null)
  const shown = new Map(
    (await lastingRows(connection)).map(({ userId, changeId }) => [userId, changeId]),
  )
  const userIds = new Set([...decided.keys(), ...shown.keys()])
  const wrong = [...userIds].filter((userId) => decided.get(userId) !== shown.get(userId))
  return new Map(wrong.map((userId) => [userId, decided.get(userId) ?? null]))
}

/** Accounts whose suspension was changed outside the server, by id. */
export async function unprovenSuspensions(
  connection: Connection,
  keys: Keys,
): Promise<readonly string[]> {
  return [...(await unprovenOf(connection, keys)).keys()].map(String)
}

/** Makes the rows show the recorded suspensions again, for operators who read them. */
export async function repairSuspensionRows(database: Database, keys: Keys): Promise<void> {
  for (const userId of (await unprovenOf(database, keys)).keys()) {
    await inTransaction(database, async (transaction) => {
      // If a decision was made meanwhile, the row is correct already.
      await transaction.query('select 1 from accounts.users where id = $1 for no key update', [
        userId,
      ])
      const decided = await suspendingChanges(transaction, keys, [`${userId}`])
      await repairSuspensionRow(transaction, userId, decided.get(userId) ?? null)
    })
  }
}

/** Proves suspensions from before there were proofs, as they are now. */
export async function proveEarlierSuspensions(connection: Connection, keys: Keys): Promise<void> {
  const rows = (await lastingRows(connection)).map(({ userId, changeId }) => ({
    subject: `${userId}`,
    says: `${begun}${changeId}`,
  }))
  await addFirstProofs(connection, keys, kind, rows)
}

async function lastingRows(
  connection: Connection,
): Promise<readonly { readonly userId: number; readonly changeId: number }[]> {
  const found = await connection.query<{ userId: number; changeId: number }>(
    `select user_id::float8 as "userId", change_id::float8 as "changeId"
     from accounts.suspension where ended_at is null order by user_id`,
  )
  return found.rows
}

export type AccountResume<Step> = {
  readonly accountId: number
  /** The source of the command ids: the same source always gives the same answer. */
  readonly source: string
  /** Whether any recorded hold applies to the account. */
  readonly isHeld: () => Promise<boolean>
  /** Submits a command of this source to the engine. */
  readonly submit: (command: Command, source: string) => Promise<Step>
  readonly isDone: (step: Step) => boolean
}

/**
 * Lets the engine accept orders and holds of an account again, unless a recorded hold applies. A hold is
 * recorded before the engine applies it. So the holds are read again afterwards: a hold that was recorded in
 * between would have been undone.
 *
 * @returns the outcome of the last command; `isKept` if that command held the account
 */
export async function resumeAccount<Step>(
  going: AccountResume<Step>,
): Promise<{ readonly step: Step; readonly isKept: boolean }> {
  const { accountId, source, isHeld, submit, isDone } = going
  if (!(await isHeld())) {
    const step = await submit({ kind: 'resume_account', accountId }, source)
    if (!isDone(step) || !(await isHeld())) return { step, isKept: false }
  }
  // Submitted even if the account is held already, because an interrupted call may have released it a moment
  // ago.
  const step = await submit({ kind: 'suspend_account', accountId }, `${source}:kept`)
  return { step, isKept: true }
}
