/** Row numbers in paths and fields: up to 15 digits, so that every one is exact as a JavaScript number. */
export const rowNumberGrammar = /^[1-9]\d{0,14}$/

/** The row number in a text; null if it is malformed. It has at most fifteen digits, so it is exact. */
export function rowNumber(text: string): number | null {
  return rowNumberGrammar.test(text) ? Number(text) : null
}
