/**
 * Money as text. On the wire it is a decimal string with a dot and no grouping; `packages/i18n` parses
 * and formats for people.
 */
import { divFloor, powerOfTen, remainder } from './exact.ts'
import { type CurrencyUnits, currencyUnits, unitsMax } from './units.ts'

/** ATT-31: the grammar of amounts and prices. */
const amountGrammar = /^\d{1,20}(?:\.\d{1,18})?$/
/** A plain number of more digits than that: well written, but more than any amount. */
const tooManyDigits = /^0*[1-9]\d{20,}(?:\.\d{1,18})?$/

/** Why a text is not an amount: not a number, finer than the currency's unit, or 2^53 units and more. */
export type AmountFault = 'malformed' | 'too_precise' | 'too_large'

export type ParsedUnits =
  | { readonly ok: true; readonly units: CurrencyUnits }
  | { readonly ok: false; readonly fault: AmountFault }

/**
 * Parses an amount exactly: "1.5" with 8 decimals is 150000000. Extra zeros are accepted; any other extra
 * digit is refused, never rounded (INC-20).
 *
 * @param input a string of the grammar above, or a JSON number whose shortest text matches it
 * @param decimals of the currency, 0 to 15
 */
export function parseUnits(input: string | number, decimals: number): ParsedUnits {
  if (typeof input === 'number') {
    // Above 2^53 a JSON number is not exact, and −0 would be read as 0.
    if (Object.is(input, -0)) return { ok: false, fault: 'malformed' }
    if (input > unitsMax) return { ok: false, fault: 'too_large' }
  }
  const text = String(input)
  if (!amountGrammar.test(text)) {
    return { ok: false, fault: tooManyDigits.test(text) ? 'too_large' : 'malformed' }
  }
  const dot = text.indexOf('.')
  const whole = dot < 0 ? text : text.slice(0, dot)
  const fraction = dot < 0 ? '' : text.slice(dot + 1)
  if (/[^0]/.test(fraction.slice(decimals))) return { ok: false, fault: 'too_precise' }
  let units = 0
  for (const digit of whole + fraction.slice(0, decimals).padEnd(decimals, '0')) {
    units = units * 10 + (digit.charCodeAt(0) - 48)
    if (units > unitsMax) return { ok: false, fault: 'too_large' }
  }
  return { ok: true, units: currencyUnits(units) }
}

/**
 * Formats an amount with all decimals of its currency: 150000000 with 8 is "1.50000000".
 *
 * @param units an integer, negative for custody accounts and claims
 */
export function formatUnits(units: number, decimals: number): string {
  const digits = (units < 0 ? -units : units).toString().padStart(decimals + 1, '0')
  const sign = units < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** How many decimals a tick or lot needs: 100000 units of 10^-2 (Rp 1.000) need none. */
export function decimalsOfStep(step: number, decimals: number): number {
  let shown = decimals
  while (shown > 0 && remainder(step, powerOfTen(decimals - shown + 1)) === 0) shown -= 1
  return shown
}

/**
 * Formats a price with its tick's decimals. A price may have more decimals, for example after a change
 * of the tick; then all are kept, because no digit of money may be dropped.
 *
 * @param price quote units for one whole base
 * @param decimals of the quote currency
 */
export function formatPrice(price: number, tick: number, decimals: number): string {
  const ticks = decimalsOfStep(tick, decimals)
  const needed = price === 0 ? 0 : decimalsOfStep(price, decimals)
  const shown = needed > ticks ? needed : ticks
  return formatUnits(divFloor(price, powerOfTen(decimals - shown)), shown)
}
