/** A figure that many ask for and that is dear to read: read now and then, and given to all. */

export type KeptOptions = {
  /** For so long it is given as it is. */
  readonly freshMs: number
  /** For so long it is given while the next one is read; whoever comes later waits for that. */
  readonly usableMs: number
  /** Milliseconds. */
  readonly clock: () => number
}

/** Returns what reads and keeps a figure; a reading that fails rejects for who waits for it alone. */
export function createKept<Value>(
  read: () => Promise<Value>,
  { freshMs, usableMs, clock }: KeptOptions,
): () => Promise<Value> {
  let kept: { readonly value: Value; readonly atMs: number } | null = null
  let reading: Promise<Value> | null = null
  const readAnew = (): Promise<Value> => {
    reading ??= read()
      .then((value) => {
        kept = { value, atMs: clock() }
        return value
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  return async () => {
    const readMsAgo = kept === null ? Number.POSITIVE_INFINITY : clock() - kept.atMs
    // Read after now: the clock was set back, and nobody knows how old it is (INV-26).
    const ageMs = readMsAgo < 0 ? Number.POSITIVE_INFINITY : readMsAgo
    if (kept === null || ageMs >= usableMs) return readAnew()
    // Whoever is given the kept one hears nothing of a reading that fails.
    if (ageMs >= freshMs) readAnew().catch(() => undefined)
    return kept.value
  }
}
