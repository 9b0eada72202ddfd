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
export const candlesMax = 1_000
/** Candles that were read are given to everybody until there is a newer trade, and this long anyway. */
const candlesSharedMs = 500

/**
 * Starts following the engine; resolves when every market is shown as the last batch left it.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function createMarketData(options: MarketDataOptions): Promise<MarketData> {
  const { engine, database, clock } = options
  const { onTrouble = () => undefined, countsHouseTrades = true } = options
  const follower = await followEngine({ ...options, onTrouble, countsHouseTrades })
  const shared = shareReads(candlesOf, clock)
  return {
    book: (marketId) => follower.marketOf(marketId).book(),
    ticker: (marketId) => follower.marketOf(marketId).ticker(clock()),
    course: (marketId) => follower.marketOf(marketId).course(clock()),
    trades: (marketId) => follower.marketOf(marketId).trades(),
    async candles(marketId, width, limit) {
      const market = follower.marketOf(marketId)
      return (await shared({ database, engine, market, width })).slice(-limit)
    },
    onChange: (listener) => follower.onChange(listener),
  }
}

type CandleRequest = {
  readonly database: pg.Pool
  readonly engine: Engine
  readonly market: MarketPicture
  readonly width: CandleWidth
}

type Read = (request: CandleRequest) => Promise<readonly Candle[]>

/** One read for all who ask at the same time, so that strangers cannot keep the database busy. */
function shareReads(read: Read, clock: () => number): Read {
  const reads = new Map<string, { no: number; atMs: number; candles: ReturnType<Read> }>()
  return (request) => {
    const { market, width } = request
    const name = `${market.marketId} ${width}`
    const no = market.trades()[0]?.no ?? 0
    const known = reads.get(name)
    const atMs = clock()
    if (known !== undefined && (known.no === no || atMs - known.atMs < candlesSharedMs)) {
      return known.candles
    }
    const candles = read(request)
    reads.set(name, { no, atMs, candles })
    // A read that failed is not given to the next one.
    candles.catch(() => reads.delete(name))
    return candles
  }
}

/** Stored candles and what was traded since they were written, at most `candlesMax` of them. */
async function candlesOf(request: CandleRequest): Promise<readonly Candle[]> {
  const { database, engine, market, width } = request
  market.fresh.drop(engine.status().projectedRow)
  const kept = market.fresh.kept()
  const { from, parts } = sourceOf(width)
  const { marketId } = market
  const limit = candlesMax * parts
  const stored = await readCandles(database, { marketId, width: from, limit })
  const fresh = kept.filter(({ row }) => row > stored.row)
  const all = rollUp([...stored.candles, ...rollUp(fresh, from)], width)
  const isCutWithin = stored.candles.length === limit && parts > 1
  // The oldest may lack its beginning: it is left out.
  return (isCutWithin ? all.slice(1) : all).slice(-candlesMax)
}
