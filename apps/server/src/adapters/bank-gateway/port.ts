/**
 * Port of the bank gateway: invoices that people pay, and payouts to bank accounts. Our reference identifies
 * every invoice and payout, so that an unknown outcome can be queried. Amounts are whole rupiah; times are
 * milliseconds since 1970.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'

/**
 * Result of a call. `absent`: the gateway says that it has no such object. `refused`: the gateway certainly
 * did nothing. `unknown`: the effect is not known; query by reference, and never repeat the call with other
 * inputs (FLT-33, ATT-94).
 */
export type Answer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'absent' }
  | { readonly status: 'refused'; readonly code: string; readonly message: string }
  | { readonly status: 'unknown'; readonly reason: string }

export type InvoiceState = 'pending' | 'paid' | 'expired'

export type Invoice = {
  readonly invoiceId: string
  readonly reference: string
  /** Whole rupiah. */
  readonly amount: number
  readonly currency: string
  readonly state: InvoiceState
  /** Whole rupiah that arrived; null before the payment. */
  readonly paidAmount: number | null
  readonly paidAtMs: number | null
  /** The gateway's id of the payment. Each payment id is credited once (INV-12). */
  readonly paymentId: string | null
  readonly method: string | null
  readonly channel: string | null
  /** Page where the payer pays. */
  readonly checkoutUrl: string
  readonly expiresAtMs: number
}

export type PayoutState = 'accepted' | 'succeeded' | 'failed' | 'reversed'

export type Payout = {
  readonly payoutId: string
  readonly reference: string
  /** Whole rupiah. */
  readonly amount: number
  readonly currency: string
  readonly state: PayoutState
  readonly failureCode: string | null
  readonly bankCode: string
  readonly accountNumber: string
  readonly updatedAtMs: number
}

export type NewInvoice = {
  readonly reference: string
  /** Whole rupiah. */
  readonly amount: number
  readonly description: string
  readonly payerEmail: string
  readonly expiresInSeconds: number
  readonly returnUrl: string
  readonly language: 'en' | 'id'
}

export type NewPayout = {
  /** Also the idempotency key: one reference never pays twice. */
  readonly reference: string
  /** Whole rupiah that the account receives. */
  readonly amount: number
  /** A code from `listBanks`. */
  readonly bankCode: string
  readonly accountNumber: string
  readonly holderName: string
  readonly description: string
  readonly email: string
}

export type Bank = {
  readonly code: string
  readonly name: string
  readonly canDisburse: boolean
}

export type CallbackKind = 'invoice' | 'payout'

/**
 * The object that a callback names. Its other content is not trusted; the object is read from the gateway
 * (ATT-68).
 */
export type CallbackHint = { readonly reference: string; readonly outsideId: string }

export type BankGateway = {
  /** Creates an invoice. Returns the existing invoice of our reference, if it is the same. */
  createInvoice(order: NewInvoice): Promise<Answer<Invoice>>
  /** The newest invoice of our reference. */
  findInvoice(reference: string): Promise<Answer<Invoice>>
  /** Expires an invoice. Returns an invoice that was paid in the meantime as paid. */
  expireInvoice(invoiceId: string): Promise<Answer<Invoice>>
  /** Sends money to a bank account, once per reference for any number of calls. */
  createPayout(order: NewPayout): Promise<Answer<Payout>>
  /** The payout of our reference. */
  findPayout(reference: string): Promise<Answer<Payout>>
  /** Banks of the gateway. The list is cached for hours, and is used while the gateway is unreachable. */
  listBanks(): Promise<Answer<readonly Bank[]>>
  /** Our balance at the gateway in whole rupiah. */
  balance(): Promise<Answer<number>>
  /** Whether a callback carries our token, compared in constant time. */
  isCallback(token: string | undefined): boolean
  /**
   * Parses a callback; null for an invalid one. The result is a hint: the caller always reads the object from
   * the gateway.
   */
  readCallback(kind: CallbackKind, body: unknown): CallbackHint | null
  /** Health from recent calls; shown before a user fills in a form. */
  health(): ServiceHealth
}
