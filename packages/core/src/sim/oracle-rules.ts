/** The oracle's listings: currencies, markets, states, charges, suspended accounts and epochs. */
import type {
  ListCurrency,
  MarketRules,
  ResumeAccount,
  SetMarket,
  SetMarketState,
  SetSchedule,
  SuspendAccount,
} from '../index.ts'
import {
  findCurrency,
  findMarket,
  isTradingAccount,
  isWhole,
  type Model,
  type ModelMarket,
  refuse,
} from './oracle-model.ts'

const supplyEverMax = 2 ** 52
const million = 1_000_000
const priceEverMax = 9e14

function isWithin(value: number, low: number, high: number): boolean {
  return isWhole(value) && value >= low && value <= high
}

function isName(text: string): boolean {
  return text.length > 0 && text.length <= 32
}

/** Applies a `list_currency`. */
export function listCurrencyInModel(model: Model, command: ListCurrency): void {
  const { currencyId, code, decimals, supplyMax } = command
  if (model.currencies.some((row) => row.currencyId === currencyId || row.code === code)) {
    return refuse(model, 'currency.already_listed')
  }
  const isGood =
    isWithin(currencyId, 1, 1023) &&
    isName(code) &&
    isWithin(decimals, 0, 12) &&
    isWithin(supplyMax, 1, supplyEverMax)
  if (!isGood) return refuse(model, 'currency.bad_rules')
  model.currencies.push({ currencyId, code, decimals, supplyMax })
  model.events.push({ kind: 'currency_listed', currencyId, code, decimals, supplyMax })
}

function areGoodRules(model: Model, rules: MarketRules, scale: bigint): boolean {
  const { tick, lot, notionalMin, quantityMax, priceMin, priceMax, referencePrice } = rules
  const amounts = [tick, lot, notionalMin, quantityMax, priceMin, priceMax, referencePrice]
  const rival = model.markets.find((market) => market.rules.symbol === rules.symbol)
  if (rival !== undefined && rival.rules.marketId !== rules.marketId) return false
  if (!isWithin(rules.marketId, 1, 1023) || !isName(rules.symbol)) return false
  if (rules.baseId === rules.quoteId) return false
  if (!amounts.every((amount) => isWithin(amount, 1, Number.MAX_SAFE_INTEGER))) return false
  return (
    BigInt(priceMin) * BigInt(lot) >= scale &&
    priceMin % tick === 0 &&
    quantityMax % lot === 0 &&
    priceMin <= referencePrice &&
    referencePrice <= priceMax &&
    priceMax <= priceEverMax &&
    isWithin(rules.buyBandPpm, million, 10 * million) &&
    isWithin(rules.sellBandPpm, 0, million) &&
    isWithin(rules.openOrdersMax, 1, million)
  )
}

/** Whether an open order could not be filled lot by lot under new rules. */
function strandsOrders(market: ModelMarket, rules: MarketRules): boolean {
  const lot = BigInt(rules.lot)
  return market.orders.some(
    (order) => order.remaining % lot !== 0n || order.price * lot < market.scale,
  )
}

/** Applies a `set_market`: lists a market, which starts halted, or changes the rules of a halted one. */
export function setMarketInModel(model: Model, command: SetMarket): void {
  const { kind: _, ...rules } = command
  const base = findCurrency(model, rules.baseId)
  if (base === undefined || findCurrency(model, rules.quoteId) === undefined) {
    return refuse(model, 'currency.unknown')
  }
  const scale = 10n ** BigInt(base.decimals)
  if (!areGoodRules(model, rules, scale)) return refuse(model, 'market.bad_rules')
  const market = findMarket(model, rules.marketId)
  if (market === undefined) {
    const state = 'halted'
    model.markets.push({ rules, state, lastPrice: null, tradeCount: 0, scale, orders: [] })
  } else {
    if (strandsOrders(market, rules)) return refuse(model, 'market.bad_rules')
    if (market.state !== 'halted') return refuse(model, 'market.not_halted')
    const { symbol, baseId, quoteId } = market.rules
    if (symbol !== rules.symbol || baseId !== rules.baseId || quoteId !== rules.quoteId) {
      return refuse(model, 'market.fixed_rules')
    }
    market.rules = rules
  }
  model.events.push({ ...rules, kind: 'market_set' })
}

/** Applies a `set_market_state`. */
export function setStateInModel(model: Model, { marketId, state }: SetMarketState): void {
  const market = findMarket(model, marketId)
  if (market === undefined) return refuse(model, 'market.unknown')
  if (!['open', 'cancel_only', 'halted'].includes(state)) return refuse(model, 'market.bad_rules')
  market.state = state
  model.events.push({ kind: 'market_state_set', marketId, state })
}

/** Applies a `set_schedule`. */
export function setScheduleInModel(model: Model, command: SetSchedule): void {
  const { kind: _, ...row } = command
  if (findMarket(model, row.marketId) === undefined) return refuse(model, 'market.unknown')
  const rateMax = row.base === 'gross' ? 50_000 : 250_000
  const isGood =
    isWithin(row.scheduleId, 1, 2 ** 31 - 1) &&
    isWithin(row.ratePpm, 0, rateMax) &&
    isWithin(row.from, 0, Number.MAX_SAFE_INTEGER) &&
    (row.chargeKind !== 'fee' || row.base !== 'fee')
  const isTaken = model.schedules.some(
    (other) =>
      other.scheduleId === row.scheduleId ||
      (other.marketId === row.marketId &&
        other.chargeKind === row.chargeKind &&
        other.payer === row.payer &&
        other.from === row.from),
  )
  if (!isGood || isTaken) return refuse(model, 'schedule.bad_rules')
  model.schedules.push(row)
  model.events.push({ ...row, kind: 'schedule_set' })
}

/** Applies a `suspend_account` or a `resume_account`. */
export function suspendInModel(model: Model, command: SuspendAccount | ResumeAccount): void {
  const { accountId } = command
  if (!isTradingAccount(accountId)) return refuse(model, 'account.not_a_user')
  if (command.kind === 'suspend_account') {
    model.suspended.add(accountId)
    model.events.push({ kind: 'account_suspended', accountId })
  } else {
    model.suspended.delete(accountId)
    model.events.push({ kind: 'account_resumed', accountId })
  }
}

/** Applies a `begin_epoch`; refuses one that is not later. */
export function beginEpochInModel(model: Model, epoch: number): void {
  if (!isWhole(epoch) || epoch <= model.epoch) {
    return refuse(model, 'epoch.not_next', { epoch: model.epoch })
  }
  model.epoch = epoch
  model.events.push({ kind: 'epoch_begun', epoch })
}
