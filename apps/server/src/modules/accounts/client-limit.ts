/** How often one client address may do something: a token bucket each, over a bounded number. */
import { Refusal } from '../../platform/http/refusal.ts'
import { createTokenBucket, type TokenBucket } from '../../platform/limits/token-bucket.ts'

const clientsMax = 10_000

/** Counts one call of the client's address; refuses `request.rate` when its bucket is empty. */
export type ClientLimit = (clientAddress: string) => void

/** A limit of `burst` calls that refills by `perSecond`, for each client address on its own. */
export function createClientLimit(burst: number, perSecond: number): ClientLimit {
  const buckets = new Map<string, TokenBucket>()
  return (clientAddress) => {
    const bucket = buckets.get(clientAddress) ?? createTokenBucket(burst, perSecond)
    // Put at the end again: the first is the one not seen for longest.
    buckets.delete(clientAddress)
    buckets.set(clientAddress, bucket)
    if (buckets.size > clientsMax) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    if (!bucket(performance.now())) throw new Refusal('request.rate')
  }
}
