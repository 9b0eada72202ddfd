/**
 * Movements of money other than trades: rails, holds, grants, corrections. Each function checks
 * refusals in the order of `refusalCodes`.
 */
import { currencyUnits, unitsMax, zeroUnits, type CurrencyUnits } from '@tukar/money'
import { firstUserId, houseAccounts, isCustodyAccount, isTradingAccount } from './accounts.ts'
import type {
  Adjust,
  Cause,
  Command,
  Credit,
  Debit,
  Grant,
  Hold,
  Release,
  ReverseCredit,
  Settle,
} from './commands.ts'
import type { Bucket } from './events.ts'
import { accountIdMax } from './state/ledger.ts'
import type { HoldRow } from './state/state-rows.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/** One end of a move. */
type End = { readonly accountId: number; readonly bucket: Bucket }

type Move = {
  readonly commandKind: Command['kind']
  readonly currencyId: number
  readonly amount: CurrencyUnits
  readonly from: End
  readonly to: End
  readonly cause: Cause
  readonly suspended?: boolean
}

/** Covers the house's claim first. What exceeds the currency's bound goes to suspense. */
export function credit(state: ExchangeState, command: Credit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(state, currencyId, amount)) return
  if (!isHolder(accountId)) return state.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return state.refuse('account.not_house')
  const { owed, supplyMax } = findBound(state, currencyId)
  const claimed = 0 - state.ledger.claim(state.ledger.find(accountId, currencyId))
  const covered = currencyUnits(claimed < amount ? claimed : amount)
  const rest = currencyUnits(amount - covered)
  if (owed > unitsMax - rest) return state.refuse('balance.over_bound', { owed, supplyMax })
  const from = available(railId)
  if (covered > 0) {
    const to = { accountId, bucket: 'claim' } as const
    move(state, { commandKind, currencyId, amount: covered, from, to, cause: command })
  }
  if (rest > 0) {
    const suspended = owed + rest > supplyMax
    const to = available(suspended ? houseAccounts.suspense : accountId)
    move(state, { commandKind, currencyId, amount: rest, from, to, cause: command, suspended })
  }
}

/** Pays available money out over a rail, never more than came in over it. */
export function debit(state: ExchangeState, command: Debit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(state, currencyId, amount)) return
  if (!isHolder(accountId)) return state.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return state.refuse('account.not_house')
  if (!hasAvailable(state, accountId, currencyId, amount)) return
  if (!isOwedBy(state, railId, currencyId, amount)) return
  const from = available(accountId)
  move(state, { commandKind, currencyId, amount, from, to: available(railId), cause: command })
}

/** Holds available money of a user for a withdrawal; the event carries the id of the hold. */
export function hold(state: ExchangeState, command: Hold): void {
  const { accountId, currencyId, amount, source, kind: commandKind } = command
  if (state.suspended.has(accountId)) return state.refuse('account.suspended')
  if (!isMovable(state, currencyId, amount)) return
  if (!isUser(accountId)) return state.refuse('account.not_a_user')
  if (!hasAvailable(state, accountId, currencyId, amount)) return
  state.lastHoldId += 1
  const to = { accountId, bucket: 'held' } as const
  const from = available(accountId)
  move(state, { commandKind, currencyId, amount, from, to, cause: command })
  changeHold(state, { holdId: state.lastHoldId, accountId, currencyId, remaining: amount, source })
}

/** Releases the rest of a hold, once (INV-05). */
export function release(state: ExchangeState, command: Release): void {
  const row = state.holds.get(command.holdId)
  if (row === undefined) return state.refuse('hold.unknown')
  const { accountId, currencyId, remaining: amount } = row
  const from = { accountId, bucket: 'held' } as const
  const to = available(accountId)
  move(state, { commandKind: command.kind, currencyId, amount, from, to, cause: command })
  changeHold(state, { ...row, remaining: zeroUnits })
}

/** Pays part of a hold to the house: a custody account, or fees; never more than remains (INV-05). */
export function settle(state: ExchangeState, command: Settle): void {
  const { holdId, amount, houseAccountId } = command
  if (!isAmount(amount)) return state.refuse('amount.not_positive')
  if (!isExchangeAccount(houseAccountId)) return state.refuse('account.not_house')
  const row = state.holds.get(holdId)
  if (row !== undefined && !isOwedBy(state, houseAccountId, row.currencyId, amount)) return
  if (row === undefined) return state.refuse('hold.unknown')
  const { accountId, currencyId, remaining } = row
  if (amount > remaining) return state.refuse('hold.insufficient', { remaining })
  const from = { accountId, bucket: 'held' } as const
  const to = available(houseAccountId)
  move(state, { commandKind: command.kind, currencyId, amount, from, to, cause: command })
  changeHold(state, { ...row, remaining: currencyUnits(remaining - amount) })
}

/** Debits what is available; the rest becomes a claim. Available never goes below zero. */
export function reverseCredit(state: ExchangeState, command: ReverseCredit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(state, currencyId, amount)) return
  if (!isHolder(accountId)) return state.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return state.refuse('account.not_house')
  if (!isOwedBy(state, railId, currencyId, amount)) return
  const left = findAvailable(state, accountId, currencyId)
  const taken = currencyUnits(left < amount ? left : amount)
  const claimed = currencyUnits(amount - taken)
  const to = available(railId)
  if (taken > 0) {
    const from = available(accountId)
    move(state, { commandKind, currencyId, amount: taken, from, to, cause: command })
  }
  if (claimed > 0) {
    const from = { accountId, bucket: 'claim' } as const
    move(state, { commandKind, currencyId, amount: claimed, from, to, cause: command })
  }
}

