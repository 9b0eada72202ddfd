/** The day for limits and daily closing: that of Jakarta (WIB). */

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** WIB is seven hours ahead, all year. */
export const wibMs = 7 * hourMs

/** The start of the day in Jakarta that contains a moment. */
export function wibDayStartMs(nowMs: number): number {
  return Math.floor((nowMs + wibMs) / dayMs) * dayMs - wibMs
}

/** The date in Jakarta of a moment, as `2026-11-22`. */
export function wibDate(nowMs: number): string {
  return new Date(nowMs + wibMs).toISOString().slice(0, 10)
}

/** The start of a date in Jakarta, milliseconds since 1970; NaN for an invalid date. */
export function wibDateStartMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - wibMs
}
