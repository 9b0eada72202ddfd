/** Values balances in rupiah, by the last price of each currency's market. */
import { currencyUnits, fillQuote, outOfRange, priceUnits } from '@tukar/money'
import type { MarketData } from '../../market-data/index.ts'
import type { Listing } from '../markets/index.ts'

const rupiahSymbol = 'IDR'

/** The value of an amount in units of rupiah: floor(last price × amount); null before the first trade. */
export type ValueOf = (currencyId: number, units: number) => number | null

/** Creates the valuation by current prices. */
export function createValueOf(
  listing: Listing,
  marketData: Pick<MarketData, 'knows' | 'ticker'>,
): ValueOf {
  return (currencyId, units) => {
    const symbol = listing.currency(currencyId)?.symbol ?? ''
    if (symbol === rupiahSymbol) return units
    if (units === 0) return 0
    const market = listing.marketOfPair(`${symbol}_${rupiahSymbol}`)
    if (market === undefined || !marketData.knows(market.marketId)) return null
    const { lastPrice } = marketData.ticker(market.marketId)
    if (lastPrice === null) return null
    const value = fillQuote(priceUnits(lastPrice), currencyUnits(units), market.scale.baseScale)
    return value === outOfRange ? null : value
  }
}
