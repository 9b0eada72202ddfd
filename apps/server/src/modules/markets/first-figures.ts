/**
 * The first figures of a market in the document of the trading page: its row and the first levels of its
 * book.
 */
import type { LevelFigures } from '@tukar/wire'
import type { MarketData } from '../../market-data/port.ts'
import type { Listing } from './listing.ts'
import { marketRowOf } from './routes.ts'

/** The number of levels that a page shows at first; the whole book follows. */
const levelsMax = 25

export type FirstFigures = {
  readonly listing: Listing
  readonly marketData: MarketData
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/**
 * The public figures of a market; null if id and pair do not belong to the same market. Prices and quantities
 * are units of the market, best first.
 */
export function firstFiguresOf(
  { listing, marketData, clock }: FirstFigures,
  marketId: number,
  pair: string,
): object | null {
  const market = listing.market(marketId)
  if (market === undefined || market.symbol !== pair || !marketData.knows(marketId)) return null
  const { bids, asks, seq } = marketData.book(marketId)
  const first = (levels: readonly LevelFigures[]) =>
    levels.slice(0, levelsMax).map(({ price, quantity }) => [price, quantity])
  return {
    at_ms: clock(),
    market: marketRowOf({ listing, marketData }, market),
    book: {
      seq,
      bids: first(bids),
      asks: first(asks),
      is_whole: Math.max(bids.length, asks.length) <= levelsMax,
    },
  }
}
