/** Converts the tax report from wire names. Amounts stay decimal strings. */
import type { TaxEvidence, TaxRow, TaxSumRow, WithheldKind } from '@tukar/wire'

export type Sum = {
  readonly kind: WithheldKind
  readonly rate: string
  readonly count: number
  readonly base: string
  readonly tax: string
}

export type MonthSum = Sum & { readonly month: number }

export type Holding = {
  readonly symbol: string
  readonly quantity: string
  /** Rupiah; empty if unknown. */
  readonly price: string
  readonly value: string
}

export type TaxLine = {
  readonly id: string
  readonly at: string
  readonly pair: string
  readonly deal: 'buy' | 'sell' | 'swap'
  readonly asset: string
  readonly quantity: string
  readonly kind: WithheldKind
  readonly rate: string
  /** Rupiah; empty if no rupiah price was known at the trade. */
  readonly base: string
  readonly tax: string
  /** The withheld tax, in its own currency. */
  readonly amount: string
  readonly currency: string
}

export type Taxpayer = {
  readonly name: string
  readonly address: string
  readonly npwp: string
  readonly nik: string
  readonly isVerified: boolean
}

export type Evidence = {
  readonly number: string
  readonly isOpen: boolean
  readonly firstYear: number
  readonly taxpayer: Taxpayer
  readonly sums: readonly Sum[]
  readonly totalTax: string
  readonly months: readonly MonthSum[]
  /** The holdings of a yearly report; null for a month. */
  readonly holdings: readonly Holding[] | null
  readonly holdingsValue: string
  readonly lines: readonly TaxLine[]
  readonly total: number
  readonly rows: number
}

/** Sums of one kind at one rate. */
export function toSum(row: TaxSumRow): Sum {
  return {
    kind: row.kind,
    rate: row.rate,
    count: row.count,
    base: row.base_idr,
    tax: row.tax_idr,
  }
}

function toLine(row: TaxRow): TaxLine {
  return {
    id: `${row.number} ${row.kind}`,
    at: row.created_at,
    pair: row.market_pair,
    deal: row.deal,
    asset: row.asset,
    quantity: row.quantity,
    kind: row.kind,
    rate: row.rate,
    base: row.base_idr ?? '',
    tax: row.tax_idr ?? '',
    amount: row.amount,
    currency: row.currency,
  }
}

/** A page of the tax report. */
export function toEvidence(data: TaxEvidence): Evidence {
  const { name, address, npwp, nik, is_verified: isVerified } = data.taxpayer
  return {
    number: data.number,
    isOpen: data.is_open,
    firstYear: data.first_year,
    taxpayer: { name, address, npwp, nik, isVerified },
    sums: data.sums.map(toSum),
    totalTax: data.total_idr,
    months: data.months.map((row) => ({ month: row.month, ...toSum(row) })),
    holdings:
      data.holdings?.map((row) => ({
        symbol: row.ccurrency_symbol,
        quantity: row.quantity,
        price: row.price_idr ?? '',
        value: row.value_idr ?? '',
      })) ?? null,
    holdingsValue: data.holdings_idr ?? '',
    lines: data.datas.map(toLine),
    total: data.total,
    rows: data.rows,
  }
}
