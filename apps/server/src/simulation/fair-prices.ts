/**
 * The fair price of each market: a random walk with mean reversion to the reference price, so that months of
 * simulation stay plausible. The price of a market between two currencies with rupiah markets follows from
 * those two markets.
 */
import type { SimulatedMarket } from './market.ts'
import { styleOf } from './market-style.ts'
import type { Random } from './random.ts'

export type FairPrices = {
  /** Advances all prices by so many minutes. */
  advance(minutes: number): void
  /** The fair price in price units, not rounded to a tick. */
  priceOf(market: SimulatedMarket): number
}

/** Minutes in which half of a deviation reverts. */
const halfLifeMinutes = 1_440
/** Maximum deviation of the walk from the reference, as a logarithm. */
const strayMax = 0.15

/**
 * Fair prices that start at the current prices of the markets.
 *
 * @param lastPriceOf the price of the last trade; null where there was none
 */
export function createFairPrices(
  markets: readonly SimulatedMarket[],
  lastPriceOf: (marketId: number) => number | null,
  random: Random,
): FairPrices {
  const strays = new Map<number, number>()
  for (const { marketId, referencePrice } of markets) {
    const last = lastPriceOf(marketId) ?? referencePrice
    strays.set(marketId, Math.log(last / referencePrice))
  }
  const priceOf = (market: SimulatedMarket): number =>
    market.referencePrice * Math.exp(strays.get(market.marketId) ?? 0)
  return {
    advance(minutes) {
      const kept = 0.5 ** (minutes / halfLifeMinutes)
      for (const { marketId, symbol } of markets) {
        const step = styleOf(symbol).volatility * Math.sqrt(minutes) * random.normal()
        const stray = (strays.get(marketId) ?? 0) * kept + step
        strays.set(marketId, Math.max(-strayMax, Math.min(strayMax, stray)))
      }
    },
    priceOf(market) {
      const parts = crossOf(market, markets)
      if (parts === null) return priceOf(market)
      // The references of both markets are consistent, so that the cross price moves with the ratio of the
      // two walks.
      const moved = (part: SimulatedMarket): number => priceOf(part) / part.referencePrice
      return (market.referencePrice * moved(parts.base)) / moved(parts.quote)
    },
  }
}

/** The rupiah markets of both currencies; null where the market has its own walk. */
function crossOf(
  market: SimulatedMarket,
  markets: readonly SimulatedMarket[],
): { readonly base: SimulatedMarket; readonly quote: SimulatedMarket } | null {
  const quote = markets.find(({ baseId }) => baseId === market.quoteId)
  if (quote === undefined) return null
  const base = markets.find(
    ({ baseId, quoteId }) => baseId === market.baseId && quoteId === quote.quoteId,
  )
  return base === undefined ? null : { base, quote }
}
