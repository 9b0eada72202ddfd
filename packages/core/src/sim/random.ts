/** Pseudo-random numbers from a seed alone, so that every run can be repeated. */

export type Random = {
  /** An integer from 0 up to, not including, `bound` (at most 2^53). */
  readonly below: (bound: number) => number
  /** An integer of `low`..`high`, both included. */
  readonly between: (low: number, high: number) => number
  /** True in `share` of all calls. */
  readonly chance: (share: number) => boolean
  /** One of the items; the list is not empty. */
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** An unsigned integer of 32 bits. */
  readonly word: () => number
}

const wordRange = 4_294_967_296

/** One generator per seed (splitmix32: it visits every 32-bit state). */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  const share = (): number => (word() * 2_097_152 + (word() >>> 11)) / (wordRange * 2_097_152)
  const below = (bound: number): number =>
    bound <= wordRange ? Math.floor((word() / wordRange) * bound) : Math.floor(share() * bound)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (part) => word() < part * wordRange,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    word,
  }
}
