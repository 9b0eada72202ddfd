/** What the console's call of taxes gives. */
import * as z from 'zod/mini'
import { withheldKinds } from '../records/tax.ts'
import { TaxSumRow } from './records.ts'
import { Count, Day, Decimal, many } from './shapes.ts'

/** A kind of charge in one currency: what trades say, and what the house's account for it took in. */
export const DeskTaxProof = z.strictObject({
  kind: z.enum(withheldKinds),
  ccurrency_symbol: z.string(),
  /** Of the month: by the trades, and by the ledger. */
  traded: Decimal,
  booked: Decimal,
  /** Of all time: by the trades, and by the account's balance and what left it. */
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
  /** The first month with a trade, `2026-03`; null where there is none. */
  first_month: z.nullable(z.string()),
  /** Days by which a month is paid and reported, `2026-04-15`. */
  pay_by: Day,
  report_by: Day,
  sums: many(z.extend(TaxSumRow, { market_pair: z.string() })),
  /** Of each kind, in whole rupiah, rounded down: what is paid on. */
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
  /** What each kind's account has in rupiah now that was not handed on yet. */
  held: many(z.strictObject({ kind: z.enum(withheldKinds), held_idr: Decimal })),
  proofs: many(DeskTaxProof),
})
export type DeskTax = z.infer<typeof DeskTax>
