/**
 * The candle page of one market: loads candles, extends them with trades, and updates the elements around.
 */
import { openConnection } from '../feed/connection.ts'
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
import { describe, buildLegend, pointedText } from './candle-texts.ts'
import { paceInView } from './chart-pace.ts'
import { type Drawing, draw } from './drawing.ts'
import { chartHosts } from './hosts.ts'
import { keepAverages, keepFrame, storedAverages, storedFrame } from './kept.ts'
import {
  toCandleTrade,
  loadCandles,
  readTrades,
  type Scale,
  readTradeScale,
  type TradeTexts,
} from './load-candles.ts'
import { measuresIn } from './measures-in.ts'
import type { OrderMark } from './messages.ts'
import { markLines } from './order-marks.ts'
import { followPage, sizeTo } from './parent-page.ts'
import {
  buildCandleElements,
  type CandleElements,
  currentTranslator,
  showState,
  showUnknown,
} from './elements.ts'
import { moveByKeys } from './pointer-keys.ts'
import { stepIn } from './price-step.ts'

/** After the page was hidden for longer than this, candles are loaded again. */
const sleepMs = 10_000
/** Delay before the next load, after a load failed while candles are shown. */
const retryMs = 3_000
/** Stored trades: as many as the server sends at once. */
const tradesMax = 100
/** Delay before a closed candle is loaded once more; its figures are final by then. */
const closedAfterMs = 2_000

export type CandleState = {
  readonly pair: string
  frame: Frame
  averages: readonly AverageLength[]
  candles: readonly Candle[]
  scale: Scale | null
  /** The market's decimals and tick; null until the first event. */
  measures: Measures | null
  /** The newest trades, oldest first, without gaps. */
  trades: readonly TradeTexts[]
  /** Trades that are not drawn yet, oldest first. */
  waiting: readonly TradeTexts[]
  /** The number of the last trade in the loaded candles, so that none is counted twice. */
  loadedNo: number
  isLoading: boolean
  generation: number
  /** The time of the candle under the crosshair. */
  pointedMs: number | null
  marks: readonly OrderMark[]
}

type Page = {
  readonly state: CandleState
  readonly elements: CandleElements
  readonly drawing: Drawing
}

/** Shows the candles of the market in the address. */
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
  const elements = buildCandleElements(pair, {
    onFrame: (frame) => {
      state.frame = frame
      state.candles = []
      state.pointedMs = null
      keepFrame(frame)
      elements.write(state)
      reload()
    },
    onAverages: (averages) => {
      state.averages = averages
      keepAverages(averages)
      elements.write(state)
      drawing.average(averages)
      writeValues(page)
    },
    onTable: () => drawTable(elements, state),
  })
  host.append(elements.frame)
  sizeTo(elements.frame, address)
  elements.write(state)
  const drawing = draw(elements.canvas)
  const page: Page = { state, elements, drawing }
  const reload = () => {
    load(page).catch(() => undefined)
  }
  drawing.average(state.averages)
  follow(page, reload)
  reload()
  listen(page)
}

