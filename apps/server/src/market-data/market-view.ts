/**
 * One market as the public sees it: levels, recent trades, figures of the day. It starts from the tables and
 * the engine's snapshot and follows committed events. Of orders it keeps only prices and quantities.
 */
import { isHouseAccount, type Traded } from '@tukar/core'
import type { BookSnapshot } from '../engine/port.ts'
import type { BookEvent } from './book-events.ts'
import { changeBasisPoints, createDayFigures } from './day-figures.ts'
import { createFreshCandles, type FreshCandles } from './fresh-candles.ts'
import type { Book, PriceCourse, PublicTrade, Ticker } from './port.ts'
import { createPublicBook } from './public-book.ts'
import { createRecentTrades } from './recent-trades.ts'
import type { MarketHistory } from './store.ts'

/** Which batch an event is of. */
export type BatchStamp = { readonly row: number; readonly seq: number; readonly timeMs: number }

export type MarketView = {
  readonly marketId: number
  /** Number of the last command included. */
  readonly seq: number
  /**
   * Applies an event of this market. Events arrive in order; events that are already included are ignored.
   */
  apply(event: BookEvent, stamp: BatchStamp): void
  /** The changes since the last call, newest trade last; null if there are none. */
  takeChange(): { readonly book: boolean; readonly trades: readonly PublicTrade[] } | null
  /** False after an event that contradicts the levels: the view must be rebuilt. */
  isSound(): boolean
  book(): Book
  ticker(nowMs: number): Ticker
  course(nowMs: number): PriceCourse
  /** Newest first. */
  trades(): readonly PublicTrade[]
  readonly fresh: FreshCandles
}

/**
 * Creates a market from its history and a snapshot. The two may be of different times; each event counts
 * once.
 *
 * @param countsMarketMakerTrades whether trades between market makers count in the day's volume
 */
export function createMarketView(
  history: MarketHistory,
  snapshot: BookSnapshot,
  countsMarketMakerTrades = true,
): MarketView {
  const { marketId } = snapshot
  const book = createPublicBook(snapshot)
  const recentTrades = createRecentTrades(history)
  const figures = createDayFigures(history.reference, history.buckets)
  const fresh = createFreshCandles(history.row)
  let seq = Math.max(history.seq, snapshot.seq)
  let news: PublicTrade[] = []

  return {
    marketId,
    fresh,
    get seq() {
      return seq
    },
    apply(event, stamp) {
      const { row, timeMs } = stamp
      if (stamp.seq > snapshot.seq) book.apply(event)
      if (stamp.seq > seq) seq = stamp.seq
      if (event.kind !== 'traded' || row <= history.row) return
      const { no, price, quantity, quote, takerSide } = event
      const trade: PublicTrade = { no, price, quantity, takerSide, timeMs }
      recentTrades.add(trade)
      news.push(trade)
      const isCounted = countsMarketMakerTrades || !isBetweenMarketMakers(event)
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
      const lastPrice = recentTrades.lastPrice()
      const { reference, ...day } = figures.at(Math.max(nowMs, recentTrades.lastTimeMs()))
      return {
        marketId,
        seq,
        lastPrice,
        previousPrice: recentTrades.previousPrice(),
        bestBid: book.bestBid(),
        bestAsk: book.bestAsk(),
        changeBasisPoints: changeBasisPoints(lastPrice, reference),
        ...day,
      }
    },
    course: (nowMs) => ({
      marketId,
      ...figures.course(Math.max(nowMs, recentTrades.lastTimeMs())),
    }),
    trades: () => recentTrades.trades(),
  }
}

/** Whether both sides are market makers. */
function isBetweenMarketMakers({ makerAccountId, takerAccountId }: Traded): boolean {
  return isHouseAccount(makerAccountId) && isHouseAccount(takerAccountId)
}
