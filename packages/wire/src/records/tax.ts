/**
 * Evidence of the taxes that were withheld from own trades, by month or year of Jakarta's calendar, and the
 * operator's totals of them. Rupiah is a decimal text; null where no rupiah price was known at the trade.
 */
import type { HoldingRow, TaxRow, TaxSumRow } from '../answers/records.ts'
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { jakartaTime } from '../trading/export.ts'

const year = z.string().check(z.regex(/^20\d\d$/))
const month = z.string().check(z.regex(/^(?:[1-9]|1[0-2])$/))

/** A month, or a whole year where no month is named. */
const period = { year, month: z.optional(month) }

/** A page of the rows, with sums over all of them. */
export const TaxEvidenceQuery = z.object({
  ...period,
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))),
})
export const TaxFileQuery = z.object(period)
export const DeskTaxQuery = z.object({ year, month })

/** What is withheld for the state; the bourse's fee is no tax, and stands beside them for operators. */
export const taxKinds = ['vat', 'income_tax'] as const
export type TaxKind = (typeof taxKinds)[number]
export const withheldKinds = [...taxKinds, 'bourse'] as const
export type WithheldKind = (typeof withheldKinds)[number]

/** The change `tax.hand_on`: whole rupiah of a kind that left the bank for whom they were withheld for. */
export const HandOnTax = z.strictObject({
  kind: z.enum(withheldKinds),
  amount: z.string().check(z.regex(/^[1-9]\d{0,12}$/)),
  /** Under which the bank or the state knows the payment, such as an NTPN. */
  reference: z.string().check(z.regex(/^[\w][\w ./-]{2,59}$/)),
})

const rupiahDecimals = 2

const rupiah = (units: number): string => formatUnits(units, rupiahDecimals)
const rupiahOrNull = (units: number | null): string | null =>
  units === null ? null : rupiah(units)
/** Parts per million as a fraction of at least four decimals: 2100 is "0.0021". */
const rateText = (ratePpm: number): string => formatUnits(ratePpm, 6).replace(/0{1,2}$/, '')

/** One tax of one own fill; amounts in units. */
export type TaxFigures = {
  readonly timeMs: number
  readonly symbol: string
  readonly no: number
  readonly orderId: number
  readonly side: 'buy' | 'sell'
  readonly kind: WithheldKind
  readonly ratePpm: number
  /** Whether a coin was given for a coin. */
  readonly isSwap: boolean
  /** What was bought, or what was sold: a swap sells on both sides. */
  readonly asset: string
  readonly assetDecimals: number
  readonly quantity: number
  readonly amount: number
  readonly amountSymbol: string
  readonly amountDecimals: number
  readonly baseRupiah: number | null
  readonly amountRupiah: number | null
}

/** The transaction's own number: market, trade, and the side of it. */
export function taxNumber(tax: Pick<TaxFigures, 'symbol' | 'no' | 'side'>): string {
  return `${tax.symbol}-${tax.no}-${tax.side === 'buy' ? 'B' : 'S'}`
}

/** A tax as its row. */
export function taxRow(tax: TaxFigures): TaxRow {
  return {
    number: taxNumber(tax),
    created_at: new Date(tax.timeMs).toISOString(),
    market_pair: tax.symbol,
    orderbook_id: tax.orderId,
    side: tax.side,
    deal: tax.isSwap ? 'swap' : tax.side,
    asset: tax.asset,
    quantity: formatUnits(tax.quantity, tax.assetDecimals),
    kind: tax.kind,
    base_idr: rupiahOrNull(tax.baseRupiah),
    rate: rateText(tax.ratePpm),
    amount: formatUnits(tax.amount, tax.amountDecimals),
    currency: tax.amountSymbol,
    tax_idr: rupiahOrNull(tax.amountRupiah),
    /** Taken from what the trade brought, at once. */
    status: 'withheld',
  }
}

/** Sums of one kind at one rate, in units of rupiah. */
export type TaxSumFigures = {
  readonly kind: WithheldKind
  readonly ratePpm: number
  readonly count: number
  readonly baseRupiah: number
  readonly taxRupiah: number
  /** Rows without a value in rupiah, which are not in the sums. */
  readonly unvalued: number
}

/** Sums as their row. */
export function taxSumRow(sum: TaxSumFigures): TaxSumRow {
  return {
    kind: sum.kind,
    rate: rateText(sum.ratePpm),
    count: sum.count,
    base_idr: rupiah(sum.baseRupiah),
    tax_idr: rupiah(sum.taxRupiah),
    unvalued: sum.unvalued,
  }
}

/** What was held of a currency at the end of a year, or now while it lasts. */
export type HoldingFigures = {
  readonly symbol: string
  readonly decimals: number
  readonly units: number
  /** In units of rupiah, for one whole; null where the coin has no rupiah price. */
  readonly price: number | null
  readonly valueRupiah: number | null
}

/** A holding as its row. */
export function holdingRow(holding: HoldingFigures): HoldingRow {
  return {
    ccurrency_symbol: holding.symbol,
    quantity: formatUnits(holding.units, holding.decimals),
    price_idr: rupiahOrNull(holding.price),
    value_idr: rupiahOrNull(holding.valueRupiah),
  }
}

/** The head of a file of evidence, and of the operator's file, which names the account too. */
export const taxColumns = [
  'number',
  'created_at',
  'created_at_wib',
  'market_pair',
  'orderbook_id',
  'deal',
  'asset',
  'quantity',
  'tax',
  'base_idr',
  'rate',
  'amount',
  'currency',
  'tax_idr',
  'status',
] as const

/** A tax as the cells of a file, in the order of `taxColumns`. */
export function taxCells(tax: TaxFigures): readonly CsvCell[] {
  const row = taxRow(tax)
  const orEmpty = (text: string | null): CsvCell => (text === null ? '' : { figure: text })
  return [
    row.number,
    row.created_at,
    jakartaTime(tax.timeMs),
    row.market_pair,
    { figure: String(row.orderbook_id) },
    row.deal,
    row.asset,
    { figure: row.quantity },
    row.kind,
    orEmpty(row.base_idr),
    { figure: row.rate },
    { figure: row.amount },
    row.currency,
    orEmpty(row.tax_idr),
    row.status,
  ]
}
