/** Times of tables as milliseconds since 1970, as the rest of the server counts them. */

/** The expression of a column as whole milliseconds. */
export function timeMsOf(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::bigint`
}
