/**
 * Schemas of Xendit's REST API, for the parts that we use. An answer that violates them is rejected; unknown
 * fields are dropped. Sources: docs.xendit.co (`apidocs/get-all-payouts`, `apidocs/get-balance`,
 * `apidocs/payout-webhook-notification`) and the official clients xendit-node and xendit-php (`Invoice.md`,
 * `InvoiceCallback.md`).
 */
import * as z from 'zod/mini'

const textLengthMax = 2_000
const rowsMax = 1_000
/** Without NUL, which PostgreSQL cannot store: one such callback would block all later ones. */
const storable = z.string().check(z.refine((value) => !value.includes('\0')))
const text = storable.check(z.minLength(1), z.maxLength(textLengthMax))
const maybeText = z.optional(z.nullable(storable))
/** Whole rupiah: Xendit's IDR has no decimals. */
const rupiah = z.int().check(z.gte(0))
const moment = z.string().check(z.refine((value) => Number.isFinite(Date.parse(value))))

/** SETTLED: paid, and the money is in the balance. */
export const XenditInvoice = z.object({
  id: text,
  external_id: text,
  status: z.enum(['PENDING', 'PAID', 'SETTLED', 'EXPIRED']),
  amount: rupiah,
  currency: z.optional(z.nullable(text)),
  invoice_url: text,
  expiry_date: moment,
  created: z.optional(moment),
  paid_amount: z.optional(z.nullable(rupiah)),
  paid_at: z.optional(z.nullable(moment)),
  payment_method: maybeText,
  payment_channel: maybeText,
})

export const XenditInvoices = z.array(XenditInvoice).check(z.maxLength(rowsMax))

export const XenditPayout = z.object({
  id: text,
  reference_id: text,
  status: z.enum([
    'ACCEPTED',
    'REQUESTED',
    'PENDING_COMPLIANCE_ASSESSMENT',
    'COMPLIANCE_REJECTED',
    'SUCCEEDED',
    'FAILED',
    'CANCELLED',
    'EXPIRED',
    'REVERSED',
  ]),
  amount: rupiah,
  currency: text,
  channel_code: text,
  channel_properties: z.object({ account_number: text }),
  failure_code: maybeText,
  created: z.optional(moment),
  updated: moment,
})

/** The documentation has a bare array, the official clients read `data`: both are accepted. */
export const XenditPayouts = z.union([
  z.array(XenditPayout).check(z.maxLength(rowsMax)),
  z.object({ data: z.array(XenditPayout).check(z.maxLength(rowsMax)) }),
])

export const XenditBanks = z
  .array(z.object({ code: text, name: text, can_disburse: z.boolean() }))
  .check(z.minLength(1), z.maxLength(rowsMax))

/** Fees can make it negative. */
export const XenditBalance = z.object({ balance: z.int() })

export const XenditError = z.object({
  error_code: text,
  message: z.optional(z.nullable(z.string())),
})

/** Only the invoice's id is read from its callback; everything else is requested from Xendit. */
export const XenditInvoiceCallback = z.object({ id: text, external_id: text })

/** Only the payout's id is read from its callback. */
export const XenditPayoutCallback = z.object({
  data: z.object({ id: text, reference_id: text }),
})

export type XenditInvoice = z.infer<typeof XenditInvoice>
export type XenditPayout = z.infer<typeof XenditPayout>
