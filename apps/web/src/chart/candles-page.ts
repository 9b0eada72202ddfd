/** Candles of one market: loads them, goes on with trades as they come, and fills the page around. */
import { openLine } from '../feed/connection.ts'
import { isRecord } from '../api/json.ts'
import type { Measures } from '../feed/frame.ts'
import type { ChartAddress } from './address.ts'
import type { AverageLength } from './averages.ts'
import {
  candleAfter,
  type Candle,
  type CandleTrade,
  completeCandles,
  type Frame,
} from './candles.ts'
import { drawTable } from './candle-table.ts'
import { describe, legendOf, pointedText } from './candle-texts.ts'
import { paceInView } from './chart-pace.ts'
import { type Drawing, draw } from './drawing.ts'
import { chartHosts } from './hosts.ts'
import { keepAverages, keepFrame, storedAverages, storedFrame } from './kept.ts'
import {
  figuresOf,
  loadCandles,
  readTrades,
  type Scale,
  scaleOfTrade,
  type ToldTrade,
} from './load-candles.ts'
import { measuresIn } from './measures-in.ts'
import type { OrderMark } from './messages.ts'
import { markLines } from './order-marks.ts'
import { followPage, sizeTo } from './parent-page.ts'
import { buildParts, type Parts, say, showState, showUnknown } from './elements.ts'
import { moveByKeys } from './pointer-keys.ts'
import { stepIn } from './price-step.ts'

/** Hidden for longer than this, the candles are loaded again. */
const sleepMs = 10_000
/** A load that failed while candles stand is tried again after this. */
const retryMs = 3_000
/** Trades that are remembered: as many as the server tells at once. */
const tradesMax = 100
/** After a candle closed it is asked for once more, when its answer is surely final. */
const closedAfterMs = 2_000

export type CandleState = {
  readonly pair: string
  frame: Frame
  averages: readonly AverageLength[]
  candles: readonly Candle[]
  scale: Scale | null
  /** How the market's numbers are read, null until it was told. */
  measures: Measures | null
  /** The newest trades, oldest first and without gaps. */
  trades: readonly ToldTrade[]
  /** Trades that are not drawn yet, oldest first. */
  waiting: readonly ToldTrade[]
  /** The last trade that the loaded candles have: none is counted twice. */
  loadedNo: number
  isLoading: boolean
  generation: number
  /** The candle under the crosshair. */
  pointedMs: number | null
  marks: readonly OrderMark[]
}

type Page = { readonly state: CandleState; readonly parts: Parts; readonly drawing: Drawing }

/** Shows the candles of the address' market. */
export function showCandles(host: HTMLElement, address: ChartAddress): void {
  const { pair } = address
  const state: CandleState = {
    pair,
    frame: storedFrame(),
    averages: storedAverages(),
    candles: [],
    scale: null,
    measures: null,
    trades: [],
    waiting: [],
    loadedNo: 0,
    isLoading: false,
    generation: 0,
    pointedMs: null,
    marks: [],
  }
  const parts = buildParts(pair, {
    onFrame: (frame) => {
      state.frame = frame
      state.candles = []
      state.pointedMs = null
      keepFrame(frame)
      parts.write(state)
      reload()
    },
    onAverages: (averages) => {
      state.averages = averages
      keepAverages(averages)
      parts.write(state)
      drawing.average(averages)
      writeValues(page)
    },
    onTable: () => drawTable(parts, state),
  })
  host.append(parts.frame)
  sizeTo(parts.frame, address)
  parts.write(state)
  const drawing = draw(parts.canvas)
  const page: Page = { state, parts, drawing }
  const reload = () => {
    load(page).catch(() => undefined)
  }
  drawing.average(state.averages)
  follow(page, reload)
  reload()
  listen(page)
}

/** Pointer, keys and the page around. */
function listen(page: Page): void {
  const { state, parts, drawing } = page
  const point = (openMs: number | null) => {
    state.pointedMs = openMs
    writeValues(page)
  }
  drawing.onPoint(point)
  moveByKeys(parts.canvas, {
    count: () => state.candles.length,
    here: () => state.candles.findIndex(({ openMs }) => openMs === state.pointedMs),
    start: () => state.candles.length - 1,
    move: (index) => {
      const candle = index === null ? undefined : state.candles[index]
      drawing.pointAt(candle ?? null, index ?? 0)
      point(candle?.openMs ?? null)
      parts.live.textContent = candle === undefined ? '' : pointedText(state, candle)
    },
  })
  followPage({
    onLooks: drawing.recolor,
    onLanguage: () => {
      parts.write(state)
      writeMarks(page)
      describe(state, parts)
      writeValues(page)
    },
    onOrders: ({ pair, orders }) => {
      if (pair !== state.pair) return
      state.marks = orders
      writeMarks(page)
      describe(state, parts)
    },
  })
}

function show({ state, drawing }: Page, isAnew: boolean): void {
  const { candles, scale, measures, frame } = state
  if (scale === null) return
  const step = measures === null ? 1 : stepIn(measures, scale)
  drawing.show(candles, { scale, frame, step }, isAnew)
}

function writeMarks({ state, drawing }: Page): void {
  if (state.scale !== null) drawing.mark(markLines(state.marks, state.scale))
}

