/** What the calls of statements and of evidence of taxes give. */
import * as z from 'zod/mini'
import { statementCauses, statementKinds } from '../records/statements.ts'
import { withheldKinds } from '../records/tax.ts'
import { Count, data, Day, Decimal, many, RowId, Time } from './shapes.ts'

const Known = z.nullable(Decimal)

/** A change of a balance with its cause. */
export const StatementRow = z.strictObject({
  id: z.string(),
  created_at: Time,
  ccurrency_symbol: z.string(),
  kind: z.enum(statementKinds),
  reason: z.string(),
  amount: Decimal,
  balance: Decimal,
  cause: z.nullable(z.enum(statementCauses)),
  cause_id: z.nullable(RowId),
  market_pair: z.nullable(z.string()),
})
export type StatementRow = z.output<typeof StatementRow>

/** A currency over the time of a statement. */
export const StatementSumsRow = z.strictObject({
  ccurrency_symbol: z.string(),
  opening: Decimal,
  incoming: Decimal,
  outgoing: Decimal,
  closing: Decimal,
  by_kind: many(z.strictObject({ kind: z.enum(statementKinds), amount: Decimal })),
})
export type StatementSumsRow = z.output<typeof StatementSumsRow>

/** A page of a statement; both days are in it. */
export const StatementPage = z.strictObject({
  from: Day,
  to: Day,
  currencies: many(StatementSumsRow),
  datas: many(StatementRow),
  total: Count,
  page: Count,
  rows: Count,
})
export type StatementPage = z.output<typeof StatementPage>
export const StatementAnswer = data(StatementPage)

/** A tax of an own fill. Rupiah is null where no rupiah price was known at the trade. */
export const TaxRow = z.strictObject({
  number: z.string(),
  created_at: Time,
  market_pair: z.string(),
  orderbook_id: RowId,
  side: z.enum(['buy', 'sell']),
  deal: z.enum(['buy', 'sell', 'swap']),
  asset: z.string(),
  quantity: Decimal,
  kind: z.enum(withheldKinds),
  base_idr: Known,
  rate: Decimal,
  amount: Decimal,
  currency: z.string(),
  tax_idr: Known,
  /** Taken from what the trade brought, at once. */
  status: z.literal('withheld'),
})
export type TaxRow = z.output<typeof TaxRow>

/** Sums of one kind at one rate; `unvalued` rows are not in them. */
export const TaxSumRow = z.strictObject({
  kind: z.enum(withheldKinds),
  rate: Decimal,
  count: Count,
  base_idr: Decimal,
  tax_idr: Decimal,
  unvalued: Count,
})
export type TaxSumRow = z.output<typeof TaxSumRow>

/** What was held of a currency at the end of a year, or now while it lasts. */
export const HoldingRow = z.strictObject({
  ccurrency_symbol: z.string(),
  quantity: Decimal,
  price_idr: Known,
  value_idr: Known,
})
export type HoldingRow = z.output<typeof HoldingRow>

/** Whose evidence it is, or who makes it out; empty where it is not known. */
export const TaxParty = z.strictObject({
  name: z.string(),
  address: z.string(),
  npwp: z.string(),
})
export type TaxParty = z.output<typeof TaxParty>

/** Evidence of a month, or of a year where `month` is null: a year has months and holdings. */
export const TaxEvidence = z.strictObject({
  number: z.string(),
  year: z.int(),
  month: z.nullable(z.int()),
  /** Whether the period lasts still. */
  is_open: z.boolean(),
  /** The first year that there can be evidence of. */
  first_year: z.int(),
  platform: TaxParty,
  taxpayer: z.strictObject({ ...TaxParty.shape, nik: z.string(), is_verified: z.boolean() }),
  sums: many(TaxSumRow),
  total_idr: Decimal,
  months: many(z.strictObject({ ...TaxSumRow.shape, month: z.int() })),
  holdings: z.nullable(many(HoldingRow)),
  holdings_idr: Known,
  datas: many(TaxRow),
  total: Count,
  page: Count,
  rows: Count,
})
export type TaxEvidence = z.output<typeof TaxEvidence>
export const TaxEvidenceAnswer = data(TaxEvidence)
