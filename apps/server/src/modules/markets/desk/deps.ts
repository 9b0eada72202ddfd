/** The dependencies of changes of markets and charges. */
import type { CurrencyFigures } from '@tukar/wire'
import type { Engine } from '../../../engine/index.ts'
import type { MarketData } from '../../../market-data/port.ts'
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ListedMarket, Listing } from '../listing.ts'
import { type Pair, valueIn } from './rules-reading.ts'

export type MarketDeskDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly engine: Engine
  readonly listing: Listing
  readonly marketData: Pick<MarketData, 'knows' | 'ticker'>
}

/** A market by its pair; refuses `market.unknown`. */
export function marketOf({ listing }: MarketDeskDeps, pair: string): ListedMarket {
  const market = listing.marketOfPair(pair)
  if (market === undefined) throw new Refusal('market.unknown')
  return market
}

/** A currency by its symbol; refuses `currency.unknown`. */
export function currencyOf({ listing }: MarketDeskDeps, symbol: string): CurrencyFigures {
  const currency = listing.currencies().find((one) => one.symbol === symbol)
  if (currency === undefined) throw new Refusal('currency.unknown')
  return currency
}

/** Both currencies of a market. */
export function pairOf(deps: MarketDeskDeps, { scale }: ListedMarket): Pair {
  return {
    base: currencyOf(deps, scale.baseSymbol),
    quote: currencyOf(deps, scale.quoteSymbol),
  }
}

/** The last price of a market; before the first trade, the price of the listing. */
export function priceOf({ marketData }: MarketDeskDeps, market: ListedMarket): number {
  const { marketId, referencePrice } = market
  const last = marketData.knows(marketId) ? marketData.ticker(marketId).lastPrice : null
  return last ?? referencePrice
}

/** Values amounts of both currencies in rupiah; the base at this price. */
export function rupiahValues(
  deps: MarketDeskDeps,
  pair: Pair,
  price: number,
): ReturnType<typeof valueIn> {
  const rupiahMarket = deps.listing.marketOfPair(`${pair.quote.symbol}_IDR`)
  return valueIn(pair, price, rupiahMarket === undefined ? null : priceOf(deps, rupiahMarket))
}
