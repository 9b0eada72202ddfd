/** Money that moves for another cause than a trade: rails, holds, grants, corrections. */
import { unitsMax, type CurrencyUnits } from '@tukar/money'
import { firstCustodyId, firstUserId, houseAccounts, lastCustodyId } from './accounts.ts'
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

/** A credit beyond the currency's bound goes to suspense, where a person decides. */
export function credit(world: World, command: Credit): void {
  const { accountId, currencyId, amount, railId } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isCustody(railId)) return world.refuse('account.not_house')
  if (isCustody(accountId)) return world.refuse('account.not_a_user')
  const owed = world.supply(currencyId)
  if (owed > unitsMax - amount) return world.refuse('balance.over_bound', { owed })
  const suspended = owed + amount > (world.currencies.get(currencyId)?.supplyMax ?? 0)
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount,
    from: { accountId: railId, bucket: 'available' },
    to: { accountId: suspended ? houseAccounts.suspense : accountId, bucket: 'available' },
    cause: command,
    suspended,
  })
}

export function debit(world: World, command: Debit): void {
  const { accountId, currencyId, amount, railId } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isCustody(railId)) return world.refuse('account.not_house')
  if (isCustody(accountId)) return world.refuse('account.not_a_user')
  if (!hasAvailable(world, accountId, currencyId, amount)) return
  if (!owesOutside(world, railId, currencyId, amount)) return
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount,
    from: { accountId, bucket: 'available' },
    to: { accountId: railId, bucket: 'available' },
    cause: command,
  })
}

export function hold(world: World, command: Hold): void {
  const { accountId, currencyId, amount } = command
  if (!isMovable(world, currencyId, amount)) return
  if (accountId < firstUserId) return world.refuse('account.not_a_user')
  if (world.suspended.has(accountId)) return world.refuse('account.suspended')
  if (!hasAvailable(world, accountId, currencyId, amount)) return
  world.lastHoldId += 1
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount,
    from: { accountId, bucket: 'available' },
    to: { accountId, bucket: 'held' },
    cause: command,
  })
  const { source } = command
  changeHold(world, { holdId: world.lastHoldId, accountId, currencyId, remaining: amount, source })
}

export function release(world: World, command: Release): void {
  const row = world.holds.get(command.holdId)
  if (row === undefined) return world.refuse('hold.unknown')
  const { accountId, currencyId, remaining } = row
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount: remaining,
    from: { accountId, bucket: 'held' },
    to: { accountId, bucket: 'available' },
    cause: command,
  })
  changeHold(world, { ...row, remaining: 0 as CurrencyUnits })
}

export function settle(world: World, command: Settle): void {
  const { holdId, amount, houseAccountId } = command
  const row = world.holds.get(holdId)
  if (row === undefined) return world.refuse('hold.unknown')
  if (!isMovable(world, row.currencyId, amount)) return
  if (houseAccountId >= firstUserId || houseAccountId < 1) return world.refuse('account.not_house')
  if (amount > row.remaining) return world.refuse('hold.insufficient', { remaining: row.remaining })
  if (!owesOutside(world, houseAccountId, row.currencyId, amount)) return
  move(world, {
    commandKind: command.kind,
    currencyId: row.currencyId,
    amount,
    from: { accountId: row.accountId, bucket: 'held' },
    to: { accountId: houseAccountId, bucket: 'available' },
    cause: command,
  })
  changeHold(world, { ...row, remaining: (row.remaining - amount) as CurrencyUnits })
}

