/**
 * Orders that rest, in parallel arrays indexed by slot, with a free list. Each order stands in two
 * intrusive lists: the queue of its price level, and the open orders of its owner in its market.
 */
import type { BaseUnits, PriceUnits } from '@tukar/money'
import type { Side } from './commands.ts'
import { NumberIndex } from './number-index.ts'
import type { OpenOrderRow } from './state.ts'
import { widened } from './widened.ts'

export const noSlot = -1

export class OrderPool {
  orderIds = new Float64Array(1024)
  accountIds = new Float64Array(1024)
  prices = new Float64Array(1024)
  remainings = new Float64Array(1024)
  /** Market × 2, plus 1 for a sell. */
  #marketSides = new Int32Array(1024)
  /** Queue of the price level. */
  nexts = new Int32Array(1024)
  previouses = new Int32Array(1024)
  /** Open orders of the owner, oldest first. */
  ownerNexts = new Int32Array(1024)
  ownerPreviouses = new Int32Array(1024)
  readonly #byId = new NumberIndex()
  #free = noSlot
  #count = 0

  /** How many orders rest. */
  get open(): number {
    return this.#byId.count
  }

  /** The slot of an open order, or −1. */
  slotOf(orderId: number): number {
    return this.#byId.get(orderId)
  }

  /** Takes a slot for an order; the caller links it. */
  add(order: OpenOrderRow): number {
    const slot = this.#takeSlot()
    this.orderIds[slot] = order.orderId
    this.accountIds[slot] = order.accountId
    this.prices[slot] = order.price
    this.remainings[slot] = order.remaining
    this.#marketSides[slot] = order.marketId * 2 + (order.side === 'sell' ? 1 : 0)
    this.#byId.add(order.orderId, slot)
    return slot
  }

  /** Gives an unlinked order's slot back. */
  remove(slot: number): void {
    this.#byId.remove(this.orderIds[slot] as number)
    this.nexts[slot] = this.#free
    this.#free = slot
  }

  side(slot: number): Side {
    return ((this.#marketSides[slot] as number) & 1) === 1 ? 'sell' : 'buy'
  }

  marketId(slot: number): number {
    return (this.#marketSides[slot] as number) >> 1
  }

  /** The order in a slot as a row. */
  row(slot: number): OpenOrderRow {
    return {
      orderId: this.orderIds[slot] as number,
      accountId: this.accountIds[slot] as number,
      marketId: this.marketId(slot),
      side: this.side(slot),
      price: this.prices[slot] as PriceUnits,
      remaining: this.remainings[slot] as BaseUnits,
    }
  }

  #takeSlot(): number {
    if (this.#free !== noSlot) {
      const slot = this.#free
      this.#free = this.nexts[slot] as number
      return slot
    }
    if (this.#count === this.orderIds.length) this.#grow()
    return this.#count++
  }

  #grow(): void {
    const capacity = this.orderIds.length * 2
    this.orderIds = widened(this.orderIds, new Float64Array(capacity))
    this.accountIds = widened(this.accountIds, new Float64Array(capacity))
    this.prices = widened(this.prices, new Float64Array(capacity))
    this.remainings = widened(this.remainings, new Float64Array(capacity))
    this.#marketSides = widened(this.#marketSides, new Int32Array(capacity))
    this.nexts = widened(this.nexts, new Int32Array(capacity))
    this.previouses = widened(this.previouses, new Int32Array(capacity))
    this.ownerNexts = widened(this.ownerNexts, new Int32Array(capacity))
    this.ownerPreviouses = widened(this.ownerPreviouses, new Int32Array(capacity))
  }
}
