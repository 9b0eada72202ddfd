/** The rate limit of a user's orders, including cancellations. */
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'

const usersMax = 100_000

/** Creates the check whether a user may send one more command now: a burst, then a rate per second. */
export function createRateLimit(burst: number, perSecond: number): (userId: number) => boolean {
  const mayOrder = createKeyedLimit<number>(burst, perSecond, usersMax)
  return (userId) => mayOrder(userId, performance.now())
}
