/**
 * What stands in an amount field and what it means, as plain data: forms reason about it without a
 * screen (R-07, DEC-93).
 */
import { formatDecimal, readAmount } from '@tukar/i18n'

/** What stands in the field and what it means. */
export type AmountInput = {
  /** As typed. */
  readonly text: string
  /** The meaning, dot and no grouping; null while there is none or it is not certain. */
  readonly raw: string | null
  readonly trouble: 'none' | 'invalid' | 'tooPrecise' | 'ambiguous'
  /** The two meanings, where the text has two. */
  readonly meanings: { readonly decimal: string; readonly grouped: string } | null
}

/** A field with nothing in it. */
export const emptyAmount: AmountInput = { text: '', raw: null, trouble: 'none', meanings: null }

/** Returns the state for a number that a program puts in: "1650000000", never ambiguous. */
export function amountFromRaw(raw: string): AmountInput {
  return raw === '' ? emptyAmount : { text: raw, raw, trouble: 'none', meanings: null }
}

/**
 * Returns the state for what a person typed.
 *
 * @param decimals how many decimals the amount may have
 * @param currency symbol that may be written beside the number
 */
export function amountFromText(text: string, decimals: number, currency?: string): AmountInput {
  const reading = readAmount(text, { decimals, ...(currency !== undefined && { currency }) })
  if (reading.kind === 'empty') return emptyAmount
  if (reading.kind === 'invalid') return { text, raw: null, trouble: 'invalid', meanings: null }
  if (reading.kind === 'ambiguous') {
    const { decimal, grouped } = reading
    return { text, raw: null, trouble: 'ambiguous', meanings: { decimal, grouped } }
  }
  const fraction = reading.raw.split('.')[1]?.replace(/0+$/, '') ?? ''
  if (fraction.length > decimals) {
    return { text, raw: null, trouble: 'tooPrecise', meanings: null }
  }
  return { text, raw: reading.raw, trouble: 'none', meanings: null }
}

/** Returns the grouped form that the field shows when it is left: "1.650.000.000", "0,015". */
export function groupedAmount(raw: string): string {
  return formatDecimal(raw, { decimals: raw.split('.')[1]?.length ?? 0 })
}

/** Whether two inputs are one amount written in two ways, as entering a field writes it again. */
export function isSameAmount(one: AmountInput, other: AmountInput): boolean {
  return one.raw !== null && one.raw === other.raw
}
