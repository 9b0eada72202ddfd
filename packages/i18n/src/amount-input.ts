/**
 * Parses amounts that people type or paste. The separators decide; an ambiguous separator leads to a
 * question instead of a guess.
 */
import { plainCode, plainTyped } from './inputs/typed-text.ts'

/** The raw form has a dot and no grouping: "1500000", "0.015". */
export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly raw: string }
  | { readonly kind: 'ambiguous'; readonly decimal: string; readonly grouped: string }
  | { readonly kind: 'invalid' }

/** What a field accepts: it decides which readings of a separator are possible. */
export type AmountField = {
  /** Most decimals that its amounts have. */
  readonly decimals: number
  /** Symbol of its currency, which may be written beside the number; rupiah by default. */
  readonly currency?: string
}

/** Longest text that is read at all; an amount needs at most 16 digits and their marks. */
export const amountTextMax = 40

/** Powers of ten of magnitude words; a bare "m" is ambiguous. */
const magnitudes: Readonly<Record<string, number>> = {
  '': 0,
  rb: 3,
  ribu: 3,
  k: 3,
  thousand: 3,
  jt: 6,
  juta: 6,
  million: 6,
  miliar: 9,
  milyar: 9,
  billion: 9,
  triliun: 12,
  trillion: 12,
}

/** Decimals of the finest currency. */
const decimalsMax = 18
const rupiahWords = ['rupiah', 'idr', 'rp.', 'rp']
const invalid: AmountReading = { kind: 'invalid' }

/**
 * Parses a typed amount: several equal separators group digits; of two different ones the last is
 * decimal. One separator after one to three digits and before exactly three is a question, unless a 0 leads
 * or the field has fewer decimals; any other single separator is decimal. Spaces between digits group. The
 * currency, `rb`, `jt`, `miliar`, `k` and ",-" are understood.
 */
export function readAmount(
  text: string,
  { decimals, currency = 'IDR' }: AmountField = { decimals: decimalsMax },
): AmountReading {
  const compact = plainCode(text).toLowerCase()
  if (compact.length > amountTextMax) return invalid
  if (compact === '') return { kind: 'empty' }
  if (!areBlanksWell(plainTyped(text))) return invalid
  const parts = splitParts(compact, currency === 'IDR' ? rupiahWords : [currency.toLowerCase()])
  if (parts === null) return invalid
  const { digits, power } = parts
  const reading = readMarks(digits)
  if (reading.kind === 'amount') return { kind: 'amount', raw: shift(reading.raw, power) }
  if (reading.kind !== 'ambiguous') return reading
  const decimal = shift(reading.decimal, power)
  const grouped = shift(reading.grouped, power)
  const fraction =
    power === 0 ? (reading.decimal.split('.')[1] ?? '') : (decimal.split('.')[1] ?? '')
  if (fraction.length > decimals) return { kind: 'amount', raw: grouped }
  return { kind: 'ambiguous', decimal: withoutZeros(decimal), grouped }
}

/** Whether spaces separate groups of three: "1 500", but not "12 50". */
function areBlanksWell(typed: string): boolean {
  const [number = ''] = /\d[\d .,'\u2019\u066b\u066c]*/.exec(typed) ?? []
  const digits = number.trim()
  return !digits.includes(' ') || /^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d*)?$/.test(digits)
}

/** The number of a text and the power of ten of its magnitude word; null for anything else. */
function splitParts(
  compact: string,
  words: readonly string[],
): { readonly digits: string; readonly power: number } | null {
  const first = words.find((word) => compact.startsWith(word)) ?? ''
  const last = words.find((word) => compact.endsWith(word)) ?? ''
  const bare = compact.slice(first.length, compact.length - last.length)
  const number = /^([\d.,'\u2019\u066b\u066c]*\d[.,]?)(-{0,2})([a-z]*)$/.exec(bare)
  const [, digits = '', dash = '', word = ''] = number ?? []
  const power = Object.hasOwn(magnitudes, word) ? magnitudes[word] : undefined
  // "1.500.000,-" means no cents; a dash after a digit is a typing error.
  const isDashWell = dash === '' || /[.,]$/.test(digits)
  const plainDigits = plainMarks(digits)
  const isWell = number !== null && isDashWell && /^[\d.,]+$/.test(plainDigits)
  return isWell && power !== undefined ? { digits: plainDigits, power } : null
}

/** Separators that can only group, or only be decimal, in the forms of `readMarks`. */
function plainMarks(digits: string): string {
  const isGrouped = /^[1-9]\d{0,2}(?:['\u2019\u066c]\d{3})+(?:[.,\u066b]\d*)?$/.test(digits)
  const isDecimal = /^\d+\u066b\d*$/.test(digits)
  if (!isGrouped && !isDecimal) return digits.replaceAll('\u066b', ',')
  const [whole = '', fraction] = digits.split(/[.,\u066b]/)
  const plainWhole = whole.replace(/\D/g, '')
  return fraction === undefined ? plainWhole : `0${plainWhole}.${fraction}`
}

/** "1.500" as a decimal is 1.5: so it is shown, so that the two readings differ at a glance. */
function withoutZeros(raw: string): string {
  return raw.includes('.') ? raw.replace(/\.?0+$/, '') : raw
}

function readMarks(text: string): AmountReading {
  const marks = text.replace(/\d/g, '')
  if (marks === '') return { kind: 'amount', raw: plain(text, '') }
  const last = marks.at(-1) ?? ''
  const isMixed = marks.includes('.') && marks.includes(',')
  if (isMixed) return readMixed(text, last)
  const pieces = text.split(last)
  if (pieces.length > 2) return readGrouped(pieces, '')
  const [whole = '', fraction = ''] = pieces
  const decimal = plain(whole, fraction)
  const isQuestion = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (isQuestion) return { kind: 'ambiguous', decimal, grouped: plain(whole + fraction, '') }
  return { kind: 'amount', raw: decimal }
}

/** Both separators: the last one is decimal, the other one groups. */
function readMixed(text: string, decimalMark: string): AmountReading {
  const halves = text.split(decimalMark)
  if (halves.length !== 2) return invalid
  const [whole = '', fraction = ''] = halves
  return readGrouped(whole.split(decimalMark === '.' ? ',' : '.'), fraction)
}

/**
 * Groups must have three digits, the first one to three without a leading 0; anything else is a typing error.
 */
function readGrouped(groups: readonly string[], fraction: string): AmountReading {
  const [first = '', ...rest] = groups
  const isWell = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return isWell ? { kind: 'amount', raw: plain(groups.join(''), fraction) } : invalid
}

/** The raw form: no leading zero, no trailing separator. */
function plain(whole: string, fraction: string): string {
  const head = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? head : `${head}.${fraction}`
}

/** Moves the decimal mark of a raw form to the right: "1.5" by 6 is "1500000". */
function shift(raw: string, power: number): string {
  if (power === 0) return raw
  const [whole = '', fraction = ''] = raw.split('.')
  const moved = fraction.padEnd(power, '0')
  return plain(whole + moved.slice(0, power), moved.slice(power).replace(/0+$/, ''))
}
