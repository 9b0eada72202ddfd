/**
 * Public market data, made from committed events alone: books, tickers, trades and candles for
 * calls and sockets. The front door of this folder.
 */
import type pg from 'pg'
import type { Engine } from '../engine/port.ts'
import { rollUp, sourceOf } from './candle-widths.ts'
import { followEngine } from './follower.ts'
import type { MarketPicture } from './market-picture.ts'
import type { Candles, CandleWidth, MarketData } from './port.ts'
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
  /** Told when what is shown has to be made again and cannot be at once. */
  readonly onTrouble?: (error: unknown) => void
}

/** The most candles that one call gives. */
const candlesMax = 1_000
/** Candles that were read serve everybody until there is a newer trade, and this long anyway. */
const candlesSharedMs = 500
/** A read that trades outran is made once more, so often. */
const readsMax = 5

/**
 * Starts following the engine; resolves when every market is shown as the last batch left it.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function createMarketData(options: MarketDataOptions): Promise<MarketData> {
  const { database, clock } = options
  const { onTrouble = () => undefined, countsHouseTrades = true } = options
  const follower = await followEngine({ ...options, onTrouble, countsHouseTrades })
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
        const made = candlesOf(follower.marketOf(marketId), width, read)
        if (made !== null) return { ...made, candles: made.candles.slice(-limit) }
      }
      throw new Error(`the candles of market ${marketId} were outrun by trades`)
    },
    onChange: (listener) => follower.onChange(listener),
  }
}

type CandleRequest = { readonly market: MarketPicture; readonly width: CandleWidth }
type Stored = Awaited<ReturnType<typeof readCandles>>
type SharedRead = {
  readonly no: number
  readonly atMs: number
  readonly stored: Promise<Stored>
  /** The row that it is of, null while it is under way. */
  row: number | null
}
type Read = (request: CandleRequest) => Promise<Stored>

/** One read for all who ask at the same time, so that strangers cannot keep the database busy. */
function shareReads(read: Read, clock: () => number): Read {
  const reads = new Map<string, SharedRead>()
  return (request) => {
    const { market, width } = request
    const name = `${market.marketId} ${width}`
    const no = lastNoOf(market)
    const known = reads.get(name)
    const atMs = clock()
    if (known !== undefined && (known.no === no || atMs - known.atMs < candlesSharedMs)) {
      // What trades have outrun serves nobody any more.
      if (known.row === null || market.fresh.after(known.row) !== null) return known.stored
    }
    const shared: SharedRead = { no, atMs, stored: read(request), row: null }
    reads.set(name, shared)
    void settle(shared).catch(() => reads.delete(name))
    return shared.stored
  }
}

/** Notes of which row a read is; a read that failed is not given to the next one. */
async function settle(shared: SharedRead): Promise<void> {
  shared.row = (await shared.stored).row
}

function readStored(database: pg.Pool, { market, width }: CandleRequest): Promise<Stored> {
  const { from, parts } = sourceOf(width)
  return readCandles(database, {
    marketId: market.marketId,
    width: from,
    limit: candlesMax * parts,
  })
}

const lastNoOf = (market: MarketPicture): number => market.trades()[0]?.no ?? 0

/**
 * Stored candles, and all that was traded since they were read, at most `candlesMax` of them; null where
 * some of that is forgotten already.
 */
function candlesOf(market: MarketPicture, width: CandleWidth, stored: Stored): Candles | null {
  const fresh = market.fresh.after(stored.row)
  if (fresh === null) return null
  const { from, parts } = sourceOf(width)
  const all = rollUp([...stored.candles, ...rollUp(fresh, from)], width)
  const isCutWithin = stored.candles.length === candlesMax * parts && parts > 1
  // The oldest may lack its beginning: it is left out.
  const candles = (isCutWithin ? all.slice(1) : all).slice(-candlesMax)
  return { candles, lastNo: lastNoOf(market) }
}
