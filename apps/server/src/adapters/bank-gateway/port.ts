/**
 * What the exchange asks of a bank gateway, in its own words: invoices that people pay, payouts to their
 * bank accounts. Every thing is known by OUR reference, so that an unknown outcome can be asked for.
 * Amounts are whole rupiah; times are milliseconds since 1970.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'

/**
 * What came of a call. `absent` only when the gateway says so; `refused` when it surely did nothing;
 * `unknown` when nobody here can say what it did: ask by reference, never do it again with other inputs
 * (FLT-33, ATT-94).
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
  /** Whole rupiah that arrived; null until then. */
  readonly paidAmount: number | null
  readonly paidAtMs: number | null
  /** The payment as the outside knows it: the fact that is credited once (INV-12). */
  readonly paymentId: string | null
  readonly method: string | null
  readonly channel: string | null
  /** Where the payer pays. */
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
  /** The idempotency key too: the same reference never pays twice. */
  readonly reference: string
  /** Whole rupiah that arrive at the account. */
  readonly amount: number
  /** A code of `listBanks`. */
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

/** What a callback is about; what it says besides is not believed: it is read again (ATT-68). */
export type CallbackHint = { readonly reference: string; readonly outsideId: string }

export type BankGateway = {
  /** Makes an invoice; where our reference has one already, that one, if it is the same. */
  createInvoice(order: NewInvoice): Promise<Answer<Invoice>>
  /** The newest invoice of OUR reference. */
  findInvoice(reference: string): Promise<Answer<Invoice>>
  /** Closes an invoice; one that was paid meanwhile comes back as paid. */
  expireInvoice(invoiceId: string): Promise<Answer<Invoice>>
  /** Sends money to a bank account, once per reference however often it is asked. */
  createPayout(order: NewPayout): Promise<Answer<Payout>>
  /** The payout of OUR reference. */
  findPayout(reference: string): Promise<Answer<Payout>>
  /** The banks that may be paid to; kept for hours, and served from there while the gateway is away. */
  listBanks(): Promise<Answer<readonly Bank[]>>
  /** What we have there, in whole rupiah. */
  balance(): Promise<Answer<number>>
  /** Whether a callback carries our token, compared in constant time. */
  isCallback(token: string | undefined): boolean
  /** What a callback points to, or null for one that makes no sense. A hint: the row is always re-read. */
  readCallback(kind: CallbackKind, body: unknown): CallbackHint | null
  /** From recent calls; shown before a form is filled in. */
  health(): ServiceHealth
}
