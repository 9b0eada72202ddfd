/**
 * One side of a market's book: price levels in a sorted array with the best at the end (binary search
 * and `copyWithin`), each a first-in-first-out queue of orders (INV-07).
 */
import type { Side } from './commands.ts'
import { noSlot, type OrderPool } from './order-pool.ts'
import { widened } from './widened.ts'

export class BookSide {
  /** Worst first: ascending for buys, descending for sells, so the best is the last. */
  #prices = new Float64Array(64)
  #levels = new Int32Array(64)
  #count = 0
  /** Levels by their own slot. */
  #heads = new Int32Array(64)
  #tails = new Int32Array(64)
  #quantities = new Float64Array(64)
  #freeLevels: number[] = []
  #usedLevels = 0
  readonly #pool: OrderPool
  /** +1 where a higher price is better. */
  readonly #sign: number

  constructor(pool: OrderPool, side: Side) {
    this.#pool = pool
    this.#sign = side === 'buy' ? 1 : -1
  }

  /** The slot of the first order at the best price, or −1. */
  best(): number {
    if (this.#count === 0) return noSlot
    return this.#heads[this.#levels[this.#count - 1] as number] as number
  }

  /** The order behind this one at its price, or the first one at the next price, or −1. */
  after(slot: number): number {
    const next = this.#pool.nexts[slot] as number
    if (next !== noSlot) return next
    const at = this.#find(this.#pool.prices[slot] as number)
    return at === 0 ? noSlot : (this.#heads[this.#levels[at - 1] as number] as number)
  }

  /** Puts an order at the end of the queue of its price. */
  append(slot: number): void {
    const pool = this.#pool
    const price = pool.prices[slot] as number
    const at = this.#find(price)
    if (at === this.#count || this.#prices[at] !== price) this.#insertLevel(at, price)
    const level = this.#levels[at] as number
    const tail = this.#tails[level] as number
    pool.previouses[slot] = tail
    pool.nexts[slot] = noSlot
    if (tail === noSlot) this.#heads[level] = slot
    else pool.nexts[tail] = slot
    this.#tails[level] = slot
    this.#quantities[level] =
      (this.#quantities[level] as number) + (pool.remainings[slot] as number)
  }

  /** Takes part of an order's remaining; the order stays where it is. */
  reduce(slot: number, quantity: number): void {
    const level = this.#levels[this.#find(this.#pool.prices[slot] as number)] as number
    this.#quantities[level] = (this.#quantities[level] as number) - quantity
    this.#pool.remainings[slot] = (this.#pool.remainings[slot] as number) - quantity
  }

  /** Takes an order out of its queue, and the level with it if it was the last. */
  remove(slot: number): void {
    const pool = this.#pool
    const at = this.#find(pool.prices[slot] as number)
    const level = this.#levels[at] as number
    const previous = pool.previouses[slot] as number
    const next = pool.nexts[slot] as number
    if (previous === noSlot) this.#heads[level] = next
    else pool.nexts[previous] = next
    if (next === noSlot) this.#tails[level] = previous
    else pool.previouses[next] = previous
    this.#quantities[level] =
      (this.#quantities[level] as number) - (pool.remainings[slot] as number)
    if (this.#heads[level] === noSlot) this.#removeLevel(at)
  }

  /** Each price with its total quantity, best first. */
  *levels(): Generator<{ price: number; quantity: number }> {
    for (let at = this.#count - 1; at >= 0; at--) {
      const level = this.#levels[at] as number
      yield { price: this.#prices[at] as number, quantity: this.#quantities[level] as number }
    }
  }

  /** Slots of all orders, best price first, oldest first at one price. */
  *slots(): Generator<number> {
    for (let slot = this.best(); slot !== noSlot; slot = this.after(slot)) yield slot
  }

  /** Where a price stands, or where it would be inserted. */
  #find(price: number): number {
    const sign = this.#sign
    const prices = this.#prices
    let low = 0
    let high = this.#count
    if (high > 0 && prices[high - 1] === price) return high - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sign * (prices[middle] as number) < sign * price) low = middle + 1
      else high = middle
    }
    return low
  }

  #insertLevel(at: number, price: number): void {
    if (this.#count === this.#prices.length) {
      this.#prices = widened(this.#prices, new Float64Array(this.#count * 2))
      this.#levels = widened(this.#levels, new Int32Array(this.#count * 2))
    }
    this.#prices.copyWithin(at + 1, at, this.#count)
    this.#levels.copyWithin(at + 1, at, this.#count)
    this.#prices[at] = price
    this.#levels[at] = this.#takeLevel()
    this.#count += 1
  }

  #removeLevel(at: number): void {
    this.#freeLevels.push(this.#levels[at] as number)
    this.#prices.copyWithin(at, at + 1, this.#count)
    this.#levels.copyWithin(at, at + 1, this.#count)
    this.#count -= 1
  }

  #takeLevel(): number {
    let level = this.#freeLevels.pop()
    if (level === undefined) {
      if (this.#usedLevels === this.#heads.length) {
        const capacity = this.#usedLevels * 2
        this.#heads = widened(this.#heads, new Int32Array(capacity))
        this.#tails = widened(this.#tails, new Int32Array(capacity))
        this.#quantities = widened(this.#quantities, new Float64Array(capacity))
      }
      level = this.#usedLevels++
    }
    this.#heads[level] = noSlot
    this.#tails[level] = noSlot
    this.#quantities[level] = 0
    return level
  }
}
