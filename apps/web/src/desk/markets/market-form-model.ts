/** What is typed into the form of a market's rules, and the input of the change that it makes. */
import { type AmountField, readAmount } from '@tukar/i18n'
import { parseUnits } from '@tukar/money'
import type { Rules } from './market-wire.ts'

/** The fields, in their order. */
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
/** What is wrong with a field: keys of the words that say it. */
export type Fault = 'amountNeeded' | 'amountUnclear' | 'percentWrong' | 'wholeNeeded'
export type Faults = { readonly [Field in RuleField]?: Fault | undefined }

/** What a new market begins with: a band of 20 % to both sides, as every market has it. */
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

/** The rules of a market, as a person would type them. */
export function typedOf(rules: Rules): Typed {
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

/** A rate in percent as a person would type it. */
export function percentTyped(ppm: number): string {
  const scale = 10 ** percentDecimals
  const rest = String(ppm % scale).padStart(percentDecimals, '0')
  return plainText(`${Math.floor(ppm / scale)}.${rest}`)
}

/** Without points between thousands, which could be taken for a comma; without zeros behind. */
export function plainText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? whole : `${whole},${rest}`
}

/** An amount that was typed as the wire writes it, or what is wrong with it. */
export function readTyped(
  text: string,
  field?: AmountField,
): { readonly raw: string } | { readonly fault: Fault } {
  const reading = readAmount(text, field)
  if (reading.kind === 'amount') return { raw: reading.raw }
  return { fault: reading.kind === 'ambiguous' ? 'amountUnclear' : 'amountNeeded' }
}

/** A percentage that was typed in parts per million; null where it is none or finer. */
export function readPercent(text: string): number | null {
  const reading = readAmount(text)
  // Nobody means thousands of percent: with one mark there is one reading.
  const raw = reading.kind === 'ambiguous' ? reading.decimal : 'raw' in reading ? reading.raw : null
  const parsed = raw === null ? null : parseUnits(raw, percentDecimals)
  return parsed?.ok === true ? parsed.units : null
}

/** A whole number below ten million that was typed, with or without grouping; null where it is none. */
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

/** Reads all that was typed: the rules as the change takes them, or what is wrong by field. */
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