async function load(page: Page): Promise<void> {
  const { state, parts } = page
  state.generation += 1
  const { generation, pair, frame } = state
  const retry = () => {
    if (generation === state.generation) load(page).catch(() => undefined)
  }
  state.isLoading = true
  const isFirst = state.candles.length === 0
  if (isFirst) showState(parts, 'loading', retry)
  const loaded = await loadCandles(chartHosts().sync, pair, frame)
  if (generation !== state.generation) return
  state.isLoading = false
  if (loaded === 'unknown') return showUnknown(parts, pair)
  if (loaded === null) {
    if (isFirst) showState(parts, 'failed', retry)
    else setTimeout(retry, retryMs)
    return
  }
  const [first] = state.trades
  state.scale = loaded.scale ?? (first === undefined ? null : scaleOfTrade(first))
  state.loadedNo = loaded.lastNo
  state.candles = completeCandles(loaded.candles, figures(state), frame, loaded.lastNo)
  state.waiting = []
  showState(parts, state.candles.length === 0 ? 'empty' : null, retry)
  show(page, isFirst)
  writeMarks(page)
  describe(state, parts)
  writeValues(page)
}

/** The remembered trades in figures; they end where one does not fit the scale. */
function figures({ trades, scale }: CandleState): readonly CandleTrade[] {
  return scale === null ? [] : trades.flatMap((trade) => figuresOf(trade, scale) ?? [])
}

/** Trades that came since the last drawing go on with the candles. */
function takeTrades(page: Page): void {
  const { state, parts, drawing } = page
  const trades = state.waiting
  state.waiting = []
  for (const told of trades) {
    if (told.no <= state.loadedNo) continue
    state.scale ??= scaleOfTrade(told)
    const trade = figuresOf(told, state.scale)
    const last = state.candles.at(-1) ?? null
    const candle = trade && candleAfter(last, trade, state.frame)
    if (candle === null) continue
    const isSame = last?.openMs === candle.openMs
    state.candles = isSame ? [...state.candles.slice(0, -1), candle] : [...state.candles, candle]
    if (last === null) {
      showState(parts, null, () => undefined)
      show(page, true)
      writeMarks(page)
    } else drawing.grow(candle)
    if (last !== null && !isSame) confirmClosed(page)
  }
  writeValues(page)
}

/** Asks once more for a candle that closed: its volume was told in pieces. */
function confirmClosed(page: Page): void {
  const { generation } = page.state
  setTimeout(() => {
    if (generation === page.state.generation) load(page).catch(() => undefined)
  }, closedAfterMs)
}

/** Keeps the candles live: trades as they come, everything again after a gap or a sleep. */
function follow(page: Page, reload: () => void): void {
  const { state, parts } = page
  const drawSoon = paceInView(parts.canvas, () => {
    // What is loaded has them.
    if (state.isLoading) return
    if (state.waiting.length <= tradesMax) takeTrades(page)
    else reload()
  })
  let wasOpen = false
  let isGreeted = false
  // Nothing is told to anybody by name here, so the language does not matter.
  const plan = { base: chartHosts().realtime, token: null, language: '' }
  const line = openLine(plan, {
    onOpen: () => {
      line.send('subscribe', { pair: state.pair, only: ['histories'] })
      parts.chip.textContent = ''
      wasOpen = true
    },
    onClosed: () => {
      parts.chip.textContent = wasOpen ? say()('waiting') : ''
    },
    onEvent: (name, payload) => {
      if (name === 'market_update') takeMeasures(page, payload)
      if (name !== 'histories') return
      const told = readTrades(payload, state.pair)
      if (isRecord(payload) && payload['prepended'] === false) {
        state.trades = told.slice(-tradesMax)
        if (isGreeted || !state.isLoading) reload()
        isGreeted = true
        return
      }
      const lastNo = state.trades.at(-1)?.no ?? 0
      const news = told.filter(({ no }) => no > lastNo)
      const [first] = news
      if (first === undefined) return
      const isGap = lastNo > 0 && first.no !== lastNo + 1
      state.trades = isGap ? news : [...state.trades, ...news].slice(-tradesMax)
      if (isGap) return reload()
      // Of more than that the candles are loaded again.
      if (state.waiting.length <= tradesMax) state.waiting = [...state.waiting, ...news]
      drawSoon()
    },
  })
  afterSleep(reload)
  addEventListener('online', () => line.reopen(null))
}

/** The step that prices under the crosshair have, once it is told. */
function takeMeasures(page: Page, payload: unknown): void {
  const { state } = page
  const told = measuresIn(payload, state.pair)
  if (told === null || told === 'unknown') return
  const isNew = state.measures?.tick !== told.tick
  state.measures = told
  if (isNew && state.candles.length > 0) show(page, false)
}

function afterSleep(reload: () => void): void {
  let hiddenSinceMs: number | null = null
  document.addEventListener('visibilitychange', () => {
    const isHidden = document.visibilityState === 'hidden'
    const sleptMs = hiddenSinceMs === null ? 0 : performance.now() - hiddenSinceMs
    hiddenSinceMs = isHidden ? performance.now() : null
    if (!isHidden && sleptMs > sleepMs) reload()
  })
}

/** Values of the candle under the crosshair, else of the newest one; in the table, if it is shown. */
function writeValues({ state, parts }: Page): void {
  const { candles, scale, pointedMs } = state
  parts.legend.replaceChildren()
  const pointed = candles.findLastIndex(({ openMs }) => openMs === pointedMs)
  const index = pointed === -1 ? candles.length - 1 : pointed
  const candle = candles[index]
  if (candle === undefined || scale === null) return
  parts.legend.dataset['move'] = candle.close >= candle.open ? 'up' : 'down'
  parts.legend.append(...legendOf(state, index, scale))
  drawTable(parts, state)
}
