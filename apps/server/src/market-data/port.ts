/**
 * Public market data, made from committed events alone, for HTTP calls and sockets. Prices are in
 * price units, amounts in units; callers format them by the market's decimals.
 */
import type { PriceLevel } from '../engine/port.ts'

export type PublicTrade = {
  readonly no: number
  readonly price: number
  readonly quantity: number
  readonly takerSide: 'buy' | 'sell'
  readonly timeMs: number
}

/** Figures of the last 24 hours; unknown ones are null, never 0. */
export type Ticker = {
  readonly marketId: number
  readonly seq: number
  readonly lastPrice: number | null
  /** The last price that differed from `lastPrice`. */
  readonly previousPrice: number | null
  readonly bestBid: number | null
  readonly bestAsk: number | null
  /** Hundredths of a percent against the last trade at or before 24 hours ago: 124 = +1.24 %. */
  readonly changeBasisPoints: number | null
  readonly high: number | null
  readonly low: number | null
  readonly volumeBase: number
  readonly volumeQuote: number
}

/** Each side has at most `bookLevelsMax` levels; `checksum` covers both sides. */
export type Book = {
  readonly marketId: number
  readonly seq: number
  readonly checksum: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

export type CandleWidth = '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w'
export type Candle = {
  readonly openMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Candles, and the last trade that they include. */
export type Candles = {
  /** Oldest first. */
  readonly candles: readonly Candle[]
  /** Number of the last trade included, 0 before the first. */
  readonly lastNo: number
}

/** Prices of the last 24 hours at equal intervals. */
export type PriceCourse = {
  readonly marketId: number
  /** 24 hours ago, or the minute of the market's first trade if that is later. */
  readonly fromMs: number
  readonly toMs: number
  /** The first at `fromMs`, the last at `toMs`; empty before the first trade. */
  readonly prices: readonly number[]
}

export type MarketChange = {
  readonly marketId: number
  readonly seq: number
  readonly book: boolean
  readonly trades: readonly PublicTrade[]
}

export interface MarketData {
  /** Whether the market is known here yet; the other methods throw for a market listed just now. */
  knows(marketId: number): boolean
  book(marketId: number): Book
  ticker(marketId: number): Ticker
  /** From memory, without the database. */
  course(marketId: number): PriceCourse
  /** Newest first, at most `recentTradesMax`. */
  trades(marketId: number): readonly PublicTrade[]
  /** The newest candles, at most `limit`, from the candle table and later trades. */
  candles(marketId: number, width: CandleWidth, limit: number): Promise<Candles>
  /** Called after each committed batch, once per changed market. */
  onChange(listener: (change: MarketChange) => void): () => void
}

export const bookLevelsMax = 200
export const recentTradesMax = 100
