/** State changes of invoices. Each change commits together with its balance movement and its callback. */
import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../../platform/database/pool.ts'
import type { PaymentMethod } from '../methods.ts'
import { storeCallback } from './callback-store.ts'
import type { Hit } from './faults.ts'
import {
  findInvoice,
  insertInvoice,
  listOverdue,
  markExpired,
  markPaid,
  type NewInvoiceRow,
} from './invoice-store.ts'
import { type LocalBankDeps, changed } from './deps.ts'
import { moveBalance } from './payout-store.ts'
import { type InvoiceRow, invoiceBody } from './rows.ts'

export type InvoiceOrder = Omit<NewInvoiceRow, 'id'>

export type InvoicePayment = {
  /** Whole rupiah that arrive; null: the amount of the invoice. */
  readonly amount: number | null
  /** Whether an expired invoice is paid as well, because the payment was already in transit. */
  readonly isLate: boolean
}

const idBytes = 12
const overdueRows = 200
/** Amount that the `lie` fault adds in a callback. */
const lieAmount = 1_000

/** Creates an invoice. */
export function createInvoice(
  { database }: LocalBankDeps,
  order: InvoiceOrder,
): Promise<InvoiceRow> {
  return insertInvoice(database, { ...order, id: randomBytes(idBytes).toString('hex') })
}

/** Pays an invoice by a method. Returns null where the invoice can no longer be paid. */
export async function payInvoice(
  deps: LocalBankDeps,
  id: string,
  method: PaymentMethod,
  { amount, isLate }: InvoicePayment,
): Promise<InvoiceRow | null> {
  const invoice = await findInvoice(deps.database, id)
  if (invoice === null || invoice.state === 'PAID') return null
  const wrong = (await deps.faults.drawHits('payment')).find(({ kind }) => kind === 'wrong_amount')
  const hits = await deps.faults.drawHits('callback')
  const wanted = amount ?? invoice.amount
  const paidAmount = wrong === undefined ? wanted : (wrong.value ?? wanted - 1)
  return changed(deps, async (transaction) => {
    const payment = { paidAmount, ...gatewayWords(method) }
    const paid = await markPaid(transaction, id, payment, isLate)
    if (paid === null) return null
    await moveBalance(transaction, { kind: 'invoice', reference: id, amount: paidAmount })
    await storeInvoiceCallback(transaction, deps, paid, hits)
    return paid
  })
}

/** Expires a pending invoice. Returns null where the invoice is not pending. */
export async function expireInvoice(deps: LocalBankDeps, id: string): Promise<InvoiceRow | null> {
  const invoice = await findInvoice(deps.database, id)
  if (invoice === null || invoice.state !== 'PENDING') return null
  const hits = await deps.faults.drawHits('callback')
  return changed(deps, async (transaction) => {
    const expired = await markExpired(transaction, id)
    if (expired !== null) await storeInvoiceCallback(transaction, deps, expired, hits)
    return expired
  })
}

/** Expires all invoices past their due time. */
export async function expireOverdue(deps: LocalBankDeps): Promise<void> {
  for (const id of await listOverdue(deps.database, overdueRows)) await expireInvoice(deps, id)
}

function storeInvoiceCallback(
  transaction: Transaction,
  { publicBase, merchant }: LocalBankDeps,
  row: InvoiceRow,
  hits: readonly Hit[],
): Promise<void> {
  const more = { amount: row.amount + lieAmount }
  const paid = row.paidAmount === null ? {} : { paidAmount: row.paidAmount + lieAmount }
  const body = invoiceBody(row, publicBase, merchant)
  const lie = invoiceBody({ ...row, ...more, ...paid }, publicBase, merchant)
  return storeCallback(transaction, 'invoice', { body, lie }, hits)
}

const methodWords: Readonly<Record<PaymentMethod['kind'], string>> = {
  va: 'BANK_TRANSFER',
  qris: 'QR_CODE',
  ewallet: 'EWALLET',
  card: 'CREDIT_CARD',
}

/** The gateway's names of a payment method: BCA_VA is a bank transfer over the channel BCA. */
export function gatewayWords({ code, kind }: PaymentMethod) {
  return { method: methodWords[kind], channel: code.replace(/_VA$/, '') }
}
