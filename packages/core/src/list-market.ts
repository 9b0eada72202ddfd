/**
 * What operators decide: currencies, markets, their states, charges, suspended accounts, epochs. Each
 * function looks for refusals in the order of `refusalCodes`.
 */
import { powerOfTen } from '@tukar/money'
import { isTraderAccount } from './accounts.ts'
import { feeRatePpmMax, grossRatePpmMax } from './charges.ts'
import {
  chargeBases,
  chargeKinds,
  chargePayers,
  marketStates,
  type BeginEpoch,
  type ChargeSchedule,
  type ListCurrency,
  type MarketRules,
  type ResumeAccount,
  type SetMarket,
  type SetMarketState,
  type SetSchedule,
  type SuspendAccount,
} from './commands.ts'
import { idsPerAccount } from './layout.ts'
import { accountIdMax } from './ledger.ts'
import { areSoundRules, fitResting } from './market.ts'
import type { World } from './world.ts'

/** Half of 2^53: above it a credit still fits, and goes to suspense. */
const supplyEverMax = 4_503_599_627_370_496
const decimalsMax = 12
const nameMax = 32
/** Of an id in 32 bits, as tables keep it. */
const scheduleIdMax = 2_147_483_647

/** Lists a currency, once. */
export function listCurrency(world: World, command: ListCurrency): void {
  const { currencyId, code, decimals, supplyMax } = command
  const codes = [...world.listedCurrencies()].map((currency) => currency.row.code)
  if (world.currencies[currencyId] !== undefined || codes.includes(code)) {
    return world.refuse('currency.already_listed')
  }
  const isSound =
    isListId(currencyId) &&
    isName(code) &&
    isIntegerWithin(decimals, 0, decimalsMax) &&
    isIntegerWithin(supplyMax, 1, supplyEverMax)
  if (!isSound) return world.refuse('currency.bad_rules')
  world.addCurrency({ currencyId, code, decimals, supplyMax })
  world.emit({ kind: 'currency_listed', currencyId, code, decimals, supplyMax })
}

/** Lists a market, halted, or changes the rules of a halted one. */
export function setMarket(world: World, command: SetMarket): void {
  const { kind: _, ...rules } = command
  const base = world.currencies[rules.baseId]
  const quote = world.currencies[rules.quoteId]
  if (base === undefined || quote === undefined) return world.refuse('currency.unknown')
  if (!isNamedSoundly(world, rules) || !areSoundRules(rules, powerOfTen(base.row.decimals))) {
    return world.refuse('market.bad_rules')
  }
  const market = world.markets[rules.marketId]
  if (market === undefined) {
    world.addMarket({ ...rules, state: 'halted', lastPrice: null, tradeCount: 0 })
  } else {
    if (!fitResting(market, rules, world.pool)) return world.refuse('market.bad_rules')
    if (market.state !== 'halted') return world.refuse('market.not_halted')
    const { symbol, baseId, quoteId } = market.rules
    if (rules.symbol !== symbol || rules.baseId !== baseId || rules.quoteId !== quoteId) {
      return world.refuse('market.fixed_rules')
    }
    market.changeRules(rules, world.hasher)
  }
  world.emit({ ...rules, kind: 'market_set' })
}

/** Whether id and symbol are names that no other market has. */
function isNamedSoundly(world: World, { marketId, symbol, baseId, quoteId }: MarketRules): boolean {
  if (!isListId(marketId) || !isName(symbol) || baseId === quoteId) return false
  for (const { rules } of world.listedMarkets()) {
    if (rules.symbol === symbol && rules.marketId !== marketId) return false
  }
  return true
}

/** Opens, halts or closes a market for new orders; the state that it has already is no fault. */
export function setMarketState(world: World, { marketId, state }: SetMarketState): void {
  const market = world.markets[marketId]
  if (market === undefined) return world.refuse('market.unknown')
  if (!marketStates.includes(state)) return world.refuse('market.bad_rules')
  market.changeState(state)
  world.emit({ kind: 'market_state_set', marketId, state })
}

/** Adds a dated charge; it applies to fills from its date, never to what is past. */
export function setSchedule(world: World, command: SetSchedule): void {
  const { kind: _, ...row } = command
  if (world.markets[row.marketId] === undefined) return world.refuse('market.unknown')
  const isSound =
    isIntegerWithin(row.scheduleId, 1, scheduleIdMax) &&
    chargeKinds.includes(row.chargeKind) &&
    chargePayers.includes(row.payer) &&
    chargeBases.includes(row.base) &&
    !(row.chargeKind === 'fee' && row.base === 'fee') &&
    isIntegerWithin(row.ratePpm, 0, row.base === 'gross' ? grossRatePpmMax : feeRatePpmMax) &&
    isIntegerWithin(row.from, 0, Number.MAX_SAFE_INTEGER)
  if (!isSound || isRepeated(world, row)) return world.refuse('schedule.bad_rules')
  world.addSchedule(row)
  world.emit({ ...row, kind: 'schedule_set' })
}

/** Whether a row has this id already, or speaks of the same charge from the same moment. */
function isRepeated(world: World, row: ChargeSchedule): boolean {
  if (world.schedules.has(row.scheduleId)) return true
  for (const other of world.schedules.values()) {
    const isSameCharge =
      other.marketId === row.marketId &&
      other.chargeKind === row.chargeKind &&
      other.payer === row.payer
    if (isSameCharge && other.from === row.from) return true
  }
  return false
}

/** Suspends an account; one that is suspended stays so. */
export function suspendAccount(world: World, { accountId }: SuspendAccount): void {
  if (!isTrader(accountId)) return world.refuse('account.not_a_user')
  world.setSuspended(accountId, true)
  world.emit({ kind: 'account_suspended', accountId })
}

/** Ends a suspension; an account without one stays so. */
export function resumeAccount(world: World, { accountId }: ResumeAccount): void {
  if (!isTrader(accountId)) return world.refuse('account.not_a_user')
  world.setSuspended(accountId, false)
  world.emit({ kind: 'account_resumed', accountId })
}

/** An epoch is above the last one; it need not be the next, so a lost race leaves no trace. */
export function beginEpoch(world: World, { epoch }: BeginEpoch): void {
  if (!isIntegerWithin(epoch, world.epoch + 1, Number.MAX_SAFE_INTEGER)) {
    return world.refuse('epoch.not_next', { epoch: world.epoch })
  }
  world.epoch = epoch
  world.emit({ kind: 'epoch_begun', epoch })
}

function isTrader(accountId: number): boolean {
  return isIntegerWithin(accountId, 1, accountIdMax) && isTraderAccount(accountId)
}

function isListId(id: number): boolean {
  return isIntegerWithin(id, 1, idsPerAccount - 1)
}

function isName(name: string): boolean {
  return name.length >= 1 && name.length <= nameMax
}

function isIntegerWithin(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}
