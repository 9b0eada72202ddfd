/** The values of the market rules form, and the input of the change that it proposes. */
import { type AmountField, readAmount } from '@tukar/i18n'
import { parseUnits } from '@tukar/money'
import type { Rules } from './market-wire.ts'

/** The fields in order. */
export const ruleFields = [
  'tick',
  'lot',
  'minimum',
  'quantityMax',
  'priceMin',
  'priceMax',
  'referencePrice',
  'buyBand',
  'sellBand',
  'openOrdersMax',
] as const
export type RuleField = (typeof ruleFields)[number]
export type Typed = Readonly<Record<RuleField, string>>
/** The fault of a field, as a key of its text. */
export type Fault = 'amountNeeded' | 'amountUnclear' | 'percentWrong' | 'wholeNeeded'
export type Faults = { readonly [Field in RuleField]?: Fault | undefined }

/** The defaults of a new market: a price band of 20 % on both sides. */
export const typedAtFirst: Typed = {
  tick: '',
  lot: '',
  minimum: '',
  quantityMax: '',
  priceMin: '',
  priceMax: '',
  referencePrice: '',
  buyBand: '120',
  sellBand: '80',
  openOrdersMax: '200',
}

const percentDecimals = 4

/** The rules of a market, as form values. */
export function toTypedRules(rules: Rules): Typed {
  return {
    tick: plainText(rules.tick),
    lot: plainText(rules.lot),
    minimum: plainText(rules.minimum),
    quantityMax: plainText(rules.quantityMax),
    priceMin: plainText(rules.priceMin),
    priceMax: plainText(rules.priceMax),
    referencePrice: plainText(rules.referencePrice),
    buyBand: percentTyped(rules.buyBandPpm),
    sellBand: percentTyped(rules.sellBandPpm),
    openOrdersMax: String(rules.openOrdersMax),
  }
}

/** A rate in percent, as a form value. */
export function percentTyped(ppm: number): string {
  const scale = 10 ** percentDecimals
  const rest = String(ppm % scale).padStart(percentDecimals, '0')
  return plainText(`${Math.floor(ppm / scale)}.${rest}`)
}

/** Without thousands separators, which could be read as a comma, and without trailing zeros. */
export function plainText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? whole : `${whole},${rest}`
}

/** A typed amount in the wire's format, or its fault. */
export function readTyped(
  text: string,
  field?: AmountField,
): { readonly raw: string } | { readonly fault: Fault } {
  const reading = readAmount(text, field)
  if (reading.kind === 'amount') return { raw: reading.raw }
  return { fault: reading.kind === 'ambiguous' ? 'amountUnclear' : 'amountNeeded' }
}

/** A typed percentage in parts per million; null if it is invalid or has too many decimals. */
export function readPercent(text: string): number | null {
  const reading = readAmount(text)
  // Rates of thousands of percent do not occur, so a single separator is the decimal one.
  const raw = reading.kind === 'ambiguous' ? reading.decimal : 'raw' in reading ? reading.raw : null
  const parsed = raw === null ? null : parseUnits(raw, percentDecimals)
  return parsed?.ok === true ? parsed.units : null
}

/** A typed whole number below ten million, with or without grouping; null if it is invalid. */
export function readCount(text: string): number | null {
  const reading = readAmount(text, { decimals: 0 })
  return reading.kind === 'amount' && /^\d{1,7}$/.test(reading.raw) ? Number(reading.raw) : null
}

const amounts = {
  tick: 'tick',
  lot: 'lot',
  minimum: 'minimum',
  quantityMax: 'quantity_max',
  priceMin: 'price_min',
  priceMax: 'price_max',
  referencePrice: 'reference_price',
} as const
const bands = { buyBand: 'buy_band_ppm', sellBand: 'sell_band_ppm' } as const

export type ReadRules =
  | { readonly ok: true; readonly rules: Readonly<Record<string, string | number>> }
  | { readonly ok: false; readonly faults: Faults }

/** Parses the form: the rules as the change's input, or the faults by field. */
export function readRules(typed: Typed): ReadRules {
  const rules: Record<string, string | number> = {}
  const faults: Partial<Record<RuleField, Fault>> = {}
  for (const field of ruleFields) {
    if (field === 'openOrdersMax') {
      const count = readCount(typed[field])
      if (count !== null && count > 0) rules['open_orders_max'] = count
      else faults[field] = 'wholeNeeded'
    } else if (field === 'buyBand' || field === 'sellBand') {
      const ppm = readPercent(typed[field])
      if (ppm === null) faults[field] = 'percentWrong'
      else rules[bands[field]] = ppm
    } else {
      const read = readTyped(typed[field])
      if ('fault' in read) faults[field] = read.fault
      else rules[amounts[field]] = read.raw
    }
  }
  return Object.keys(faults).length === 0 ? { ok: true, rules } : { ok: false, faults }
}