/**
 * Pays an account from a house account; custody accounts grant nothing. From suspense it pays only
 * what the currency's bound allows in addition to everything owed elsewhere.
 */
export function grant(state: ExchangeState, command: Grant): void {
  const { accountId, currencyId, amount, houseAccountId, kind: commandKind } = command
  if (!isMovable(state, currencyId, amount)) return
  if (!isHolder(accountId) || accountId === houseAccountId) {
    return state.refuse('account.not_a_user')
  }
  if (!isExchangeAccount(houseAccountId) || isCustodyAccount(houseAccountId)) {
    return state.refuse('account.not_house')
  }
  if (!hasAvailable(state, houseAccountId, currencyId, amount)) return
  if (houseAccountId === houseAccounts.suspense) {
    const { owed, supplyMax } = findBound(state, currencyId)
    const elsewhere = owed - findAvailable(state, houseAccountId, currencyId)
    if (elsewhere > supplyMax - amount) {
      return state.refuse('balance.over_bound', { owed, supplyMax })
    }
  }
  const from = available(houseAccountId)
  move(state, { commandKind, currencyId, amount, from, to: available(accountId), cause: command })
}

/** An operator's correction. Custody accounts may take part, within their sign and bound. */
export function adjust(state: ExchangeState, command: Adjust): void {
  const { fromAccountId, toAccountId, currencyId, amount, kind: commandKind } = command
  if (!isMovable(state, currencyId, amount)) return
  if (!isAccount(fromAccountId) || !isAccount(toAccountId) || fromAccountId === toAccountId) {
    return state.refuse('account.not_a_user')
  }
  const isFromCustody = isCustodyAccount(fromAccountId)
  const isToCustody = isCustodyAccount(toAccountId)
  if (!isFromCustody && !hasAvailable(state, fromAccountId, currencyId, amount)) return
  if (isToCustody && !isOwedBy(state, toAccountId, currencyId, amount)) return
  if (isFromCustody && !isToCustody) {
    const { owed, supplyMax } = findBound(state, currencyId)
    if (owed + amount > supplyMax) return state.refuse('balance.over_bound', { owed, supplyMax })
  }
  const from = available(fromAccountId)
  move(state, { commandKind, currencyId, amount, from, to: available(toAccountId), cause: command })
}

function move(state: ExchangeState, what: Move): void {
  const { commandKind, currencyId, amount, from, to, cause } = what
  const { ledger } = state
  const fromRow = ledger.open(from.accountId, currencyId)
  const toRow = ledger.open(to.accountId, currencyId)
  ledger.move(amount, fromRow, from.bucket, toRow, to.bucket)
  const currency = state.currencies[currencyId]
  if (currency !== undefined) {
    if (isOwing(from)) currency.owed -= amount
    if (isOwing(to)) currency.owed += amount
  }
  state.emit({
    kind: 'transferred',
    commandKind,
    currencyId,
    amount,
    fromAccountId: from.accountId,
    fromBucket: from.bucket,
    toAccountId: to.accountId,
    toBucket: to.bucket,
    reason: cause.reason,
    source: cause.source,
    suspended: what.suspended ?? false,
  })
}

/** Whether the exchange owes what is in this bucket. */
function isOwing({ accountId, bucket }: End): boolean {
  return bucket !== 'claim' && !isCustodyAccount(accountId)
}

function changeHold(state: ExchangeState, row: HoldRow): void {
  state.setHold(row)
  state.emit({ kind: 'hold_changed', ...row })
}

function available(accountId: number): End {
  return { accountId, bucket: 'available' }
}

function findAvailable(state: ExchangeState, accountId: number, currencyId: number): CurrencyUnits {
  return state.ledger.available(state.ledger.find(accountId, currencyId))
}

/** How much of a currency the exchange owes, and its bound. */
function findBound(state: ExchangeState, currencyId: number): { owed: number; supplyMax: number } {
  const currency = state.currencies[currencyId]
  return { owed: currency?.owed ?? 0, supplyMax: currency?.row.supplyMax ?? 0 }
}

/** Refuses an unknown currency, or an amount that is not one. */
function isMovable(state: ExchangeState, currencyId: number, amount: number): boolean {
  const isListed = state.currencies[currencyId] !== undefined
  if (isListed && isAmount(amount)) return true
  state.refuse(isListed ? 'amount.not_positive' : 'currency.unknown')
  return false
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

function hasAvailable(
  state: ExchangeState,
  accountId: number,
  currencyId: number,
  amount: number,
): boolean {
  const left = findAvailable(state, accountId, currencyId)
  if (left >= amount) return true
  state.refuse('balance.insufficient', { needed: amount, available: left })
  return false
}

/** A rail pays out no more than came in over it: custody stays at or below zero. */
function isOwedBy(
  state: ExchangeState,
  accountId: number,
  currencyId: number,
  amount: number,
): boolean {
  if (!isCustodyAccount(accountId)) return true
  const owed = 0 - findAvailable(state, accountId, currencyId)
  if (owed >= amount) return true
  state.refuse('balance.insufficient', { needed: amount, available: owed })
  return false
}

function isAccount(accountId: number): boolean {
  return Number.isSafeInteger(accountId) && accountId >= 1 && accountId <= accountIdMax
}

/** Whether the account can own money: all but custody. */
function isHolder(accountId: number): boolean {
  return isAccount(accountId) && !isCustodyAccount(accountId)
}

function isExchangeAccount(accountId: number): boolean {
  return isAccount(accountId) && accountId < firstUserId
}

/** Whether the account may have a hold for a withdrawal. */
function isUser(accountId: number): boolean {
  return isAccount(accountId) && isTradingAccount(accountId)
}