/** Connects pointer, keys and parent page. */
function listen(page: Page): void {
  const { state, elements, drawing } = page
  const point = (openMs: number | null) => {
    state.pointedMs = openMs
    writeValues(page)
  }
  drawing.onPoint(point)
  moveByKeys(elements.canvas, {
    count: () => state.candles.length,
    here: () => state.candles.findIndex(({ openMs }) => openMs === state.pointedMs),
    start: () => state.candles.length - 1,
    move: (index) => {
      const candle = index === null ? undefined : state.candles[index]
      drawing.pointAt(candle ?? null, index ?? 0)
      point(candle?.openMs ?? null)
      elements.live.textContent = candle === undefined ? '' : pointedText(state, candle)
    },
  })
  followPage({
    onAppearance: drawing.recolor,
    onLanguage: () => {
      elements.write(state)
      writeMarks(page)
      describe(state, elements)
      writeValues(page)
    },
    onOrders: ({ pair, orders }) => {
      if (pair !== state.pair) return
      state.marks = orders
      writeMarks(page)
      describe(state, elements)
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
  const { state, elements } = page
  state.generation += 1
  const { generation, pair, frame } = state
  const retry = () => {
    if (generation === state.generation) load(page).catch(() => undefined)
  }
  state.isLoading = true
  const isFirst = state.candles.length === 0
  if (isFirst) showState(elements, 'loading', retry)
  const loaded = await loadCandles(chartHosts().sync, pair, frame)
  if (generation !== state.generation) return
  state.isLoading = false
  if (loaded === 'unknown') return showUnknown(elements, pair)
  if (loaded === null) {
    if (isFirst) showState(elements, 'failed', retry)
    else setTimeout(retry, retryMs)
    return
  }
  const [first] = state.trades
  state.scale = loaded.scale ?? (first === undefined ? null : readTradeScale(first))
  state.loadedNo = loaded.lastNo
  state.candles = completeCandles(loaded.candles, figures(state), frame, loaded.lastNo)
  state.waiting = []
  showState(elements, state.candles.length === 0 ? 'empty' : null, retry)
  show(page, isFirst)
  writeMarks(page)
  describe(state, elements)
  writeValues(page)
}

/** The stored trades in the chart's scale; trades that do not fit it are left out. */
function figures({ trades, scale }: CandleState): readonly CandleTrade[] {
  return scale === null ? [] : trades.flatMap((trade) => toCandleTrade(trade, scale) ?? [])
}

/** Adds the trades since the last drawing to the candles. */
function takeTrades(page: Page): void {
  const { state, elements, drawing } = page
  const trades = state.waiting
  state.waiting = []
  for (const received of trades) {
    if (received.no <= state.loadedNo) continue
    state.scale ??= readTradeScale(received)
    const trade = toCandleTrade(received, state.scale)
    const last = state.candles.at(-1) ?? null
    const candle = trade && candleAfter(last, trade, state.frame)
    if (candle === null) continue
    const isSame = last?.openMs === candle.openMs
    state.candles = isSame ? [...state.candles.slice(0, -1), candle] : [...state.candles, candle]
    if (last === null) {
      showState(elements, null, () => undefined)
      show(page, true)
      writeMarks(page)
    } else drawing.grow(candle)
    if (last !== null && !isSame) confirmClosed(page)
  }
  writeValues(page)
}

/** Loads a closed candle once more: events carried its volume in parts. */
function confirmClosed(page: Page): void {
  const { generation } = page.state
  setTimeout(() => {
    if (generation === page.state.generation) load(page).catch(() => undefined)
  }, closedAfterMs)
}

/** Keeps the candles live: adds trades as they come, and loads everything after a gap or a sleep. */
function follow(page: Page, reload: () => void): void {
  const { state, elements } = page
  const drawSoon = paceInView(elements.canvas, () => {
    // The running load brings these trades.
    if (state.isLoading) return
    if (state.waiting.length <= tradesMax) takeTrades(page)
    else reload()
  })
  let wasOpen = false
  let isGreeted = false
  // The chart gets no notifications, so the language does not matter.
  const plan = { base: chartHosts().realtime, token: null, language: '' }
  const connection = openConnection(plan, {
    onOpen: () => {
      connection.send('subscribe', { pair: state.pair, only: ['histories'] })
      elements.chip.textContent = ''
      wasOpen = true
    },
    onClosed: () => {
      elements.chip.textContent = wasOpen ? currentTranslator()('waiting') : ''
    },
    onEvent: (name, payload) => {
      if (name === 'market_update') takeMeasures(page, payload)
      if (name !== 'histories') return
      const received = readTrades(payload, state.pair)
      if (isRecord(payload) && payload['prepended'] === false) {
        state.trades = received.slice(-tradesMax)
        if (isGreeted || !state.isLoading) reload()
        isGreeted = true
        return
      }
      const lastNo = state.trades.at(-1)?.no ?? 0
      const news = received.filter(({ no }) => no > lastNo)
      const [first] = news
      if (first === undefined) return
      const isGap = lastNo > 0 && first.no !== lastNo + 1
      state.trades = isGap ? news : [...state.trades, ...news].slice(-tradesMax)
      if (isGap) return reload()
      // With more trades than this, the candles are loaded again.
      if (state.waiting.length <= tradesMax) state.waiting = [...state.waiting, ...news]
      drawSoon()
    },
  })
  afterSleep(reload)
  addEventListener('online', () => connection.reopen(null))
}

/** Sets the price step under the crosshair when an event brings the tick. */
function takeMeasures(page: Page, payload: unknown): void {
  const { state } = page
  const received = measuresIn(payload, state.pair)
  if (received === null || received === 'unknown') return
  const isNew = state.measures?.tick !== received.tick
  state.measures = received
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

/**
 * Writes the values of the candle under the crosshair, or of the newest one, and the table if it is shown.
 */
function writeValues({ state, elements }: Page): void {
  const { candles, scale, pointedMs } = state
  elements.legend.replaceChildren()
  const pointed = candles.findLastIndex(({ openMs }) => openMs === pointedMs)
  const index = pointed === -1 ? candles.length - 1 : pointed
  const candle = candles[index]
  if (candle === undefined || scale === null) return
  elements.legend.dataset['move'] = candle.close >= candle.open ? 'up' : 'down'
  elements.legend.append(...buildLegend(state, index, scale))
  drawTable(elements, state)
}
