/** Money in the oracle: rails, holds, grants and corrections. Each checks its refusals in order. */
import { currencyUnits as units } from '@tukar/money'
import type {
  Adjust,
  Bucket,
  Cause,
  Command,
  Credit,
  Debit,
  Grant,
  Hold,
  Release,
  ReverseCredit,
  Settle,
} from '../index.ts'
import {
  availableOf,
  balanceOf,
  change,
  findCurrency,
  isAccount,
  isCustody,
  isTradingAccount,
  isWhole,
  largest,
  type Model,
  type ModelHold,
  refuse,
} from './oracle-model.ts'

const suspenseId = 7
const firstUserId = 1001

type Place = readonly [accountId: number, bucket: Bucket]

function transfer(
  model: Model,
  command: Command & Cause,
  currencyId: number,
  amount: bigint,
  [fromAccountId, fromBucket]: Place,
  [toAccountId, toBucket]: Place,
  suspended = false,
): void {
  if (amount === 0n) return
  change(model, fromAccountId, currencyId, fromBucket, -amount)
  change(model, toAccountId, currencyId, toBucket, amount)
  const { kind: commandKind, reason, source } = command
  model.events.push({
    kind: 'transferred',
    commandKind,
    currencyId,
    amount: units(Number(amount)),
    fromAccountId,
    fromBucket,
    toAccountId,
    toBucket,
    reason,
    source,
    suspended,
  })
}

/** How much of a currency the exchange owes, summed again. */
function sumOwed(model: Model, currencyId: number): bigint {
  let owed = 0n
  for (const balance of model.balances.values()) {
    if (balance.currencyId !== currencyId || isCustody(balance.accountId)) continue
    owed += balance.available + balance.held
  }
  return owed
}

function isRefusedAmount(model: Model, currencyId: number, amount: number): boolean {
  if (findCurrency(model, currencyId) === undefined) refuse(model, 'currency.unknown')
  else if (!isWhole(amount) || amount <= 0) refuse(model, 'amount.not_positive')
  else return false
  return true
}

/** Whether the account lacks the amount. A custody account lacks what did not come in over its rail. */
function isLacking(model: Model, accountId: number, currencyId: number, amount: number): boolean {
  const available = availableOf(model, accountId, currencyId)
  if (available >= BigInt(amount)) return false
  refuse(model, 'balance.insufficient', { needed: amount, available: Number(available) })
  return true
}

function isRailShort(model: Model, railId: number, currencyId: number, amount: number): boolean {
  const owed = -availableOf(model, railId, currencyId)
  if (!isCustody(railId) || owed >= BigInt(amount)) return false
  refuse(model, 'balance.insufficient', { needed: amount, available: Number(owed) })
  return true
}

/** Whether the ends of a rail movement are invalid: they must be a holder's account and a custody account. */
function areRefusedEnds(model: Model, accountId: number, railId: number): boolean {
  if (!isAccount(accountId) || isCustody(accountId)) refuse(model, 'account.not_a_user')
  else if (!isCustody(railId)) refuse(model, 'account.not_house')
  else return false
  return true
}

/** Applies a `credit`: money that arrived over a rail; what exceeds the bound goes to suspense. */
export function creditInModel(model: Model, command: Credit): void {
  const { accountId, currencyId, railId } = command
  if (isRefusedAmount(model, currencyId, command.amount)) return
  if (areRefusedEnds(model, accountId, railId)) return
  const amount = BigInt(command.amount)
  const claimed = -balanceOf(model, accountId, currencyId).claim
  const covered = claimed < amount ? claimed : amount
  const rest = amount - covered
  const owed = sumOwed(model, currencyId)
  const supplyMax = findCurrency(model, currencyId)?.supplyMax ?? 0
  if (owed + rest > largest) {
    return refuse(model, 'balance.over_bound', { owed: Number(owed), supplyMax })
  }
  transfer(model, command, currencyId, covered, [railId, 'available'], [accountId, 'claim'])
  const isOver = owed + rest > BigInt(supplyMax)
  const to: Place = [isOver ? suspenseId : accountId, 'available']
  transfer(model, command, currencyId, rest, [railId, 'available'], to, isOver)
}

/** Applies a `debit`: available money leaves over a rail. */
export function debitInModel(model: Model, command: Debit): void {
  const { accountId, currencyId, amount, railId } = command
  if (isRefusedAmount(model, currencyId, amount)) return
  if (areRefusedEnds(model, accountId, railId)) return
  if (isLacking(model, accountId, currencyId, amount)) return
  if (isRailShort(model, railId, currencyId, amount)) return
  const to: Place = [railId, 'available']
  transfer(model, command, currencyId, BigInt(amount), [accountId, 'available'], to)
}

/** Applies a `reverse_credit`: what is no longer available becomes a claim. */
export function reverseInModel(model: Model, command: ReverseCredit): void {
  const { accountId, currencyId, amount, railId } = command
  if (isRefusedAmount(model, currencyId, amount)) return
  if (areRefusedEnds(model, accountId, railId)) return
  if (isRailShort(model, railId, currencyId, amount)) return
  const requested = BigInt(amount)
  const own = availableOf(model, accountId, currencyId)
  const taken = own < requested ? own : requested
  const to: Place = [railId, 'available']
  transfer(model, command, currencyId, taken, [accountId, 'available'], to)
  transfer(model, command, currencyId, requested - taken, [accountId, 'claim'], to)
}

