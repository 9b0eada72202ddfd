/**
 * Orders as records with a free list: those that rest, and the one that is being placed. Each resting
 * order stands in two intrusive lists: the queue of its price level, and the open orders of its owner in
 * its market. `BookSide` and `Traders` keep them.
 */
import { divFloor, remainder } from '@tukar/money'
import { KeyIndex } from './key-index.ts'
import * as layout from './layout.ts'
import { ChangedPlaces, type Records } from './records.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

const {
  idsPerAccount,
  intsPerOrder,
  nextInt,
  noPlace,
  orderHashedInt,
  orderIdNumber,
  orderKeyNumber,
  orderTraderInt,
  priceNumber,
  remainingNumber,
  traderKeyNumber,
} = layout

/** What of an order the state hash holds besides its side: the words of its four numbers. */
const mixedInts = 8

const { buyOrder: buyKind, sellOrder: sellKind } = hashKinds

export class OrderPool {
  private readonly records: Records
  private readonly hasher: StateHasher
  private readonly byId: KeyIndex
  /** Resting orders that the state hash does not hold as they are, and slots that had one. */
  private readonly changed: ChangedPlaces
  private free = noPlace

  constructor(records: Records, hasher: StateHasher) {
    this.records = records
    this.hasher = hasher
    this.byId = new KeyIndex(records, orderIdNumber)
    this.changed = new ChangedPlaces(records)
  }

  /** How many orders rest. */
  get count(): number {
    return this.byId.count
  }

  /** The slot of an open order, or −1. */
  find(orderId: number): number {
    return this.byId.get(orderId)
  }

  /** Takes a slot for an order. */
  // oxlint-disable-next-line max-params -- each order passes here: no object is made for it
  take(orderId: number, trader: number, isSell: boolean, price: number, quantity: number): number {
    const slot = this.free === noPlace ? this.records.make(intsPerOrder) : this.takeFree()
    const { numbers, ints } = this.records
    const number = slot >> 1
    numbers[number + priceNumber] = price
    numbers[number + remainingNumber] = quantity
    numbers[number + orderIdNumber] = orderId
    numbers[number + orderKeyNumber] = numbers[(trader >> 1) + traderKeyNumber]
    ints[slot + orderTraderInt] = isSell ? trader + 1 : trader
    return slot
  }

  /** Gives the slot back of an order that is in no list and cannot be found any more. */
  give(slot: number): void {
    const { numbers, ints } = this.records
    numbers[(slot >> 1) + orderIdNumber] = 0
    ints[slot + nextInt] = this.free
    this.free = slot
  }

  /** From now on the order can be found by its id, and the state hash holds it. */
  show(slot: number): void {
    this.byId.add(this.orderId(slot), slot)
    this.changed.note(slot)
  }

  /** Tells that what remains of a resting order changed. */
  note(slot: number): void {
    this.changed.note(slot)
  }

  /** From now on the order cannot be found any more, and the state hash holds it no more. */
  hide(slot: number): void {
    this.byId.remove(this.orderId(slot), slot)
    this.hasher.clear(this.records.ints, slot + orderHashedInt)
  }

  /** Brings the hash up to date with every order that changed since the last time. */
  settle(): void {
    const { numbers, ints } = this.records
    const { places } = this.changed
    const count = this.changed.take()
    for (let index = 0; index < count; index++) {
      const slot = places[index]
      if (numbers[(slot >> 1) + orderIdNumber] === 0) continue
      const kind = (ints[slot + orderTraderInt] & 1) === 1 ? sellKind : buyKind
      this.hasher.replaceRecord(kind, ints, slot, mixedInts, 0, ints, slot + orderHashedInt)
    }
  }

  orderId(slot: number): number {
    return this.records.numbers[(slot >> 1) + orderIdNumber]
  }

  price(slot: number): number {
    return this.records.numbers[(slot >> 1) + priceNumber]
  }

  remaining(slot: number): number {
    return this.records.numbers[(slot >> 1) + remainingNumber]
  }

  accountId(slot: number): number {
    return divFloor(this.key(slot), idsPerAccount)
  }

  marketId(slot: number): number {
    return remainder(this.key(slot), idsPerAccount)
  }

  /** Who placed it, as a place of `Traders`: it stands for account and market. */
  trader(slot: number): number {
    return this.records.ints[slot + orderTraderInt] & ~1
  }

  isSell(slot: number): boolean {
    return (this.records.ints[slot + orderTraderInt] & 1) === 1
  }

  private key(slot: number): number {
    return this.records.numbers[(slot >> 1) + orderKeyNumber]
  }

  private takeFree(): number {
    const slot = this.free
    this.free = this.records.ints[slot + nextInt]
    return slot
  }
}
