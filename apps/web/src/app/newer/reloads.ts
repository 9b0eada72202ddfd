/** Limits how often a page whose file does not load is reloaded automatically. */

/** A page that fails again within this time after a reload is not reloaded automatically. */
const reloadDelayMs = 30_000
/** The maximum of automatic reloads within the time; the file may be missing permanently. */
const reloadsMax = 3
const withinMs = 3_600_000

/**
 * Returns the stored times with this reload added, or null if it is not allowed.
 *
 * @param kept the stored times of earlier reloads; null without any
 * @returns the new value to store, or null
 */
export function withReload(kept: string | null, nowMs: number): string | null {
  const times = (kept ?? '').split(' ').map(Number)
  const recent = times.filter((ms) => ms > 0 && nowMs - ms < withinMs)
  const isSoon = recent.some((ms) => nowMs - ms < reloadDelayMs)
  return isSoon || recent.length >= reloadsMax ? null : [...recent, nowMs].join(' ')
}
