/** The markets: their rules, their state, what they remember of the last trade, and their books. */
import {
  divFloor,
  mulDivFloor,
  type CurrencyUnits,
  type OrderLimits,
  type PriceUnits,
} from '@tukar/money'
import { BookSide } from './book-side.ts'
import type { MarketRules, MarketState, Side } from './commands.ts'
import type { OrderPool } from './order-pool.ts'
import type { MarketRow } from './state.ts'
import { type HashSum, hashKinds } from './state-hash.ts'

export class Market {
  rules: MarketRules
  limits: OrderLimits
  state: MarketState
  lastPrice: PriceUnits | null
  tradeCount: number
  readonly baseScale: number
  readonly buys: BookSide
  readonly sells: BookSide

  constructor(row: MarketRow, baseScale: number, pool: OrderPool) {
    this.rules = rulesOf(row)
    this.baseScale = baseScale
    this.state = row.state
    this.lastPrice = row.lastPrice
    this.tradeCount = row.tradeCount
    this.limits = this.#limits()
    this.buys = new BookSide(pool, 'buy')
    this.sells = new BookSide(pool, 'sell')
  }

  side(side: Side): BookSide {
    return side === 'buy' ? this.buys : this.sells
  }

  /** Counts a trade; its price is the reference of the band from now on. */
  tradedAt(price: PriceUnits): number {
    this.tradeCount += 1
    if (this.lastPrice !== price) {
      this.lastPrice = price
      this.limits = this.#limits()
    }
    return this.tradeCount
  }

  changeRules(rules: MarketRules): void {
    this.rules = rulesOf(rules)
    this.limits = this.#limits()
  }

  row(): MarketRow {
    const { rules, state, lastPrice, tradeCount } = this
    return { ...rules, state, lastPrice, tradeCount }
  }

  /** Begins this market's contribution to the state hash. */
  mix(hash: HashSum): HashSum {
    const { rules } = this
    hash.begin(hashKinds.market).with(rules.marketId).withText(rules.symbol)
    hash.with(rules.baseId).with(rules.quoteId).with(rules.tick).with(rules.lot)
    hash.with(rules.notionalMin).with(rules.quantityMax).with(rules.priceMin).with(rules.priceMax)
    hash.with(rules.referencePrice).with(rules.buyBandPpm).with(rules.sellBandPpm)
    hash.with(rules.openOrdersMax).withText(this.state)
    return hash.with(this.lastPrice ?? 0).with(this.tradeCount)
  }

  #limits(): OrderLimits {
    const { rules, baseScale } = this
    return { ...rules, baseScale, reference: this.lastPrice ?? rules.referencePrice }
  }
}

function rulesOf(rules: MarketRules): MarketRules {
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

/** Whether rules can stand: nothing zero, bounds in order, and no fill of one lot that is worth nothing. */
export function areSoundRules(rules: MarketRules, baseScale: number): boolean {
  const { tick, lot, priceMin, priceMax, referencePrice } = rules
  const positive = [tick, lot, rules.notionalMin, rules.quantityMax, priceMin, rules.openOrdersMax]
  return (
    positive.every((value) => value > 0) &&
    rules.baseId !== rules.quoteId &&
    priceMin <= referencePrice &&
    referencePrice <= priceMax &&
    priceMax <= priceEverMax &&
    rules.quantityMax <= quantityEverMax &&
    priceMin - tick * divFloor(priceMin, tick) === 0 &&
    mulDivFloor(priceMin, lot, baseScale) >= 1 &&
    rules.buyBandPpm >= 1_000_000 &&
    rules.sellBandPpm >= 0 &&
    rules.sellBandPpm <= 1_000_000
  )
}

/** Ten times the highest price stays below 2^53, so the far band is exact. */
const priceEverMax = 900_000_000_000_000
/** Thousands of orders of the largest size add up below 2^53 at one price. */
const quantityEverMax = 100_000_000_000_000

/** The value of an amount of a market's base at a price, in quote units, rounded down. */
export function valueAt(
  amount: CurrencyUnits,
  price: PriceUnits,
  baseScale: number,
): CurrencyUnits {
  return mulDivFloor(amount, price, baseScale) as CurrencyUnits
}
