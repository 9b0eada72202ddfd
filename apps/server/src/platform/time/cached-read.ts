/** Caches a value that is expensive to read. */

export type CacheOptions = {
  /** For this long the value is returned without reading. */
  readonly freshMs: number
  /** For this long the value is returned while a new one is read; later callers wait for the new one. */
  readonly usableMs: number
  /** Milliseconds. */
  readonly clock: () => number
}

/**
 * Returns a function that reads and caches a value; a failed read rejects only for callers that wait for it.
 */
export function createCachedRead<Value>(
  read: () => Promise<Value>,
  { freshMs, usableMs, clock }: CacheOptions,
): () => Promise<Value> {
  let cached: { readonly value: Value; readonly atMs: number } | null = null
  let reading: Promise<Value> | null = null
  const refresh = (): Promise<Value> => {
    reading ??= read()
      .then((value) => {
        cached = { value, atMs: clock() }
        return value
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  return async () => {
    const readMsAgo = cached === null ? Number.POSITIVE_INFINITY : clock() - cached.atMs
    // The value is from the future: the clock was set back, and its age is unknown (INV-26).
    const ageMs = readMsAgo < 0 ? Number.POSITIVE_INFINITY : readMsAgo
    if (cached === null || ageMs >= usableMs) return refresh()
    // A caller that gets the cached value does not see a failed read.
    if (ageMs >= freshMs) refresh().catch(() => undefined)
    return cached.value
  }
}
