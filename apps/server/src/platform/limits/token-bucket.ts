/** Rate limits: a bucket that holds a burst and refills every second. */

/** Takes one token; false if the bucket is empty. The time is from any monotonic clock, in milliseconds. */
export type TokenBucket = (nowMs: number) => boolean

/** A full bucket with at most `burst` tokens, which gains `perSecond`. */
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
