/** The best prices of a market, taken from the shown book if there is one. */
import { formatUnits } from '@tukar/money'
import type { Figures } from '../../markets/figures-wire.ts'
import type { TradeMarket } from '../market/market.ts'

/** Decimal strings; null for an empty side or while unknown. */
export type BestPrices = Pick<Figures, 'bestBid' | 'bestAsk'>

/** The best prices of a book in price units; undefined for an empty side. */
export type BookEnds = { readonly bid: number | undefined; readonly ask: number | undefined }

/**
 * Returns the best prices of the watched book, so that they never contradict it: market figures come
 * separately and later. Without a book, returns those of the figures.
 */
export function findBestPrices(
  { measures }: Pick<TradeMarket, 'measures'>,
  book: BookEnds | null,
  { bestBid, bestAsk }: BestPrices,
): BestPrices {
  if (book === null) return { bestBid, bestAsk }
  const text = (price: number | undefined) =>
    price === undefined ? null : formatUnits(price, measures.priceDecimals)
  return { bestBid: text(book.bid), bestAsk: text(book.ask) }
}
