/**
 * Keeps the pictures of all markets in step with the engine. After every reload of the engine they are
 * made again from tables and pictures; batches that come meanwhile wait, and what is shown never goes back.
 */
import type pg from 'pg'
import type { BookPicture, CommittedBatch, Engine } from '../engine/port.ts'
import { isBookEvent } from './book-events.ts'
import { createMarketPicture, type MarketPicture } from './market-picture.ts'
import type { MarketChange } from './port.ts'
import { readHistory, readProjectedRow } from './store.ts'

export type FollowerOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Ids of the listed markets; later ones are taken in as they are listed. */
  readonly markets: readonly number[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly countsHouseTrades: boolean
  /** Told when the pictures have to be made again and cannot be at once. */
  readonly onTrouble: (error: unknown) => void
}

export type Follower = {
  /** Whether `marketOf` has a picture of it. */
  knows(marketId: number): boolean
  marketOf(marketId: number): MarketPicture
  onChange(listener: (change: MarketChange) => void): () => void
}

/** Batches that may wait while pictures are made again; beyond it they are made once more. */
const waitingBatchesMax = 20_000
const catchUpPauseMs = 10
const catchUpAttemptsMax = 500
const retryPauseMs = 250
/** Every so many rows those that were written by the last time are dropped from memory. */
const rowsBetweenDrops = 64

type State = {
  readonly options: FollowerOptions
  readonly markets: Map<number, MarketPicture>
  readonly listed: Set<number>
  readonly listeners: Set<(change: MarketChange) => void>
  /** Batches that came while pictures are made again; null while none are. */
  waiting: CommittedBatch[] | null
  /** What the tables held when rows were dropped last: a read that began then may still be used. */
  writtenRow: number
  /** Raised by every reload: an older one that is still under way gives up. */
  generation: number
}

/**
 * Starts following; resolves when every market is as the last batch left it.
 *
 * @throws if the tables do not catch up with the journal within five seconds
 */
export async function followEngine(options: FollowerOptions): Promise<Follower> {
  const state: State = {
    options,
    markets: new Map(),
    listed: new Set(options.markets),
    listeners: new Set(),
    waiting: [],
    writtenRow: 0,
    generation: 0,
  }
  options.engine.onCommitted((batch) => take(state, batch))
  options.engine.onStateChanged((status) => {
    if (status.state === 'leading') void reload(state)
  })
  await load(state, state.generation)
  await until(() => state.waiting === null, 'market data did not get ready')
  return {
    knows: (marketId) => state.markets.has(marketId),
    marketOf(marketId) {
      const market = state.markets.get(marketId)
      if (market === undefined) throw new RangeError(`market ${marketId} is not listed`)
      return market
    },
    onChange(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
  }
}

async function reload(state: State): Promise<void> {
  state.generation += 1
  state.waiting = []
  const { generation } = state
  while (generation === state.generation) {
    try {
      await load(state, generation)
      return
    } catch (error) {
      state.options.onTrouble(error)
      await pause(retryPauseMs)
    }
  }
}

async function load(state: State, generation: number): Promise<void> {
  const { engine, database, clock, countsHouseTrades } = state.options
  // Once: while orders keep coming the tables are behind the newest row at nearly every look. What comes
  // later is among the batches that wait.
  const row = engine.status().committedRow
  await until(
    async () => (await readProjectedRow(database)) >= row,
    'the tables are behind the journal',
  )
  const fresh = new Map<number, MarketPicture>()
  for (const marketId of state.listed) {
    const history = await readHistory(database, { marketId, nowMs: clock(), countsHouseTrades })
    const picture = await committedPicture(engine, marketId)
    fresh.set(marketId, createMarketPicture(history, picture, countsHouseTrades))
  }
  if (generation !== state.generation) return
  for (const batch of state.waiting ?? []) applyBatch(fresh, batch)
  state.waiting = null
  show(state, fresh)
}

/** The engine's picture, once all that is in it is committed. */
async function committedPicture(engine: Engine, marketId: number): Promise<BookPicture> {
  const picture = await engine.picture(marketId)
  await until(
    () => engine.status().lastSeq >= picture.seq,
    `command ${picture.seq} was in a picture and is not committed`,
  )
  // Without an engine that leads there is no book, and an empty one would be a lie.
  if (engine.status().state !== 'leading') throw new Error('the engine does not lead')
  return picture
}

function show(state: State, fresh: ReadonlyMap<number, MarketPicture>): void {
  for (const [marketId, market] of fresh) {
    const lastNo = state.markets.get(marketId)?.trades()[0]?.no ?? 0
    market.takeChange()
    state.markets.set(marketId, market)
    const trades = market.trades().filter(({ no }) => no > lastNo)
    tell(state, { marketId, seq: market.seq, book: true, trades: trades.toReversed() })
  }
}

function take(state: State, batch: CommittedBatch): void {
  for (const { events } of batch.commands) {
    for (const event of events) if (event.kind === 'market_set') state.listed.add(event.marketId)
  }
  if (state.waiting !== null) {
    if (state.waiting.length < waitingBatchesMax) state.waiting.push(batch)
    else void reload(state)
    return
  }
  if (batch.row % rowsBetweenDrops === 0) dropWritten(state)
  let isSound = state.listed.size === state.markets.size
  for (const market of applyBatch(state.markets, batch)) {
    if (!market.isSound()) isSound = false
    const change = market.takeChange()
    if (change !== null) tell(state, { marketId: market.marketId, seq: market.seq, ...change })
  }
  if (!isSound) void reload(state)
}

/** Applies what concerns markets; returns those that it touched. */
function applyBatch(
  markets: ReadonlyMap<number, MarketPicture>,
  batch: CommittedBatch,
): ReadonlySet<MarketPicture> {
  const touched = new Set<MarketPicture>()
  let market: MarketPicture | undefined
  for (const { events } of batch.commands) {
    for (const event of events) {
      if (!isBookEvent(event)) continue
      if (market?.marketId !== event.marketId) market = markets.get(event.marketId)
      if (market === undefined) continue
      market.apply(event, batch)
      touched.add(market)
    }
  }
  return touched
}

function dropWritten(state: State): void {
  for (const market of state.markets.values()) market.fresh.drop(state.writtenRow)
  state.writtenRow = state.options.engine.status().projectedRow
}

function tell(state: State, change: MarketChange): void {
  for (const listener of state.listeners) listener(change)
}

async function until(isSo: () => boolean | Promise<boolean>, failure: string): Promise<void> {
  for (let attempt = 0; attempt < catchUpAttemptsMax; attempt++) {
    if (await isSo()) return
    await pause(catchUpPauseMs)
  }
  throw new Error(failure)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
