/**
 * Orders that rest, as records with a free list. Each order stands in two intrusive lists: the queue of
 * its price level, and the open orders of its owner in its market.
 */
import { NumberIndex } from './number-index.ts'
import { Records } from './records.ts'

export const noSlot = -1

/** A record: three numbers, then eight integers. */
const numbersPerOrder = 7
const priceNumber = 1
const remainingNumber = 2
const intsPerOrder = 14
const traderInt = 6
const sellInt = 7
const nextInt = 8
const previousInt = 9
const ownerNextInt = 10
const ownerPreviousInt = 11
/** What the order adds to the state hash: two words, zero while the slot is free. */
const hashedInt = 12

/** What an order needs to rest. */
export type NewOrder = {
  readonly orderId: number
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly remaining: number
}

export class OrderPool {
  readonly #orders = new Records(numbersPerOrder)
  readonly #byId = new NumberIndex()
  #free = noSlot
  #used = 0

  /** How many orders rest. */
  get count(): number {
    return this.#byId.count
  }

  /** Where `hashedAt` points to; another array after an order was taken in. */
  get ints(): Int32Array {
    return this.#orders.ints
  }

  /** Where the two words stand that an order adds to the state hash. */
  hashedAt(slot: number): number {
    return slot * intsPerOrder + hashedInt
  }

  /** The slot of an open order, or −1. */
  find(orderId: number): number {
    return this.#byId.get(orderId)
  }

  /** Takes a slot for an order; the caller puts it into its lists. */
  take(order: NewOrder, trader: number): number {
    let slot = this.#free
    if (slot === noSlot) {
      this.#orders.reserve(this.#used + 1)
      slot = this.#used++
    } else {
      this.#free = this.next(slot)
    }
    const { numbers, ints } = this.#orders
    numbers[slot * numbersPerOrder] = order.orderId
    numbers[slot * numbersPerOrder + priceNumber] = order.price
    numbers[slot * numbersPerOrder + remainingNumber] = order.remaining
    ints[slot * intsPerOrder + traderInt] = trader
    ints[slot * intsPerOrder + sellInt] = order.side === 'sell' ? 1 : 0
    this.#byId.add(order.orderId, slot)
    return slot
  }

  /** Gives the slot back of an order that is in no list any more. */
  give(slot: number): void {
    this.#byId.remove(this.orderId(slot))
    this.setNext(slot, this.#free)
    this.#free = slot
  }

  orderId(slot: number): number {
    return this.#orders.numbers[slot * numbersPerOrder]
  }

  price(slot: number): number {
    return this.#orders.numbers[slot * numbersPerOrder + priceNumber]
  }

  remaining(slot: number): number {
    return this.#orders.numbers[slot * numbersPerOrder + remainingNumber]
  }

  setRemaining(slot: number, remaining: number): void {
    this.#orders.numbers[slot * numbersPerOrder + remainingNumber] = remaining
  }

  /** Who placed it, as a number of `Traders`: it stands for account and market. */
  trader(slot: number): number {
    return this.#orders.ints[slot * intsPerOrder + traderInt]
  }

  isSell(slot: number): boolean {
    return this.#orders.ints[slot * intsPerOrder + sellInt] === 1
  }

  /** The order behind it at its price, or −1. */
  next(slot: number): number {
    return this.#orders.ints[slot * intsPerOrder + nextInt]
  }

  setNext(slot: number, next: number): void {
    this.#orders.ints[slot * intsPerOrder + nextInt] = next
  }

  /** The order before it at its price, or −1. */
  previous(slot: number): number {
    return this.#orders.ints[slot * intsPerOrder + previousInt]
  }

  setPrevious(slot: number, previous: number): void {
    this.#orders.ints[slot * intsPerOrder + previousInt] = previous
  }

  /** The next younger open order of its owner in its market, or −1. */
  ownerNext(slot: number): number {
    return this.#orders.ints[slot * intsPerOrder + ownerNextInt]
  }

  setOwnerNext(slot: number, next: number): void {
    this.#orders.ints[slot * intsPerOrder + ownerNextInt] = next
  }

  /** The next older open order of its owner in its market, or −1. */
  ownerPrevious(slot: number): number {
    return this.#orders.ints[slot * intsPerOrder + ownerPreviousInt]
  }

  setOwnerPrevious(slot: number, previous: number): void {
    this.#orders.ints[slot * intsPerOrder + ownerPreviousInt] = previous
  }
}
