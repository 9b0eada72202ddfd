/**
 * Numbers as they are shown: comma decimals and dot thousands in both languages (FMT-01, DEC-93),
 * exact, from decimal strings or integer units; no text is ever turned into a binary fraction.
 */

/** How the digits that are not shown are dropped: `down` never shows more than there is. */
export type Rounding = 'nearest' | 'down'

export type DecimalShape = {
  /** Digits after the comma that are always shown. */
  readonly decimals: number
  /** How many further decimals are shown unless they are zero; none by default. */
  readonly decimalsMax?: number
  readonly rounding?: Rounding
}

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/

/** Shown for unknown values, never 0. */
export const unknownSign = '–'

/**
 * A decimal string in Indonesian form: "1650000000.5" with 2 decimals is "1.650.000.000,50".
 *
 * @param decimal the wire's form: digits, at most one dot, an optional minus; anything else is unknown
 */
export function formatDecimal(decimal: string | null | undefined, shape: DecimalShape): string {
  const parts = decimal === null || decimal === undefined ? null : decimalPattern.exec(decimal)
  if (parts === null) return unknownSign
  const [, sign = '', whole = '0', fraction = ''] = parts
  const digits = roundDigits(whole, fraction, { ...shape })
  const isZero = !/[1-9]/.test(digits.whole + digits.fraction)
  const shown = groupThousands(digits.whole)
  const tail = digits.fraction === '' ? '' : `,${digits.fraction}`
  return `${isZero ? '' : sign}${shown}${tail}`
}

/** Truncates or rounds a number of digits, then drops trailing zeros beyond the minimum. */
function roundDigits(whole: string, fraction: string, shape: DecimalShape) {
  const kept = Math.max(shape.decimals, shape.decimalsMax ?? shape.decimals)
  let digits = BigInt(whole + fraction.slice(0, kept).padEnd(kept, '0'))
  const next = fraction.charCodeAt(kept)
  if ((shape.rounding ?? 'nearest') === 'nearest' && next >= 53) digits += 1n
  const text = digits.toString().padStart(kept + 1, '0')
  const cut = text.length - kept
  let tail = text.slice(cut)
  while (tail.length > shape.decimals && tail.endsWith('0')) tail = tail.slice(0, -1)
  return { whole: text.slice(0, cut), fraction: tail }
}

/** Groups digits by dots: "1650000" is "1.650.000". */
export function groupThousands(digits: string): string {
  const trimmed = digits.replace(/^0+(?=\d)/, '')
  return trimmed.replace(/\B(?=(\d{3})+$)/g, '.')
}

/** An amount with all its decimals, truncated and never rounded up: a balance must exist. */
export function formatAmount(decimal: string | null | undefined, decimals: number): string {
  return formatDecimal(decimal, { decimals, rounding: 'down' })
}

/** Returns rupiah with 2 decimals and its sign, joined by a no-break space: "Rp 24.750.000,00". */
export function formatRupiah(decimal: string | null | undefined, decimals = 2): string {
  const shown = formatDecimal(decimal, { decimals, rounding: 'down' })
  return shown === unknownSign ? shown : `Rp\u00a0${shown}`
}

/** The most decimals that a currency has. */
const currencyDecimalsMax = 18

/** Returns an amount with its currency as sentences write it, every digit of it: "0,5 BTC", "Rp 150.000". */
export function amountInSentence(decimal: string, currency: string): string {
  const shown = formatDecimal(decimal, { decimals: 0, decimalsMax: currencyDecimalsMax })
  return currency === 'IDR' ? `Rp ${shown}` : `${shown} ${currency}`
}

/**
 * Returns a price with the fewer of two counts of decimals.
 *
 * @param selected decimals of the precision menu, 4 to 0
 * @param tick decimals that the market's tick has; BTC_IDR (tick 1000) has 0
 */
export function formatPrice(
  decimal: string | null | undefined,
  selected: number,
  tick: number,
): string {
  return formatDecimal(decimal, { decimals: Math.min(selected, tick) })
}

/** Returns a change in percent with sign, 2 decimals and the mark: "+1,24%" (FMT-10). */
export function formatPercent(percent: number | string | null | undefined): string {
  if (percent === null || percent === undefined) return unknownSign
  const text = typeof percent === 'number' ? plainText(percent) : percent
  const shown = formatDecimal(text, { decimals: 2 })
  if (shown === unknownSign) return shown
  return shown.startsWith('-') ? `${shown}%` : `+${shown}%`
}

/** Returns a rate such as "0.0020" as a percentage with 2 decimals: "0,20%" (FMT-11). */
export function formatRate(fraction: string | null | undefined): string {
  const parts = fraction === null || fraction === undefined ? null : decimalPattern.exec(fraction)
  if (parts === null) return unknownSign
  const [, sign = '', whole = '0', tail = ''] = parts
  const padded = tail.padEnd(2, '0')
  const shifted = `${sign}${whole}${padded.slice(0, 2)}.${padded.slice(2) || '0'}`
  return `${formatDecimal(shifted, { decimals: 2 })}%`
}

/** The shortest decimal text of a percentage; a number in scientific notation is too small to show. */
function plainText(value: number): string {
  if (!Number.isFinite(value)) return ''
  const text = String(value)
  return text.includes('e') ? '0' : text
}

/** Returns how many decimals a precision or tick has: "0.0001" 4, "1" 0, "1000.00" 0. */
export function decimalsOf(step: string): number {
  const fraction = step.split('.')[1]?.replace(/0+$/, '') ?? ''
  return fraction.length
}

/**
 * Compares two decimal strings exactly: negative if the first is smaller, positive if it is greater; an
 * invalid number equals anything.
 */
export function compareDecimals(first: string, second: string): number {
  const [one, other] = [decimalPattern.exec(first), decimalPattern.exec(second)]
  if (one === null || other === null) return 0
  const scale = Math.max(one[3]?.length ?? 0, other[3]?.length ?? 0)
  const units = (parts: RegExpExecArray) =>
    BigInt(`${parts[1]}${parts[2]}${(parts[3] ?? '').padEnd(scale, '0')}`)
  const difference = units(one) - units(other)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}
