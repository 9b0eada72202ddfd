/** How often one user may send orders: a bucket in memory that refills by the second. */

type Bucket = { tokens: number; atMs: number }

const bucketsMax = 100_000

/** A function that says whether this user may send one more now. */
export function createRateLimit(
  perSecond: number,
  burst: number,
  nowMs: () => number = () => performance.now(),
): (userId: number) => boolean {
  const buckets = new Map<number, Bucket>()
  return (userId) => {
    const now = nowMs()
    if (buckets.size >= bucketsMax) buckets.clear()
    const bucket = buckets.get(userId) ?? { tokens: burst, atMs: now }
    const refilled = bucket.tokens + ((now - bucket.atMs) * perSecond) / 1_000
    bucket.tokens = Math.min(burst, refilled)
    bucket.atMs = now
    buckets.set(userId, bucket)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}
