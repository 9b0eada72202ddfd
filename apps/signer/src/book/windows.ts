/** Outgoing amounts of the last hour and day per currency, as sliding sums. */

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

type Entry = { readonly atMs: number; readonly units: bigint }

export type Window = {
  add(entry: Entry): void
  /** The sum of what was added within the window before `nowMs`. */
  sum(nowMs: number): bigint
}

/** An empty window; entries are added in the order of their time. */
export function createWindow(lengthMs: number): Window {
  let entries: Entry[] = []
  let first = 0
  let total = 0n
  return {
    add(entry) {
      entries.push(entry)
      total += entry.units
    },
    sum(nowMs) {
      for (let entry = entries[first]; entry !== undefined; entry = entries[first]) {
        if (entry.atMs > nowMs - lengthMs) break
        total -= entry.units
        first++
      }
      if (first > 1_000 && first > entries.length / 2) {
        entries = entries.slice(first)
        first = 0
      }
      return total
    },
  }
}
