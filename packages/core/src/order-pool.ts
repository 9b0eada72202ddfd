/**
 * Orders that rest, in parallel arrays indexed by slot, with a free list. Each order stands in two
 * intrusive lists: the queue of its price level, and the open orders of its owner in its market.
 */
import { NumberIndex } from './number-index.ts'
import { widenedFloats, widenedInts } from './widened.ts'

export const noSlot = -1

export class OrderPool {
  orderIds = new Float64Array(1024)
  prices = new Float64Array(1024)
  remainings = new Float64Array(1024)
  /** Who placed it, as a number of `Traders`: it stands for account and market. */
  traders = new Int32Array(1024)
  /** 1 for a sell. */
  sells = new Int32Array(1024)
  /** Queue of the price level. */
  nexts = new Int32Array(1024)
  previouses = new Int32Array(1024)
  /** Open orders of the owner, oldest first. */
  ownerNexts = new Int32Array(1024)
  ownerPreviouses = new Int32Array(1024)
  readonly #byId = new NumberIndex()
  #free = noSlot
  #used = 0

  /** How many orders rest. */
  get count(): number {
    return this.#byId.count
  }

  /** The slot of an open order, or −1. */
  find(orderId: number): number {
    return this.#byId.get(orderId)
  }

  /** Takes a slot for an order; the caller fills and links it. */
  take(orderId: number): number {
    let slot = this.#free
    if (slot === noSlot) {
      if (this.#used === this.orderIds.length) this.#grow()
      slot = this.#used++
    } else {
      this.#free = this.nexts[slot]
    }
    this.orderIds[slot] = orderId
    this.#byId.add(orderId, slot)
    return slot
  }

  /** Gives an unlinked order's slot back. */
  give(slot: number): void {
    this.#byId.remove(this.orderIds[slot])
    this.nexts[slot] = this.#free
    this.#free = slot
  }

  #grow(): void {
    this.orderIds = widenedFloats(this.orderIds)
    this.prices = widenedFloats(this.prices)
    this.remainings = widenedFloats(this.remainings)
    this.traders = widenedInts(this.traders)
    this.sells = widenedInts(this.sells)
    this.nexts = widenedInts(this.nexts)
    this.previouses = widenedInts(this.previouses)
    this.ownerNexts = widenedInts(this.ownerNexts)
    this.ownerPreviouses = widenedInts(this.ownerPreviouses)
  }
}
