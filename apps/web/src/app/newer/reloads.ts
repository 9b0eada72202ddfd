/** How often a page whose file does not come is loaded again by itself. */

/** A page that fails again this soon after it was loaded anew is not loaded anew by itself. */
const reloadDelayMs = 30_000
/** A file may be missing for good: so many reloads within the time, then the reader presses the button. */
const reloadsMax = 3
const withinMs = 3_600_000

/**
 * Whether a page may be loaded again by itself.
 *
 * @param kept the times of earlier reloads as they were kept; null where there was none
 * @returns what is kept with this one, or null where it may not
 */
export function withReload(kept: string | null, nowMs: number): string | null {
  const times = (kept ?? '').split(' ').map(Number)
  const recent = times.filter((ms) => ms > 0 && nowMs - ms < withinMs)
  const isSoon = recent.some((ms) => nowMs - ms < reloadDelayMs)
  return isSoon || recent.length >= reloadsMax ? null : [...recent, nowMs].join(' ')
}
