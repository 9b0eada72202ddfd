/** How often one user may send orders, cancels included. */
import { createTokenBucket, type TokenBucket } from '../../platform/limits/token-bucket.ts'

/** Beyond so many users all begin anew: what is kept is bounded. */
const usersMax = 100_000

/** A function that says whether this user may send one more now. */
export function createRateLimit(perSecond: number, burst: number): (userId: number) => boolean {
  const buckets = new Map<number, TokenBucket>()
  return (userId) => {
    if (buckets.size >= usersMax) buckets.clear()
    let take = buckets.get(userId)
    if (take === undefined) {
      take = createTokenBucket(burst, perSecond)
      buckets.set(userId, take)
    }
    return take(performance.now())
  }
}
