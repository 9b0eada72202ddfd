/**
 * Double entry: every change of money is a move between two buckets of one currency, so the sum over
 * all accounts of a currency is zero at all times (INV-01). There is no other way to change a balance.
 *
 * A row is what one account has in one currency: available, held and claim. Custody accounts are at
 * or below zero, a claim is never positive, everything else is never negative (R-06, INV-02).
 */
import { currencyUnits, divFloor, remainder, unitsMax, type CurrencyUnits } from '@tukar/money'
import { isCustodyAccount } from './accounts.ts'
import { type BalanceChange, type Bucket, buckets } from './events.ts'
import { InvariantViolation } from './invariant.ts'
import { KeyIndex } from './key-index.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'
import { Records } from './records.ts'
import { widenedBytes, widenedInts } from './widened.ts'

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024
/** The greatest account id: keys stay exact below 2^53. */
export const accountIdMax = 8_796_093_022_207

/**
 * A record: available, held, account × idsPerAccount + currency, then two integers: what the row adds to
 * the state hash as it stood when it was last settled.
 */
const intsPerRow = 8
/** A row's place shifted by this is its place among the rows. */
const rowShift = 3
const heldNumber = 1
const keyNumber = 2
const keyInt = 4
const hashedInt = 6

const firstTouched = 1024

export class Ledger extends Records {
  readonly #rows = new KeyIndex(keyNumber)
  /** 1 for a row that was touched since the last settling, by its place among the rows. */
  #isTouched = new Uint8Array(firstTouched)
  /** Claims that are not 0. */
  readonly #claims = new Map<number, number>()
  /** Rows touched since the last settling, each once. */
  #touched = new Int32Array(firstTouched)
  #touchedCount = 0
  #settledCount = 0
  readonly #hasher: StateHasher

  constructor(hasher: StateHasher) {
    super(intsPerRow)
    this.#hasher = hasher
  }

  /** The row of an account and currency, or −1. */
  find(accountId: number, currencyId: number): number {
    return this.#rows.get(accountId * idsPerAccount + currencyId, this.numbers)
  }

  /** The row of an account and currency, made if it is new. */
  open(accountId: number, currencyId: number): number {
    const key = accountId * idsPerAccount + currencyId
    const found = this.#rows.get(key, this.numbers)
    if (found >= 0) return found
    const row = this.makeRecord()
    if (this.#isTouched.length === row >> rowShift) this.#isTouched = widenedBytes(this.#isTouched)
    this.numbers[(row >> 1) + keyNumber] = key
    this.#rows.add(key, row)
    return row
  }

  /** What a row (−1: none) has available. */
  available(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.numbers[row >> 1])
  }

