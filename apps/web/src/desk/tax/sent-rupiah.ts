/** What may be typed of rupiah that were handed on. */

/** The whole rupiah of a decimal text, rounded down; null where there is not one. */
export function wholeRupiah(text: string): string | null {
  const [, whole = ''] = /^0*(\d{1,13})(?:\.\d{1,2})?$/.exec(text) ?? []
  return /^[1-9]/.test(whole) ? whole : null
}

/** Whole rupiah as somebody types them, with dots between groups of three or none; null for anything else. */
export function typedRupiah(text: string): string | null {
  const digits = /^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text
  return /^[1-9]\d{0,12}$/.test(digits) ? digits : null
}

/** Whether a bank or the state may know a payment by it: letters, digits and `. / -` between them. */
export function isReference(text: string): boolean {
  return /^\w[\w ./-]{2,59}$/.test(text)
}
