/**
 * The text of an amount field and its parsed value, as plain data: forms can check it without a screen (R-07,
 * DEC-93).
 */
import { formatDecimal, readAmount } from '@tukar/i18n'

/** The text of a field and its parsed value. */
export type AmountInput = {
  /** The typed text. */
  readonly text: string
  /** The value with decimal point and without grouping; null if there is none or it is ambiguous. */
  readonly raw: string | null
  readonly trouble: 'none' | 'invalid' | 'tooPrecise' | 'ambiguous'
  /** The two possible values of an ambiguous text. */
  readonly meanings: { readonly decimal: string; readonly grouped: string } | null
}

/** An empty field. */
export const emptyAmount: AmountInput = { text: '', raw: null, trouble: 'none', meanings: null }

/** Returns the state for a value from the program, such as "1650000000"; it is never ambiguous. */
export function amountFromRaw(raw: string): AmountInput {
  return raw === '' ? emptyAmount : { text: raw, raw, trouble: 'none', meanings: null }
}

/**
 * Returns the state for a typed text.
 *
 * @param decimals the maximum decimals of the amount
 * @param currency symbol that may be beside the number
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

/** Returns the grouped form that the field shows without focus: "1.650.000.000", "0,015". */
export function groupedAmount(raw: string): string {
  return formatDecimal(raw, { decimals: raw.split('.')[1]?.length ?? 0 })
}

/** Whether two inputs are one amount in two notations: focusing a field changes the notation. */
export function isSameAmount(one: AmountInput, other: AmountInput): boolean {
  return one.raw !== null && one.raw === other.raw
}
