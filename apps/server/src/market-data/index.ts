/**
 * Public market data, made from committed events alone: books, tickers, trades and candles for
 * calls and sockets. The front door of this folder.
 */
import type pg from 'pg'
import type { Engine } from '../engine/port.ts'
import { rollUp, sourceOf } from './candle-widths.ts'
import { followEngine } from './follower.ts'
import type { MarketPicture } from './market-picture.ts'
import type { Candle, CandleWidth, MarketData } from './port.ts'
import { readCandles } from './store.ts'

export * from './port.ts'
export { candleOpenMs, candleWidths } from './candle-widths.ts'

export type MarketDataOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Ids of the listed markets; later ones are taken in as they are listed. */
  readonly markets: readonly number[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Whether trades of the house's traders with each other count in the day's volume; else only theirs
   *  with people. */
  readonly countsHouseTrades?: boolean
  /** Told when what is shown has to be made anew and cannot be at once. */
  readonly onTrouble?: (error: unknown) => void
}

/** The most candles that one call gives. */
export const candlesMax = 5_000

/**
 * Starts following the engine; resolves when every market is shown as the last batch left it.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function createMarketData(options: MarketDataOptions): Promise<MarketData> {
  const { engine, database, clock } = options
  const { onTrouble = () => undefined, countsHouseTrades = true } = options
  const follower = await followEngine({ ...options, onTrouble, countsHouseTrades })
  return {
    book: (marketId) => follower.marketOf(marketId).book(),
    ticker: (marketId) => follower.marketOf(marketId).ticker(clock()),
    trades: (marketId) => follower.marketOf(marketId).trades(),
    candles: (marketId, width, limit) =>
      candlesOf({ database, engine, market: follower.marketOf(marketId), width, limit }),
    onChange: (listener) => follower.onChange(listener),
  }
}

type CandleRequest = {
  readonly database: pg.Pool
  readonly engine: Engine
  readonly market: MarketPicture
  readonly width: CandleWidth
  readonly limit: number
}

/** Stored candles and what was traded since they were written, at most `limit` of them. */
async function candlesOf(request: CandleRequest): Promise<readonly Candle[]> {
  const { database, engine, market, width } = request
  const limit = Math.min(request.limit, candlesMax)
  market.fresh.drop(engine.status().projectedRow)
  const kept = market.fresh.kept()
  const { from, parts } = sourceOf(width)
  const { marketId } = market
  const stored = await readCandles(database, { marketId, width: from, limit: limit * parts })
  const fresh = kept.filter(({ row }) => row > stored.row)
  const all = rollUp([...stored.candles, ...rollUp(fresh, from)], width)
  const isCutWithin = stored.candles.length === limit * parts && parts > 1
  // The oldest may lack its beginning: it is left out.
  return (isCutWithin ? all.slice(1) : all).slice(-limit)
}
