/**
 * Orders as records with a free list: the resting orders, and the one that is being placed. Each resting
 * order is in two intrusive lists: the queue of its price level, and the open orders of its market account.
 * `BookSide` and `MarketAccounts` maintain them.
 */
import { divFloor, remainder } from '@tukar/money'
import { KeyIndex } from './key-index.ts'
import * as layout from './layout.ts'
import { ChangedRecords, type Records } from './records.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

const {
  idsPerAccount,
  intsPerOrder,
  nextInt,
  noRecord,
  orderHashedInt,
  orderIdNumber,
  orderKeyNumber,
  orderMarketAccountInt,
  priceNumber,
  remainingNumber,
  marketAccountKeyNumber,
} = layout

/**
 * How many integers of an order the state hash covers, apart from its side: the words of its four numbers.
 */
const mixedInts = 8

const { buyOrder: buyKind, sellOrder: sellKind } = hashKinds

export class OrderPool {
  private readonly records: Records
  private readonly hasher: StateHasher
  private readonly byId: KeyIndex
  /** Resting orders whose change the state hash does not cover yet, and slots freed since then. */
  private readonly changed: ChangedRecords
  private free = noRecord

  constructor(records: Records, hasher: StateHasher) {
    this.records = records
    this.hasher = hasher
    this.byId = new KeyIndex(records, orderIdNumber)
    this.changed = new ChangedRecords(records)
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
  allocate(
    orderId: number,
    marketAccount: number,
    isSell: boolean,
    price: number,
    quantity: number,
  ): number {
    const slot = this.free === noRecord ? this.records.make(intsPerOrder) : this.takeFree()
    const { numbers, ints } = this.records
    const number = slot >> 1
    numbers[number + priceNumber] = price
    numbers[number + remainingNumber] = quantity
    numbers[number + orderIdNumber] = orderId
    numbers[number + orderKeyNumber] = numbers[(marketAccount >> 1) + marketAccountKeyNumber]
    ints[slot + orderMarketAccountInt] = isSell ? marketAccount + 1 : marketAccount
    return slot
  }

  /** Frees the slot of an order that is in no list and no index. */
  freeSlot(slot: number): void {
    const { numbers, ints } = this.records
    numbers[(slot >> 1) + orderIdNumber] = 0
    ints[slot + nextInt] = this.free
    this.free = slot
  }

  /** Adds the order to the index of ids and to the state hash. */
  register(slot: number): void {
    this.byId.add(this.orderId(slot), slot)
    this.changed.note(slot)
  }

  /** Notes that the remaining quantity of a resting order changed. */
  note(slot: number): void {
    this.changed.note(slot)
  }

  /** Removes the order from the index of ids and from the state hash. */
  unregister(slot: number): void {
    this.byId.remove(this.orderId(slot), slot)
    this.hasher.clear(this.records.ints, slot + orderHashedInt)
  }

  /** Brings the hash up to date with every order that changed since the last time. */
  updateHash(): void {
    const { numbers, ints } = this.records
    const { offsets } = this.changed
    const count = this.changed.take()
    for (let index = 0; index < count; index++) {
      const slot = offsets[index]
      if (numbers[(slot >> 1) + orderIdNumber] === 0) continue
      const kind = (ints[slot + orderMarketAccountInt] & 1) === 1 ? sellKind : buyKind
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

  /** The offset of its `MarketAccounts` record: it identifies account and market. */
  marketAccount(slot: number): number {
    return this.records.ints[slot + orderMarketAccountInt] & ~1
  }

  isSell(slot: number): boolean {
    return (this.records.ints[slot + orderMarketAccountInt] & 1) === 1
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
