/**
 * Double entry: every change of money is a move between two accounts of one currency, so the sum over
 * all accounts of a currency is zero at all times (INV-01). There is no other way to change a balance.
 *
 * A row is what one account has in one currency: available, held and claim. Custody accounts are at
 * or below zero, a claim is never positive, everything else is never negative (R-06, INV-02).
 */
import { unitsMax, type CurrencyUnits } from '@tukar/money'
import { firstCustodyId, lastCustodyId } from './accounts.ts'
import type { BalanceChange, Bucket } from './events.ts'
import { assertThat } from './invariant.ts'
import { NumberIndex } from './number-index.ts'
import { widened } from './widened.ts'
import { type HashSum, hashKinds } from './state-hash.ts'

/** One more than the greatest currency or market id: account × this + id is a key below 2^53. */
export const idsPerAccount = 1024
/** Keys stay exact below this account id (2^43). */
export const accountIdMax = 8_796_093_022_207

const bucketNumber = { available: 0, held: 1, claim: 2 } as const
const cellsPerRow = 3

export class Ledger {
  readonly #rows = new NumberIndex()
  #accountIds = new Float64Array(1024)
  #currencyIds = new Int32Array(1024)
  #cells = new Float64Array(1024 * cellsPerRow)
  /** The cells as they stand in the hash. */
  #hashed = new Float64Array(1024 * cellsPerRow)
  #isTouched = new Uint8Array(1024)
  #touched: number[] = []
  #count = 0
  readonly #hash: HashSum

  constructor(hash: HashSum) {
    this.#hash = hash
  }

  /** The row of an account and currency, made if it is new. */
  row(accountId: number, currencyId: number): number {
    const key = accountId * idsPerAccount + currencyId
    const found = this.#rows.get(key)
    if (found >= 0) return found
    if (this.#count === this.#accountIds.length) this.#grow()
    const row = this.#count++
    this.#accountIds[row] = accountId
    this.#currencyIds[row] = currencyId
    this.#rows.add(key, row)
    return row
  }

  /** What an account has available in a currency; 0 if it has no row. */
  available(accountId: number, currencyId: number): CurrencyUnits {
    const row = this.#rows.get(accountId * idsPerAccount + currencyId)
    return (row < 0 ? 0 : this.#cells[row * cellsPerRow]) as CurrencyUnits
  }

  /** A row's bucket. */
  amount(row: number, bucket: Bucket): CurrencyUnits {
    return this.#cells[row * cellsPerRow + bucketNumber[bucket]] as CurrencyUnits
  }

  /** Moves an amount (≥ 0) from a bucket of one row to a bucket of another of the same currency. */
  move(amount: number, fromRow: number, from: Bucket, toRow: number, to: Bucket): void {
    const cells = this.#cells
    const fromCell = fromRow * cellsPerRow + bucketNumber[from]
    const toCell = toRow * cellsPerRow + bucketNumber[to]
    const left = (cells[fromCell] as number) - amount
    cells[fromCell] = left
    const arrived = (cells[toCell] as number) + amount
    cells[toCell] = arrived
    assertThat(amount >= 0 && arrived <= unitsMax && left >= -unitsMax, 'amount out of range')
    assertThat(this.#keepsSign(fromRow, from, left), `${from} would change its sign`)
    assertThat(this.#keepsSign(toRow, to, arrived), `${to} would change its sign`)
    this.#touch(fromRow)
    this.#touch(toRow)
  }

  /** Whether a cell may hold this value. */
  #keepsSign(row: number, bucket: Bucket, value: number): boolean {
    if (bucket === 'claim') return value <= 0
    if (value >= 0) return value === 0 || bucket === 'held' || !this.isCustody(row)
    return bucket === 'available' && this.isCustody(row)
  }

  /** Whether a row belongs to a custody account, which mirrors what the outside owes. */
  isCustody(row: number): boolean {
    const accountId = this.#accountIds[row] as number
    return accountId >= firstCustodyId && accountId <= lastCustodyId
  }

  /** Sets a row as a restart table holds it. */
  restore(change: BalanceChange): void {
    const row = this.row(change.accountId, change.currencyId)
    this.#cells.set([change.available, change.held, change.claim], row * cellsPerRow)
    this.#touch(row)
  }

  /** Brings the hash up to date and gives every row touched since the last call, once. */
  settleTouched(): BalanceChange[] {
    const changes: BalanceChange[] = []
    for (const row of this.#touched) {
      this.#isTouched[row] = 0
      const at = row * cellsPerRow
      if (!this.#differs(at)) continue
      this.#mix(row, this.#hashed)
      if (!isZeroRow(this.#hashed, at)) this.#hash.take()
      this.#hashed.set(this.#cells.subarray(at, at + cellsPerRow), at)
      this.#mix(row, this.#cells)
      if (!isZeroRow(this.#cells, at)) this.#hash.put()
      changes.push(this.#change(row))
    }
    this.#touched.length = 0
    return changes
  }

  /** Every row that is not all zero. */
  *rows(): Generator<BalanceChange> {
    for (let row = 0; row < this.#count; row++) {
      if (!isZeroRow(this.#cells, row * cellsPerRow)) yield this.#change(row)
    }
  }

  #differs(at: number): boolean {
    for (let cell = at; cell < at + cellsPerRow; cell++) {
      if (this.#cells[cell] !== this.#hashed[cell]) return true
    }
    return false
  }

  #mix(row: number, cells: Float64Array): void {
    const at = row * cellsPerRow
    this.#hash
      .begin(hashKinds.balance)
      .with(this.#accountIds[row] as number)
      .with(this.#currencyIds[row] as number)
      .with(cells[at] as number)
      .with(cells[at + 1] as number)
      .with(cells[at + 2] as number)
  }

  #change(row: number): BalanceChange {
    return {
      accountId: this.#accountIds[row] as number,
      currencyId: this.#currencyIds[row] as number,
      available: this.amount(row, 'available'),
      held: this.amount(row, 'held'),
      claim: this.amount(row, 'claim'),
    }
  }

  #touch(row: number): void {
    if (this.#isTouched[row] === 1) return
    this.#isTouched[row] = 1
    this.#touched.push(row)
  }

  #grow(): void {
    const capacity = this.#accountIds.length * 2
    this.#accountIds = widened(this.#accountIds, new Float64Array(capacity))
    this.#currencyIds = widened(this.#currencyIds, new Int32Array(capacity))
    this.#cells = widened(this.#cells, new Float64Array(capacity * cellsPerRow))
    this.#hashed = widened(this.#hashed, new Float64Array(capacity * cellsPerRow))
    this.#isTouched = widened(this.#isTouched, new Uint8Array(capacity))
  }
}

function isZeroRow(cells: Float64Array, at: number): boolean {
  return cells[at] === 0 && cells[at + 1] === 0 && cells[at + 2] === 0
}
