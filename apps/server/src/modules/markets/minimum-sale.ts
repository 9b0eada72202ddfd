/** What of a currency is enough to be sold at all: the smallest order of any market, in its units. */
import type { ListedMarket } from './listing.ts'

/**
 * The least amount of a currency, in units, that some market takes as an order at the price it has now;
 * 0 for a currency that no market trades, of which nothing is too little.
 *
 * @param priceOf the price of a market in price units: its last, or the listing's before the first trade
 */
export function minimumSaleOf(
  markets: readonly ListedMarket[],
  priceOf: (market: ListedMarket) => number,
  currencyId: number,
): number {
  const minimums = markets.flatMap((market) => {
    const { notionalMin, lot, scale } = market
    if (market.quoteId === currencyId) return [notionalMin]
    if (market.baseId !== currencyId) return []
    const quantity = Math.ceil((notionalMin * scale.baseScale) / priceOf(market))
    return [Math.max(lot, Math.ceil(quantity / lot) * lot)]
  })
  return minimums.length === 0 ? 0 : Math.min(...minimums)
}
