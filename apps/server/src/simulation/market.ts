/** A market as the market makers see it, and valid prices and quantities for its orders. */
import { type MarketStyle, styleOf } from './market-style.ts'
import type { Random } from './random.ts'

/** Properties of a listed market that the makers need, in the units of `SetMarket`. */
export type SimulatedMarket = {
  readonly marketId: number
  readonly symbol: string
  readonly baseId: number
  readonly quoteId: number
  readonly tick: number
  readonly lot: number
  readonly notionalMin: number
  readonly referencePrice: number
  /** Units of one whole base currency. */
  readonly baseScale: number
}

export type Side = 'buy' | 'sell'

/** Whether an order of this side at `price` has priority over one at `other`. */
export function isBetter(side: Side, price: number, other: number): boolean {
  return side === 'buy' ? price > other : price < other
}

/** The largest trade, as a multiple of the median. */
const sizeMax = 12
const minimumMargin = 1.5

/** A random quantity in whole lots: log-normal around the style's median, above the minimum. */
export function someQuantity(market: SimulatedMarket, price: number, random: Random): number {
  const { medianQuote } = styleOf(market.symbol)
  const factor = Math.min(Math.exp(random.normal() * 1.1), sizeMax)
  const quote = Math.max(medianQuote * factor, market.notionalMin * minimumMargin)
  const lots = Math.round((quote / price) * (market.baseScale / market.lot))
  return Math.max(lots, 1) * market.lot
}

/** The nearest price on the market's tick. */
export function onTick(market: SimulatedMarket, price: number): number {
  return Math.max(Math.round(price / market.tick), 1) * market.tick
}

/** The price at this fraction away from the fair price: lower for a buy, higher for a sell. */
export function priceAway(market: SimulatedMarket, side: Side, fair: number, part: number): number {
  return onTick(market, fair * (side === 'buy' ? 1 - part : 1 + part))
}

/** A random distance of a quote, as a fraction of the price; small distances are more frequent. */
export function someDistance(style: MarketStyle, random: Random): number {
  return style.halfSpread + style.depth * random.uniform() ** 2
}
