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
import { hashKinds, type StateHasher } from './state-hash.ts'
import { widenedFloats, widenedInts } from './widened.ts'

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024
/** The greatest account id: keys stay exact below 2^53. */
export const accountIdMax = 8_796_093_022_207

/** Cells of a row: its three buckets, and account × idsPerAccount + currency. */
const cellsPerRow = 4
const heldCell = 1
const claimCell = 2
const keyCell = 3
const bucketCells = { available: 0, held: heldCell, claim: claimCell } as const
const wordsPerRow = 2

export class Ledger {
  readonly #rows = new NumberIndex()
  #cells = new Float64Array(1024 * cellsPerRow)
  /** What each row adds to the state hash as it stood when it was last settled. */
  #hashed = new Int32Array(1024 * wordsPerRow)
  #count = 0
  /** Rows touched since the last settling, each once. */
  #touched = new Int32Array(1024)
  #touchedCount = 0
  #isTouched = new Int32Array(1024)
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
    if (this.#count === this.#isTouched.length) this.#grow()
    const row = this.#count++
    this.#cells[row * cellsPerRow + keyCell] = key
    this.#rows.add(key, row)
    return row
  }

  /** What a row (−1: none) has available. */
  available(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.#cells[row * cellsPerRow])
  }

  /** A row's claim: 0 or less. */
  claim(row: number): CurrencyUnits {
    return currencyUnits(row < 0 ? 0 : this.#cells[row * cellsPerRow + claimCell])
  }

  /** Sets available money of a row aside. */
  hold(row: number, amount: number): void {
    const cells = this.#cells
    const at = row * cellsPerRow
    const left = cells[at] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    cells[at] = left
    cells[at + heldCell] += amount
    this.#touch(row)
  }

  /** Gives held money of a row back. */
  release(row: number, amount: number): void {
    const cells = this.#cells
    const at = row * cellsPerRow
    const left = cells[at + heldCell] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    cells[at + heldCell] = left
    cells[at] += amount
    this.#touch(row)
  }

  /** Moves held money of a row to what another has available. */
  payHeld(from: number, to: number, amount: number): void {
    const cells = this.#cells
    const left = cells[from * cellsPerRow + heldCell] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 held below zero')
    cells[from * cellsPerRow + heldCell] = left
    cells[to * cellsPerRow] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves available money of a row to what another has available. */
  pay(from: number, to: number, amount: number): void {
    const cells = this.#cells
    const left = cells[from * cellsPerRow] - amount
    if (!(left >= 0 && amount >= 0)) throw new InvariantViolation('INV-02 available below zero')
    cells[from * cellsPerRow] = left
    cells[to * cellsPerRow] += amount
    this.#touch(from)
    this.#touch(to)
  }

  /** Moves an amount between any two buckets of one currency, custody and claims included. */
  move(amount: number, from: number, fromBucket: Bucket, to: number, toBucket: Bucket): void {
    const cells = this.#cells
    const fromCell = from * cellsPerRow + bucketCells[fromBucket]
    const toCell = to * cellsPerRow + bucketCells[toBucket]
    cells[fromCell] -= amount
    cells[toCell] += amount
    const isKept =
      amount >= 0 &&
      this.#keepsSign(from, fromBucket, cells[fromCell]) &&
      this.#keepsSign(to, toBucket, cells[toCell])
    if (!isKept) throw new InvariantViolation(`INV-02 ${fromBucket} to ${toBucket}`)
    this.#touch(from)
    this.#touch(to)
  }

  #keepsSign(row: number, bucket: Bucket, value: number): boolean {
    const isOwed =
      bucket === 'claim' ||
      (bucket === 'available' &&
        isCustodyAccount(divFloor(this.#cells[row * cellsPerRow + keyCell], idsPerAccount)))
    return isOwed ? value <= 0 && value >= 0 - unitsMax : value >= 0 && value <= unitsMax
  }

  /** Sets a row as a restart table holds it. */
  restore(change: BalanceChange): void {
    const row = this.open(change.accountId, change.currencyId)
    const at = row * cellsPerRow
    this.#cells[at] = change.available
    this.#cells[at + heldCell] = change.held
    this.#cells[at + claimCell] = change.claim
    this.#touch(row)
  }

  /** Brings the hash up to date and gives every row touched since the last time, once. */
  settle(): BalanceChange[] {
    const changes: BalanceChange[] = []
    for (let index = 0; index < this.#touchedCount; index++) {
      const row = this.#touched[index]
      this.#isTouched[row] = 0
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
    if (this.#isZero(row)) return this.#hasher.clear(this.#hashed, row * wordsPerRow)
    const cells = this.#cells
    const at = row * cellsPerRow
    this.#hasher
      .begin(hashKinds.balance)
      .with(cells[at + keyCell])
      .with(cells[at])
      .with(cells[at + heldCell])
      .with(cells[at + claimCell])
      .replace(this.#hashed, row * wordsPerRow)
  }

  #isZero(row: number): boolean {
    const cells = this.#cells
    const at = row * cellsPerRow
    return cells[at] === 0 && cells[at + heldCell] === 0 && cells[at + claimCell] === 0
  }

  #change(row: number): BalanceChange {
    const cells = this.#cells
    const at = row * cellsPerRow
    const key = cells[at + keyCell]
    return {
      accountId: divFloor(key, idsPerAccount),
      currencyId: remainder(key, idsPerAccount),
      available: currencyUnits(cells[at]),
      held: currencyUnits(cells[at + heldCell]),
      claim: currencyUnits(cells[at + claimCell]),
    }
  }

  #touch(row: number): void {
    if (this.#isTouched[row] === 1) return
    this.#isTouched[row] = 1
    this.#touched[this.#touchedCount] = row
    this.#touchedCount += 1
  }

  #grow(): void {
    this.#cells = widenedFloats(this.#cells)
    this.#hashed = widenedInts(this.#hashed)
    this.#touched = widenedInts(this.#touched)
    this.#isTouched = widenedInts(this.#isTouched)
  }
}
