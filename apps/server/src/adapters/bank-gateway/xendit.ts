/**
 * The bank gateway over Xendit's REST contract: plain HTTP, the key as the user name of Basic
 * authentication. What it answers is believed as far as a schema holds it; everything else is an unknown
 * outcome. Why no official client: docs/adr/0012.
 */
import {
  XenditBalance,
  XenditBanks,
  XenditInvoice,
  XenditInvoiceCallback,
  XenditInvoices,
  XenditPayout,
  XenditPayoutCallback,
  XenditPayouts,
} from '@tukar/wire'
import { createHealth } from '../../platform/external/health.ts'
import type {
  Answer,
  Bank,
  BankGateway,
  CallbackKind,
  Invoice,
  InvoiceState,
  NewInvoice,
  NewPayout,
  Payout,
  PayoutState,
} from './port.ts'
import { call, isDuplicate, type Line, type Reply } from './requests.ts'
import { isSame } from './secret.ts'

const slowMs = 3_000

const timeoutMsDefault = 15_000
const banksKeptMs = 6 * 3_600_000
const currency = 'IDR'
/** Payouts name a bank with its country before it: BCA is ID_BCA there. */
const channelPrefix = 'ID_'

const invoiceStates: Readonly<Record<XenditInvoice['status'], InvoiceState>> = {
  PENDING: 'pending',
  PAID: 'paid',
  SETTLED: 'paid',
  EXPIRED: 'expired',
}

/** docs.xendit.co, "Payout Status Lifecycle". */
const payoutStates: Readonly<Record<XenditPayout['status'], PayoutState>> = {
  ACCEPTED: 'accepted',
  REQUESTED: 'accepted',
  PENDING_COMPLIANCE_ASSESSMENT: 'accepted',
  COMPLIANCE_REJECTED: 'failed',
  FAILED: 'failed',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
  SUCCEEDED: 'succeeded',
  REVERSED: 'reversed',
}

