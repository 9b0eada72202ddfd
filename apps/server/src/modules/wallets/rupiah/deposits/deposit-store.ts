/** Deposits in the database. */
import type { List } from '@tukar/wire'
import type { Database, Transaction } from '../../../../platform/database/pool.ts'
import { selectPage } from '../../../../platform/lists/store.ts'
import { addStep } from '../../machine/row-store.ts'
import type { Deposit } from './deposit.ts'
import { timeMsOf } from '../../machine/time-columns.ts'

type Connection = Pick<Database, 'query'>

/** The columns of a deposit, from a table `d`. */
export const depositColumns = `d.id as "rowId", d.user_id as "userId", d.state, d.cause, d.alarm, d.version, d.hints,
  d.attempts, d.amount, d.description, d.reference, d.language, d.rail_id as "railId", d.decision,
  d.invoice_id as "invoiceId", d.checkout_url as "checkoutUrl",
  ${timeMsOf('d.expires_at')} as "expiresAtMs", d.paid_amount as "paidAmount", d.outside_fact as "outsideFact", d.method,
  d.refused_credits as "refusedCredits", d.suspense_units as "suspenseUnits",
  (select count(*)::int from wallets.approval a
    where a.kind = 'deposit' and a.row_id = d.id and a.decision = 'reject') as rejections,
  ${timeMsOf('d.created_at')} as "createdMs",
  (select u.deleted_at is not null from accounts.users u where u.id = d.user_id) as "isOwnerGone",
  false as "isAgreed"`

/** Reads a deposit; throws if it does not exist. */
export async function readDeposit(connection: Connection, depositId: number): Promise<Deposit> {
  const deposit = await findDeposit(connection, depositId)
  if (deposit === null) throw new Error(`there is no deposit ${depositId}`)
  return deposit
}

/** A deposit, or null. */
export async function findDeposit(
  connection: Connection,
  depositId: number,
): Promise<Deposit | null> {
  const found = await connection.query<Deposit>(
    `select ${depositColumns} from wallets.deposit d where d.id = $1`,
    [depositId],
  )
  return found.rows[0] ?? null
}

/** The name and e-mail on an invoice or payout; null for a deleted user. */
export async function findPayer(
  connection: Connection,
  userId: number,
): Promise<{ readonly email: string } | null> {
  const found = await connection.query<{ email: string }>(
    'select email from accounts.users where id = $1 and deleted_at is null',
    [userId],
  )
  return found.rows[0] ?? null
}

export type NewDeposit = {
  readonly userId: number
  readonly currencyId: number
  readonly railId: number
  readonly amount: number
  readonly description: string
  readonly reference: string
  readonly requestId: string
  readonly requestHash: Buffer
  readonly language: 'en' | 'id'
}

/** Stores a deposit, claimed for its first pass; null if the request made one already. */
export async function insertDeposit(
  transaction: Transaction,
  deposit: NewDeposit,
): Promise<number | null> {
  const made = await transaction.query<{ id: number }>(
    `insert into wallets.deposit (user_id, currency_id, rail_id, amount, description, reference,
       request_id, request_hash, language, taken_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '2 minutes')
     on conflict (user_id, request_id) do nothing returning id`,
    [
      deposit.userId,
      deposit.currencyId,
      deposit.railId,
      deposit.amount,
      deposit.description,
      deposit.reference,
      deposit.requestId,
      deposit.requestHash,
      deposit.language,
    ],
  )
  const depositId = made.rows[0]?.id
  if (depositId === undefined) return null
  await addStep(transaction, { kind: 'deposit', rowId: depositId, state: 'created', cause: null })
  return depositId
}

/** The number of a user's payable deposits, and of those requested within a day. */
export async function countDeposits(
  connection: Connection,
  userId: number,
): Promise<{ readonly open: number; readonly ofDay: number }> {
  const found = await connection.query<{ open: number; ofDay: number }>(
    `select (count(*) filter (where state in ('created', 'pending')))::int as open,
       (count(*) filter (where created_at > now() - interval '1 day'))::int as "ofDay"
     from wallets.deposit where user_id = $1`,
    [userId],
  )
  return found.rows[0] ?? { open: 0, ofDay: 0 }
}

export type ListedDeposit = Deposit & { readonly hasFile: boolean }

const statusColumn = `case when d.state in ('paid', 'credited') then 'PAID'
  when d.state in ('expired', 'reversed') then 'EXPIRED' else 'PENDING' end`

/** One page of a user's deposits. */
export function listDeposits(database: Database, userId: number, list: List) {
  const source = {
    table: 'wallets.deposit d',
    select: `${depositColumns},
      exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id) as "hasFile"`,
    where: 'd.user_id = $1',
    values: [userId],
    columns: {
      depositId: 'd.id',
      createdMs: timeMsOf('d.created_at'),
      status: statusColumn,
    },
    tie: 'd.id',
  }
  return selectPage<ListedDeposit>(database, source, list)
}

/** A listed deposit of the user; null if it does not exist or belongs to another user (ATT-71). */
export async function findOwnDeposit(
  connection: Connection,
  userId: number,
  depositId: number,
): Promise<ListedDeposit | null> {
  const found = await connection.query<ListedDeposit>(
    `select ${depositColumns},
       exists (select 1 from wallets.deposit_file f where f.deposit_id = d.id) as "hasFile"
     from wallets.deposit d where d.user_id = $1 and d.id = $2`,
    [userId, depositId],
  )
  return found.rows[0] ?? null
}

/** Deletes a user's proofs of payment, with the account. */
export async function deleteDepositFilesOf(connection: Connection, userId: number): Promise<void> {
  await connection.query(
    `delete from wallets.deposit_file f using wallets.deposit d
     where d.id = f.deposit_id and d.user_id = $1`,
    [userId],
  )
}

/** The cause of the step in which an operator closed a proof of payment. */
export const proofClosed = 'proof_closed'

/** SQL: whether a deposit of a table `d` has a proof of payment that no operator closed. */
export const openProofCondition = `exists (select 1 from wallets.deposit_file f
  where f.deposit_id = d.id and not exists (select 1 from wallets.step s
    where s.kind = 'deposit' and s.row_id = d.id and s.cause = '${proofClosed}'
      and s.at >= f.created_at))`

/** Whether a deposit has a proof of payment that waits for an answer. */
export async function hasOpenProof(connection: Connection, depositId: number): Promise<boolean> {
  const found = await connection.query(
    `select 1 from wallets.deposit d where d.id = $1 and ${openProofCondition}`,
    [depositId],
  )
  return found.rows.length === 1
}

/** Stores the proof of payment of a payable deposit, replacing an earlier one; false if it is not payable. */
export async function storeDepositFile(
  connection: Connection,
  depositId: number,
  file: { readonly mediaType: string; readonly content: Buffer },
): Promise<boolean> {
  const stored = await connection.query(
    `insert into wallets.deposit_file (deposit_id, media_type, content)
     select id, $2, $3 from wallets.deposit
     where id = $1 and state in ('created', 'pending', 'quarantined')
     on conflict (deposit_id) do update set media_type = excluded.media_type,
       content = excluded.content, created_at = now()`,
    [depositId, file.mediaType, file.content],
  )
  return stored.rowCount === 1
}
