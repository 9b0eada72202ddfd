/**
 * One side of a market's book: price levels in a sorted array with the best at the end, each a
 * first-in-first-out queue of orders (INV-07). Lookups use binary search. An insertion shifts the better
 * levels, which are few because most changes happen near the best price.
 */
import { divFloor, unitsMax } from '@tukar/money'
import type { Side } from '../commands.ts'
import * as layout from './layout.ts'
import type { Records } from './records.ts'
import { widenedFloats, widenedInts } from './widened.ts'

const { levelInt, nextInt, noRecord, previousInt, priceNumber, remainingNumber } = layout

/** Most happens near the best price, where so few levels are shifted that a call costs more. */
const shiftedByHandMax = 64

export class BookSide {
  /** Prices, negated for sells, in ascending order: the best is the last. */
  private ranks = new Float64Array(64)
  /** The level of each rank. */
  private levelAt = new Int32Array(64)
  private count = 0
  /** Queues, by level. */
  private heads = new Int32Array(64)
  private tails = new Int32Array(64)
  /** Free levels; the first `freeCount` entries are valid. */
  private freeLevels = new Int32Array(64)
  private freeCount = 0
  private usedLevels = 0
  private readonly records: Records
  /** 1 where a higher price is better, −1 where a lower one is. */
  private readonly sign: number
  /** The tick at creation. It only decides where the search for a price starts. */
  private readonly tick: number

  constructor(records: Records, side: Side, tick: number) {
    this.records = records
    this.sign = side === 'buy' ? 1 : -1
    this.tick = tick
  }

  /** The slot of the first order at the best price, or −1. */
  best(): number {
    return this.count === 0 ? noRecord : this.heads[this.levelAt[this.count - 1]]
  }

  /** Whether its best price is at least as good as a limit of the other side. */
  reaches(limit: number): boolean {
    return this.count > 0 && this.ranks[this.count - 1] >= this.sign * limit
  }

  /** The next order at the same price, or the first one at the next price, or −1. */
  after(slot: number): number {
    const next = this.records.ints[slot + nextInt]
    if (next !== noRecord) return next
    const at = this.find(this.rankOf(slot))
    return at === 0 ? noRecord : this.heads[this.levelAt[at - 1]]
  }

  /** Puts an order at the end of the queue of its price. */
  append(slot: number): void {
    const { ints } = this.records
    const level = this.levelFor(this.rankOf(slot))
    const tail = this.tails[level]
    ints[slot + levelInt] = level
    ints[slot + previousInt] = tail
    ints[slot + nextInt] = noRecord
    if (tail === noRecord) this.heads[level] = slot
    else ints[tail + nextInt] = slot
    this.tails[level] = slot
  }

  /** Removes an order from its queue, and an empty level. */
  remove(slot: number): void {
    const { ints } = this.records
    const previous = ints[slot + previousInt]
    const next = ints[slot + nextInt]
    const level = ints[slot + levelInt]
    if (previous !== noRecord) ints[previous + nextInt] = next
    else this.heads[level] = next
    if (next !== noRecord) ints[next + previousInt] = previous
    else this.tails[level] = previous
    // Equal only if both are `noRecord`: it was the last order of its level.
    if (previous === next) this.removeLevel(this.find(this.rankOf(slot)))
  }

  /** Each price with its total quantity, best first; a total above 2^53 − 1 is capped at that. */
  *levels(): Generator<{ price: number; quantity: number }> {
    const { ints, numbers } = this.records
    for (let at = this.count - 1; at >= 0; at--) {
      let quantity = 0
      const head = this.heads[this.levelAt[at]]
      for (let slot = head; slot !== noRecord; slot = ints[slot + nextInt]) {
        quantity += numbers[(slot >> 1) + remainingNumber]
      }
      const price = this.sign * this.ranks[at]
      yield { price, quantity: quantity > unitsMax ? unitsMax : quantity }
    }
  }

  private rankOf(slot: number): number {
    return this.sign * this.records.numbers[(slot >> 1) + priceNumber]
  }

  /** The level of a rank; created if it does not exist. */
  private levelFor(rank: number): number {
    const at = this.find(rank)
    if (at === this.count || this.ranks[at] !== rank) this.insertLevel(at, rank)
    return this.levelAt[at]
  }

  /** The index of a rank, or where it would be inserted. */
  private find(rank: number): number {
    const { ranks, count } = this
    if (count === 0) return 0
    let high = count - 1
    const best = ranks[high]
    if (rank >= best) return rank === best ? high : count
    // Near the best price levels are mostly one tick apart, and hardly ever less: the level is here or above.
    const ticks = divFloor(best - rank, this.tick)
    let low = ticks > high ? 0 : high - ticks
    if (ranks[low] === rank) return low
    if (ranks[low] > rank) {
      high = low
      low = 0
    }
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ranks[middle] < rank) low = middle + 1
      else high = middle
    }
    return low
  }

  private insertLevel(at: number, rank: number): void {
    if (this.count === this.ranks.length) {
      this.ranks = widenedFloats(this.ranks)
      this.levelAt = widenedInts(this.levelAt)
    }
    const { ranks, levelAt, count } = this
    if (count - at > shiftedByHandMax) {
      ranks.copyWithin(at + 1, at, count)
      levelAt.copyWithin(at + 1, at, count)
    } else {
      for (let above = count; above > at; above--) {
        ranks[above] = ranks[above - 1]
        levelAt[above] = levelAt[above - 1]
      }
    }
    ranks[at] = rank
    levelAt[at] = this.takeLevel()
    this.count = count + 1
  }

  private removeLevel(at: number): void {
    const { ranks, levelAt } = this
    const last = this.count - 1
    this.freeLevels[this.freeCount++] = levelAt[at]
    if (last - at > shiftedByHandMax) {
      ranks.copyWithin(at, at + 1, this.count)
      levelAt.copyWithin(at, at + 1, this.count)
    } else {
      for (let above = at; above < last; above++) {
        ranks[above] = ranks[above + 1]
        levelAt[above] = levelAt[above + 1]
      }
    }
    this.count = last
  }

  private takeLevel(): number {
    if (this.freeCount === 0 && this.usedLevels === this.heads.length) {
      this.heads = widenedInts(this.heads)
      this.tails = widenedInts(this.tails)
      this.freeLevels = widenedInts(this.freeLevels)
    }
    const level = this.freeCount > 0 ? this.freeLevels[--this.freeCount] : this.usedLevels++
    this.heads[level] = noRecord
    this.tails[level] = noRecord
    return level
  }
}
