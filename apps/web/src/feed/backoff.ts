/** How long to wait before the line is tried again: 0.3 s × 1.7 each time to 15 s, with full jitter. */

const firstMs = 300
const growth = 1.7
const backoffMsMax = 15_000

/**
 * Returns the pause before attempt `attempt` (0 is the first repeat), anywhere between nothing and its
 * ceiling, so that many pages that lost one server do not come back in one moment.
 *
 * @param random a number from 0 up to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(ceilingMs(attempt) * random)
}

/** Returns the longest pause before attempt `attempt`. */
export function ceilingMs(attempt: number): number {
  return Math.min(backoffMsMax, firstMs * growth ** Math.min(attempt, 20))
}
