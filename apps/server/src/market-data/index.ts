/**
 * Public market data, made from committed events alone: books, tickers, trades and candles for calls
 * and sockets. The API of this folder.
 */
import type pg from 'pg'
import type { Engine } from '../engine/port.ts'
import { rollUp, findSource } from './candle-widths.ts'
import { followEngine } from './follower.ts'
import type { MarketView } from './market-view.ts'
import type { Candles, CandleWidth, MarketData } from './port.ts'
import { readCandles } from './store.ts'

export * from './port.ts'
export { candleOpenMs, candleWidths } from './candle-widths.ts'

export type MarketDataOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Ids of the listed markets; markets listed later are added. */
  readonly markets: readonly number[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Whether trades between market makers count in the day's volume. */
  readonly countsMarketMakerTrades?: boolean
  /** Called when the data must be rebuilt and the attempt failed. */
  readonly onError?: (error: unknown) => void
}

/** The maximum number of candles per call. */
const candlesMax = 1_000
/** Candles that were read are reused until there is a newer trade, and at least this long. */
const candlesSharedMs = 500
/** How often a read is repeated if newer trades have made it incomplete. */
const readsMax = 5

/**
 * Starts following the engine; resolves when every market is up to date.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function createMarketData(options: MarketDataOptions): Promise<MarketData> {
  const { database, clock } = options
  const { onError = () => undefined, countsMarketMakerTrades = true } = options
  const follower = await followEngine({ ...options, onError, countsMarketMakerTrades })
  const stored = shareReads((request) => readStored(database, request), clock)
  return {
    knows: (marketId) => follower.knows(marketId),
    book: (marketId) => follower.marketOf(marketId).book(),
    ticker: (marketId) => follower.marketOf(marketId).ticker(clock()),
    course: (marketId) => follower.marketOf(marketId).course(clock()),
    trades: (marketId) => follower.marketOf(marketId).trades(),
    async candles(marketId, width, limit) {
      for (let attempt = 0; attempt < readsMax; attempt++) {
        const read = await stored({ market: follower.marketOf(marketId), width })
        const made = mergeCandles(follower.marketOf(marketId), width, read)
        if (made !== null) return { ...made, candles: made.candles.slice(-limit) }
      }
      throw new Error(`the candles of market ${marketId} were outrun by trades`)
    },
    onChange: (listener) => follower.onChange(listener),
  }
}

type CandleRequest = { readonly market: MarketView; readonly width: CandleWidth }
type Stored = Awaited<ReturnType<typeof readCandles>>
type SharedRead = {
  readonly no: number
  readonly atMs: number
  readonly stored: Promise<Stored>
  /** Its projected row; null while the read is under way. */
  row: number | null
}
type Read = (request: CandleRequest) => Promise<Stored>

/** Shares one read between concurrent calls, so that callers cannot overload the database. */
function shareReads(read: Read, clock: () => number): Read {
  const reads = new Map<string, SharedRead>()
  return (request) => {
    const { market, width } = request
    const name = `${market.marketId} ${width}`
    const no = findLastNo(market)
    const known = reads.get(name)
    const atMs = clock()
    if (known !== undefined && (known.no === no || atMs - known.atMs < candlesSharedMs)) {
      // A read that newer trades have made incomplete is not reused.
      if (known.row === null || market.fresh.after(known.row) !== null) return known.stored
    }
    const shared: SharedRead = { no, atMs, stored: read(request), row: null }
    reads.set(name, shared)
    void noteRow(shared).catch(() => reads.delete(name))
    return shared.stored
  }
}

/** Stores the row of a read; a failed read is not reused. */
async function noteRow(shared: SharedRead): Promise<void> {
  shared.row = (await shared.stored).row
}

function readStored(database: pg.Pool, { market, width }: CandleRequest): Promise<Stored> {
  const { from, sourceCount } = findSource(width)
  return readCandles(database, {
    marketId: market.marketId,
    width: from,
    limit: candlesMax * sourceCount,
  })
}

const findLastNo = (market: MarketView): number => market.trades()[0]?.no ?? 0

/**
 * Merges stored candles with the trades since they were read, at most `candlesMax`; null if some of those
 * trades were dropped.
 */
function mergeCandles(market: MarketView, width: CandleWidth, stored: Stored): Candles | null {
  const fresh = market.fresh.after(stored.row)
  if (fresh === null) return null
  const { from, sourceCount } = findSource(width)
  const all = rollUp([...stored.candles, ...rollUp(fresh, from)], width)
  const isCutWithin = stored.candles.length === candlesMax * sourceCount && sourceCount > 1
  // The oldest candle may be incomplete: it is left out.
  const candles = (isCutWithin ? all.slice(1) : all).slice(-candlesMax)
  return { candles, lastNo: findLastNo(market) }
}
