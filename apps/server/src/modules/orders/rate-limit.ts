/** How often one user may send orders, cancels included. */
import { createKeyedLimit } from '../../platform/limits/keyed-limit.ts'

const usersMax = 100_000

/** A function that says whether this user may send one more now: `burst` at once, so many a second. */
export function createRateLimit(burst: number, perSecond: number): (userId: number) => boolean {
  const mayOrder = createKeyedLimit<number>(burst, perSecond, usersMax)
  return (userId) => mayOrder(userId, performance.now())
}
