/** Deposits and withdrawals as operators read them. */
import type { DepositQueue, WithdrawalQueue } from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import type { RowKind } from '../machine/row-store.ts'
import type { Deposit } from './deposit.ts'
import { depositColumns } from './deposit-store.ts'
import { timeMsOf } from './time-columns.ts'
import type { Withdrawal } from './withdrawal.ts'
import { withdrawalColumns } from './withdrawal-store.ts'

type Connection = Pick<Database, 'query'>

export const deskRows = 50
/** Of long queues no more is counted. */
const countedMax = 10_000

const depositConditions: Readonly<Record<DepositQueue, string>> = {
  proof: `d.state in ('created', 'pending')
    and exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id)`,
  quarantined: `(d.state = 'quarantined' or d.alarm is not null)`,
  all: 'true',
}

const withdrawalConditions: Readonly<Record<WithdrawalQueue, string>> = {
  waiting: `w.state = 'waiting' and w.cause <> 'security_hold' and w.canceled_by is null`,
  // What nobody knows the end of, and what went another way than it should.
  unknown: `(w.state = 'unknown' or (w.alarm is not null and w.state <> 'waiting'))`,
  all: 'true',
}

export type DeskPage<Row> = { readonly rows: readonly Row[]; readonly total: number }
export type DeskDepositRecord = Deposit & { readonly hasFile: boolean }

/** A page of a queue of deposits; what waits longest first, of all the newest. */
export async function listDeskDeposits(
  connection: Connection,
  queue: DepositQueue,
  page: number,
): Promise<DeskPage<DeskDepositRecord>> {
  const where = depositConditions[queue]
  const found = await connection.query<DeskDepositRecord>(
    `select ${depositColumns},
       exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id) as "hasFile"
     from wallets.deposit d where ${where}
     order by d.id ${queue === 'all' ? 'desc' : 'asc'} limit $1 offset $2`,
    [deskRows, (page - 1) * deskRows],
  )
  const { count } = await countOf(connection, `wallets.deposit d where ${where}`, 'd.created_at')
  return { rows: found.rows, total: count }
}

/** A page of a queue of withdrawals; what waits longest first, of all the newest. */
export async function listDeskWithdrawals(
  connection: Connection,
  queue: WithdrawalQueue,
  page: number,
): Promise<DeskPage<Withdrawal>> {
  const where = withdrawalConditions[queue]
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w where ${where}
     order by w.id ${queue === 'all' ? 'desc' : 'asc'} limit $1 offset $2`,
    [deskRows, (page - 1) * deskRows],
  )
  const { count } = await countOf(connection, `wallets.withdrawal w where ${where}`, 'w.created_at')
  return { rows: found.rows, total: count }
}

export type QueueCount = { readonly count: number; readonly oldestAt: Date | null }

/** How much waits in a queue of deposits, and since when. */
export function countDepositQueue(
  connection: Connection,
  queue: DepositQueue,
): Promise<QueueCount> {
  const from = `wallets.deposit d where ${depositConditions[queue]}`
  return countOf(connection, from, 'd.updated_at')
}

/** How much waits in a queue of withdrawals, and since when. */
export function countWithdrawalQueue(
  connection: Connection,
  queue: WithdrawalQueue,
): Promise<QueueCount> {
  const from = `wallets.withdrawal w where ${withdrawalConditions[queue]}`
  return countOf(connection, from, 'w.updated_at')
}

async function countOf(connection: Connection, from: string, column: string): Promise<QueueCount> {
  const found = await connection.query<QueueCount>(
    `select count(*)::int as count, min(at) as "oldestAt"
     from (select ${column} as at from ${from} limit ${countedMax}) counted`,
  )
  return found.rows[0] ?? { count: 0, oldestAt: null }
}

export type Approval = {
  readonly rowId: number
  readonly operatorId: number
  readonly decision: string
  readonly reason: string
  readonly atMs: number
}

/** What operators agreed to, oldest first. */
export async function approvalsOf(
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

/** Keeps what an operator agreed to; false if he did so before (INV-22). */
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

/** Forgets what was agreed to of a row; the record of the console keeps it. */
export async function forgetApprovals(
  connection: Connection,
  kind: RowKind,
  rowId: number,
): Promise<void> {
  await connection.query('delete from wallets.approval where kind = $1 and row_id = $2', [
    kind,
    rowId,
  ])
}

/** Holds a row until the transaction ends, so that one decision at a time is made about it. */
export async function holdRow(connection: Connection, kind: RowKind, rowId: number): Promise<void> {
  await connection.query(`select 1 from wallets.${kind} where id = $1 for update`, [rowId])
}

/** The proof of a deposit, or null. */
export async function findProof(
  connection: Connection,
  depositId: number,
): Promise<{ readonly mediaType: string; readonly content: Buffer } | null> {
  const found = await connection.query<{ mediaType: string; content: Buffer }>(
    `select media_type as "mediaType", content from wallets.deposit_file where deposit_id = $1`,
    [depositId],
  )
  return found.rows[0] ?? null
}

/** Units: what the outside owes us over a rail, and what was sent over it and is not settled. */
export async function ledgerOf(
  connection: Connection,
  railId: number,
  currencyId: number,
): Promise<{ readonly owed: number; readonly inFlight: number }> {
  const found = await connection.query<{ owed: number; inFlight: number }>(
    `select coalesce((select -available from exchange.balance
         where account_id = $1 and currency_id = $2), 0)::bigint as owed,
       (select coalesce(sum(net + provider_fee), 0) from wallets.withdrawal
         where rail_id = $1 and state in ('sending', 'unknown', 'sent'))::bigint as "inFlight"`,
    [railId, currencyId],
  )
  return found.rows[0] ?? { owed: 0, inFlight: 0 }
}