export type XenditOptions = {
  /** Where its calls begin, without a slash at the end; null while nobody is there. */
  readonly baseUrl: () => string | null
  readonly key: string
  readonly callbackToken: string
  readonly timeoutMs?: number
  /** Ends all calls. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** A gateway at this address; it makes no call by itself. */
export function createXenditGateway(options: XenditOptions): BankGateway {
  const { baseUrl, key, callbackToken, timeoutMs = timeoutMsDefault, signal } = options
  const clock = options.clock ?? Date.now
  const health = createHealth(clock, slowMs)
  const line: Line = {
    baseUrl,
    key,
    timeoutMs,
    health,
    ...(signal === undefined ? {} : { signal }),
  }
  return {
    createInvoice: (order) => createInvoice(line, order),
    findInvoice: (reference) => findInvoice(line, reference),
    expireInvoice: (invoiceId) => expireInvoice(line, invoiceId),
    createPayout: (order) => createPayout(line, order),
    findPayout: (reference) => findPayout(line, reference),
    listBanks: keptBanks(line, clock),
    async balance() {
      const reply = await call(line, { method: 'GET', path: `/balance?currency=${currency}` })
      return readAnswer(reply, XenditBalance, ({ balance }) => balance)
    },
    isCallback: (token) => token !== undefined && isSame(token, callbackToken),
    readCallback,
    health: () => health.read(),
  }
}

/** `POST /v2/invoices` (xendit-php, `CreateInvoiceRequest.md`). */
async function createInvoice(line: Line, order: NewInvoice): Promise<Answer<Invoice>> {
  const reply = await call(line, {
    method: 'POST',
    path: '/v2/invoices',
    body: {
      external_id: order.reference,
      amount: order.amount,
      currency,
      description: order.description,
      payer_email: order.payerEmail,
      invoice_duration: order.expiresInSeconds,
      success_redirect_url: order.returnUrl,
      failure_redirect_url: order.returnUrl,
      locale: order.language,
      should_send_email: false,
    },
  })
  if (reply.kind === 'refusal' && isDuplicate(reply)) return findInvoice(line, order.reference)
  return readWritten(reply, XenditInvoice, invoiceOf)
}

/**
 * `GET /v2/invoices?external_id=`: references are not unique there, so there may be several. Paid counts
 * before pending, pending before expired, and among the same the newest.
 */
async function findInvoice(line: Line, reference: string): Promise<Answer<Invoice>> {
  const path = `/v2/invoices?external_id=${encodeURIComponent(reference)}`
  const reply = await call(line, { method: 'GET', path })
  const found = readAnswer(reply, XenditInvoices, (rows) =>
    rows.filter(({ external_id: externalId }) => externalId === reference),
  )
  if (found.status !== 'done') return found
  const order: readonly InvoiceState[] = ['paid', 'pending', 'expired']
  const [best] = found.value.toSorted(
    (a, b) =>
      order.indexOf(invoiceStates[a.status]) - order.indexOf(invoiceStates[b.status]) ||
      Date.parse(b.created ?? b.expiry_date) - Date.parse(a.created ?? a.expiry_date),
  )
  return best === undefined ? { status: 'absent' } : { status: 'done', value: invoiceOf(best) }
}

/** `POST /invoices/{id}/expire!` (xendit-php, `InvoiceApi.md`); one that was paid is read as paid. */
async function expireInvoice(line: Line, invoiceId: string): Promise<Answer<Invoice>> {
  const id = encodeURIComponent(invoiceId)
  const reply = await call(line, { method: 'POST', path: `/invoices/${id}/expire!` })
  if (reply.kind !== 'refusal' || isMissing(reply)) {
    return readWritten(reply, XenditInvoice, invoiceOf)
  }
  const read = await call(line, { method: 'GET', path: `/v2/invoices/${id}` })
  const now = readAnswer(read, XenditInvoice, invoiceOf)
  const isOver = now.status === 'done' && now.value.state !== 'pending'
  return isOver ? now : readWritten(reply, XenditInvoice, invoiceOf)
}

/**
 * `POST /v2/payouts` with `Idempotency-key` (docs.xendit.co, "Payouts"): the same key and body give the
 * first payout again; the same key with another body is a duplicate, which is looked up.
 */
async function createPayout(line: Line, order: NewPayout): Promise<Answer<Payout>> {
  const reply = await call(line, {
    method: 'POST',
    path: '/v2/payouts',
    headers: { 'idempotency-key': order.reference },
    body: {
      reference_id: order.reference,
      channel_code: `${channelPrefix}${order.bankCode}`,
      channel_properties: {
        account_holder_name: order.holderName,
        account_number: order.accountNumber,
      },
      amount: order.amount,
      description: order.description,
      currency,
      receipt_notification: { email_to: [order.email] },
    },
  })
  const isRepeat = reply.kind === 'refusal' && isDuplicate(reply)
  const made = isRepeat
    ? await findPayout(line, order.reference)
    : readWritten(reply, XenditPayout, payoutOf)
  if (made.status === 'absent') return unknownOf('a duplicate that cannot be found')
  if (made.status !== 'done' || isSamePayout(made.value, order)) return made
  return unknownOf('the reference holds another payout')
}

/** `GET /v2/payouts?reference_id=` (docs.xendit.co, "Get all payouts by reference id"). */
async function findPayout(line: Line, reference: string): Promise<Answer<Payout>> {
  const path = `/v2/payouts?reference_id=${encodeURIComponent(reference)}`
  const reply = await call(line, { method: 'GET', path })
  const found = readAnswer(reply, XenditPayouts, (body) =>
    ('data' in body ? body.data : body).filter(({ reference_id: id }) => id === reference),
  )
  if (found.status !== 'done') return found
  const [payout, another] = found.value
  if (payout === undefined) return { status: 'absent' }
  // INV-13: which of them counts is for a person to say.
  if (another !== undefined) return unknownOf('several payouts of one reference')
  return { status: 'done', value: payoutOf(payout) }
}

function isSamePayout(payout: Payout, order: NewPayout): boolean {
  return (
    payout.reference === order.reference &&
    payout.amount === order.amount &&
    payout.bankCode === order.bankCode &&
    payout.accountNumber === order.accountNumber
  )
}

/** `GET /available_disbursements_banks`; an old list is better than none. */
function keptBanks(line: Line, clock: () => number): BankGateway['listBanks'] {
  let kept: readonly Bank[] | null = null
  let keptAtMs = 0
  return async () => {
    if (kept !== null && clock() - keptAtMs < banksKeptMs) return { status: 'done', value: kept }
    const reply = await call(line, { method: 'GET', path: '/available_disbursements_banks' })
    const read = readAnswer(reply, XenditBanks, (rows) =>
      rows.map(({ code, name, can_disburse: canDisburse }) => ({ code, name, canDisburse })),
    )
    if (read.status === 'done') {
      kept = read.value
      keptAtMs = clock()
    }
    return kept === null ? read : { status: 'done', value: kept }
  }
}

/** Points to what a callback tells of; nothing else of it is used. */
function readCallback(kind: CallbackKind, body: unknown) {
  if (kind === 'invoice') {
    const read = XenditInvoiceCallback.safeParse(body)
    return read.success ? { reference: read.data.external_id, outsideId: read.data.id } : null
  }
  const read = XenditPayoutCallback.safeParse(body)
  return read.success
    ? { reference: read.data.data.reference_id, outsideId: read.data.data.id }
    : null
}

function invoiceOf(row: XenditInvoice): Invoice {
  const state = invoiceStates[row.status]
  return {
    invoiceId: row.id,
    reference: row.external_id,
    amount: row.amount,
    currency: row.currency ?? currency,
    state,
    paidAmount: row.paid_amount ?? null,
    paidAtMs: row.paid_at == null ? null : Date.parse(row.paid_at),
    // An invoice is paid once, and its id is the same at every read; a payment's id is not always told.
    paymentId: state === 'paid' ? row.id : null,
    method: row.payment_method ?? null,
    channel: row.payment_channel ?? null,
    checkoutUrl: row.invoice_url,
    expiresAtMs: Date.parse(row.expiry_date),
  }
}

function payoutOf(row: XenditPayout): Payout {
  const { channel_code: channel, channel_properties: properties } = row
  return {
    payoutId: row.id,
    reference: row.reference_id,
    amount: row.amount,
    currency: row.currency,
    state: payoutStates[row.status],
    failureCode: row.failure_code ?? null,
    bankCode: channel.startsWith(channelPrefix) ? channel.slice(channelPrefix.length) : channel,
    accountNumber: properties.account_number,
    updatedAtMs: Date.parse(row.updated),
  }
}

type Schema<S> = {
  readonly safeParse: (
    body: unknown,
  ) => { readonly success: true; readonly data: S } | { readonly success: false }
}

/** What a call that changed something came to. */
function readWritten<S, T>(reply: Reply, schema: Schema<S>, take: (read: S) => T): Answer<T> {
  if (reply.kind === 'unsent') {
    return { status: 'refused', code: unreachableCode, message: reply.reason }
  }
  return readAnswer(reply, schema, take)
}

/** What a call that only asked came to: whoever was not reached said nothing. */
function readAnswer<S, T>(reply: Reply, schema: Schema<S>, take: (read: S) => T): Answer<T> {
  if (reply.kind === 'unsent' || reply.kind === 'unknown') return unknownOf(reply.reason)
  if (reply.kind === 'refusal') {
    if (isMissing(reply)) return { status: 'absent' }
    return { status: 'refused', code: reply.code.toLowerCase(), message: reply.message }
  }
  const read = schema.safeParse(reply.body)
  if (!read.success) return unknownOf('an answer that makes no sense')
  return { status: 'done', value: take(read.data) }
}

function isMissing({ status, code }: { status: number; code: string }): boolean {
  return status === 404 && /NOT_FOUND/.test(code)
}

function unknownOf<T>(reason: string): Answer<T> {
  return { status: 'unknown', reason }
}

/** The code of `refused` where the gateway was not reached at all: nothing was done, try again later. */
export const unreachableCode = 'unreachable'
