/** What becomes of invoices: each change, its movement of the balance and its callback are one commit. */
import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import type { PaymentMethod } from '../methods.ts'
import { noteCallback } from './callback-store.ts'
import type { Hit } from './faults.ts'
import {
  findInvoice,
  insertInvoice,
  listOverdue,
  markExpired,
  markPaid,
  type NewInvoiceRow,
} from './invoice-store.ts'
import { type BankParts, changed } from './parts.ts'
import { moveBalance } from './payout-store.ts'
import { type InvoiceRow, invoiceBody } from './rows.ts'

export type InvoiceOrder = Omit<NewInvoiceRow, 'id'>

export type PayAsked = {
  /** Whole rupiah that arrive; null: what the invoice asks for. */
  readonly amount: number | null
  /** Whether an expired one is paid all the same: the money was under way. */
  readonly isLate: boolean
}

const idBytes = 12
const overdueRows = 200
/** What a callback that lies adds to the amount. */
const lieAmount = 1_000

/** Makes an invoice. */
export function createInvoice({ database }: BankParts, order: InvoiceOrder): Promise<InvoiceRow> {
  return insertInvoice(database, { ...order, id: randomBytes(idBytes).toString('hex') })
}

/** Pays an invoice by a method; null where it cannot be paid (any more). */
export async function payInvoice(
  parts: BankParts,
  id: string,
  method: PaymentMethod,
  { amount, isLate }: PayAsked,
): Promise<InvoiceRow | null> {
  const invoice = await findInvoice(parts.database, id)
  if (invoice === null || invoice.state === 'PAID') return null
  const wrong = (await parts.faults.strike('payment')).find(({ kind }) => kind === 'wrong_amount')
  const hits = await parts.faults.strike('callback')
  const wanted = amount ?? invoice.amount
  const paidAmount = wrong === undefined ? wanted : (wrong.value ?? wanted - 1)
  return changed(parts, async (transaction) => {
    const payment = { paidAmount, ...gatewayWords(method) }
    const paid = await markPaid(transaction, id, payment, isLate)
    if (paid === null) return null
    await moveBalance(transaction, { kind: 'invoice', reference: id, amount: paidAmount })
    await tell(transaction, parts, paid, hits)
    return paid
  })
}

/** Lets a pending invoice expire; null where it is not pending. */
export async function expireInvoice(parts: BankParts, id: string): Promise<InvoiceRow | null> {
  const invoice = await findInvoice(parts.database, id)
  if (invoice === null || invoice.state !== 'PENDING') return null
  const hits = await parts.faults.strike('callback')
  return changed(parts, async (transaction) => {
    const expired = await markExpired(transaction, id)
    if (expired !== null) await tell(transaction, parts, expired, hits)
    return expired
  })
}

/** Lets all expire whose time is over. */
export async function expireOverdue(parts: BankParts): Promise<void> {
  for (const id of await listOverdue(parts.database, overdueRows)) await expireInvoice(parts, id)
}

function tell(
  transaction: Transaction,
  { publicBase, merchant }: BankParts,
  row: InvoiceRow,
  hits: readonly Hit[],
): Promise<void> {
  const more = { amount: row.amount + lieAmount }
  const paid = row.paidAmount === null ? {} : { paidAmount: row.paidAmount + lieAmount }
  const body = invoiceBody(row, publicBase, merchant)
  const lie = invoiceBody({ ...row, ...more, ...paid }, publicBase, merchant)
  return noteCallback(transaction, 'invoice', { body, lie }, hits)
}

const methodWords: Readonly<Record<PaymentMethod['kind'], string>> = {
  va: 'BANK_TRANSFER',
  qris: 'QR_CODE',
  ewallet: 'EWALLET',
  card: 'CREDIT_CARD',
}

/** How the gateway names a method: BCA_VA is a bank transfer by the channel BCA. */
export function gatewayWords({ code, kind }: PaymentMethod) {
  return { method: methodWords[kind], channel: code.replace(/_VA$/, '') }
}
