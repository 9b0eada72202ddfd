/**
 * Commands of operators: currencies, markets, market states, charges, suspended accounts, epochs. Each
 * function checks refusals in the order of `refusalCodes`.
 */
import { powerOfTen } from '@tukar/money'
import { isTradingAccount } from './accounts.ts'
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
import { idsPerAccount } from './state/layout.ts'
import { accountIdMax } from './state/ledger.ts'
import { areSoundRules, fitResting } from './state/market.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/** Half of 2^53: a credit above it can still be represented, and goes to suspense. */
const supplyEverMax = 4_503_599_627_370_496
const decimalsMax = 12
const nameMax = 32
/** The largest id of a 32-bit column. */
const scheduleIdMax = 2_147_483_647

/** Lists a currency. */
export function listCurrency(state: ExchangeState, command: ListCurrency): void {
  const { currencyId, code, decimals, supplyMax } = command
  const codes = [...state.listedCurrencies()].map((currency) => currency.row.code)
  if (state.currencies[currencyId] !== undefined || codes.includes(code)) {
    return state.refuse('currency.already_listed')
  }
  const isSound =
    isListId(currencyId) &&
    isName(code) &&
    isIntegerWithin(decimals, 0, decimalsMax) &&
    isIntegerWithin(supplyMax, 1, supplyEverMax)
  if (!isSound) return state.refuse('currency.bad_rules')
  state.addCurrency({ currencyId, code, decimals, supplyMax })
  state.emit({ kind: 'currency_listed', currencyId, code, decimals, supplyMax })
}

/** Lists a market, halted, or changes the rules of a halted one. */
export function setMarket(state: ExchangeState, command: SetMarket): void {
  const { kind: _, ...rules } = command
  const base = state.currencies[rules.baseId]
  const quote = state.currencies[rules.quoteId]
  if (base === undefined || quote === undefined) return state.refuse('currency.unknown')
  if (!isNamedSoundly(state, rules) || !areSoundRules(rules, powerOfTen(base.row.decimals))) {
    return state.refuse('market.bad_rules')
  }
  const market = state.markets[rules.marketId]
  if (market === undefined) {
    state.addMarket({ ...rules, state: 'halted', lastPrice: null, tradeCount: 0 })
  } else {
    if (!fitResting(market, rules, state.pool)) return state.refuse('market.bad_rules')
    if (market.state !== 'halted') return state.refuse('market.not_halted')
    const { symbol, baseId, quoteId } = market.rules
    if (rules.symbol !== symbol || rules.baseId !== baseId || rules.quoteId !== quoteId) {
      return state.refuse('market.fixed_rules')
    }
    market.changeRules(rules, state.hasher)
  }
  state.emit({ ...rules, kind: 'market_set' })
}

/** Whether no other market has this id or symbol. */
function isNamedSoundly(
  state: ExchangeState,
  { marketId, symbol, baseId, quoteId }: MarketRules,
): boolean {
  if (!isListId(marketId) || !isName(symbol) || baseId === quoteId) return false
  for (const { rules } of state.listedMarkets()) {
    if (rules.symbol === symbol && rules.marketId !== marketId) return false
  }
  return true
}

/** Sets the state of a market; setting the current state again is allowed. */
export function setMarketState(state: ExchangeState, command: SetMarketState): void {
  const { marketId, state: marketState } = command
  const market = state.markets[marketId]
  if (market === undefined) return state.refuse('market.unknown')
  if (!marketStates.includes(marketState)) return state.refuse('market.bad_rules')
  market.changeState(marketState)
  state.emit({ kind: 'market_state_set', marketId, state: marketState })
}

/** Adds a dated charge; it applies to fills from its date on, never to earlier ones. */
export function setSchedule(state: ExchangeState, command: SetSchedule): void {
  const { kind: _, ...row } = command
  if (state.markets[row.marketId] === undefined) return state.refuse('market.unknown')
  const isSound =
    isIntegerWithin(row.scheduleId, 1, scheduleIdMax) &&
    chargeKinds.includes(row.chargeKind) &&
    chargePayers.includes(row.payer) &&
    chargeBases.includes(row.base) &&
    !(row.chargeKind === 'fee' && row.base === 'fee') &&
    isIntegerWithin(row.ratePpm, 0, row.base === 'gross' ? grossRatePpmMax : feeRatePpmMax) &&
    isIntegerWithin(row.from, 0, Number.MAX_SAFE_INTEGER)
  if (!isSound || isRepeated(state, row)) return state.refuse('schedule.bad_rules')
  state.addSchedule(row)
  state.emit({ ...row, kind: 'schedule_set' })
}

/** Whether a schedule has this id already, or covers the same charge from the same date. */
function isRepeated(state: ExchangeState, row: ChargeSchedule): boolean {
  if (state.schedules.has(row.scheduleId)) return true
  for (const other of state.schedules.values()) {
    const isSameCharge =
      other.marketId === row.marketId &&
      other.chargeKind === row.chargeKind &&
      other.payer === row.payer
    if (isSameCharge && other.from === row.from) return true
  }
  return false
}

/** Suspends an account; one that is suspended stays so. */
export function suspendAccount(state: ExchangeState, { accountId }: SuspendAccount): void {
  if (!isValidTradingAccount(accountId)) return state.refuse('account.not_a_user')
  state.setSuspended(accountId, true)
  state.emit({ kind: 'account_suspended', accountId })
}

/** Ends a suspension; an account without one stays so. */
export function resumeAccount(state: ExchangeState, { accountId }: ResumeAccount): void {
  if (!isValidTradingAccount(accountId)) return state.refuse('account.not_a_user')
  state.setSuspended(accountId, false)
  state.emit({ kind: 'account_resumed', accountId })
}

/** An epoch is above the last one; it need not be the next, so a lost race leaves no trace. */
export function beginEpoch(state: ExchangeState, { epoch }: BeginEpoch): void {
  if (!isIntegerWithin(epoch, state.epoch + 1, Number.MAX_SAFE_INTEGER)) {
    return state.refuse('epoch.not_next', { epoch: state.epoch })
  }
  state.epoch = epoch
  state.emit({ kind: 'epoch_begun', epoch })
}

function isValidTradingAccount(accountId: number): boolean {
  return isIntegerWithin(accountId, 1, accountIdMax) && isTradingAccount(accountId)
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
