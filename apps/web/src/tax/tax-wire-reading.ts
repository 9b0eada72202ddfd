/** Reads evidence of taxes: wire names stop here. Amounts stay decimal strings. */
import { withheldKinds, type WithheldKind } from '@tukar/wire'
import { isRecord, type JsonRecord, rowsOf, textAt } from '../api/json.ts'

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
  /** Rupiah; empty where it is not known. */
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
  /** Rupiah; empty where no rupiah price was known at the trade. */
  readonly base: string
  readonly tax: string
  /** What was taken, in its own currency. */
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
  /** Of a year; else null. */
  readonly holdings: readonly Holding[] | null
  readonly holdingsValue: string
  readonly lines: readonly TaxLine[]
  readonly total: number
  readonly rows: number
}

function kindAt(row: JsonRecord): WithheldKind {
  return withheldKinds.find((kind) => kind === textAt(row, 'kind')) ?? 'income_tax'
}

/** Reads sums of one kind at one rate. */
export function readSum(row: JsonRecord): Sum {
  return {
    kind: kindAt(row),
    rate: textAt(row, 'rate'),
    count: Number(textAt(row, 'count')),
    base: textAt(row, 'base_idr'),
    tax: textAt(row, 'tax_idr'),
  }
}

function readLine(row: JsonRecord): TaxLine {
  const deal = textAt(row, 'deal')
  return {
    id: `${textAt(row, 'number')} ${textAt(row, 'kind')}`,
    at: textAt(row, 'created_at'),
    pair: textAt(row, 'market_pair'),
    deal: deal === 'buy' || deal === 'swap' ? deal : 'sell',
    asset: textAt(row, 'asset'),
    quantity: textAt(row, 'quantity'),
    kind: kindAt(row),
    rate: textAt(row, 'rate'),
    base: textAt(row, 'base_idr'),
    tax: textAt(row, 'tax_idr'),
    amount: textAt(row, 'amount'),
    currency: textAt(row, 'currency'),
  }
}

/** The records of a list. */
export function recordsAt(record: JsonRecord, key: string): readonly JsonRecord[] {
  const list = record[key]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** Reads a page of evidence. */
export function readEvidence(body: JsonRecord): Evidence {
  const data = isRecord(body['data']) ? body['data'] : {}
  const payer = isRecord(data['taxpayer']) ? data['taxpayer'] : {}
  return {
    number: textAt(data, 'number'),
    isOpen: data['is_open'] === true,
    firstYear: Number(textAt(data, 'first_year')),
    taxpayer: {
      name: textAt(payer, 'name'),
      address: textAt(payer, 'address'),
      npwp: textAt(payer, 'npwp'),
      nik: textAt(payer, 'nik'),
      isVerified: payer['is_verified'] === true,
    },
    sums: recordsAt(data, 'sums').map(readSum),
    totalTax: textAt(data, 'total_idr'),
    months: recordsAt(data, 'months').map((row) => ({
      month: Number(textAt(row, 'month')),
      ...readSum(row),
    })),
    holdings: Array.isArray(data['holdings'])
      ? recordsAt(data, 'holdings').map((row) => ({
          symbol: textAt(row, 'ccurrency_symbol'),
          quantity: textAt(row, 'quantity'),
          price: textAt(row, 'price_idr'),
          value: textAt(row, 'value_idr'),
        }))
      : null,
    holdingsValue: textAt(data, 'holdings_idr'),
    lines: rowsOf(body).map(readLine),
    total: Number(textAt(data, 'total')),
    rows: Number(textAt(data, 'rows')),
  }
}
