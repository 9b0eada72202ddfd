/**
 * Evidence of taxes withheld from the user's trades, by month or year in Jakarta, and the operator's totals.
 * Rupiah is a decimal text; null without a rupiah price at the time of the trade.
 */
import type { HoldingRow, TaxRow, TaxSumRow } from '../answers/records.ts'
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import type { CsvCell } from '../csv.ts'
import { jakartaTime } from '../trading/export.ts'

const year = z.string().check(z.regex(/^20\d\d$/))
const month = z.string().check(z.regex(/^(?:[1-9]|1[0-2])$/))

/** A month, or a year if the month is missing. */
const period = { year, month: z.optional(month) }

/** A page of the rows, with sums over all rows. */
export const TaxEvidenceQuery = z.object({
  ...period,
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/))),
})
export const TaxFileQuery = z.object(period)
export const DeskTaxQuery = z.object({ year, month })

/** Taxes withheld for the state; the bourse's fee is not a tax, but is listed with them for operators. */
export const taxKinds = ['vat', 'income_tax'] as const
export type TaxKind = (typeof taxKinds)[number]
export const withheldKinds = [...taxKinds, 'bourse'] as const
export type WithheldKind = (typeof withheldKinds)[number]

/**
 * The change `tax.hand_on`: records whole rupiah of a kind that the bank account paid to the state or the
 * bourse.
 */
export const HandOnTax = z.strictObject({
  kind: z.enum(withheldKinds),
  amount: z.string().check(z.regex(/^[1-9]\d{0,12}$/)),
  /** The reference of the payment at the bank or the state, such as an NTPN. */
  reference: z.string().check(z.regex(/^[\w][\w ./-]{2,59}$/)),
})

const rupiahDecimals = 2

const rupiah = (units: number): string => formatUnits(units, rupiahDecimals)
const rupiahOrNull = (units: number | null): string | null =>
  units === null ? null : rupiah(units)
/** Parts per million as a fraction of at least four decimals: 2100 is "0.0021". */
const rateText = (ratePpm: number): string => formatUnits(ratePpm, 6).replace(/0{1,2}$/, '')

/** One tax on one of the user's fills; amounts in units. */
export type TaxFigures = {
  readonly timeMs: number
  readonly symbol: string
  readonly no: number
  readonly orderId: number
  readonly side: 'buy' | 'sell'
  readonly kind: WithheldKind
  readonly ratePpm: number
  /** Whether a coin was exchanged for another coin. */
  readonly isSwap: boolean
  /** The bought or sold currency: a swap sells on both sides. */
  readonly asset: string
  readonly assetDecimals: number
  readonly quantity: number
  readonly amount: number
  readonly amountSymbol: string
  readonly amountDecimals: number
  readonly baseRupiah: number | null
  readonly amountRupiah: number | null
}

/** The number of the transaction: market, trade and side. */
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
    /** Withheld from the proceeds of the trade at once. */
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
  /** Rows without a value in rupiah; the sums do not include them. */
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

/** The holding of a currency at the end of a year, or now for the current year. */
export type HoldingFigures = {
  readonly symbol: string
  readonly decimals: number
  readonly units: number
  /** In units of rupiah for one whole; null without a rupiah price. */
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

/** The head of a file of evidence, and of the operator's file, which also has the account. */
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

/** A tax as cells of a file, in the order of `taxColumns`. */
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
