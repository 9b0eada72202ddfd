/**
 * Public market data: starts from the engine's pictures and the tables, then follows committed
 * batches. After every reload of the engine it is made anew behind what is shown, and shown again only
 * once it is not older. The front door of this folder.
 */
import type pg from 'pg'
import type { BookPicture, CommittedBatch, Engine } from '../engine/port.ts'
import { rollUp, sourceOf } from './candle-widths.ts'
import { isBookEvent } from './book-events.ts'
import { createMarketPicture, type MarketPicture } from './market-picture.ts'
import {
  type Book,
  type Candle,
  type CandleWidth,
  type MarketChange,
  type MarketData,
  type Ticker,
} from './port.ts'
import { readCandles, readHistory, readProjectedRow } from './store.ts'

export * from './port.ts'
export { candleOpenMs, candleWidths } from './candle-widths.ts'

export type MarketDataOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Ids of the listed markets; later ones are taken in as they are listed. */
  readonly markets: readonly number[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Told when what is shown had to be made anew and could not be at once. */
  readonly onTrouble?: (error: unknown) => void
}

/** Batches that may wait while pictures are made anew; beyond it they are made once more. */
const waitingBatchesMax = 20_000
const catchUpPauseMs = 10
const catchUpAttemptsMax = 500
const retryPauseMs = 250
/** Written rows are dropped from memory every so many rows. */
const rowsBetweenDrops = 64
/** The most candles that one call gives. */
export const candlesMax = 5_000

/**
 * Starts following the engine; resolves when every market is shown as the last batch left it.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function createMarketData(options: MarketDataOptions): Promise<MarketData> {
  const { engine, database, clock, onTrouble = () => undefined } = options
  const markets = new Map<number, MarketPicture>()
  const listed = new Set(options.markets)
  const listeners = new Set<(change: MarketChange) => void>()
  /** Batches that came while pictures are made anew; null while none are. */
  let waiting: CommittedBatch[] | null = []
  let generation = 0

  async function load(current: number): Promise<void> {
    await waitForTables(database, engine.status().committedRow)
    const fresh = new Map<number, MarketPicture>()
    for (const marketId of listed) {
      const history = await readHistory(database, marketId, clock())
      fresh.set(marketId, createMarketPicture(history, await pictureOf(engine, marketId)))
    }
    if (current !== generation) return
    for (const batch of waiting ?? []) applyBatch(fresh, batch)
    waiting = null
    show(fresh)
  }

  function show(fresh: ReadonlyMap<number, MarketPicture>): void {
    for (const [marketId, market] of fresh) {
      const shown = markets.get(marketId)
      market.takeChange()
      markets.set(marketId, market)
      if (shown === undefined) continue
      const lastNo = shown.trades()[0]?.no ?? 0
      const trades = market.trades().filter(({ no }) => no > lastNo)
      tell({ marketId, seq: market.seq, book: true, trades: trades.toReversed() })
    }
  }

  async function reload(): Promise<void> {
    generation += 1
    const current = generation
    waiting = []
    while (current === generation && waiting !== null) {
      try {
        await load(current)
      } catch (error) {
        onTrouble(error)
        await pause(retryPauseMs)
      }
    }
  }

  function tell(change: MarketChange): void {
    for (const listener of listeners) listener(change)
  }

  function take(batch: CommittedBatch): void {
    listMarkets(batch, listed)
    if (batch.row % rowsBetweenDrops === 0) dropWritten()
    if (waiting !== null) {
      if (waiting.length < waitingBatchesMax) waiting.push(batch)
      else void reload()
      return
    }
    const touched = applyBatch(markets, batch)
    let isSound = true
    for (const market of touched) {
      if (!market.isSound()) isSound = false
      const change = market.takeChange()
      if (change !== null) tell({ marketId: market.marketId, seq: market.seq, ...change })
    }
    if (!isSound || listed.size > markets.size) void reload()
  }

  function dropWritten(): void {
    const { projectedRow } = engine.status()
    for (const market of markets.values()) market.fresh.drop(projectedRow)
  }

  function marketOf(marketId: number): MarketPicture {
    const market = markets.get(marketId)
    if (market === undefined) throw new RangeError(`market ${marketId} is not listed`)
    return market
  }

  engine.onCommitted(take)
  engine.onStateChanged(({ state }) => {
    if (state === 'leading') void reload()
  })
  await load(generation)
  await until(() => waiting === null, 'market data was not ready')

  return {
    book: (marketId): Book => marketOf(marketId).book(),
    ticker: (marketId): Ticker => marketOf(marketId).ticker(clock()),
    trades: (marketId) => marketOf(marketId).trades(),
    candles: (marketId, width, limit) =>
      candlesOf({ database, engine, market: marketOf(marketId), width, limit }),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Applies what concerns markets; returns those that it touched. */
function applyBatch(
  markets: ReadonlyMap<number, MarketPicture>,
  batch: CommittedBatch,
): ReadonlySet<MarketPicture> {
  const touched = new Set<MarketPicture>()
  let last: MarketPicture | undefined
  for (const { events } of batch.commands) {
    for (const event of events) {
      if (!isBookEvent(event)) continue
      if (last?.marketId !== event.marketId) last = markets.get(event.marketId)
      if (last === undefined) continue
      last.apply(event, batch)
      touched.add(last)
    }
  }
  return touched
}

function listMarkets(batch: CommittedBatch, listed: Set<number>): void {
  for (const { events } of batch.commands) {
    for (const event of events) if (event.kind === 'market_set') listed.add(event.marketId)
  }
}

/** Waits until the tables hold this journal row. */
async function waitForTables(database: pg.Pool, row: number): Promise<void> {
  await until(
    async () => (await readProjectedRow(database)) >= row,
    `the tables are still behind journal row ${row}`,
  )
}

/** The engine's picture, once all that is in it is committed. */
async function pictureOf(engine: Engine, marketId: number): Promise<BookPicture> {
  const picture = await engine.picture(marketId)
  await until(
    () => engine.status().lastSeq >= picture.seq,
    `command ${picture.seq} was shown and not committed`,
  )
  if (engine.status().state === 'reloading') throw new Error('the engine reloads')
  return picture
}

async function until(isSo: () => boolean | Promise<boolean>, failure: string): Promise<void> {
  for (let attempt = 0; attempt < catchUpAttemptsMax; attempt++) {
    if (await isSo()) return
    await pause(catchUpPauseMs)
  }
  throw new Error(failure)
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
