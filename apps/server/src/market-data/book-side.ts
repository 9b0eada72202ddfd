/**
 * One side of a market's book as public levels: price and total quantity, sorted so that the best prices are
 * at the array's end, where most changes happen. It knows neither orders nor owners.
 */
import type { PriceLevel } from '../engine/port.ts'

export type BookSide = {
  /** Adds to the quantity at a price. */
  add(price: number, quantity: number): void
  /** Subtracts from the quantity at a price; false if the level has less. */
  take(price: number, quantity: number): boolean
  /** Replaces all levels by these, best first. */
  reset(levels: readonly PriceLevel[]): void
  /** The best price, null while the side is empty. */
  best(): number | null
  /** At most `count` levels, best first. */
  top(count: number): PriceLevel[]
}

/** An empty side. A buy side's best price is its highest, a sell side's its lowest. */
export function createBookSide(side: 'buy' | 'sell'): BookSide {
  const sign = side === 'buy' ? 1 : -1
  // Signed prices, ascending: the best is last.
  let keys: number[] = []
  let quantities: number[] = []

  /** The index of the key, or where it would be inserted. */
  function find(key: number): number {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(price, quantity) {
      const key = sign * price
      const at = find(key)
      if (keys[at] === key) {
        quantities[at] = (quantities[at] ?? 0) + quantity
        return
      }
      keys.splice(at, 0, key)
      quantities.splice(at, 0, quantity)
    },
    take(price, quantity) {
      const key = sign * price
      const at = find(key)
      const level = quantities[at] ?? 0
      if (keys[at] !== key || level < quantity) return false
      if (level > quantity) {
        quantities[at] = level - quantity
        return true
      }
      keys.splice(at, 1)
      quantities.splice(at, 1)
      return true
    },
    reset(levels) {
      keys = levels.map(({ price }) => sign * price).reverse()
      quantities = levels.map(({ quantity }) => quantity).reverse()
    },
    best() {
      const key = keys.at(-1)
      return key === undefined ? null : sign * key
    },
    top(count) {
      const levels: PriceLevel[] = []
      const last = Math.max(0, keys.length - count)
      for (let at = keys.length - 1; at >= last; at--) {
        levels.push({ price: sign * (keys[at] ?? 0), quantity: quantities[at] ?? 0 })
      }
      return levels
    },
  }
}
