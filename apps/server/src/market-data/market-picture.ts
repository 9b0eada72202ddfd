/**
 * One market as the public sees it: levels, last trades, figures of the day. It starts from the tables
 * and the engine's picture and follows committed events; of orders it keeps prices and sizes alone.
 */
import { isHouseAccount, type Traded } from '@tukar/core'
import type { BookPicture } from '../engine/port.ts'
import type { BookEvent } from './book-events.ts'
import { changeBasisPoints, createDayFigures } from './day-figures.ts'
import { createFreshCandles, type FreshCandles } from './fresh-candles.ts'
import type { Book, PriceCourse, PublicTrade, Ticker } from './port.ts'
import { createPublicBook } from './public-book.ts'
import { createPublicTape } from './public-tape.ts'
import type { MarketHistory } from './store.ts'

/** Which batch an event is of. */
export type BatchStamp = { readonly row: number; readonly seq: number; readonly timeMs: number }

export type MarketPicture = {
  readonly marketId: number
  /** Number of the last command that is in what is shown. */
  readonly seq: number
  /** Takes an event of this market; events come in order, those that are known already are dropped. */
  apply(event: BookEvent, stamp: BatchStamp): void
  /** What events changed since the last call, newest trade last; null if nothing. */
  takeChange(): { readonly book: boolean; readonly trades: readonly PublicTrade[] } | null
  /** False after an event that the levels contradict: the picture must be made again. */
  isSound(): boolean
  book(): Book
  ticker(nowMs: number): Ticker
  course(nowMs: number): PriceCourse
  /** Newest first. */
  trades(): readonly PublicTrade[]
  readonly fresh: FreshCandles
}

/**
 * A market as tables and picture say; both may be of different moments, each event counts once.
 *
 * @param countsHouseTrades  whether the house's trades with itself count in the day's volume
 */
export function createMarketPicture(
  history: MarketHistory,
  picture: BookPicture,
  countsHouseTrades = true,
): MarketPicture {
  const { marketId } = picture
  const book = createPublicBook(picture)
  const tape = createPublicTape(history)
  const figures = createDayFigures(history.reference, history.buckets)
  const fresh = createFreshCandles(history.row)
  let seq = Math.max(history.seq, picture.seq)
  let news: PublicTrade[] = []

  return {
    marketId,
    fresh,
    get seq() {
      return seq
    },
    apply(event, stamp) {
      const { row, timeMs } = stamp
      if (stamp.seq > picture.seq) book.apply(event)
      if (stamp.seq > seq) seq = stamp.seq
      if (event.kind !== 'traded' || row <= history.row) return
      const { no, price, quantity, quote, takerSide } = event
      const trade: PublicTrade = { no, price, quantity, takerSide, timeMs }
      tape.add(trade)
      news.push(trade)
      const isCounted = countsHouseTrades || !isAmongHouse(event)
      figures.add({
        timeMs,
        price,
        quantity: isCounted ? quantity : 0,
        quote: isCounted ? quote : 0,
      })
      fresh.add({ row, timeMs, price, quantity })
    },
    takeChange() {
      const change = { book: book.takeChanged(), trades: news }
      news = []
      return change.book || change.trades.length > 0 ? change : null
    },
    isSound: () => book.isSound(),
    book: () => ({ marketId, seq, ...book.levels() }),
    ticker(nowMs) {
      const lastPrice = tape.lastPrice()
      const { reference, ...day } = figures.at(Math.max(nowMs, tape.lastTimeMs()))
      return {
        marketId,
        seq,
        lastPrice,
        previousPrice: tape.previousPrice(),
        bestBid: book.bestBid(),
        bestAsk: book.bestAsk(),
        changeBasisPoints: changeBasisPoints(lastPrice, reference),
        ...day,
      }
    },
    course: (nowMs) => ({ marketId, ...figures.course(Math.max(nowMs, tape.lastTimeMs())) }),
    trades: () => tape.trades(),
  }
}

/** Whether the house's traders traded with each other. */
function isAmongHouse({ makerAccountId, takerAccountId }: Traded): boolean {
  return isHouseAccount(makerAccountId) && isHouseAccount(takerAccountId)
}
