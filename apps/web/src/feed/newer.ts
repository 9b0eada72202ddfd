/**
 * Absolute values that events tell, each with the number of its batch: a value that is older
 * than the one known changes nothing, in whatever order and however often events come.
 */

/** The number of the batch that each value was last told by. */
export type Seen = Map<string, number>

/**
 * Returns those of the values that are not older than what was seen of them, and remembers them.
 *
 * @param owner whose values they are: a market, a user
 * @param seq number of the batch; where none is told the values count, and what was seen stands
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
