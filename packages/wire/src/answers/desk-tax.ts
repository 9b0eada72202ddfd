/** The answer of the console's tax call. */
import * as z from 'zod/mini'
import { withheldKinds } from '../records/tax.ts'
import { TaxSumRow } from './records.ts'
import { Count, Day, Decimal, many } from './shapes.ts'

/** A kind of charge in one currency: the sum of the trades, and the income of the house account for it. */
export const DeskTaxProof = z.strictObject({
  kind: z.enum(withheldKinds),
  ccurrency_symbol: z.string(),
  /** Of the month: by trades, and by the ledger. */
  traded: Decimal,
  booked: Decimal,
  /** Of all time: by trades, and by the account's balance with its payments. */
  traded_ever: Decimal,
  booked_ever: Decimal,
  is_equal: z.boolean(),
})
export type DeskTaxProof = z.infer<typeof DeskTaxProof>

/** The answer to `GET /desk/tax`. */
export const DeskTax = z.strictObject({
  year: z.int(),
  month: z.int(),
  is_open: z.boolean(),
  /** The first month with a trade, `2026-03`; null without trades. */
  first_month: z.nullable(z.string()),
  /** The due dates of payment and report for a month, `2026-04-15`. */
  pay_by: Day,
  report_by: Day,
  sums: many(z.extend(TaxSumRow, { market_pair: z.string() })),
  /** The amount to pay of each kind, in whole rupiah, rounded down. */
  due: many(
    z.strictObject({
      kind: z.enum(withheldKinds),
      count: Count,
      base_idr: Decimal,
      tax_idr: Decimal,
      due_idr: Decimal,
      unvalued: Count,
    }),
  ),
  /** The unpaid rupiah balance of each kind's account. */
  held: many(z.strictObject({ kind: z.enum(withheldKinds), held_idr: Decimal })),
  proofs: many(DeskTaxProof),
})
export type DeskTax = z.infer<typeof DeskTax>
