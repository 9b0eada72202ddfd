/** The day by which limits are counted and books are closed: that of Jakarta (WIB). */

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** WIB is seven hours ahead, all year. */
export const wibMs = 7 * hourMs

/** When the day of Jakarta began that a moment lies in. */
export function wibDayStartMs(nowMs: number): number {
  return Math.floor((nowMs + wibMs) / dayMs) * dayMs - wibMs
}

/** The date of the day of Jakarta that a moment lies in, as `2026-11-22`. */
export function wibDate(nowMs: number): string {
  return new Date(nowMs + wibMs).toISOString().slice(0, 10)
}

/** When a date of Jakarta began, milliseconds since 1970; NaN for what is no date. */
export function wibDateStartMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - wibMs
}
