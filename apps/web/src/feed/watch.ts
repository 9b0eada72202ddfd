/**
 * One watched market: its pictures, its trades, and how they are made right again after a gap. What
 * touches the outside (calls, clock, posting) is handed in, so that loss and reordering can be tested.
 */
import type { Measures } from './frame.ts'
import type { Level } from './levels.ts'
import {
  addPicture,
  type Checksum,
  noPictures,
  type Pictures,
  settlePictures,
  type SidePicture,
} from './book-sides.ts'
import { addTrades, emptyTape, type Tape, tapeOf, type Trade } from './recent-trades.ts'

/** What the server tells of a market when it is asked for all of it. */
export type MarketPicture = {
  readonly marketId: number
  readonly measures: Measures
  readonly buy: SidePicture
  readonly sell: SidePicture
}

/** A book whose sides belong together. */
export type VerifiedBook = {
  readonly seq: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** What a subscriber has who missed nothing: numbers of the book and of the last trade. */
export type Pulse = {
  readonly seq: number
  /** Of both sides as of `seq`, unsigned 32 bits. */
  readonly checksum: number
  /** 0 before the first trade. */
  readonly no: number
}

export type WatchEffects = {
  /** Null where the call fails, `unknown` where there is no such market. */
  readonly loadBook: (pair: string) => Promise<MarketPicture | 'unknown' | null>
  readonly loadTrades: (pair: string, measures: Measures) => Promise<readonly Trade[] | null>
  /** Asks the server to send the book's pictures once more. */
  readonly askAgain: (marketId: number) => void
  readonly checksum: Checksum
  /** Something that is shown has changed. */
  readonly onChange: () => void
  readonly setTimer: (run: () => void, delayMs: number) => () => void
}

export type Watch = {
  readonly pair: string
  /** Loads everything again: at the beginning and after each reconnect (DEC-90). */
  readonly load: () => void
  readonly addSide: (picture: SidePicture) => void
  readonly addTrades: (trades: readonly Trade[], isPrepended: boolean) => void
  /** What should be here by now: what of it stays away is asked for. */
  readonly addPulse: (pulse: Pulse) => void
  /** The last book whose sides belonged together, null before the first. */
  readonly book: () => VerifiedBook | null
  /** Null before anything is known of it: no trade at all is said only where there was none. */
  readonly tape: () => readonly Trade[] | null
  readonly measures: () => Measures | null
  /** Whether book and trades are known to be whole. */
  readonly isVerified: () => boolean
  readonly stop: () => void
}

/** How long one side may be newer than the other before the checksum decides. */
const settleMs = 300
/** How long the asked-for pictures may take before everything is loaded. */
const askAgainMs = 700
/** How long what a pulse tells may still be on its way. */
const pulseGraceMs = 500
/** Pauses between loads that fail; the last one repeats. */
const loadPausesMs = [300, 600, 1_200, 2_500, 5_000] as const

type State = {
  pictures: Pictures
  book: VerifiedBook | null
  tape: Tape
  /** Trades that events brought since the last load began. */
  recent: readonly Trade[]
  market: { readonly id: number; readonly measures: Measures } | null
  isBookWhole: boolean
  isTapeLoaded: boolean
  /** The trade that is known to be the last; it counts as missing while the tape ends before it. */
  lastNo: number
  /** A load is under way: it mends what else would be asked for. */
  isLoading: boolean
  /** There is no such market: nothing is asked any more. */
  isUnknown: boolean
  generation: number
  failures: number
  timers: Map<string, () => void>
}

/** Begins to watch a market; nothing is loaded before `load`. */
export function watchMarket(pair: string, effects: WatchEffects): Watch {
  const state: State = {
    pictures: noPictures,
    book: null,
    tape: emptyTape,
    recent: [],
    market: null,
    isBookWhole: false,
    isTapeLoaded: false,
    lastNo: 0,
    isLoading: false,
    isUnknown: false,
    generation: 0,
    failures: 0,
    timers: new Map(),
  }
  const load = () => begin(pair, state, effects)
  return {
    pair,
    load,
    addSide: (picture) => {
      if (state.market === null) return
      takePictures(state, effects, addPicture(state.pictures, picture, effects.checksum), load)
    },
    addTrades: (trades, isPrepended) => takeTrades(state, effects, { trades, isPrepended }, load),
    addPulse: (pulse) =>
      takePulse(state, effects, pulse, () => missed(pair, state, effects, pulse)),
    book: () => state.book,
    tape: () => (state.isTapeLoaded || state.tape.trades.length > 0 ? state.tape.trades : null),
    measures: () => state.market?.measures ?? null,
    isVerified: () => state.isBookWhole && isTapeWhole(state),
    stop: () => {
      state.generation += 1
      for (const stop of state.timers.values()) stop()
      state.timers.clear()
    },
  }
}

function begin(pair: string, state: State, effects: WatchEffects): void {
  if (state.isUnknown) return
  state.generation += 1
  state.pictures = noPictures
  state.isBookWhole = false
  state.isTapeLoaded = false
  state.lastNo = 0
  state.isLoading = true
  // This load is what was waited for, and what comes from now on is judged by itself.
  for (const name of ['pulse', 'settle', 'load']) stopTimer(state, name)
  state.recent = []
  const { generation } = state
  const isCurrent = () => generation === state.generation
  const load = () => begin(pair, state, effects)
  const fail = () => {
    state.isLoading = false
    const pauseMs = loadPausesMs[Math.min(state.failures, loadPausesMs.length - 1)] ?? 5_000
    state.failures += 1
    later(state, effects, { name: 'load', delayMs: pauseMs }, load)
  }
  const run = async () => {
    const picture = await effects.loadBook(pair)
    if (picture === 'unknown') {
      state.isUnknown = true
      return
    }
    if (!isCurrent()) return
    if (picture === null) return fail()
    state.market = { id: picture.marketId, measures: picture.measures }
    const withBuy = addPicture(state.pictures, picture.buy, effects.checksum)
    takePictures(state, effects, addPicture(withBuy, picture.sell, effects.checksum), load)
    const trades = await effects.loadTrades(pair, picture.measures)
    if (!isCurrent()) return
    if (trades === null) return fail()
    state.tape = addTrades(tapeOf(trades), state.recent)
    state.isTapeLoaded = true
    state.isLoading = false
    effects.onChange()
    if (state.tape.hasGap || state.pictures.state === 'wrong') return fail()
    state.failures = 0
  }
  run().catch(fail)
}

function takePictures(
  state: State,
  effects: WatchEffects,
  pictures: Pictures,
  load: () => void,
): void {
  state.pictures = pictures
  const { buy, sell } = pictures
  switch (pictures.state) {
    case 'empty':
      return
    case 'waiting':
      // A wait that began is not begun again, or a side that never comes would never be missed.
      if (state.timers.has('settle')) return
      later(state, effects, { name: 'settle', delayMs: settleMs }, () =>
        settle(state, effects, load),
      )
      return
    case 'wrong':
      stopTimer(state, 'settle')
      return mendBook(state, effects, load)
    case 'verified': {
      stopTimer(state, 'settle')
      state.isBookWhole = buy !== null && sell !== null
      calm(state)
      if (buy === null || sell === null) return
      state.book = { seq: Math.max(buy.seq, sell.seq), bids: buy.levels, asks: sell.levels }
      effects.onChange()
    }
  }
}

function mendBook(state: State, effects: WatchEffects, load: () => void): void {
  state.isBookWhole = false
  effects.onChange()
  // What is asked for or loaded soon is not put off by the next wrong picture.
  if (state.isLoading || state.timers.has('load')) return
  if (state.market !== null) effects.askAgain(state.market.id)
  later(state, effects, { name: 'load', delayMs: askAgainMs }, load)
}

/** Looks again, once what is on its way has come, whether all is here that a pulse told. */
function takePulse(state: State, effects: WatchEffects, pulse: Pulse, look: () => void): void {
  if (state.market === null || state.timers.has('pulse')) return
  if (!isBookBehind(state, effects, pulse) && !isTapeBehind(state, pulse.no)) return
  later(state, effects, { name: 'pulse', delayMs: pulseGraceMs }, look)
}

/** Asks for what of a pulse has not come, and for no more. */
function missed(pair: string, state: State, effects: WatchEffects, pulse: Pulse): void {
  if (state.isLoading) return
  const load = () => begin(pair, state, effects)
  if (isBookBehind(state, effects, pulse)) mendBook(state, effects, load)
  if (!isTapeBehind(state, pulse.no)) return
  state.lastNo = pulse.no
  effects.onChange()
  mendTape(pair, state, effects, load).catch(load)
}

async function mendTape(
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
  if (isTapeWhole(state) || state.isLoading || state.timers.has('load')) return
  later(state, effects, { name: 'load', delayMs: loadPausesMs[0] }, load)
}

/** Whether another book is told of than the one that is here; one that is being mended is not judged. */
function isBookBehind(state: State, effects: WatchEffects, { seq, checksum }: Pulse): boolean {
  const { buy, sell, state: judged } = state.pictures
  if (judged !== 'verified' || buy === null || sell === null) return false
  if (seq <= Math.max(buy.seq, sell.seq)) return false
  return effects.checksum(buy.levels, sell.levels) !== checksum
}

function isTapeBehind(state: State, no: number): boolean {
  return state.isTapeLoaded && (state.tape.trades[0]?.no ?? 0) < no
}

function settle(state: State, effects: WatchEffects, load: () => void): void {
  takePictures(state, effects, settlePictures(state.pictures, effects.checksum), load)
}

function takeTrades(
  state: State,
  effects: WatchEffects,
  { trades, isPrepended }: { readonly trades: readonly Trade[]; readonly isPrepended: boolean },
  load: () => void,
): void {
  if (isPrepended) {
    state.tape = addTrades(state.tape, trades)
  } else {
    // The list may be older than what events told since the last load.
    const newest = trades.reduce((no, trade) => Math.max(no, trade.no), 0)
    const newer = state.recent.filter(({ no }) => no > newest)
    state.tape = addTrades(tapeOf(trades), newer)
    state.isTapeLoaded = true
  }
  state.recent = addTrades(tapeOf(state.recent), trades).trades
  // A gap that reordering made closes by itself; one that loss made is loaded.
  if (!state.tape.hasGap) calm(state)
  else if (!state.isLoading && !state.timers.has('load')) {
    later(state, effects, { name: 'load', delayMs: settleMs }, load)
  }
  effects.onChange()
}

function isTapeWhole(state: State): boolean {
  return state.isTapeLoaded && !state.tape.hasGap && !isTapeBehind(state, state.lastNo)
}

/** Gives up a load that is waited for, once there is nothing left to mend by it. */
function calm(state: State): void {
  if (state.isBookWhole && isTapeWhole(state)) stopTimer(state, 'load')
}

type Later = { readonly name: string; readonly delayMs: number }

/** Sets the timer of a name, instead of the one before. */
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
