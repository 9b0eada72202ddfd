/** Payouts and balance of the local bank in the database. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { PayoutRow } from './rows.ts'

const columns = `id, reference, body_hash as "bodyHash", amount, fee, currency,
  channel_code as "channelCode", account_number as "accountNumber", holder_name as "holderName",
  description, state, failure_code as "failureCode", created_at as "createdAt",
  updated_at as "updatedAt", later_state as "laterState"`

export type NewPayoutRow = Pick<
  PayoutRow,
  | 'id'
  | 'reference'
  | 'bodyHash'
  | 'amount'
  | 'fee'
  | 'channelCode'
  | 'accountNumber'
  | 'holderName'
  | 'description'
> & { readonly idempotencyKey: string; readonly dueMs: number }

/** Adds a payout. Returns null where its key is already used; that payout is then committed. */
export async function insertPayout(
  transaction: Transaction,
  row: NewPayoutRow,
): Promise<PayoutRow | null> {
  const made = await transaction.query<PayoutRow>(
    `insert into simulated_bank.payout (id, idempotency_key, reference, body_hash, amount, fee,
       currency, channel_code, account_number, holder_name, description, state, due_at)
     values ($1, $2, $3, $4, $5, $6, 'IDR', $7, $8, $9, $10, 'ACCEPTED',
       now() + $11 * interval '1 millisecond')
     on conflict (idempotency_key) do nothing returning ${columns}`,
    [
      row.id,
      row.idempotencyKey,
      row.reference,
      row.bodyHash,
      row.amount,
      row.fee,
      row.channelCode,
      row.accountNumber,
      row.holderName,
      row.description,
      row.dueMs,
    ],
  )
  return made.rows[0] ?? null
}

/** The payout of an idempotency key, or null. */
export async function findPayoutByKey(
  transaction: Transaction,
  idempotencyKey: string,
): Promise<PayoutRow | null> {
  const found = await transaction.query<PayoutRow>(
    `select ${columns} from simulated_bank.payout where idempotency_key = $1`,
    [idempotencyKey],
  )
  return found.rows[0] ?? null
}

/** The payout of this id, or null. */
export async function findPayout(database: Database, id: string): Promise<PayoutRow | null> {
  const found = await database.query<PayoutRow>(
    `select ${columns} from simulated_bank.payout where id = $1`,
    [id],
  )
  return found.rows[0] ?? null
}

/** Payouts of a reference, newest first; null: the newest of all. */
export async function listPayouts(
  database: Database,
  reference: string | null,
  rows: number,
): Promise<readonly PayoutRow[]> {
  const found = await database.query<PayoutRow>(
    `select ${columns} from simulated_bank.payout
     where $1::text is null or reference = $1 order by created_at desc, id limit $2`,
    [reference, rows],
  )
  return found.rows
}

/** Payouts that are due. */
export async function listDue(database: Database, rows: number): Promise<readonly PayoutRow[]> {
  const found = await database.query<PayoutRow>(
    `select ${columns} from simulated_bank.payout where due_at <= now()
     order by due_at, id limit $1`,
    [rows],
  )
  return found.rows
}

/** The next state of a payout. `dueMs` is the time until the bank processes it again; null: never. */
export type PayoutTransition = {
  readonly state: PayoutRow['state']
  readonly failureCode: string | null
  readonly dueMs: number | null
  /** State that follows later; null where `state` is final. */
  readonly laterState: PayoutRow['laterState']
}

/** Changes a payout from one of these states. Returns null where it is in none of them. */
export async function transitionPayout(
  transaction: Transaction,
  id: string,
  from: readonly PayoutRow['state'][],
  { state, failureCode, dueMs, laterState }: PayoutTransition,
): Promise<PayoutRow | null> {
  const turned = await transaction.query<PayoutRow>(
    `update simulated_bank.payout set state = $3, failure_code = $4, updated_at = now(),
       due_at = now() + $5::double precision * interval '1 millisecond', later_state = $6
     where id = $1 and state = any($2) returning ${columns}`,
    [id, from, state, failureCode, dueMs, laterState],
  )
  return turned.rows[0] ?? null
}

export type Movement = {
  readonly kind: 'invoice' | 'payout' | 'payout_back' | 'top_up'
  readonly reference: string
  /** Whole rupiah; negative amounts debit the balance. */
  readonly amount: number
}

/**
 * Changes the balance, once per cause.
 *
 * @returns `short` where the balance would fall below zero, `known` where the cause already changed it
 */
export async function moveBalance(
  transaction: Transaction,
  { kind, reference, amount }: Movement,
): Promise<'moved' | 'known' | 'short'> {
  const noted = await transaction.query(
    `insert into simulated_bank.movement (kind, reference, amount) values ($1, $2, $3)
     on conflict (kind, reference) do nothing`,
    [kind, reference, amount],
  )
  if (noted.rowCount === 0) return 'known'
  const moved = await transaction.query(
    `update simulated_bank.account set balance = balance + $1
     where id = 1 and ($1 >= 0 or balance + $1 >= 0)`,
    [amount],
  )
  return moved.rowCount === 0 ? 'short' : 'moved'
}

/** The balance in whole rupiah. */
export async function readBalance(database: Database): Promise<number> {
  const found = await database.query<{ balance: number }>(
    'select balance from simulated_bank.account where id = 1',
  )
  return found.rows[0]?.balance ?? 0
}