/** Applies a `grant`: from a house account to a user. */
export function grantInModel(model: Model, command: Grant): void {
  const { accountId, currencyId, amount, houseAccountId } = command
  if (isRefusedAmount(model, currencyId, amount)) return
  if (!isAccount(accountId) || isCustody(accountId) || accountId === houseAccountId) {
    return refuse(model, 'account.not_a_user')
  }
  const isHouseAccount = isAccount(houseAccountId) && houseAccountId < firstUserId
  if (!isHouseAccount || isCustody(houseAccountId)) return refuse(model, 'account.not_house')
  if (isLacking(model, houseAccountId, currencyId, amount)) return
  if (houseAccountId === suspenseId) {
    const supplyMax = findCurrency(model, currencyId)?.supplyMax ?? 0
    const owed = sumOwed(model, currencyId)
    const withIt = owed - availableOf(model, suspenseId, currencyId) + BigInt(amount)
    if (withIt > BigInt(supplyMax)) {
      return refuse(model, 'balance.over_bound', { owed: Number(owed), supplyMax })
    }
  }
  const from: Place = [houseAccountId, 'available']
  transfer(model, command, currencyId, BigInt(amount), from, [accountId, 'available'])
}

/** Applies an `adjust`: from one account to another. */
export function adjustInModel(model: Model, command: Adjust): void {
  const { fromAccountId, toAccountId, currencyId, amount } = command
  if (isRefusedAmount(model, currencyId, amount)) return
  if (!isAccount(fromAccountId) || !isAccount(toAccountId) || fromAccountId === toAccountId) {
    return refuse(model, 'account.not_a_user')
  }
  const isMinted = isCustody(fromAccountId) && !isCustody(toAccountId)
  if (!isCustody(fromAccountId) && isLacking(model, fromAccountId, currencyId, amount)) return
  if (isRailShort(model, toAccountId, currencyId, amount)) return
  const supplyMax = findCurrency(model, currencyId)?.supplyMax ?? 0
  const owed = sumOwed(model, currencyId)
  if (isMinted && owed + BigInt(amount) > BigInt(supplyMax)) {
    return refuse(model, 'balance.over_bound', { owed: Number(owed), supplyMax })
  }
  const to: Place = [toAccountId, 'available']
  transfer(model, command, currencyId, BigInt(amount), [fromAccountId, 'available'], to)
}

function emitHold(model: Model, hold: ModelHold): void {
  model.holds = model.holds.filter((open) => open.remaining > 0n)
  const { holdId, accountId, currencyId, source } = hold
  const remaining = units(Number(hold.remaining))
  model.events.push({ kind: 'hold_changed', holdId, accountId, currencyId, remaining, source })
}

/** Applies a `hold`: holds part of what is available. */
export function holdInModel(model: Model, command: Hold): void {
  const { accountId, currencyId, amount, source } = command
  if (model.suspended.has(accountId)) return refuse(model, 'account.suspended')
  if (isRefusedAmount(model, currencyId, amount)) return
  if (!isTradingAccount(accountId)) return refuse(model, 'account.not_a_user')
  if (isLacking(model, accountId, currencyId, amount)) return
  const remaining = BigInt(amount)
  model.lastHoldId += 1
  const hold = { holdId: model.lastHoldId, accountId, currencyId, source, remaining }
  model.holds.push(hold)
  transfer(model, command, currencyId, remaining, [accountId, 'available'], [accountId, 'held'])
  emitHold(model, hold)
}

/** Applies a `release`: the rest of a hold becomes available again. */
export function releaseInModel(model: Model, command: Release): void {
  const hold = model.holds.find((open) => open.holdId === command.holdId)
  if (hold === undefined) return refuse(model, 'hold.unknown')
  const { accountId, currencyId, remaining } = hold
  transfer(model, command, currencyId, remaining, [accountId, 'held'], [accountId, 'available'])
  hold.remaining = 0n
  emitHold(model, hold)
}

/** Applies a `settle`: part of a hold goes to a house account. */
export function settleInModel(model: Model, command: Settle): void {
  const { holdId, amount, houseAccountId } = command
  if (!isWhole(amount) || amount <= 0) return refuse(model, 'amount.not_positive')
  if (!isAccount(houseAccountId) || houseAccountId >= firstUserId) {
    return refuse(model, 'account.not_house')
  }
  const hold = model.holds.find((open) => open.holdId === holdId)
  if (hold === undefined) return refuse(model, 'hold.unknown')
  const { accountId, currencyId, remaining } = hold
  if (isRailShort(model, houseAccountId, currencyId, amount)) return
  if (BigInt(amount) > remaining) {
    return refuse(model, 'hold.insufficient', { remaining: Number(remaining) })
  }
  const to: Place = [houseAccountId, 'available']
  transfer(model, command, currencyId, BigInt(amount), [accountId, 'held'], to)
  hold.remaining -= BigInt(amount)
  emitHold(model, hold)
}
