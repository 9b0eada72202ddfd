/**
 * Keeps the views of all markets up to date with the engine. After every reload of the engine they are
 * rebuilt from tables and snapshots. Batches that arrive meanwhile are queued, and published data never goes
 * back in time.
 */
import type pg from 'pg'
import type { BookSnapshot, CommittedBatch, Engine } from '../engine/port.ts'
import { isBookEvent } from './book-events.ts'
import { createMarketView, type MarketView } from './market-view.ts'
import type { MarketChange } from './port.ts'
import { readHistory, readProjectedRow } from './store.ts'

export type FollowerOptions = {
  readonly engine: Engine
  readonly database: pg.Pool
  /** Ids of the listed markets; markets listed later are added. */
  readonly markets: readonly number[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly countsMarketMakerTrades: boolean
  /** Called when the views must be rebuilt and the attempt failed. */
  readonly onError: (error: unknown) => void
}

export type Follower = {
  /** Whether `marketOf` has a view of the market. */
  knows(marketId: number): boolean
  marketOf(marketId: number): MarketView
  onChange(listener: (change: MarketChange) => void): () => void
}

/** The maximum number of batches queued during a rebuild; with more the rebuild starts again. */
const waitingBatchesMax = 20_000
const catchUpIntervalMs = 10
const catchUpAttemptsMax = 500
const retryDelayMs = 250
/** Interval, in rows, at which written rows are dropped from memory. */
const rowsBetweenDrops = 64

type State = {
  readonly options: FollowerOptions
  readonly markets: Map<number, MarketView>
  readonly listed: Set<number>
  readonly listeners: Set<(change: MarketChange) => void>
  /** Batches queued during a rebuild; null if there is none. */
  waiting: CommittedBatch[] | null
  /** The projected row when rows were last dropped: a read that began then may still use it. */
  writtenRow: number
  /** Incremented by every reload, so that an older one under way stops. */
  generation: number
}

/**
 * Starts following; resolves when every market is up to date.
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
  options.engine.onCommitted((batch) => receive(state, batch))
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
      state.options.onError(error)
      await sleep(retryDelayMs)
    }
  }
}

async function load(state: State, generation: number): Promise<void> {
  const { engine, database, clock, countsMarketMakerTrades } = state.options
  // Read once: under load the tables almost always lag behind the newest row. Later rows are in the queue.
  const row = engine.status().committedRow
  await until(
    async () => (await readProjectedRow(database)) >= row,
    'the tables are behind the journal',
  )
  const fresh = new Map<number, MarketView>()
  for (const marketId of state.listed) {
    const history = await readHistory(database, {
      marketId,
      nowMs: clock(),
      countsMarketMakerTrades,
    })
    const snapshot = await readCommittedSnapshot(engine, marketId)
    fresh.set(marketId, createMarketView(history, snapshot, countsMarketMakerTrades))
  }
  if (generation !== state.generation) return
  for (const batch of state.waiting ?? []) applyBatch(fresh, batch)
  state.waiting = null
  publish(state, fresh)
}

/** Reads the engine's snapshot and waits until everything in it is committed. */
async function readCommittedSnapshot(engine: Engine, marketId: number): Promise<BookSnapshot> {
  const snapshot = await engine.bookSnapshot(marketId)
  await until(
    () => engine.status().lastSeq >= snapshot.seq,
    `command ${snapshot.seq} was in a picture and is not committed`,
  )
  // Without a leading engine the snapshot is empty and must not be published.
  if (engine.status().state !== 'leading') throw new Error('the engine does not lead')
  return snapshot
}

function publish(state: State, fresh: ReadonlyMap<number, MarketView>): void {
  for (const [marketId, market] of fresh) {
    const lastNo = state.markets.get(marketId)?.trades()[0]?.no ?? 0
    market.takeChange()
    state.markets.set(marketId, market)
    const trades = market.trades().filter(({ no }) => no > lastNo)
    notify(state, { marketId, seq: market.seq, book: true, trades: trades.toReversed() })
  }
}

function receive(state: State, batch: CommittedBatch): void {
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
    if (change !== null) notify(state, { marketId: market.marketId, seq: market.seq, ...change })
  }
  if (!isSound) void reload(state)
}

/** Applies the events of markets; returns the markets that changed. */
function applyBatch(
  markets: ReadonlyMap<number, MarketView>,
  batch: CommittedBatch,
): ReadonlySet<MarketView> {
  const touched = new Set<MarketView>()
  let market: MarketView | undefined
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

function notify(state: State, change: MarketChange): void {
  for (const listener of state.listeners) listener(change)
}

async function until(isSo: () => boolean | Promise<boolean>, failure: string): Promise<void> {
  for (let attempt = 0; attempt < catchUpAttemptsMax; attempt++) {
    if (await isSo()) return
    await sleep(catchUpIntervalMs)
  }
  throw new Error(failure)
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
