/** The numbers by which rows are named in paths and fields. */
export const rowNumberGrammar = /^[1-9]\d{0,14}$/

/** The number of a row that a text names; null where it names none. Exact: fifteen digits at most. */
export function rowNumber(text: string): number | null {
  return rowNumberGrammar.test(text) ? Number(text) : null
}
