/** How often one client may do something: a token bucket each, over a bounded number (ATT-112). */
import { clientKeyOf } from './client-address.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

const clientsMax = 10_000

/** Counts one call of a client's address; false when its bucket is empty. */
export type ClientLimit = (clientAddress: string, nowMs: number) => boolean

/** A limit of `burst` calls that refills by `perSecond`, for each client on its own. */
export function createClientLimit(burst: number, perSecond: number): ClientLimit {
  const buckets = new Map<string, TokenBucket>()
  return (clientAddress, nowMs) => {
    const key = clientKeyOf(clientAddress)
    const bucket = buckets.get(key) ?? createTokenBucket(burst, perSecond)
    // Put at the end again: the first is the one not seen for longest.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > clientsMax) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return bucket(nowMs)
  }
}
