/** A market: its rules, its state, its last price and trade count, and its order book. */
import {
  fillQuote,
  isMultiple,
  outOfRange,
  type PriceBand,
  priceBand,
  type PriceUnits,
} from '@tukar/money'
import { BookSide } from './book-side.ts'
import type { ActiveCharges } from '../charges.ts'
import { type MarketRules, type MarketState, marketStates, type Side } from '../commands.ts'
import { noRecord } from './layout.ts'
import type { OrderPool } from './order-pool.ts'
import type { Records } from './records.ts'
import type { MarketRow } from './state-rows.ts'
import { hashKinds, type StateHasher } from './state-hash.ts'

export class Market {
  rules: MarketRules
  state: MarketState
  lastPrice: PriceUnits | null
  tradeCount: number
  /** 10 to the power of the base currency's decimals. */
  readonly baseScale: number
  readonly buys: BookSide
  readonly sells: BookSide
  /** The charges that apply now; null if they must be found again. */
  charges: ActiveCharges | null = null
  /** The markets that give the rupiah price of the base and of the quote currency, if there are any. */
  baseRupiah: Market | null = null
  quoteRupiah: Market | null = null
  /** Whether the fields that change with trades differ from what the state hash covers. */
  isTouched = true
  private buyBand: PriceBand | null = null
  private sellBand: PriceBand | null = null
  /** What this market contributes to the state hash: its rules, and the fields that change with trades. */
  private readonly hashed = new Int32Array(4)

  constructor(row: MarketRow, baseScale: number, records: Records) {
    this.rules = toRules(row)
    this.baseScale = baseScale
    this.state = row.state
    this.lastPrice = row.lastPrice
    this.tradeCount = row.tradeCount
    this.buys = new BookSide(records, 'buy', row.tick)
    this.sells = new BookSide(records, 'sell', row.tick)
  }

  /** The side on which sells or buys rest. */
  sideOf(isSell: boolean): BookSide {
    return isSell ? this.sells : this.buys
  }

  /** The prices that orders of a side may have now. */
  band(side: Side): PriceBand {
    const reference = this.lastPrice ?? this.rules.referencePrice
    if (side === 'buy') return (this.buyBand ??= priceBand(this.rules, reference, side))
    return (this.sellBand ??= priceBand(this.rules, reference, side))
  }

  /** Counts a trade; its price becomes the reference of the price band. */
  tradedAt(price: PriceUnits): void {
    this.tradeCount += 1
    this.isTouched = true
    if (this.lastPrice === price) return
    this.lastPrice = price
    this.forgetBands()
  }

  changeState(state: MarketState): void {
    this.state = state
    this.isTouched = true
  }

  changeRules(rules: MarketRules, hasher: StateHasher): void {
    this.rules = toRules(rules)
    this.forgetBands()
    this.hashRules(hasher)
  }

  /** Replaces the rules in the state hash. */
  hashRules(hasher: StateHasher): void {
    const { rules } = this
    hasher.begin(hashKinds.marketRules).with(rules.marketId).withText(rules.symbol)
    hasher.with(rules.baseId).with(rules.quoteId).with(rules.tick).with(rules.lot)
    hasher.with(rules.notionalMin).with(rules.quantityMax)
    hasher.with(rules.priceMin).with(rules.priceMax).with(rules.referencePrice)
    hasher.with(rules.buyBandPpm).with(rules.sellBandPpm).with(rules.openOrdersMax)
    hasher.replace(this.hashed, 0)
  }

  /** Replaces the fields that change with trades in the state hash. */
  updateHash(hasher: StateHasher): void {
    this.isTouched = false
    hasher.begin(hashKinds.market).with(this.rules.marketId).with(marketStates.indexOf(this.state))
    hasher
      .with(this.lastPrice ?? 0)
      .with(this.tradeCount)
      .replace(this.hashed, 2)
  }

  row(): MarketRow {
    const { rules, state, lastPrice, tradeCount } = this
    return { ...rules, state, lastPrice, tradeCount }
  }

  private forgetBands(): void {
    this.buyBand = null
    this.sellBand = null
  }
}

function toRules(rules: MarketRules): MarketRules {
  const { marketId, symbol, baseId, quoteId, tick, lot, notionalMin, quantityMax } = rules
  const { priceMin, priceMax, referencePrice, buyBandPpm, sellBandPpm, openOrdersMax } = rules
  return {
    marketId,
    symbol,
    baseId,
    quoteId,
    tick,
    lot,
    notionalMin,
    quantityMax,
    priceMin,
    priceMax,
    referencePrice,
    buyBandPpm,
    sellBandPpm,
    openOrdersMax,
  }
}

/** Ten times the highest price stays below 2^53, so the far band is exact. */
const priceEverMax = 900_000_000_000_000
const openOrdersEverMax = 1_000_000
const bandPpmUnit = 1_000_000
const bandPpmMax = 10_000_000

/**
 * Whether rules are valid: nothing is zero, bounds are in order, and a fill of one lot is worth at least one
 * unit.
 */
export function areSoundRules(rules: MarketRules, baseScale: number): boolean {
  const { tick, lot, priceMin, priceMax, referencePrice, buyBandPpm, sellBandPpm } = rules
  const { notionalMin, quantityMax, openOrdersMax } = rules
  const counts = [tick, lot, notionalMin, quantityMax, priceMin, priceMax, referencePrice]
  const lotValue = fillQuote(priceMin, lot, baseScale)
  return (
    counts.every((count) => Number.isSafeInteger(count) && count > 0) &&
    [buyBandPpm, sellBandPpm, openOrdersMax].every(Number.isSafeInteger) &&
    priceMin <= referencePrice &&
    referencePrice <= priceMax &&
    priceMax <= priceEverMax &&
    isMultiple(priceMin, tick) &&
    isMultiple(quantityMax, lot) &&
    (lotValue >= 1 || lotValue === outOfRange) &&
    buyBandPpm >= bandPpmUnit &&
    buyBandPpm <= bandPpmMax &&
    sellBandPpm >= 0 &&
    sellBandPpm <= bandPpmUnit &&
    openOrdersMax >= 1 &&
    openOrdersMax <= openOrdersEverMax
  )
}

/**
 * Whether every resting order fits new rules: its quantity is a multiple of the new lot, and each lot is
 * worth at least one quote unit, so that no fill is free. A new tick applies to new orders only.
 */
export function fitResting(market: Market, rules: MarketRules, pool: OrderPool): boolean {
  for (const side of [market.buys, market.sells]) {
    for (let slot = side.best(); slot !== noRecord; slot = side.after(slot)) {
      const value = pool.price(slot) * rules.lot
      if (!isMultiple(pool.remaining(slot), rules.lot) || value < market.baseScale) return false
    }
  }
  return true
}
