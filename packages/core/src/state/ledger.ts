/**
 * Double entry: every change of money moves an amount between two buckets of one currency, so the sum over
 * all accounts of a currency is always zero (INV-01). There is no other way to change a balance.
 *
 * A row is one account's balance of one currency: available, held and claim. Custody accounts are zero or
 * negative, a claim is never positive, everything else is never negative (R-06, INV-02).
 */
import { currencyUnits, divFloor, remainder, unitsMax, type CurrencyUnits } from '@tukar/money'
import { isCustodyAccount } from '../accounts.ts'
import { type BalanceChange, type Bucket, buckets } from '../events.ts'
import { InvariantViolation } from '../invariant.ts'
import { KeyIndex } from './key-index.ts'
import * as layout from './layout.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'
import { ChangedRecords, type Records } from './records.ts'
import { widenedInts } from './widened.ts'

const {
  availableNumber,
  baseRowInt,
  heldNumber,
  idsPerAccount,
  intsPerRow,
  quoteRowInt,
  rowHashedInt,
  rowKeyNumber,
} = layout

/** The greatest account id: keys stay exact below 2^53. */
export const accountIdMax = 8_796_093_022_207

/** How many integers of a row's record the state hash covers: the words of its three numbers. */
const mixedInts = 6
/** The state hash covers the claim too. It is stored separately and is 0 for most rows. */
const claimZeros = 1

const firstRows = 64

export class Ledger {
  private readonly records: Records
  private readonly hasher: StateHasher
  private readonly index: KeyIndex
  /** All rows in the order in which they were opened, as many as the index counts. */
  private opened = new Int32Array(firstRows)
  /** Claims that are not 0. */
  private readonly claims = new Map<number, number>()
  /** Rows that changed since the last update of the hash. */
  private readonly changed: ChangedRecords
  private hashedCount = 0

  constructor(records: Records, hasher: StateHasher) {
    this.records = records
    this.hasher = hasher
    this.index = new KeyIndex(records, rowKeyNumber)
    this.changed = new ChangedRecords(records)
  }

  /** The row of an account and currency, or −1. */
  find(accountId: number, currencyId: number): number {
    return this.index.get(accountId * idsPerAccount + currencyId)
  }

  /** The row of an account and currency, made if it is new. */
  open(accountId: number, currencyId: number): number {
    const key = accountId * idsPerAccount + currencyId
    const found = this.index.get(key)
    if (found >= 0) return found
    const row = this.records.make(intsPerRow)
    this.records.numbers[(row >> 1) + rowKeyNumber] = key
    if (this.index.count === this.opened.length) this.opened = widenedInts(this.opened)
    this.opened[this.index.count] = row
    this.index.add(key, row)
    return row
  }

