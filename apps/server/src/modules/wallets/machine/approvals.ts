/** What operators agreed to about rows, each once and with his reason (INV-22). */
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from './row-store.ts'
import { timeMsOf } from './time-columns.ts'

type Connection = Pick<Database, 'query'>

/** The roles that decide about money in and out. */
export const deciders = ['finance', 'risk'] as const

/** SQL: whether the account of this column decides about money, as roles and suspensions stand now. */
export function decidesNowIn(accountId: string): string {
  return `(exists (select 1 from desk.operator_role r
      where r.user_id = ${accountId} and r.role in (${deciders.map((role) => `'${role}'`).join(', ')}))
    and not exists (select 1 from exchange.suspended_account s where s.account_id = ${accountId}))`
}

export type Approval = {
  readonly rowId: number
  readonly operatorId: number
  readonly decision: string
  readonly reason: string
  readonly atMs: number
  /** Whether he may decide still: who may not does not count with whoever comes second. */
  readonly isStanding: boolean
}

/** What operators agreed to, oldest first. */
export async function approvalsOf(
  connection: Connection,
  kind: RowKind,
  rowIds: readonly number[],
): Promise<readonly Approval[]> {
  const found = await connection.query<Approval>(
    `select row_id as "rowId", operator_id as "operatorId", decision, reason,
       ${timeMsOf('at')} as "atMs", ${decidesNowIn('a.operator_id')} as "isStanding"
     from wallets.approval a where kind = $1 and row_id = any($2) order by at, operator_id`,
    [kind, rowIds],
  )
  return found.rows
}

/** Keeps what an operator agreed to; false if he did so before (INV-22). */
export async function addApproval(
  connection: Connection,
  kind: RowKind,
  approval: Omit<Approval, 'atMs' | 'isStanding'>,
): Promise<boolean> {
  const added = await connection.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [kind, approval.rowId, approval.decision, approval.operatorId, approval.reason],
  )
  return added.rowCount === 1
}

/** Forgets what was agreed to of a row: all, or these decisions; the record of the console keeps it. */
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

/** Holds a row until the transaction ends, so that one decision at a time is made about it. */
export async function holdRow(connection: Connection, kind: RowKind, rowId: number): Promise<void> {
  await connection.query(`select 1 from wallets.${kind} where id = $1 for update`, [rowId])
}

/**
 * Holds a row about which a decision is to be made. Who agreed to the same before and may not decide any
 * more, as one whose role was taken, does not count with whoever comes second (INV-22); the record of the
 * console keeps that he did.
 */
export async function holdToDecide(
  connection: Connection,
  kind: RowKind,
  rowId: number,
  decision: string,
): Promise<void> {
  await holdRow(connection, kind, rowId)
  await connection.query(
    `delete from wallets.approval a
     where kind = $1 and row_id = $2 and decision = $3 and not ${decidesNowIn('a.operator_id')}`,
    [kind, rowId, decision],
  )
}

/** An operator's reason on one line, as a sentence; nothing stays nothing. */
export function sentenceOf(reason: string): string {
  const line = reason.replaceAll(/\s+/g, ' ').trim()
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}
