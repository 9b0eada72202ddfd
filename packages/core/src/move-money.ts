/**
 * Money that moves for another cause than a trade: rails, holds, grants, corrections.
 * Each function looks for refusals in the order of `refusalCodes`.
 */
import { currencyUnits, unitsMax, zeroUnits, type CurrencyUnits } from '@tukar/money'
import { firstUserId, houseAccounts, isCustodyAccount, isTraderAccount } from './accounts.ts'
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
import { accountIdMax } from './ledger.ts'
import type { HoldRow } from './state.ts'
import type { World } from './world.ts'

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

/** Covers the house's claim first; beyond the currency's bound the rest goes to suspense. */
export function credit(world: World, command: Credit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isHolder(accountId)) return world.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return world.refuse('account.not_house')
  const { owed, supplyMax } = boundOf(world, currencyId)
  const claimed = 0 - world.ledger.claim(world.ledger.find(accountId, currencyId))
  const covered = currencyUnits(claimed < amount ? claimed : amount)
  const rest = currencyUnits(amount - covered)
  if (owed > unitsMax - rest) return world.refuse('balance.over_bound', { owed, supplyMax })
  const from = available(railId)
  if (covered > 0) {
    const to = { accountId, bucket: 'claim' } as const
    move(world, { commandKind, currencyId, amount: covered, from, to, cause: command })
  }
  if (rest > 0) {
    const suspended = owed + rest > supplyMax
    const to = available(suspended ? houseAccounts.suspense : accountId)
    move(world, { commandKind, currencyId, amount: rest, from, to, cause: command, suspended })
  }
}

/** Money that is available goes out over a rail; never more than came in over it. */
export function debit(world: World, command: Debit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isHolder(accountId)) return world.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return world.refuse('account.not_house')
  if (!hasAvailable(world, accountId, currencyId, amount)) return
  if (!isOwedBy(world, railId, currencyId, amount)) return
  const from = available(accountId)
  move(world, { commandKind, currencyId, amount, from, to: available(railId), cause: command })
}

/** Sets available money of a user aside for a withdrawal; the event names the hold. */
export function hold(world: World, command: Hold): void {
  const { accountId, currencyId, amount, source, kind: commandKind } = command
  if (world.suspended.has(accountId)) return world.refuse('account.suspended')
  if (!isMovable(world, currencyId, amount)) return
  if (!isUser(accountId)) return world.refuse('account.not_a_user')
  if (!hasAvailable(world, accountId, currencyId, amount)) return
  world.lastHoldId += 1
  const to = { accountId, bucket: 'held' } as const
  const from = available(accountId)
  move(world, { commandKind, currencyId, amount, from, to, cause: command })
  changeHold(world, { holdId: world.lastHoldId, accountId, currencyId, remaining: amount, source })
}

/** Gives back all that is left of a hold, once (INV-05). */
export function release(world: World, command: Release): void {
  const row = world.holds.get(command.holdId)
  if (row === undefined) return world.refuse('hold.unknown')
  const { accountId, currencyId, remaining: amount } = row
  const from = { accountId, bucket: 'held' } as const
  const to = available(accountId)
  move(world, { commandKind: command.kind, currencyId, amount, from, to, cause: command })
  changeHold(world, { ...row, remaining: zeroUnits })
}

/** Pays part of a hold to the house: a rail’s custody, or a fee; never more than is left (INV-05). */
export function settle(world: World, command: Settle): void {
  const { holdId, amount, houseAccountId } = command
  if (!isAmount(amount)) return world.refuse('amount.not_positive')
  if (!isHouse(houseAccountId)) return world.refuse('account.not_house')
  const row = world.holds.get(holdId)
  if (row !== undefined && !isOwedBy(world, houseAccountId, row.currencyId, amount)) return
  if (row === undefined) return world.refuse('hold.unknown')
  const { accountId, currencyId, remaining } = row
  if (amount > remaining) return world.refuse('hold.insufficient', { remaining })
  const from = { accountId, bucket: 'held' } as const
  const to = available(houseAccountId)
  move(world, { commandKind: command.kind, currencyId, amount, from, to, cause: command })
  changeHold(world, { ...row, remaining: currencyUnits(remaining - amount) })
}

/** What is no longer available is claimed: available never goes below zero. */
export function reverseCredit(world: World, command: ReverseCredit): void {
  const { accountId, currencyId, amount, railId, kind: commandKind } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isHolder(accountId)) return world.refuse('account.not_a_user')
  if (!isCustodyAccount(railId)) return world.refuse('account.not_house')
  if (!isOwedBy(world, railId, currencyId, amount)) return
  const left = availableOf(world, accountId, currencyId)
  const taken = currencyUnits(left < amount ? left : amount)
  const claimed = currencyUnits(amount - taken)
  const to = available(railId)
  if (taken > 0) {
    const from = available(accountId)
    move(world, { commandKind, currencyId, amount: taken, from, to, cause: command })
  }
  if (claimed > 0) {
    const from = { accountId, bucket: 'claim' } as const
    move(world, { commandKind, currencyId, amount: claimed, from, to, cause: command })
  }
}