  /** The available amount of a row (−1: no row). */
  available(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.records.numbers[(row >> 1) + availableNumber])
  }

  /** A row's claim: 0 or less. */
  claim(row: number): CurrencyUnits {
    return currencyUnits(this.claims.get(row) ?? 0)
  }

  /** Sets available money of a row aside. */
  hold(row: number, amount: number): void {
    const { numbers } = this.records
    const left = numbers[(row >> 1) + availableNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[(row >> 1) + availableNumber] = left
    numbers[(row >> 1) + heldNumber] += amount
    this.changed.note(row)
  }

  /** Releases held money of a row. */
  release(row: number, amount: number): void {
    const { numbers } = this.records
    const left = numbers[(row >> 1) + heldNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    numbers[(row >> 1) + heldNumber] = left
    numbers[(row >> 1) + availableNumber] += amount
    this.changed.note(row)
  }

  /**
   * Settles a fill between two market accounts, delivery versus payment: base from the seller's hold to the
   * buyer, quote from the buyer's hold to the seller, and the surplus of the buyer's hold back to the buyer.
   *
   * @param refund what is released of the buyer's hold in addition to the payment
   */
  // oxlint-disable-next-line max-params -- each order passes here: no object is made for it
  payFill(buyer: number, seller: number, quantity: number, quote: number, refund: number): void {
    const { numbers, ints } = this.records
    const { changed } = this
    const buyerBase = ints[buyer + baseRowInt]
    const buyerQuote = ints[buyer + quoteRowInt]
    const sellerBase = ints[seller + baseRowInt]
    const sellerQuote = ints[seller + quoteRowInt]
    const baseHeld = numbers[(sellerBase >> 1) + heldNumber] - quantity
    const quoteHeld = numbers[(buyerQuote >> 1) + heldNumber] - quote - refund
    const isCovered = baseHeld >= 0 && quoteHeld >= 0
    if (!(isCovered && quantity >= 0 && quote >= 0 && refund >= 0)) {
      throw new InvariantViolation('INV-02 held below zero')
    }
    numbers[(sellerBase >> 1) + heldNumber] = baseHeld
    numbers[(buyerBase >> 1) + availableNumber] += quantity
    numbers[(buyerQuote >> 1) + heldNumber] = quoteHeld
    numbers[(buyerQuote >> 1) + availableNumber] += refund
    numbers[(sellerQuote >> 1) + availableNumber] += quote
    changed.note(sellerBase)
    changed.note(buyerBase)
    changed.note(buyerQuote)
    changed.note(sellerQuote)
  }

  /** Moves an amount from the available bucket of one row to that of another. */
  pay(from: number, to: number, amount: number): void {
    const { numbers } = this.records
    const left = numbers[(from >> 1) + availableNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[(from >> 1) + availableNumber] = left
    numbers[(to >> 1) + availableNumber] += amount
    this.changed.note(from)
    this.changed.note(to)
  }

  /** Moves an amount between any two buckets of one currency, custody and claims included. */
  // oxlint-disable-next-line max-params -- each order passes here: no object is made for it
  move(amount: number, from: number, fromBucket: Bucket, to: number, toBucket: Bucket): void {
    const left = this.bucket(from, fromBucket) - amount
    this.setBucket(from, fromBucket, left)
    const arrived = this.bucket(to, toBucket) + amount
    this.setBucket(to, toBucket, arrived)
    const isKept =
      amount >= 0 && this.keepsSign(from, fromBucket, left) && this.keepsSign(to, toBucket, arrived)
    if (!isKept) throw new InvariantViolation(`INV-02 ${fromBucket} to ${toBucket}`)
    this.changed.note(from)
    this.changed.note(to)
  }

  private bucket(row: number, bucket: Bucket): number {
    if (bucket === 'claim') return this.claim(row)
    return this.records.numbers[findNumber(row, bucket)]
  }

  private setBucket(row: number, bucket: Bucket, value: number): void {
    if (bucket !== 'claim') this.records.numbers[findNumber(row, bucket)] = value
    else if (value === 0) this.claims.delete(row)
    else this.claims.set(row, value)
  }

  private keepsSign(row: number, bucket: Bucket, value: number): boolean {
    const isOwed =
      bucket === 'claim' ||
      (bucket === 'available' &&
        isCustodyAccount(divFloor(this.records.numbers[(row >> 1) + rowKeyNumber], idsPerAccount)))
    return isOwed ? value <= 0 && value >= 0 - unitsMax : value >= 0 && value <= unitsMax
  }

  /** Sets a row from the restart tables. */
  restore(change: BalanceChange): void {
    const row = this.open(change.accountId, change.currencyId)
    for (const bucket of buckets) this.setBucket(row, bucket, change[bucket])
    this.changed.note(row)
  }

  /** Brings the hash up to date with every row that changed since the last time. */
  updateHash(): void {
    const { offsets } = this.changed
    this.hashedCount = this.changed.take()
    for (let index = 0; index < this.hashedCount; index++) this.hashRow(offsets[index])
  }

  /** Every row that the last update of the hash found changed, once. Call it before the next change. */
  changedBalances(): BalanceChange[] {
    const offsets = this.changed.offsets.subarray(0, this.hashedCount)
    return Array.from(offsets, (row) => this.change(row))
  }

  /** Every row that is not all zero, in the order in which they were opened. */
  *rows(): Generator<BalanceChange> {
    for (let index = 0; index < this.index.count; index++) {
      const row = this.opened[index]
      if (!this.isZero(row)) yield this.change(row)
    }
  }

  private hashRow(row: number): void {
    const { ints } = this.records
    const kept = row + rowHashedInt
    if (this.claims.size > 0 && this.claims.has(row)) this.hashClaimed(row)
    else if (this.isZero(row)) this.hasher.clear(ints, kept)
    else this.hasher.replaceRecord(hashKinds.balance, ints, row, mixedInts, claimZeros, ints, kept)
  }

  /** Like `hashRow`, for a row whose claim is not 0. */
  private hashClaimed(row: number): void {
    const { ints } = this.records
    this.hasher.begin(hashKinds.balance)
    for (let word = row; word < row + mixedInts; word += 2) {
      this.hasher.withWords(ints[word], ints[word + 1])
    }
    this.hasher.with(this.claim(row)).replace(ints, row + rowHashedInt)
  }

  private isZero(row: number): boolean {
    const { numbers } = this.records
    return (
      numbers[(row >> 1) + availableNumber] === 0 &&
      numbers[(row >> 1) + heldNumber] === 0 &&
      this.claim(row) === 0
    )
  }

  private change(row: number): BalanceChange {
    const key = this.records.numbers[(row >> 1) + rowKeyNumber]
    return {
      accountId: divFloor(key, idsPerAccount),
      currencyId: remainder(key, idsPerAccount),
      available: currencyUnits(this.records.numbers[(row >> 1) + availableNumber]),
      held: currencyUnits(this.records.numbers[(row >> 1) + heldNumber]),
      claim: this.claim(row),
    }
  }
}

/** Which of the records' numbers a bucket of a row is. */
function findNumber(row: number, bucket: Exclude<Bucket, 'claim'>): number {
  return (row >> 1) + (bucket === 'held' ? heldNumber : availableNumber)
}
