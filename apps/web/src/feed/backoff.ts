/**
 * Delay before the next connection attempt: 0.3 s, growing by a factor of 1.7 to at most 15 s, with full
 * jitter.
 */

const firstMs = 300
const growth = 1.7
const backoffMsMax = 15_000

/**
 * Returns the delay before attempt `attempt` (0 is the first retry): a random time between 0 and its ceiling.
 * The jitter keeps many pages that lost one server from reconnecting at the same moment.
 *
 * @param random a number from 0 up to 1
 */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(ceilingMs(attempt) * random)
}

/** Returns the longest delay before attempt `attempt`. */
export function ceilingMs(attempt: number): number {
  return Math.min(backoffMsMax, firstMs * growth ** Math.min(attempt, 20))
}