  /** A row's claim: 0 or less. */
  claim(row: number): CurrencyUnits {
    return currencyUnits(this.#claims.get(row) ?? 0)
  }

  /** Sets available money of a row aside. */
  hold(row: number, amount: number): void {
    const { numbers } = this
    const left = numbers[row >> 1] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[row >> 1] = left
    numbers[(row >> 1) + heldNumber] += amount
    this.#touch(row)
  }

  /** Gives held money of a row back. */
  release(row: number, amount: number): void {
    const { numbers } = this
    const left = numbers[(row >> 1) + heldNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    numbers[(row >> 1) + heldNumber] = left
    numbers[row >> 1] += amount
    this.#touch(row)
  }

  /** Moves held money of a row to what another has available. */
  payHeld(from: number, to: number, amount: number): void {
    const { numbers } = this
    const left = numbers[(from >> 1) + heldNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    numbers[(from >> 1) + heldNumber] = left
    numbers[to >> 1] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves available money of a row to what another has available. */
  pay(from: number, to: number, amount: number): void {
    const { numbers } = this
    const left = numbers[from >> 1] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[from >> 1] = left
    numbers[to >> 1] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves an amount between any two buckets of one currency, custody and claims included. */
  move(amount: number, from: number, fromBucket: Bucket, to: number, toBucket: Bucket): void {
    const left = this.#bucket(from, fromBucket) - amount
    this.#setBucket(from, fromBucket, left)
    const arrived = this.#bucket(to, toBucket) + amount
    this.#setBucket(to, toBucket, arrived)
    const isKept =
      amount >= 0 &&
      this.#keepsSign(from, fromBucket, left) &&
      this.#keepsSign(to, toBucket, arrived)
    if (!isKept) throw new InvariantViolation(`INV-02 ${fromBucket} to ${toBucket}`)
    this.#touch(from)
    this.#touch(to)
  }

  #bucket(row: number, bucket: Bucket): number {
    if (bucket === 'claim') return this.claim(row)
    return this.numbers[(row >> 1) + (bucket === 'held' ? heldNumber : 0)]
  }

  #setBucket(row: number, bucket: Bucket, value: number): void {
    if (bucket !== 'claim') this.numbers[(row >> 1) + (bucket === 'held' ? heldNumber : 0)] = value
    else if (value === 0) this.#claims.delete(row)
    else this.#claims.set(row, value)
  }

  #keepsSign(row: number, bucket: Bucket, value: number): boolean {
    const isOwed =
      bucket === 'claim' ||
      (bucket === 'available' &&
        isCustodyAccount(divFloor(this.numbers[(row >> 1) + keyNumber], idsPerAccount)))
    return isOwed ? value <= 0 && value >= 0 - unitsMax : value >= 0 && value <= unitsMax
  }

  /** Sets a row as a restart table holds it. */
  restore(change: BalanceChange): void {
    const row = this.open(change.accountId, change.currencyId)
    for (const bucket of buckets) this.#setBucket(row, bucket, change[bucket])
    this.#touch(row)
  }

  /** Brings the hash up to date with every row touched since the last time. */
  settle(): void {
    for (let index = 0; index < this.#touchedCount; index++) {
      const row = this.#touched[index]
      this.#isTouched[row >> rowShift] = 0
      this.#hashRow(row)
    }
    this.#settledCount = this.#touchedCount
    this.#touchedCount = 0
  }

  /** Every row that the last settling found touched, once; to be asked for before the next change. */
  settled(): BalanceChange[] {
    return Array.from(this.#touched.subarray(0, this.#settledCount), (row) => this.#change(row))
  }

  /** Every row that is not all zero, in no order that means anything. */
  *rows(): Generator<BalanceChange> {
    for (let row = 0; row < this.end; row += intsPerRow) {
      if (!this.#isZero(row)) yield this.#change(row)
    }
  }

  #hashRow(row: number): void {
    const { ints } = this
    if (this.#isZero(row)) return this.#hasher.clear(ints, row + hashedInt)
    this.#hasher
      .begin(hashKinds.balance)
      .withRecord(ints, row + keyInt, 2)
      .withRecord(ints, row, keyInt)
      .with(this.#claims.size === 0 ? 0 : this.claim(row))
      .replace(ints, row + hashedInt)
  }

  #isZero(row: number): boolean {
    const { numbers } = this
    return (
      numbers[row >> 1] === 0 && numbers[(row >> 1) + heldNumber] === 0 && this.claim(row) === 0
    )
  }

  #change(row: number): BalanceChange {
    const key = this.numbers[(row >> 1) + keyNumber]
    return {
      accountId: divFloor(key, idsPerAccount),
      currencyId: remainder(key, idsPerAccount),
      available: currencyUnits(this.numbers[row >> 1]),
      held: currencyUnits(this.numbers[(row >> 1) + heldNumber]),
      claim: this.claim(row),
    }
  }

  #touch(row: number): void {
    if (this.#isTouched[row >> rowShift] === 1) return
    this.#isTouched[row >> rowShift] = 1
    if (this.#touchedCount === this.#touched.length) this.#touched = widenedInts(this.#touched)
    this.#touched[this.#touchedCount++] = row
  }
}
