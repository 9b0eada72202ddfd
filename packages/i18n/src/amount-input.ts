/**
 * What a person means by an amount that he typed or pasted: the marks that he uses decide, and
 * where a mark can mean two things he is asked instead of being guessed at.
 */

/** The raw form has a dot and no grouping: "1500000", "0.015". */
export type AmountReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly raw: string }
  | { readonly kind: 'ambiguous'; readonly decimal: string; readonly grouped: string }
  | { readonly kind: 'invalid' }

/** Longest text that is read at all; an amount needs at most 16 digits and their marks. */
export const amountTextMax = 40

/** Powers of ten of the words that people write behind a number; a bare "m" could be two of them. */
const magnitudes: Readonly<Record<string, number>> = {
  '': 0,
  rb: 3,
  ribu: 3,
  k: 3,
  jt: 6,
  juta: 6,
  miliar: 9,
  milyar: 9,
  triliun: 12,
}

const invalid: AmountReading = { kind: 'invalid' }

/**
 * Returns what a typed amount says: several equal marks group, of two different ones the last
 * is decimal, one mark before exactly three digits is a question unless a 0 leads, any other single
 * mark is decimal. "Rp" in front and `rb`, `jt`, `miliar`, `k` behind are understood.
 */
export function readAmount(text: string): AmountReading {
  if (text.length > amountTextMax) return invalid
  const compact = text.replace(/[\s\u00a0\u202f]/g, '').toLowerCase()
  if (compact === '') return { kind: 'empty' }
  const parts = /^(?:rp\.?|idr)?([\d.,]*\d[.,]?)([a-z]*)$/.exec(compact)
  if (parts === null) return invalid
  const power = magnitudes[parts[2] ?? '']
  if (power === undefined) return invalid
  const reading = readMarks(parts[1] ?? '')
  if (reading.kind === 'amount') return { kind: 'amount', raw: shift(reading.raw, power) }
  if (reading.kind !== 'ambiguous') return reading
  const { decimal, grouped } = reading
  return { kind: 'ambiguous', decimal: shift(decimal, power), grouped: shift(grouped, power) }
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
  const isQuestion = fraction.length === 3 && whole !== '' && !whole.startsWith('0')
  if (isQuestion) return { kind: 'ambiguous', decimal, grouped: plain(whole + fraction, '') }
  return { kind: 'amount', raw: decimal }
}

/** Both marks: the last one is decimal, the other one groups. */
function readMixed(text: string, decimalMark: string): AmountReading {
  const halves = text.split(decimalMark)
  if (halves.length !== 2) return invalid
  const [whole = '', fraction = ''] = halves
  return readGrouped(whole.split(decimalMark === '.' ? ',' : '.'), fraction)
}

/** Groups must be of three digits, the first of one to three: else it is a slip, not a number. */
function readGrouped(groups: readonly string[], fraction: string): AmountReading {
  const [first = '', ...rest] = groups
  const isWell = /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
  return isWell ? { kind: 'amount', raw: plain(groups.join(''), fraction) } : invalid
}

/** The raw form: no needless zero in front, no mark without digits behind it. */
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
