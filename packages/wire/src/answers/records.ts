/** Answers of the calls for statements and tax evidence. */
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

/** The sums of a currency over the period of a statement. */
export const StatementSumsRow = z.strictObject({
  ccurrency_symbol: z.string(),
  opening: Decimal,
  incoming: Decimal,
  outgoing: Decimal,
  closing: Decimal,
  by_kind: many(z.strictObject({ kind: z.enum(statementKinds), amount: Decimal })),
})
export type StatementSumsRow = z.output<typeof StatementSumsRow>

/** A page of a statement; both days are included. */
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

/** A tax on one of the user's fills. Rupiah is null without a rupiah price at the time of the trade. */
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
  /** Withheld from the proceeds of the trade at once. */
  status: z.literal('withheld'),
})
export type TaxRow = z.output<typeof TaxRow>

/** Sums of one kind at one rate, without the `unvalued` rows. */
export const TaxSumRow = z.strictObject({
  kind: z.enum(withheldKinds),
  rate: Decimal,
  count: Count,
  base_idr: Decimal,
  tax_idr: Decimal,
  unvalued: Count,
})
export type TaxSumRow = z.output<typeof TaxSumRow>

/** The holding of a currency at the end of a year, or now for the current year. */
export const HoldingRow = z.strictObject({
  ccurrency_symbol: z.string(),
  quantity: Decimal,
  price_idr: Known,
  value_idr: Known,
})
export type HoldingRow = z.output<typeof HoldingRow>

/** The taxpayer or the issuer of the evidence; fields are empty if unknown. */
export const TaxParty = z.strictObject({
  name: z.string(),
  address: z.string(),
  npwp: z.string(),
})
export type TaxParty = z.output<typeof TaxParty>

/** Evidence of a month, or of a year if `month` is null: a year has months and holdings. */
export const TaxEvidence = z.strictObject({
  number: z.string(),
  year: z.int(),
  month: z.nullable(z.int()),
  /** Whether the period has not ended yet. */
  is_open: z.boolean(),
  /** The first year with possible evidence. */
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
