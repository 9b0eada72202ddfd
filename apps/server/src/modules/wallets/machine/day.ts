/** The day by which limits are counted: that of Jakarta (WIB). */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const wibMs = 7 * hourMs

/** When the day of Jakarta began that a moment lies in. */
export function wibDayStartMs(nowMs: number): number {
  return Math.floor((nowMs + wibMs) / dayMs) * dayMs - wibMs
}
