/**
 * Orders as records with a free list: those that rest, and the one that is being placed. Each resting
 * order stands in two intrusive lists: the queue of its price level, and the open orders of its owner in
 * its market.
 */
import { KeyIndex } from './key-index.ts'
import { Records } from './records.ts'
import type { StateHasher } from './state-hash.ts'

export const noSlot = -1

/** A record: three numbers (the first is the price), then six integers. */
const intsPerOrder = 12
const remainingNumber = 1
const idNumber = 2
/** What of a record the state hash holds: the three numbers. */
const mixedInts = 6
/** The trader, whose place is even, and 1 more for a sell. */
const traderInt = 6
const levelInt = 7
const nextInt = 8
const previousInt = 9
const ownerNextInt = 10
const ownerPreviousInt = 11

export class OrderPool extends Records {
  readonly #byId = new KeyIndex(idNumber)
  #free = noSlot

  constructor() {
    super(intsPerOrder)
  }

  /** How many orders rest. */
  get count(): number {
    return this.#byId.count
  }

  /** Mixes in what an order is: its price, what remains of it, and its id. */
  mix(slot: number, hasher: StateHasher): StateHasher {
    return hasher.withRecord(this.ints, slot, mixedInts)
  }

  /** The slot of an open order, or −1. */
  find(orderId: number): number {
    return this.#byId.get(orderId, this.numbers)
  }

  /** Takes a slot for an order; its price and what remains of it are to be set. */
  take(orderId: number, trader: number, isSell: boolean): number {
    const slot = this.#free === noSlot ? this.makeRecord() : this.#takeFree()
    this.numbers[(slot >> 1) + idNumber] = orderId
    this.ints[slot + traderInt] = isSell ? trader + 1 : trader
    return slot
  }

  /** Gives the slot back of an order that is in no list and cannot be found any more. */
  give(slot: number): void {
    this.setNext(slot, this.#free)
    this.#free = slot
  }

  /** From now on the order can be found by its id. */
  show(slot: number): void {
    this.#byId.add(this.orderId(slot), slot)
  }

  /** From now on the order cannot be found any more. */
  hide(slot: number): void {
    this.#byId.remove(this.orderId(slot), slot)
  }

  orderId(slot: number): number {
    return this.numbers[(slot >> 1) + idNumber]
  }

  price(slot: number): number {
    return this.numbers[slot >> 1]
  }

  setPrice(slot: number, price: number): void {
    this.numbers[slot >> 1] = price
  }

  remaining(slot: number): number {
    return this.numbers[(slot >> 1) + remainingNumber]
  }

  setRemaining(slot: number, remaining: number): void {
    this.numbers[(slot >> 1) + remainingNumber] = remaining
  }

  /** Who placed it, as a number of `Traders`: it stands for account and market. */
  trader(slot: number): number {
    return this.ints[slot + traderInt] & ~1
  }

  isSell(slot: number): boolean {
    return (this.ints[slot + traderInt] & 1) === 1
  }

  /** The order behind it at its price, or −1. */
  next(slot: number): number {
    return this.ints[slot + nextInt]
  }

  setNext(slot: number, next: number): void {
    this.ints[slot + nextInt] = next
  }

  /** The order before it at its price, or −1. */
  previous(slot: number): number {
    return this.ints[slot + previousInt]
  }

  setPrevious(slot: number, previous: number): void {
    this.ints[slot + previousInt] = previous
  }

  /** The level of its side of the book in whose queue it stands. */
  level(slot: number): number {
    return this.ints[slot + levelInt]
  }

  setLevel(slot: number, level: number): void {
    this.ints[slot + levelInt] = level
  }

  /** The next younger open order of its owner in its market, or −1. */
  ownerNext(slot: number): number {
    return this.ints[slot + ownerNextInt]
  }

  setOwnerNext(slot: number, next: number): void {
    this.ints[slot + ownerNextInt] = next
  }

  /** The next older open order of its owner in its market, or −1. */
  ownerPrevious(slot: number): number {
    return this.ints[slot + ownerPreviousInt]
  }

  setOwnerPrevious(slot: number, previous: number): void {
    this.ints[slot + ownerPreviousInt] = previous
  }

  #takeFree(): number {
    const slot = this.#free
    this.#free = this.next(slot)
    return slot
  }
}
