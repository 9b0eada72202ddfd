/** The validation of remitted rupiah. */
import { readAmount } from '@tukar/i18n'

/** The whole rupiah of a decimal text, rounded down; null if it is less than one. */
export function wholeRupiah(text: string): string | null {
  const [, whole = ''] = /^0*(\d{1,13})(?:\.\d{1,2})?$/.exec(text) ?? []
  return /^[1-9]/.test(whole) ? whole : null
}

/** Parses whole rupiah; null if the text is something else. */
export function typedRupiah(text: string): string | null {
  const reading = readAmount(text, { decimals: 0 })
  const raw = reading.kind === 'amount' ? reading.raw.replace(/\.0+$/, '') : ''
  return /^[1-9]\d{0,12}$/.test(raw) ? raw : null
}

/** Whether a text is a payment reference: letters, digits, and `. / -` between them. */
export function isReference(text: string): boolean {
  return /^\w[\w ./-]{2,59}$/.test(text)
}