/**
 * Gives an account money that a house account has; custody grants nothing. What lies in suspense
 * goes to its owner once the bound has room for it beside all that is owed elsewhere.
 */
export function grant(world: World, command: Grant): void {
  const { accountId, currencyId, amount, houseAccountId, kind: commandKind } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isHolder(accountId) || accountId === houseAccountId) {
    return world.refuse('account.not_a_user')
  }
  if (!isHouse(houseAccountId) || isCustodyAccount(houseAccountId)) {
    return world.refuse('account.not_house')
  }
  if (!hasAvailable(world, houseAccountId, currencyId, amount)) return
  if (houseAccountId === houseAccounts.suspense) {
    const { owed, supplyMax } = boundOf(world, currencyId)
    const elsewhere = owed - availableOf(world, houseAccountId, currencyId)
    if (elsewhere > supplyMax - amount) {
      return world.refuse('balance.over_bound', { owed, supplyMax })
    }
  }
  const from = available(houseAccountId)
  move(world, { commandKind, currencyId, amount, from, to: available(accountId), cause: command })
}

/** An operator's correction; custody takes part in it like any account, within its sign and bound. */
export function adjust(world: World, command: Adjust): void {
  const { fromAccountId, toAccountId, currencyId, amount, kind: commandKind } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isAccount(fromAccountId) || !isAccount(toAccountId) || fromAccountId === toAccountId) {
    return world.refuse('account.not_a_user')
  }
  const isFromCustody = isCustodyAccount(fromAccountId)
  const isToCustody = isCustodyAccount(toAccountId)
  if (!isFromCustody && !hasAvailable(world, fromAccountId, currencyId, amount)) return
  if (isToCustody && !isOwedBy(world, toAccountId, currencyId, amount)) return
  if (isFromCustody && !isToCustody) {
    const { owed, supplyMax } = boundOf(world, currencyId)
    if (owed + amount > supplyMax) return world.refuse('balance.over_bound', { owed, supplyMax })
  }
  const from = available(fromAccountId)
  move(world, { commandKind, currencyId, amount, from, to: available(toAccountId), cause: command })
}

function move(world: World, what: Move): void {
  const { commandKind, currencyId, amount, from, to, cause } = what
  const { ledger } = world
  const fromRow = ledger.open(from.accountId, currencyId)
  const toRow = ledger.open(to.accountId, currencyId)
  ledger.move(amount, fromRow, from.bucket, toRow, to.bucket)
  const currency = world.currencies[currencyId]
  if (currency !== undefined) {
    if (isOwing(from)) currency.owed -= amount
    if (isOwing(to)) currency.owed += amount
  }
  world.emit({
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

/** Whether what stands at this end is owed by the house. */
function isOwing({ accountId, bucket }: End): boolean {
  return bucket !== 'claim' && !isCustodyAccount(accountId)
}

function changeHold(world: World, row: HoldRow): void {
  world.setHold(row)
  world.emit({ kind: 'hold_changed', ...row })
}

function available(accountId: number): End {
  return { accountId, bucket: 'available' }
}

function availableOf(world: World, accountId: number, currencyId: number): CurrencyUnits {
  return world.ledger.available(world.ledger.find(accountId, currencyId))
}

/** What the house owes of a currency, and the most that it may. */
function boundOf(world: World, currencyId: number): { owed: number; supplyMax: number } {
  const currency = world.currencies[currencyId]
  return { owed: currency?.owed ?? 0, supplyMax: currency?.row.supplyMax ?? 0 }
}

/** Refuses an unknown currency, or an amount that is not one. */
function isMovable(world: World, currencyId: number, amount: number): boolean {
  const isListed = world.currencies[currencyId] !== undefined
  if (isListed && isAmount(amount)) return true
  world.refuse(isListed ? 'amount.not_positive' : 'currency.unknown')
  return false
}

function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount > 0
}

function hasAvailable(
  world: World,
  accountId: number,
  currencyId: number,
  amount: number,
): boolean {
  const left = availableOf(world, accountId, currencyId)
  if (left >= amount) return true
  world.refuse('balance.insufficient', { needed: amount, available: left })
  return false
}

/** A rail pays out no more than the outside owes over it: custody stays at or below zero. */
function isOwedBy(world: World, accountId: number, currencyId: number, amount: number): boolean {
  if (!isCustodyAccount(accountId)) return true
  const owed = 0 - availableOf(world, accountId, currencyId)
  if (owed >= amount) return true
  world.refuse('balance.insufficient', { needed: amount, available: owed })
  return false
}

function isAccount(accountId: number): boolean {
  return Number.isSafeInteger(accountId) && accountId >= 1 && accountId <= accountIdMax
}

/** Whether the account can have money of its own: all but custody. */
function isHolder(accountId: number): boolean {
  return isAccount(accountId) && !isCustodyAccount(accountId)
}

function isHouse(accountId: number): boolean {
  return isAccount(accountId) && accountId < firstUserId
}

/** Whether a withdrawal's hold may stand on the account. */
function isUser(accountId: number): boolean {
  return isAccount(accountId) && isTraderAccount(accountId)
}
