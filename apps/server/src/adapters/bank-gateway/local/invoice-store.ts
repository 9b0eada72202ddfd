/** Invoices of the local bank in the database. */
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import type { InvoiceRow } from './rows.ts'

const columns = `id, external_id as "externalId", amount, currency, description,
  payer_email as "payerEmail", return_url as "returnUrl", language, state,
  paid_amount as "paidAmount", paid_at as "paidAt", method, channel, created_at as "createdAt",
  expires_at as "expiresAt", updated_at as "updatedAt"`

export type NewInvoiceRow = Pick<
  InvoiceRow,
  'id' | 'externalId' | 'amount' | 'description' | 'payerEmail' | 'returnUrl' | 'language'
> & { readonly lifeSeconds: number }

/** Adds an invoice. External ids need not be unique, as at the real gateway. */
export async function insertInvoice(database: Database, row: NewInvoiceRow): Promise<InvoiceRow> {
  const made = await database.query<InvoiceRow>(
    `insert into simulated_bank.invoice (id, external_id, amount, currency, description,
       payer_email, return_url, language, state, expires_at)
     values ($1, $2, $3, 'IDR', $4, $5, $6, $7, 'PENDING', now() + $8 * interval '1 second')
     returning ${columns}`,
    [
      row.id,
      row.externalId,
      row.amount,
      row.description,
      row.payerEmail,
      row.returnUrl,
      row.language,
      row.lifeSeconds,
    ],
  )
  const [invoice] = made.rows
  if (invoice === undefined) throw new Error('the invoice was not created')
  return invoice
}

/** The invoice of this id, or null. */
export async function findInvoice(database: Database, id: string): Promise<InvoiceRow | null> {
  const found = await database.query<InvoiceRow>(
    `select ${columns} from simulated_bank.invoice where id = $1`,
    [id],
  )
  return found.rows[0] ?? null
}

/** Invoices of an external id, newest first; null: the newest of all. */
export async function listInvoices(
  database: Database,
  externalId: string | null,
  rows: number,
): Promise<readonly InvoiceRow[]> {
  const found = await database.query<InvoiceRow>(
    `select ${columns} from simulated_bank.invoice
     where $1::text is null or external_id = $1 order by created_at desc, id limit $2`,
    [externalId, rows],
  )
  return found.rows
}

export type Payment = {
  readonly paidAmount: number
  readonly method: string
  readonly channel: string
}

/**
 * Marks an invoice paid, also an expired one if the payment is late. Returns null where it cannot be paid.
 */
export async function markPaid(
  transaction: Transaction,
  id: string,
  { paidAmount, method, channel }: Payment,
  isLate: boolean,
): Promise<InvoiceRow | null> {
  const paid = await transaction.query<InvoiceRow>(
    `update simulated_bank.invoice set state = 'PAID', paid_amount = $2, paid_at = now(),
       method = $3, channel = $4, updated_at = now()
     where id = $1 and ((state = 'PENDING' and expires_at > now()) or ($5 and state <> 'PAID'))
     returning ${columns}`,
    [id, paidAmount, method, channel, isLate],
  )
  return paid.rows[0] ?? null
}

/** Expires a pending invoice now. Returns null where it is not pending. */
export async function markExpired(
  transaction: Transaction,
  id: string,
): Promise<InvoiceRow | null> {
  const expired = await transaction.query<InvoiceRow>(
    `update simulated_bank.invoice
     set state = 'EXPIRED', expires_at = least(expires_at, now()), updated_at = now()
     where id = $1 and state = 'PENDING' returning ${columns}`,
    [id],
  )
  return expired.rows[0] ?? null
}

/** Ids of pending invoices past their due time. */
export async function listOverdue(database: Database, rows: number): Promise<readonly string[]> {
  const found = await database.query<{ id: string }>(
    `select id from simulated_bank.invoice
     where state = 'PENDING' and expires_at <= now() order by expires_at limit $1`,
    [rows],
  )
  return found.rows.map(({ id }) => id)
}
