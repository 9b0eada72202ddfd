/** Invoices and payouts of the local bank, and their JSON in the gateway's format. */

export type InvoiceRow = {
  readonly id: string
  readonly externalId: string
  /** Whole rupiah, as all amounts here. */
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly payerEmail: string
  readonly returnUrl: string
  readonly language: string
  readonly state: 'PENDING' | 'PAID' | 'EXPIRED'
  readonly paidAmount: number | null
  readonly paidAt: Date | null
  readonly method: string | null
  readonly channel: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly updatedAt: Date
}

export type PayoutRow = {
  readonly id: string
  readonly reference: string
  readonly bodyHash: string
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly channelCode: string
  readonly accountNumber: string
  readonly holderName: string
  readonly description: string
  readonly state: 'ACCEPTED' | 'SUCCEEDED' | 'FAILED' | 'REVERSED'
  readonly failureCode: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** State that follows at `due_at`; null where the current state is final. */
  readonly laterState: 'FAILED' | 'REVERSED' | null
}

const businessId = 'simulated-business'
const arrivalMs = 900_000

/** An invoice in the format of replies and callbacks. */
export function invoiceBody(row: InvoiceRow, publicBase: string, merchant: string): object {
  return {
    id: row.id,
    external_id: row.externalId,
    user_id: businessId,
    status: row.state,
    merchant_name: merchant,
    merchant_profile_picture_url: `${publicBase}/icon.svg`,
    amount: row.amount,
    payer_email: row.payerEmail,
    description: row.description,
    expiry_date: row.expiresAt.toISOString(),
    invoice_url: `${publicBase}/simulation/bank/invoices/${row.id}`,
    should_send_email: false,
    success_redirect_url: row.returnUrl,
    failure_redirect_url: row.returnUrl,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    currency: row.currency,
    ...(row.paidAmount === null
      ? {}
      : {
          paid_amount: row.paidAmount,
          paid_at: row.paidAt?.toISOString(),
          payment_method: row.method,
          payment_channel: row.channel,
        }),
  }
}

/** A payout in the format of replies. */
export function payoutBody(row: PayoutRow): object {
  return {
    id: row.id,
    reference_id: row.reference,
    amount: row.amount,
    channel_code: row.channelCode,
    channel_properties: {
      account_number: row.accountNumber,
      account_holder_name: row.holderName,
    },
    currency: row.currency,
    description: row.description,
    status: row.state,
    ...(row.failureCode === null ? {} : { failure_code: row.failureCode }),
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    estimated_arrival_time: new Date(row.createdAt.getTime() + arrivalMs).toISOString(),
    business_id: businessId,
  }
}

/** A payout in the format of callbacks. */
export function payoutEvent(row: PayoutRow): object {
  return {
    event: `payout.${row.state.toLowerCase()}`,
    business_id: businessId,
    created: row.updatedAt.toISOString(),
    data: payoutBody(row),
  }
}
