/**
 * Double entry: every change of money is a move between two buckets of one currency, so the sum over
 * all accounts of a currency is zero at all times (INV-01). There is no other way to change a balance.
 *
 * A row is what one account has in one currency: available, held and claim. Custody accounts are at
 * or below zero, a claim is never positive, everything else is never negative (R-06, INV-02).
 */
import { currencyUnits, divFloor, remainder, unitsMax, type CurrencyUnits } from '@tukar/money'
import { isCustodyAccount } from './accounts.ts'
import type { BalanceChange, Bucket } from './events.ts'
import { InvariantViolation } from './invariant.ts'
import { NumberIndex } from './number-index.ts'
import { Records } from './records.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'
import { widenedInts } from './widened.ts'

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024
/** The greatest account id: keys stay exact below 2^53. */
export const accountIdMax = 8_796_093_022_207

/** A record: three buckets and account × idsPerAccount + currency, then three integers. */
const numbersPerRow = 6
const heldNumber = 1
const claimNumber = 2
const keyNumber = 3
const intsPerRow = 12
/** What the row adds to the state hash as it stood when it was last settled: two words. */
const hashedInt = 8
/** 1 if the row was touched since the last settling. */
const touchedInt = 10
const bucketNumbers = { available: 0, held: heldNumber, claim: claimNumber } as const

export class Ledger {
  readonly #rows = new NumberIndex()
  readonly #records = new Records(numbersPerRow)
  #count = 0
  /** Rows touched since the last settling, each once. */
  #touched = new Int32Array(1024)
  #touchedCount = 0
  readonly #hasher: StateHasher

  constructor(hasher: StateHasher) {
    this.#hasher = hasher
  }

  /** The row of an account and currency, or −1. */
  find(accountId: number, currencyId: number): number {
    return this.#rows.get(accountId * idsPerAccount + currencyId)
  }

  /** The row of an account and currency, made if it is new. */
  open(accountId: number, currencyId: number): number {
    const key = accountId * idsPerAccount + currencyId
    const found = this.#rows.get(key)
    if (found >= 0) return found
    const row = this.#count++
    this.#records.reserve(this.#count)
    this.#records.numbers[row * numbersPerRow + keyNumber] = key
    this.#rows.add(key, row)
    return row
  }

  /** What a row (−1: none) has available. */
  available(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.#records.numbers[row * numbersPerRow])
  }

  /** A row's claim: 0 or less. */
  claim(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.#records.numbers[row * numbersPerRow + claimNumber])
  }

  /** Sets available money of a row aside. */
  hold(row: number, amount: number): void {
    const { numbers } = this.#records
    const at = row * numbersPerRow
    const left = numbers[at] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[at] = left
    numbers[at + heldNumber] += amount
    this.#touch(row)
  }

  /** Gives held money of a row back. */
  release(row: number, amount: number): void {
    const { numbers } = this.#records
    const at = row * numbersPerRow
    const left = numbers[at + heldNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    numbers[at + heldNumber] = left
    numbers[at] += amount
    this.#touch(row)
  }

  /** Moves held money of a row to what another has available. */
  payHeld(from: number, to: number, amount: number): void {
    const { numbers } = this.#records
    const left = numbers[from * numbersPerRow + heldNumber] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    numbers[from * numbersPerRow + heldNumber] = left
    numbers[to * numbersPerRow] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves available money of a row to what another has available. */
  pay(from: number, to: number, amount: number): void {
    const { numbers } = this.#records
    const left = numbers[from * numbersPerRow] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    numbers[from * numbersPerRow] = left
    numbers[to * numbersPerRow] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves an amount between any two buckets of one currency, custody and claims included. */
  move(amount: number, from: number, fromBucket: Bucket, to: number, toBucket: Bucket): void {
    const { numbers } = this.#records
    const fromNumber = from * numbersPerRow + bucketNumbers[fromBucket]
    const toNumber = to * numbersPerRow + bucketNumbers[toBucket]
    numbers[fromNumber] -= amount
    numbers[toNumber] += amount
    const isKept =
      amount >= 0 &&
      this.#keepsSign(from, fromBucket, numbers[fromNumber]) &&
      this.#keepsSign(to, toBucket, numbers[toNumber])
    if (!isKept) throw new InvariantViolation(`INV-02 ${fromBucket} to ${toBucket}`)
    this.#touch(from)
    this.#touch(to)
  }

  #keepsSign(row: number, bucket: Bucket, value: number): boolean {
    const isOwed =
      bucket === 'claim' ||
      (bucket === 'available' &&
        isCustodyAccount(
          divFloor(this.#records.numbers[row * numbersPerRow + keyNumber], idsPerAccount),
        ))
    return isOwed ? value <= 0 && value >= 0 - unitsMax : value >= 0 && value <= unitsMax
  }

  /** Sets a row as a restart table holds it. */
  restore(change: BalanceChange): void {
    const row = this.open(change.accountId, change.currencyId)
    const at = row * numbersPerRow
    this.#records.numbers[at] = change.available
    this.#records.numbers[at + heldNumber] = change.held
    this.#records.numbers[at + claimNumber] = change.claim
    this.#touch(row)
  }

  /** Brings the hash up to date and gives every row touched since the last time, once. */
  settle(): BalanceChange[] {
    const changes: BalanceChange[] = []
    for (let index = 0; index < this.#touchedCount; index++) {
      const row = this.#touched[index]
      this.#records.ints[row * intsPerRow + touchedInt] = 0
      this.#hashRow(row)
      changes.push(this.#change(row))
    }
    this.#touchedCount = 0
    return changes
  }

  /** Every row that is not all zero, in no order that means anything. */
  *rows(): Generator<BalanceChange> {
    for (let row = 0; row < this.#count; row++) if (!this.#isZero(row)) yield this.#change(row)
  }

  #hashRow(row: number): void {
    if (this.#isZero(row))
      return this.#hasher.clear(this.#records.ints, row * intsPerRow + hashedInt)
    const { numbers } = this.#records
    const at = row * numbersPerRow
    this.#hasher
      .begin(hashKinds.balance)
      .with(numbers[at + keyNumber])
      .with(numbers[at])
      .with(numbers[at + heldNumber])
      .with(numbers[at + claimNumber])
      .replace(this.#records.ints, row * intsPerRow + hashedInt)
  }

  #isZero(row: number): boolean {
    const { numbers } = this.#records
    const at = row * numbersPerRow
    return numbers[at] === 0 && numbers[at + heldNumber] === 0 && numbers[at + claimNumber] === 0
  }

  #change(row: number): BalanceChange {
    const { numbers } = this.#records
    const at = row * numbersPerRow
    const key = numbers[at + keyNumber]
    return {
      accountId: divFloor(key, idsPerAccount),
      currencyId: remainder(key, idsPerAccount),
      available: currencyUnits(numbers[at]),
      held: currencyUnits(numbers[at + heldNumber]),
      claim: currencyUnits(numbers[at + claimNumber]),
    }
  }

  #touch(row: number): void {
    const { ints } = this.#records
    if (ints[row * intsPerRow + touchedInt] === 1) return
    ints[row * intsPerRow + touchedInt] = 1
    if (this.#touchedCount === this.#touched.length) this.#touched = widenedInts(this.#touched)
    this.#touched[this.#touchedCount++] = row
  }
}
