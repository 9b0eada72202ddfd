/**
 * Keeps the newest of absolute values from events, each with the number of its batch. A value older
 * than the known one is dropped; order and repeats of events do not matter.
 */

/** The batch number of the last value, by name. */
export type Seen = Map<string, number>

/**
 * Returns the values that are not older than the known ones, and remembers their batch.
 *
 * @param owner the market or user that the values belong to
 * @param seq batch number; with null all values count and none is remembered
 */
export function takeNewer<Value>(
  seen: Seen,
  owner: string,
  seq: number | null,
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  if (seq === null) return values
  const newer: Record<string, Value> = {}
  for (const [key, value] of Object.entries(values)) {
    const name = `${owner} ${key}`
    if (seq < (seen.get(name) ?? seq)) continue
    seen.set(name, seq)
    newer[key] = value
  }
  return newer
}
