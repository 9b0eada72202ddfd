/**
 * One side of a market's book: price levels in a sorted array with the best at the end (binary search
 * and `copyWithin`), each a first-in-first-out queue of orders (INV-07).
 */
import { unitsMax } from '@tukar/money'
import type { Side } from './commands.ts'
import { noSlot, type OrderPool } from './order-pool.ts'
import { widenedFloats, widenedInts } from './widened.ts'

export class BookSide {
  /** Prices, negated for sells, in ascending order: the best is the last. */
  #ranks = new Float64Array(64)
  /** The level of each rank. */
  #levels = new Int32Array(64)
  #count = 0
  /** Queues, by level. */
  #heads = new Int32Array(64)
  #tails = new Int32Array(64)
  /** Levels without a price, the first so many count. */
  #freeLevels = new Int32Array(64)
  #freeCount = 0
  #usedLevels = 0
  readonly #pool: OrderPool
  /** 1 where a higher price is better, −1 where a lower one is. */
  readonly #sign: number

  constructor(pool: OrderPool, side: Side) {
    this.#pool = pool
    this.#sign = side === 'buy' ? 1 : -1
  }

  /** The slot of the first order at the best price, or −1. */
  best(): number {
    return this.#count === 0 ? noSlot : this.#heads[this.#levels[this.#count - 1]]
  }

  /** The order behind this one at its price, or the first one at the next price, or −1. */
  after(slot: number): number {
    const next = this.#pool.next(slot)
    if (next !== noSlot) return next
    const at = this.#find(this.#sign * this.#pool.price(slot))
    return at === 0 ? noSlot : this.#heads[this.#levels[at - 1]]
  }

  /** Puts an order at the end of the queue of its price. */
  append(slot: number): void {
    const pool = this.#pool
    const rank = this.#sign * pool.price(slot)
    const at = this.#find(rank)
    if (at === this.#count || this.#ranks[at] !== rank) this.#insertLevel(at, rank)
    const level = this.#levels[at]
    const tail = this.#tails[level]
    pool.setLevel(slot, level)
    pool.setPrevious(slot, tail)
    pool.setNext(slot, noSlot)
    if (tail === noSlot) this.#heads[level] = slot
    else pool.setNext(tail, slot)
    this.#tails[level] = slot
  }

  /** Takes an order out of its queue, and the level with it if it was the last. */
  remove(slot: number): void {
    const pool = this.#pool
    const previous = pool.previous(slot)
    const next = pool.next(slot)
    if (previous !== noSlot) pool.setNext(previous, next)
    if (next !== noSlot) pool.setPrevious(next, previous)
    const level = pool.level(slot)
    if (previous === noSlot) this.#heads[level] = next
    if (next === noSlot) this.#tails[level] = previous
    if (previous === noSlot && next === noSlot) {
      this.#removeLevel(this.#find(this.#sign * pool.price(slot)))
    }
  }

  /** Each price with its total quantity, best first; a total beyond 2^53 is given as 2^53 − 1. */
  *levels(): Generator<{ price: number; quantity: number }> {
    const pool = this.#pool
    for (let at = this.#count - 1; at >= 0; at--) {
      let quantity = 0
      for (let slot = this.#heads[this.#levels[at]]; slot !== noSlot; slot = pool.next(slot)) {
        quantity += pool.remaining(slot)
      }
      const price = this.#sign * this.#ranks[at]
      yield { price, quantity: quantity > unitsMax ? unitsMax : quantity }
    }
  }

  /** Slots of all orders, best price first, oldest first at one price. */
  *slots(): Generator<number> {
    for (let slot = this.best(); slot !== noSlot; slot = this.after(slot)) yield slot
  }

  /** Where a rank stands, or where it would be inserted. */
  #find(rank: number): number {
    const ranks = this.#ranks
    let low = 0
    let high = this.#count
    if (high > 0 && ranks[high - 1] === rank) return high - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ranks[middle] < rank) low = middle + 1
      else high = middle
    }
    return low
  }

  #insertLevel(at: number, rank: number): void {
    if (this.#count === this.#ranks.length) {
      this.#ranks = widenedFloats(this.#ranks)
      this.#levels = widenedInts(this.#levels)
    }
    this.#ranks.copyWithin(at + 1, at, this.#count)
    this.#levels.copyWithin(at + 1, at, this.#count)
    this.#ranks[at] = rank
    this.#levels[at] = this.#takeLevel()
    this.#count += 1
  }

  #removeLevel(at: number): void {
    this.#freeLevels[this.#freeCount++] = this.#levels[at]
    this.#ranks.copyWithin(at, at + 1, this.#count)
    this.#levels.copyWithin(at, at + 1, this.#count)
    this.#count -= 1
  }

  #takeLevel(): number {
    if (this.#freeCount === 0 && this.#usedLevels === this.#heads.length) {
      this.#heads = widenedInts(this.#heads)
      this.#tails = widenedInts(this.#tails)
      this.#freeLevels = widenedInts(this.#freeLevels)
    }
    const level = this.#freeCount > 0 ? this.#freeLevels[--this.#freeCount] : this.#usedLevels++
    this.#heads[level] = noSlot
    this.#tails[level] = noSlot
    return level
  }
}
