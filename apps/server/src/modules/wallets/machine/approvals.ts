/** Approvals of rows by operators, each once and with a reason (INV-22). */
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { suspendedOf } from '../../accounts/index.ts'
import { type Ballot, provenRoles, provenVoters } from '../../desk/index.ts'
import type { RowKind } from './row-store.ts'
import { timeMsOf } from './time-columns.ts'

type Connection = Pick<Database, 'query'>

/** The roles that decide about deposits and withdrawals. */
export const deciders = ['finance', 'risk'] as const

/** The operators among these who may decide about money now, by their proven roles and suspensions. */
export async function findActiveDeciders(
  connection: Connection,
  keys: Keys,
  operatorIds: readonly number[],
): Promise<readonly number[]> {
  const roles = await provenRoles(connection, keys, operatorIds)
  const suspended = await connection.query<{ id: number }>(
    'select account_id as id from exchange.suspended_account where account_id = any($1)',
    [operatorIds],
  )
  const isSuspended = new Set(suspended.rows.map(({ id }) => id))
  for (const id of await suspendedOf(connection, keys, operatorIds)) isSuspended.add(id)
  return operatorIds.filter((id) => {
    const isDecider = deciders.some((role) => roles.get(id)?.includes(role))
    return isDecider && !isSuspended.has(id)
  })
}

/** The ballot about a row. */
export type RowBallot = Ballot & { readonly kind: RowKind }

export type Approval = {
  readonly rowId: number
  readonly operatorId: number
  readonly decision: string
  readonly reason: string
  readonly atMs: number
}

/** The approvals of these rows, oldest first. They are only displayed. */
export async function readApprovals(
  connection: Connection,
  kind: RowKind,
  rowIds: readonly number[],
): Promise<readonly Approval[]> {
  const found = await connection.query<Approval>(
    `select row_id as "rowId", operator_id as "operatorId", decision, reason,
       ${timeMsOf('at')} as "atMs"
     from wallets.approval where kind = $1 and row_id = any($2) order by at, operator_id`,
    [kind, rowIds],
  )
  return found.rows
}

/** Stores an operator's approval; false if he gave it before (INV-22). */
export async function addApproval(
  connection: Connection,
  kind: RowKind,
  approval: Omit<Approval, 'atMs'>,
): Promise<boolean> {
  const added = await connection.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [kind, approval.rowId, approval.decision, approval.operatorId, approval.reason],
  )
  return added.rowCount === 1
}

/** Deletes the approvals of a row: all of them, or those of these decisions. The audit log keeps them. */
export async function forgetApprovals(
  connection: Connection,
  kind: RowKind,
  rowId: number,
  decisions: readonly string[] | null = null,
): Promise<void> {
  await connection.query(
    `delete from wallets.approval
     where kind = $1 and row_id = $2 and ($3::text[] is null or decision = any($3))`,
    [kind, rowId, decisions],
  )
}

/** Locks a row until the transaction ends, so that decisions about it are made one at a time. */
export async function lockRow(connection: Connection, kind: RowKind, rowId: number): Promise<void> {
  await connection.query(`select 1 from wallets.${kind} where id = $1 for update`, [rowId])
}

/**
 * Counts the earlier approvals that are valid together with a new one (INV-22): stored in the row, proven by
 * a vote, and of an operator who still has the role. All other approvals of the row are deleted; the audit
 * log keeps them. The caller holds the lock of the row.
 */
export async function countApprovals(
  connection: Connection,
  keys: Keys,
  ballot: RowBallot,
): Promise<number> {
  const proven = await provenVoters(connection, keys, ballot)
  const counted = await findActiveDeciders(connection, keys, proven)
  await connection.query(
    `delete from wallets.approval
     where kind = $1 and row_id = $2 and decision = $3 and operator_id <> all($4)`,
    [ballot.kind, ballot.subjectId, ballot.decision, counted],
  )
  return (await agreedBy(connection, ballot)).length
}

/** The operators whose approval is stored in the row and proven by a vote about exactly these values. */
export async function provenApprovers(
  connection: Connection,
  keys: Keys,
  ballot: RowBallot,
): Promise<readonly number[]> {
  const agreed = new Set(await agreedBy(connection, ballot))
  return (await provenVoters(connection, keys, ballot)).filter((id) => agreed.has(id))
}

async function agreedBy(
  connection: Connection,
  { kind, subjectId, decision }: RowBallot,
): Promise<readonly number[]> {
  const found = await connection.query<{ operatorId: number }>(
    `select operator_id as "operatorId" from wallets.approval
     where kind = $1 and row_id = $2 and decision = $3`,
    [kind, subjectId, decision],
  )
  return found.rows.map(({ operatorId }) => operatorId)
}

/** An operator's reason on one line, as a sentence; an empty reason stays empty. */
export function toSentence(reason: string): string {
  const line = reason.replaceAll(/\s+/g, ' ').trim()
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}
