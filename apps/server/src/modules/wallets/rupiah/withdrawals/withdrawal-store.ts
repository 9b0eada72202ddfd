/** Withdrawals in the database. */
import type { List } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { requeryRows } from '../../machine/requery.ts'
import { selectPage } from '../../../../platform/lists/store.ts'
import { accountHoldIn } from '../../account-holds.ts'
import { type StoredPause, pauseColumns, pauseValues } from '../../machine/request-pause.ts'
import { addStep } from '../../machine/row-store.ts'
import { timeMsOf } from '../../machine/time-columns.ts'
import type { Withdrawal } from './withdrawal-row.ts'

type Connection = Pick<Database, 'query'>

/** One withdrawal with a valid proof is enough. */
const arrivedMax = 10

/** The columns of a withdrawal, from a table `w`. */
export const withdrawalColumns = `w.id as "rowId", w.user_id as "userId", w.state, w.cause, w.alarm, w.version, w.hints,
  w.attempts, w.amount, w.fee, w.provider_fee as "providerFee", w.net, w.reference, w.description,
  w.rail_id as "railId", w.bank_code as "bankCode", w.bank_name as "bankName",
  w.holder_name as "holderName", w.account_number as "accountNumber", w.hold_id as "holdId",
  ${pauseColumns}, w.review_reason as "reviewReason",
  w.approvals_needed as "approvalsNeeded",
  (select count(*)::int from wallets.approval a
    where a.kind = 'withdrawal' and a.row_id = w.id and a.decision = 'approve') as approvals,
  w.request_mac as "requestMac",
  w.canceled_by as "canceledBy", ${timeMsOf('w.sent_at')} as "sentAtMs",
  w.sent_count as "sentCount", w.payout_id as "payoutId", w.failure_code as "failureCode",
  w.decision, w.is_taken_paid as "isTakenPaid", w.poor_count as "poorCount", w.reserved, ${timeMsOf('w.created_at')} as "createdMs", ${timeMsOf('w.updated_at')} as "updatedMs",
  ${accountHoldIn('w.user_id')} as "accountHold",
  (select u.deleted_at is not null from accounts.users u where u.id = w.user_id) as "isOwnerGone"`

/** Reads a withdrawal; throws if it does not exist. */
export async function readWithdrawal(
  connection: Connection,
  withdrawalId: number,
): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(connection, withdrawalId)
  if (withdrawal === null) throw new Error(`there is no withdrawal ${withdrawalId}`)
  return withdrawal
}

/** A withdrawal, or null. */
export async function findWithdrawal(
  connection: Connection,
  withdrawalId: number,
): Promise<Withdrawal | null> {
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w where w.id = $1`,
    [withdrawalId],
  )
  return found.rows[0] ?? null
}

/** Withdrawals after a row. */
export async function withdrawalsAfter(
  connection: Connection,
  after: number,
  max: number,
): Promise<readonly Withdrawal[]> {
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w where w.id > $1 order by w.id limit $2`,
    [after, max],
  )
  return found.rows
}

/** The bank account of a user's withdrawal, as of its request; null if it belongs to another user. */
export async function payoutAccountOf(
  connection: Connection,
  userId: number,
  withdrawalId: number,
): Promise<{
  readonly bankName: string
  readonly holderName: string
  readonly number: string
} | null> {
  const row = await findWithdrawal(connection, withdrawalId)
  if (row === null || row.userId !== userId) return null
  const { bankName, holderName, accountNumber: number } = row
  return { bankName, holderName, number }
}

