/** Rate limits per key: a token bucket per key, for a bounded number of keys. */
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

/** Counts one of this key; false when its bucket is empty. */
export type KeyedLimit<Key> = (key: Key, nowMs: number) => boolean

/**
 * A limit of `burst` that refills by `perSecond`, for each key. With more than `keysMax` keys the least
 * recently used one is dropped, and starts with a full bucket when it returns.
 */
export function createKeyedLimit<Key>(
  burst: number,
  perSecond: number,
  keysMax: number,
): KeyedLimit<Key> {
  const buckets = new Map<Key, TokenBucket>()
  return (key, nowMs) => {
    const bucket = buckets.get(key) ?? createTokenBucket(burst, perSecond)
    // Moved to the end: the first one is the least recently used.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > keysMax) {
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    }
    return bucket(nowMs)
  }
}