/** What is no longer available is claimed: available never goes below zero. */
export function reverseCredit(world: World, command: ReverseCredit): void {
  const { accountId, currencyId, amount, railId } = command
  if (!isMovable(world, currencyId, amount)) return
  if (!isCustody(railId)) return world.refuse('account.not_house')
  if (accountId < firstUserId) return world.refuse('account.not_a_user')
  if (!owesOutside(world, railId, currencyId, amount)) return
  const available = world.ledger.available(accountId, currencyId)
  const taken = (available < amount ? available : amount) as CurrencyUnits
  const parts = [
    { bucket: 'available' as const, part: taken },
    { bucket: 'claim' as const, part: (amount - taken) as CurrencyUnits },
  ]
  for (const { bucket, part } of parts) {
    if (part === 0) continue
    move(world, {
      commandKind: command.kind,
      currencyId,
      amount: part,
      from: { accountId, bucket },
      to: { accountId: railId, bucket: 'available' },
      cause: command,
    })
  }
}

export function grant(world: World, command: Grant): void {
  const { accountId, currencyId, amount, houseAccountId } = command
  if (!isMovable(world, currencyId, amount)) return
  if (houseAccountId >= firstUserId || houseAccountId < 1 || isCustody(houseAccountId)) {
    return world.refuse('account.not_house')
  }
  if (isCustody(accountId) || accountId === houseAccountId)
    return world.refuse('account.not_a_user')
  if (!hasAvailable(world, houseAccountId, currencyId, amount)) return
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount,
    from: { accountId: houseAccountId, bucket: 'available' },
    to: { accountId, bucket: 'available' },
    cause: command,
  })
}

/** An operator's correction; custody takes part in it like any account, within its sign. */
export function adjust(world: World, command: Adjust): void {
  const { fromAccountId, toAccountId, currencyId, amount } = command
  if (!isMovable(world, currencyId, amount)) return
  if (fromAccountId === toAccountId || fromAccountId < 1 || toAccountId < 1) {
    return world.refuse('account.not_a_user')
  }
  if (isCustody(fromAccountId)) {
    const owed = world.supply(currencyId)
    if (owed > unitsMax - amount) return world.refuse('balance.over_bound', { owed })
  } else if (!hasAvailable(world, fromAccountId, currencyId, amount)) return
  if (!owesOutside(world, toAccountId, currencyId, amount)) return
  move(world, {
    commandKind: command.kind,
    currencyId,
    amount,
    from: { accountId: fromAccountId, bucket: 'available' },
    to: { accountId: toAccountId, bucket: 'available' },
    cause: command,
  })
}

function move(
  world: World,
  { commandKind, currencyId, amount, from, to, cause, suspended }: Move,
): void {
  const { ledger } = world
  const fromRow = ledger.row(from.accountId, currencyId)
  const toRow = ledger.row(to.accountId, currencyId)
  ledger.move(amount, fromRow, from.bucket, toRow, to.bucket)
  if (isCustody(from.accountId)) world.addSupply(currencyId, amount)
  if (isCustody(to.accountId)) world.addSupply(currencyId, -amount)
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
    suspended: suspended ?? false,
  })
}

function changeHold(world: World, row: HoldRow): void {
  world.setHold(row)
  world.emit({ kind: 'hold_changed', ...row })
}

/** Refuses an unknown currency or an amount that is not a positive amount. */
function isMovable(world: World, currencyId: number, amount: number): boolean {
  if (!world.currencies.has(currencyId)) {
    world.refuse('currency.unknown')
    return false
  }
  if (amount > 0 && amount <= unitsMax) return true
  world.refuse('amount.not_positive')
  return false
}

function hasAvailable(
  world: World,
  accountId: number,
  currencyId: number,
  amount: number,
): boolean {
  const available = world.ledger.available(accountId, currencyId)
  if (available >= amount) return true
  world.refuse('balance.insufficient', { needed: amount, available })
  return false
}

/** A rail pays out no more than the outside owes over it: custody stays at or below zero. */
function owesOutside(world: World, accountId: number, currencyId: number, amount: number): boolean {
  if (!isCustody(accountId)) return true
  const available = -world.ledger.available(accountId, currencyId)
  if (available >= amount) return true
  world.refuse('balance.insufficient', { needed: amount, available })
  return false
}

function isCustody(accountId: number): boolean {
  return accountId >= firstCustodyId && accountId <= lastCustodyId
}
