/**
 * The oracle's model: plain arrays and maps with amounts as bigint, searched linearly. It shares only the
 * names of commands and events with the core, so a fault goes unnoticed only if both have it.
 */
import type {
  ChargeSchedule,
  CoreEvent,
  CurrencyRow,
  MarketRules,
  MarketState,
  RefusalCode,
  Side,
} from '../index.ts'

export const largest = 9_007_199_254_740_991n

export type ModelBalance = {
  readonly accountId: number
  readonly currencyId: number
  available: bigint
  held: bigint
  claim: bigint
}

export type ModelOrder = {
  readonly orderId: number
  readonly accountId: number
  readonly marketId: number
  readonly side: Side
  readonly price: bigint
  remaining: bigint
}

export type ModelMarket = {
  rules: MarketRules
  state: MarketState
  lastPrice: bigint | null
  tradeCount: number
  readonly scale: bigint
  /** Open orders of both sides, oldest first. */
  orders: ModelOrder[]
}

export type ModelHold = {
  readonly holdId: number
  readonly accountId: number
  readonly currencyId: number
  readonly source: string
  remaining: bigint
}

export type Model = {
  time: number
  epoch: number
  lastOrderId: number
  lastHoldId: number
  readonly currencies: CurrencyRow[]
  readonly markets: ModelMarket[]
  readonly schedules: ChargeSchedule[]
  readonly suspended: Set<number>
  readonly balances: Map<number, ModelBalance>
  holds: ModelHold[]
  /** The events of the command that is being applied. */
  events: CoreEvent[]
  /** Balances that changed since the batch began. */
  readonly touched: Set<ModelBalance>
}

/** A model in which nothing is listed. */
export function createModel(): Model {
  return {
    time: 0,
    epoch: 0,
    lastOrderId: 0,
    lastHoldId: 0,
    currencies: [],
    markets: [],
    schedules: [],
    suspended: new Set(),
    balances: new Map(),
    holds: [],
    events: [],
    touched: new Set(),
  }
}

/** The balance of an account in a currency, made if it is new. */
export function balanceOf(model: Model, accountId: number, currencyId: number): ModelBalance {
  const key = accountId * 1024 + currencyId
  const known = model.balances.get(key)
  if (known !== undefined) return known
  const made = { accountId, currencyId, available: 0n, held: 0n, claim: 0n }
  model.balances.set(key, made)
  return made
}

/** The available amount; 0 for an unknown or invalid account. */
export function availableOf(model: Model, accountId: number, currencyId: number): bigint {
  if (!isWhole(accountId)) return 0n
  return model.balances.get(accountId * 1024 + currencyId)?.available ?? 0n
}

/** Adds to one bucket of a balance. */
export function change(
  model: Model,
  accountId: number,
  currencyId: number,
  bucket: 'available' | 'held' | 'claim',
  amount: bigint,
): void {
  const balance = balanceOf(model, accountId, currencyId)
  balance[bucket] += amount
  if (amount !== 0n) model.touched.add(balance)
}

/** The market of this id, if it is listed. */
export function findMarket(model: Model, marketId: number): ModelMarket | undefined {
  return model.markets.find((market) => market.rules.marketId === marketId)
}

/** The currency of this id, if it is listed. */
export function findCurrency(model: Model, currencyId: number): CurrencyRow | undefined {
  return model.currencies.find((currency) => currency.currencyId === currencyId)
}

/** The single event of a command that changes nothing. */
export function refuse(
  model: Model,
  code: RefusalCode,
  params: Readonly<Record<string, number>> = {},
): void {
  model.events.push({ kind: 'refused', code, params })
}

/** a × b / d, rounded up. */
export function ceiling(a: bigint, b: bigint, d: bigint): bigint {
  return (a * b + d - 1n) / d
}

/** Whether it is an integer within ±(2^53 − 1). */
export function isWhole(value: number): boolean {
  return Number.isSafeInteger(value)
}

/** Whether this is a custody account. */
export function isCustody(accountId: number): boolean {
  return accountId >= 100 && accountId <= 199
}

/** Whether the id can be an account's. */
export function isAccount(accountId: number): boolean {
  return isWhole(accountId) && accountId >= 1 && accountId <= 8_796_093_022_207
}

/** Whether the account may trade: users and market makers. */
export function isTradingAccount(accountId: number): boolean {
  return isAccount(accountId) && accountId >= 900
}
