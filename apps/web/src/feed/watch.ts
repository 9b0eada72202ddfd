/**
 * One watched market: its book and trades, and their repair after a gap. Effects (calls, clock, posting) are
 * parameters, so that tests can lose and reorder events.
 */
import type { Measures } from './frame.ts'
import type { Level } from './levels.ts'
import {
  addSideSnapshot,
  type Checksum,
  noBookSides,
  type BookSides,
  resolveWaitingSides,
  type SideSnapshot,
} from './book-sides.ts'
import {
  addTrades,
  noRecentTrades,
  type RecentTrades,
  toRecentTrades,
  type Trade,
} from './recent-trades.ts'

/** The server's complete snapshot of a market. */
export type MarketSnapshot = {
  readonly marketId: number
  readonly measures: Measures
  readonly buy: SideSnapshot
  readonly sell: SideSnapshot
}

/** A book whose sides match. */
export type VerifiedBook = {
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** The current numbers of book and trades, for a subscriber to compare. */
export type Pulse = {
  readonly seq: number
  /** Of both sides at `seq`: an unsigned 32-bit number. */
  readonly checksum: number
  /** 0 before the first trade. */
  readonly no: number
}

export type WatchEffects = {
  /** Null on failure, `unknown` if there is no such market. */
  readonly loadBook: (pair: string) => Promise<MarketSnapshot | 'unknown' | null>
  readonly loadTrades: (pair: string, measures: Measures) => Promise<readonly Trade[] | null>
  /** Requests the book's snapshots from the server once more. */
  readonly askAgain: (marketId: number) => void
  readonly checksum: Checksum
  /** Shown data changed. */
  readonly onChange: () => void
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

export type Watch = {
  readonly pair: string
  /** Loads everything: at the start and after each reconnect (DEC-90). */
  readonly load: () => void
  readonly addSide: (snapshot: SideSnapshot) => void
  readonly addTrades: (trades: readonly Trade[], isPrepended: boolean) => void
  /** Compares the numbers of a pulse with the received data; missing data is requested. */
  readonly addPulse: (pulse: Pulse) => void
  /** The last book whose sides matched; null before the first. */
  readonly book: () => VerifiedBook | null
  /** Null before trades are known; empty only if the market has no trade. */
  readonly recentTrades: () => readonly Trade[] | null
  readonly measures: () => Measures | null
  /** Whether book and trades are known to be complete. */
  readonly isVerified: () => boolean
  readonly stop: () => void
}

/** How long the sides may differ in number before the checksum decides. */
const reorderMs = 300
/** How long requested snapshots may take before everything is loaded. */
const askAgainMs = 700
/** How long data of a pulse may still be in transit. */
const pulseGraceMs = 500
/** Delays between failed loads; the last one repeats. */
const loadPausesMs = [300, 600, 1_200, 2_500, 5_000] as const

type State = {
  sides: BookSides
  book: VerifiedBook | null
  recentTrades: RecentTrades
  /** Trades from events since the last load began. */
  tradesSinceLoad: readonly Trade[]
  market: { readonly id: number; readonly measures: Measures } | null
  isBookComplete: boolean
  areTradesLoaded: boolean
  /** The number of the last trade; trades are missing while the list ends before it. */
  lastNo: number
  /** A load is under way: it also brings what would be requested separately. */
  isLoading: boolean
  /** There is no such market: nothing is requested any more. */
  isUnknown: boolean
  generation: number
  failures: number
  timers: Map<string, () => void>
}

/** Creates the watch of a market; `load` starts it. */
export function watchMarket(pair: string, effects: WatchEffects): Watch {
  const state: State = {
    sides: noBookSides,
    book: null,
    recentTrades: noRecentTrades,
    tradesSinceLoad: [],
    market: null,
    isBookComplete: false,
    areTradesLoaded: false,
    lastNo: 0,
    isLoading: false,
    isUnknown: false,
    generation: 0,
    failures: 0,
    timers: new Map(),
  }
  const load = () => startLoad(pair, state, effects)
  return {
    pair,
    load,
    addSide: (snapshot) => {
      if (state.market === null) return
      takeSides(state, effects, addSideSnapshot(state.sides, snapshot, effects.checksum), load)
    },
    addTrades: (trades, isPrepended) => takeTrades(state, effects, { trades, isPrepended }, load),
    addPulse: (pulse) =>
      takePulse(state, effects, pulse, () => requestMissing(pair, state, effects, pulse)),
    book: () => state.book,
    recentTrades: () =>
      state.areTradesLoaded || state.recentTrades.trades.length > 0
        ? state.recentTrades.trades
        : null,
    measures: () => state.market?.measures ?? null,
    isVerified: () => state.isBookComplete && areTradesComplete(state),
    stop: () => {
      state.generation += 1
      for (const stop of state.timers.values()) stop()
      state.timers.clear()
    },
  }
}

function startLoad(pair: string, state: State, effects: WatchEffects): void {
  if (state.isUnknown) return
  state.generation += 1
  state.sides = noBookSides
  state.isBookComplete = false
  state.areTradesLoaded = false
  state.lastNo = 0
  state.isLoading = true
  // This load replaces all pending requests; later events are judged on their own.
  for (const name of ['pulse', 'settle', 'load']) stopTimer(state, name)
  state.tradesSinceLoad = []
  const { generation } = state
  const isCurrent = () => generation === state.generation
  const load = () => startLoad(pair, state, effects)
  const fail = () => {
    state.isLoading = false
    const delayMs = loadPausesMs[Math.min(state.failures, loadPausesMs.length - 1)] ?? 5_000
    state.failures += 1
    later(state, effects, { name: 'load', delayMs }, load)
  }
  const run = async () => {
    const snapshot = await effects.loadBook(pair)
    if (snapshot === 'unknown') {
      state.isUnknown = true
      return
    }
    if (!isCurrent()) return
    if (snapshot === null) return fail()
    state.market = { id: snapshot.marketId, measures: snapshot.measures }
    const withBuy = addSideSnapshot(state.sides, snapshot.buy, effects.checksum)
    takeSides(state, effects, addSideSnapshot(withBuy, snapshot.sell, effects.checksum), load)
    const trades = await effects.loadTrades(pair, snapshot.measures)
    if (!isCurrent()) return
    if (trades === null) return fail()
    state.recentTrades = addTrades(toRecentTrades(trades), state.tradesSinceLoad)
    state.areTradesLoaded = true
    state.isLoading = false
    effects.onChange()
    if (state.recentTrades.hasGap || state.sides.state === 'wrong') return fail()
    state.failures = 0
  }
  run().catch(fail)
}

function takeSides(state: State, effects: WatchEffects, sides: BookSides, load: () => void): void {
  state.sides = sides
  const { buy, sell } = sides
  switch (sides.state) {
    case 'empty':
      return
    case 'waiting':
      // A running wait is not restarted. Otherwise a side that never comes would not be noticed.
      if (state.timers.has('settle')) return
      later(state, effects, { name: 'settle', delayMs: reorderMs }, () =>
        judgeAfterWait(state, effects, load),
      )
      return
    case 'wrong':
      stopTimer(state, 'settle')
      return requestBook(state, effects, load)
    case 'verified': {
      stopTimer(state, 'settle')
      state.isBookComplete = buy !== null && sell !== null
      cancelNeedlessLoad(state)
      if (buy === null || sell === null) return
      state.book = { seq: Math.max(buy.seq, sell.seq), bids: buy.levels, asks: sell.levels }
      effects.onChange()
    }
  }
}

function requestBook(state: State, effects: WatchEffects, load: () => void): void {
  state.isBookComplete = false
  effects.onChange()
  // A pending load is not delayed by the next wrong snapshot.
  if (state.isLoading || state.timers.has('load')) return
  if (state.market !== null) effects.askAgain(state.market.id)
  later(state, effects, { name: 'load', delayMs: askAgainMs }, load)
}

/** Compares received data with a pulse, after a delay for data in transit. */
function takePulse(state: State, effects: WatchEffects, pulse: Pulse, check: () => void): void {
  if (state.market === null || state.timers.has('pulse')) return
  if (!isBookBehind(state, effects, pulse) && !areTradesBehind(state, pulse.no)) return
  later(state, effects, { name: 'pulse', delayMs: pulseGraceMs }, check)
}

/** Requests the data of a pulse that did not come. */
function requestMissing(pair: string, state: State, effects: WatchEffects, pulse: Pulse): void {
  if (state.isLoading) return
  const load = () => startLoad(pair, state, effects)
  if (isBookBehind(state, effects, pulse)) requestBook(state, effects, load)
  if (!areTradesBehind(state, pulse.no)) return
  state.lastNo = pulse.no
  effects.onChange()
  loadMissingTrades(pair, state, effects, load).catch(load)
}

async function loadMissingTrades(
  pair: string,
  state: State,
  effects: WatchEffects,
  load: () => void,
): Promise<void> {
  const { market, generation } = state
  if (market === null) return
  const trades = await effects.loadTrades(pair, market.measures).catch(() => null)
  if (generation !== state.generation) return
  if (trades !== null) takeTrades(state, effects, { trades, isPrepended: false }, load)
  if (areTradesComplete(state) || state.isLoading || state.timers.has('load')) return
  later(state, effects, { name: 'load', delayMs: loadPausesMs[0] }, load)
}

/** Whether the pulse names a newer book than the received one; a book under repair is not judged. */
function isBookBehind(state: State, effects: WatchEffects, { seq, checksum }: Pulse): boolean {
  const { buy, sell, state: judged } = state.sides
  if (judged !== 'verified' || buy === null || sell === null) return false
  if (seq <= Math.max(buy.seq, sell.seq)) return false
  return effects.checksum(buy.levels, sell.levels) !== checksum
}

function areTradesBehind(state: State, no: number): boolean {
  return state.areTradesLoaded && (state.recentTrades.trades[0]?.no ?? 0) < no
}

function judgeAfterWait(state: State, effects: WatchEffects, load: () => void): void {
  takeSides(state, effects, resolveWaitingSides(state.sides, effects.checksum), load)
}

function takeTrades(
  state: State,
  effects: WatchEffects,
  { trades, isPrepended }: { readonly trades: readonly Trade[]; readonly isPrepended: boolean },
  load: () => void,
): void {
  if (isPrepended) {
    state.recentTrades = addTrades(state.recentTrades, trades)
  } else {
    // The list may be older than trades from events since the last load.
    const newest = trades.reduce((no, trade) => Math.max(no, trade.no), 0)
    const newer = state.tradesSinceLoad.filter(({ no }) => no > newest)
    state.recentTrades = addTrades(toRecentTrades(trades), newer)
    state.areTradesLoaded = true
  }
  state.tradesSinceLoad = addTrades(toRecentTrades(state.tradesSinceLoad), trades).trades
  // A gap from reordering closes without a load; a gap from loss needs one.
  if (!state.recentTrades.hasGap) cancelNeedlessLoad(state)
  else if (!state.isLoading && !state.timers.has('load')) {
    later(state, effects, { name: 'load', delayMs: reorderMs }, load)
  }
  effects.onChange()
}

function areTradesComplete(state: State): boolean {
  return (
    state.areTradesLoaded && !state.recentTrades.hasGap && !areTradesBehind(state, state.lastNo)
  )
}

/** Cancels a scheduled load if nothing is missing. */
function cancelNeedlessLoad(state: State): void {
  if (state.isBookComplete && areTradesComplete(state)) stopTimer(state, 'load')
}

type Later = { readonly name: string; readonly delayMs: number }

/** Sets the named timer in place of its previous run. */
function later(
  state: State,
  effects: WatchEffects,
  { name, delayMs }: Later,
  run: () => void,
): void {
  stopTimer(state, name)
  const stop = effects.setTimer(() => {
    state.timers.delete(name)
    run()
  }, delayMs)
  state.timers.set(name, stop)
}

function stopTimer(state: State, name: string): void {
  state.timers.get(name)?.()
  state.timers.delete(name)
}
