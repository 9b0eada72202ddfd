/** The best prices of a market, from the book that is shown beside them where there is one. */
import { formatUnits } from '@tukar/money'
import type { Figures } from '../../markets/figures-wire.ts'
import type { TradeMarket } from '../market/market.ts'

/** Decimal strings; null where nobody buys or sells, or nothing is known. */
export type BestPrices = Pick<Figures, 'bestBid' | 'bestAsk'>

/** The best prices of a book in price units; undefined where a side is empty. */
export type BookEnds = { readonly bid: number | undefined; readonly ask: number | undefined }

/**
 * Returns the best prices of the watched book, so that they never contradict it: figures come by another
 * way and later. Null for a book of which there is no picture: then those of the figures.
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
