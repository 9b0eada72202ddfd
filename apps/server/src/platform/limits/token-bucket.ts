/** How often something may happen: a bucket that holds a burst and refills by the second. */

/** Takes one token; false when nothing is left. Milliseconds of any clock that does not run back. */
export type TokenBucket = (nowMs: number) => boolean

/** A full bucket that holds at most `burst` and gains `perSecond`. */
export function createTokenBucket(burst: number, perSecond: number): TokenBucket {
  let left = burst
  let lastMs = Number.NEGATIVE_INFINITY
  return (nowMs) => {
    if (lastMs > Number.NEGATIVE_INFINITY) {
      left = Math.min(burst, left + ((nowMs - lastMs) * perSecond) / 1_000)
    }
    lastMs = nowMs
    if (left < 1) return false
    left -= 1
    return true
  }
}
