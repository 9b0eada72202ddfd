/** The smallest amount of a currency that can be sold: the smallest order of any market, in units. */
import type { ListedMarket } from './listing.ts'

/**
 * The smallest amount of a currency, in units, that some market accepts as an order at its current price; 0
 * for a currency without a market.
 *
 * @param priceOf the price of a market in price units: its last price, or the listing's before the first
 * trade
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
