/** Times of tables as milliseconds since 1970, as in the rest of the server. */

/** SQL that converts a column to whole milliseconds. */
export function timeMsOf(column: string): string {
  return `floor(extract(epoch from ${column}) * 1000)::bigint`
}