/** The withdrawal of a cancel link, by the hash of its token; null if a later e-mail replaced the link. */
export async function findWithdrawalOfToken(
  connection: Connection,
  tokenHash: Buffer,
): Promise<Withdrawal | null> {
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w where w.cancel_token_hash = $1`,
    [tokenHash],
  )
  return found.rows[0] ?? null
}

/**
 * SQL: the bank's charge for each payout of a user ($1). `source` and `moved` are the source and the amount
 * of its transfer over the rail, `fee` is the charged part, in units.
 */
export const bankFeesText = `
  select 'withdrawal:' || id as source, net + provider_fee as moved, provider_fee as fee
  from wallets.withdrawal where user_id = $1 and provider_fee > 0`

export type NewWithdrawal = Pick<
  Withdrawal,
  | 'userId'
  | 'railId'
  | 'amount'
  | 'fee'
  | 'providerFee'
  | 'net'
  | 'description'
  | 'reference'
  | 'bankCode'
  | 'bankName'
  | 'holderName'
  | 'accountNumber'
  | 'reviewReason'
  | 'approvalsNeeded'
> &
  StoredPause & {
    readonly currencyId: number
    readonly requestId: string
    readonly requestHash: Buffer
  }

/** Stores a withdrawal, claimed for its first pass; null if the request made one already. */
export async function insertWithdrawal(
  transaction: Transaction,
  made: NewWithdrawal,
): Promise<number | null> {
  const values = {
    user_id: made.userId,
    currency_id: made.currencyId,
    rail_id: made.railId,
    amount: made.amount,
    fee: made.fee,
    provider_fee: made.providerFee,
    net: made.net,
    description: made.description,
    reference: made.reference,
    request_id: made.requestId,
    request_hash: made.requestHash,
    bank_code: made.bankCode,
    bank_name: made.bankName,
    holder_name: made.holderName,
    account_number: made.accountNumber,
    review_reason: made.reviewReason,
    approvals_needed: made.approvalsNeeded,
    ...pauseValues(made),
  }
  const places = Object.keys(values).map((_, place) => `$${place + 1}`)
  const inserted = await transaction.query<{ id: number }>(
    `insert into wallets.withdrawal (${Object.keys(values).join(', ')}, taken_until)
     values (${places.join(', ')}, now() + interval '2 minutes')
     on conflict (user_id, request_id) do nothing returning id`,
    Object.values(values),
  )
  const rowId = inserted.rows[0]?.id
  if (rowId === undefined) return null
  await addStep(transaction, { kind: 'withdrawal', rowId, state: 'requested', cause: null })
  return rowId
}

/** The latest completed withdrawals of a user to a bank account. */
export async function arrivedAt(
  connection: Connection,
  userId: number,
  { bankCode, number }: { readonly bankCode: string; readonly number: string },
): Promise<readonly Withdrawal[]> {
  const found = await connection.query<Withdrawal>(
    `select ${withdrawalColumns} from wallets.withdrawal w
     where w.user_id = $1 and w.account_number = $3 and w.bank_code = $2 and w.state = 'completed'
     order by w.id desc limit $4`,
    [userId, bankCode, number, arrivedMax],
  )
  return found.rows
}

/** Stores the proof of a request in its row. */
export async function setRequestMac(
  transaction: Transaction,
  withdrawalId: number,
  mac: Buffer,
): Promise<void> {
  await transaction.query('update wallets.withdrawal set request_mac = $2 where id = $1', [
    withdrawalId,
    mac,
  ])
}

/** Sets the cancel link of a withdrawal, which replaces an earlier one. */
export async function setCancelToken(
  transaction: Transaction,
  withdrawalId: number,
  tokenHash: Buffer,
): Promise<void> {
  await transaction.query('update wallets.withdrawal set cancel_token_hash = $2 where id = $1', [
    withdrawalId,
    tokenHash,
  ])
}

/** Stores the cause of a withdrawal's state without a step; false if the row changed since it was read. */
export async function noteCause(
  connection: Connection,
  { rowId, state, version }: Withdrawal,
  { epoch, cause }: { readonly epoch: number; readonly cause: string },
): Promise<boolean> {
  const noted = await connection.query(
    `update wallets.withdrawal set cause = $4 where id = $1 and state = $2 and version = $3
       and (select writer_epoch from exchange.watermark) = $5`,
    [rowId, state, version, cause, epoch],
  )
  return noted.rowCount === 1
}

const statusColumn = `case when w.state = 'completed' then 'COMPLETED' when w.state = 'canceled'
  then 'CANCEL' when w.state in ('failed', 'refused', 'reversed') then 'FAILED' else 'PENDING' end`

/** One page of a user's withdrawals. */
export function listWithdrawals(database: Database, userId: number, list: List) {
  const source = {
    table: 'wallets.withdrawal w',
    select: withdrawalColumns,
    where: 'w.user_id = $1',
    values: [userId],
    columns: {
      withdrawalId: 'w.id',
      createdMs: timeMsOf('w.created_at'),
      status: statusColumn,
    },
    tie: 'w.id',
  }
  return selectPage<Withdrawal>(database, source, list)
}

/**
 * The number of a user's open deposits and withdrawals, which prevent the deletion of the account (DEC-40). A
 * deposit below a chain's minimum does not count, because it may never be enough.
 */
export async function openTransfersOf(connection: Connection, userId: number): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select ((select count(*) from wallets.deposit where user_id = $1
         and state in ('created', 'pending', 'paid', 'quarantined'))
       + (select count(*) from wallets.withdrawal where user_id = $1
         and state in ('requested', 'held', 'waiting', 'approved', 'sending', 'unknown', 'sent'))
       + (select count(*) from wallets.chain_deposit where user_id = $1
         and state in ('seen', 'confirming', 'held', 'crediting', 'reversing'))
       + (select count(*) from wallets.chain_withdrawal where user_id = $1
         and state not in ('done', 'failed', 'canceled'))
     )::int as count`,
    [userId],
  )
  return found.rows[0]?.count ?? 0
}

/**
 * Requeries withdrawals that are unsent by a restored database, because they may have been sent and paid
 * since the backup. Until the gateway answers, they can be neither canceled, rejected nor sent (FLT-40).
 */
export function requeryUnsent(transaction: Connection): Promise<void> {
  return requeryRows(transaction, 'withdrawal', {
    to: 'unknown',
    from: ['held', 'waiting', 'approved'],
    set: 'reserved = 0, sent_at = now(),',
    only: 'sent_count = 0',
  })
}
