/**
 * The bank gateway over Xendit's REST API: plain HTTP, with the key as the user name of Basic authentication.
 * Replies are trusted as far as a schema validates them; any other reply is an unknown outcome. Why no
 * official client: docs/adr/0012.
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
import { call, isDuplicate, type GatewayConnection, type Reply } from './requests.ts'
import { isSame } from './secret.ts'

const slowMs = 3_000

const timeoutMsDefault = 15_000
const banksCachedMs = 6 * 3_600_000
const currency = 'IDR'
/** Payouts name a bank with its country as a prefix: BCA is ID_BCA there. */
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
  /** Base URL of the API, without a trailing slash; null while the gateway is not available. */
  readonly baseUrl: () => string | null
  readonly key: string
  readonly callbackToken: string
  readonly timeoutMs?: number
  /** Aborts all calls. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** Creates the client of a gateway. Creation makes no call. */
export function createXenditGateway(options: XenditOptions): BankGateway {
  const { baseUrl, key, callbackToken, timeoutMs = timeoutMsDefault, signal } = options
  const clock = options.clock ?? Date.now
  const health = createHealth(clock, slowMs)
  const connection: GatewayConnection = {
    baseUrl,
    key,
    timeoutMs,
    health,
    ...(signal === undefined ? {} : { signal }),
  }
  return {
    createInvoice: (order) => createInvoice(connection, order),
    findInvoice: (reference) => findInvoice(connection, reference),
    expireInvoice: (invoiceId) => expireInvoice(connection, invoiceId),
    createPayout: (order) => createPayout(connection, order),
    findPayout: (reference) => findPayout(connection, reference),
    listBanks: cachedBanks(connection, clock),
    async balance() {
      const reply = await call(connection, { method: 'GET', path: `/balance?currency=${currency}` })
      return readAnswer(reply, XenditBalance, ({ balance }) => balance)
    },
    isCallback: (token) => token !== undefined && isSame(token, callbackToken),
    readCallback,
    health: () => health.read(),
  }
}

/** `POST /v2/invoices` (xendit-php, `CreateInvoiceRequest.md`). */
async function createInvoice(
  connection: GatewayConnection,
  order: NewInvoice,
): Promise<Answer<Invoice>> {
  const reply = await call(connection, {
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
  if (reply.kind === 'refusal' && isDuplicate(reply))
    return findInvoice(connection, order.reference)
  return readWritten(reply, XenditInvoice, invoiceOf)
}

/**
 * `GET /v2/invoices?external_id=`: references are not unique there, so that several may match. Paid is
 * preferred to pending, pending to expired, then the newest.
 */
async function findInvoice(
  connection: GatewayConnection,
  reference: string,
): Promise<Answer<Invoice>> {
  const path = `/v2/invoices?external_id=${encodeURIComponent(reference)}`
  const reply = await call(connection, { method: 'GET', path })
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

/**
 * `POST /invoices/{id}/expire!` (xendit-php, `InvoiceApi.md`). A paid invoice is read and returned as paid.
 */
async function expireInvoice(
  connection: GatewayConnection,
  invoiceId: string,
): Promise<Answer<Invoice>> {
  const id = encodeURIComponent(invoiceId)
  const reply = await call(connection, { method: 'POST', path: `/invoices/${id}/expire!` })
  if (reply.kind !== 'refusal' || isMissing(reply)) {
    return readWritten(reply, XenditInvoice, invoiceOf)
  }
  const read = await call(connection, { method: 'GET', path: `/v2/invoices/${id}` })
  const now = readAnswer(read, XenditInvoice, invoiceOf)
  const isOver = now.status === 'done' && now.value.state !== 'pending'
  return isOver ? now : readWritten(reply, XenditInvoice, invoiceOf)
}

/**
 * `POST /v2/payouts` with `Idempotency-key` (docs.xendit.co, "Payouts"). The same key and body return the
 * first payout. The same key with another body is a duplicate, which is then queried.
 */
async function createPayout(
  connection: GatewayConnection,
  order: NewPayout,
): Promise<Answer<Payout>> {
  const reply = await call(connection, {
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
    ? await findPayout(connection, order.reference)
    : readWritten(reply, XenditPayout, payoutOf)
  if (made.status === 'absent')
    return unknownOf('the gateway reports a duplicate but does not find it')
  if (made.status !== 'done' || isSamePayout(made.value, order)) return made
  return unknownOf('the reference belongs to a payout with other inputs')
}

/** `GET /v2/payouts?reference_id=` (docs.xendit.co, "Get all payouts by reference id"). */
async function findPayout(
  connection: GatewayConnection,
  reference: string,
): Promise<Answer<Payout>> {
  const path = `/v2/payouts?reference_id=${encodeURIComponent(reference)}`
  const reply = await call(connection, { method: 'GET', path })
  const found = readAnswer(reply, XenditPayouts, (body) =>
    ('data' in body ? body.data : body).filter(({ reference_id: id }) => id === reference),
  )
  if (found.status !== 'done') return found
  const [payout, another] = found.value
  if (payout === undefined) return { status: 'absent' }
  // INV-13: an operator decides which of the payouts counts.
  if (another !== undefined) return unknownOf('several payouts have the same reference')
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

/** `GET /available_disbursements_banks`, cached. An outdated list is better than none. */
function cachedBanks(connection: GatewayConnection, clock: () => number): BankGateway['listBanks'] {
  let cached: readonly Bank[] | null = null
  let cachedAtMs = 0
  return async () => {
    if (cached !== null && clock() - cachedAtMs < banksCachedMs)
      return { status: 'done', value: cached }
    const reply = await call(connection, { method: 'GET', path: '/available_disbursements_banks' })
    const read = readAnswer(reply, XenditBanks, (rows) =>
      rows.map(({ code, name, can_disburse: canDisburse }) => ({ code, name, canDisburse })),
    )
    if (read.status === 'done') {
      cached = read.value
      cachedAtMs = clock()
    }
    return cached === null ? read : { status: 'done', value: cached }
  }
}

/** Reads the reference of a callback's object; the rest of the callback is ignored. */
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
    // An invoice is paid once, and its id never changes. The gateway does not always return an id of the
    // payment.
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

/** Result of a call that changes something. Where nothing was sent, the call is `refused`. */
function readWritten<S, T>(reply: Reply, schema: Schema<S>, take: (read: S) => T): Answer<T> {
  if (reply.kind === 'unsent') {
    return { status: 'refused', code: unreachableCode, message: reply.reason }
  }
  return readAnswer(reply, schema, take)
}

/** Result of a query. Where nothing was sent, the result is `unknown`. */
function readAnswer<S, T>(reply: Reply, schema: Schema<S>, take: (read: S) => T): Answer<T> {
  if (reply.kind === 'unsent' || reply.kind === 'unknown') return unknownOf(reply.reason)
  if (reply.kind === 'refusal') {
    if (isMissing(reply)) return { status: 'absent' }
    return { status: 'refused', code: reply.code.toLowerCase(), message: reply.message }
  }
  const read = schema.safeParse(reply.body)
  if (!read.success) return unknownOf('invalid reply')
  return { status: 'done', value: take(read.data) }
}

function isMissing({ status, code }: { status: number; code: string }): boolean {
  return status === 404 && /NOT_FOUND/.test(code)
}

function unknownOf<T>(reason: string): Answer<T> {
  return { status: 'unknown', reason }
}

/**
 * The code of `refused` where the gateway was not reached: nothing was done, and the caller may try again
 * later.
 */
export const unreachableCode = 'unreachable'
