/** The bonus period is a month in Jakarta time, for all users (DEC-128). */

/** WIB is seven hours ahead, all year. */
const wibMs = 7 * 3_600_000

/** A moment's day in Jakarta, `YYYY-MM-DD`. */
export function dayInJakarta(momentMs: number): string {
  return new Date(momentMs + wibMs).toISOString().slice(0, 10)
}
