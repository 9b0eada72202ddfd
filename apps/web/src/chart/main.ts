/**
 * The chart's own entry: candles of one market with their volume, live over a socket of its own,
 * without session and shell. The address names the market and the size.
 */
import '../theme/tokens.css'
import '../theme/global.css'
import './chart.css'
import { openLine } from '../feed/line.ts'
import { unitsText } from '../feed/frame.ts'
import { isRecord } from '../api/json.ts'
import { readAddress } from './address.ts'
import { type Candle, candleAfter, type Frame, frames } from './candles.ts'
import { type Drawing, draw } from './drawing.ts'
import {
  figuresOf,
  loadCandles,
  readTrades,
  type Scale,
  scaleOfTrade,
  type ToldTrade,
} from './load-candles.ts'
import { followLooks } from './looks.ts'
import { buildParts, element, frameName, type Parts, say, showState } from './parts.ts'
import { chartHosts } from './hosts.ts'

const frameKey = 'tukar.chart.frame'
const frameDefault: Frame = '15m'
/** Hidden for longer than this, the candles are loaded anew. */
const sleepMs = 10_000
/** A load that failed while candles stand is tried again after this. */
const retryMs = 3_000

type State = {
  readonly pair: string
  frame: Frame
  candles: readonly Candle[]
  scale: Scale | null
  /** Trades that came while candles were on their way. */
  waiting: readonly ToldTrade[]
  isLoading: boolean
  lastNo: number
  generation: number
  pointedMs: number | null
}

const host = document.getElementById('root') ?? document.body
const address = readAddress(location.search)
if (address === null) {
  const box = element('main', 'wrong')
  box.append(
    element('h1', 'trouble', say()('badAddress')),
    element('p', 'quiet', say()('badAddressText')),
  )
  host.append(box)
} else start(address.pair)

function storedFrame(): Frame {
  try {
    const stored = localStorage.getItem(frameKey)
    return frames.find((frame) => frame === stored) ?? frameDefault
  } catch {
    return frameDefault
  }
}

function keepFrame(frame: Frame): void {
  try {
    localStorage.setItem(frameKey, frame)
  } catch {
    // A device that keeps nothing forgets the choice at the next visit; it holds until then.
  }
}

function start(pair: string): void {
  const state: State = {
    pair,
    frame: storedFrame(),
    candles: [],
    scale: null,
    waiting: [],
    isLoading: false,
    lastNo: 0,
    generation: 0,
    pointedMs: null,
  }
  const parts = buildParts(pair, (frame) => {
    state.frame = frame
    keepFrame(frame)
    parts.write(frame)
    state.candles = []
    reload()
  })
  host.append(parts.frame)
  parts.write(state.frame)
  const drawing = draw(parts.canvas)
  const reload = () => {
    load(state, parts, drawing).catch(() => undefined)
  }
  drawing.onPoint((openMs) => {
    state.pointedMs = openMs
    writeLegend(state, parts)
  })
  followLooks(drawing.recolor, () => {
    parts.write(state.frame)
    describe(state, parts)
    writeLegend(state, parts)
  })
  follow(state, parts, drawing, reload)
  reload()
}

async function load(state: State, parts: Parts, drawing: Drawing): Promise<void> {
  state.generation += 1
  const { generation, pair, frame } = state
  const retry = () => {
    if (generation === state.generation) load(state, parts, drawing).catch(() => undefined)
  }
  state.isLoading = true
  if (state.candles.length === 0) showState(parts, 'loading', retry)
  const loaded = await loadCandles(chartHosts().sync, pair, frame)
  if (generation !== state.generation) return
  state.isLoading = false
  if (loaded === null) {
    if (state.candles.length === 0) showState(parts, 'failed', retry)
    else setTimeout(retry, retryMs)
    return
  }
  state.candles = loaded.candles
  state.scale = loaded.scale
  showState(parts, loaded.candles.length === 0 ? 'empty' : null, retry)
  if (loaded.scale !== null) drawing.show(loaded.candles, loaded.scale)
  const { waiting } = state
  state.waiting = []
  takeTrades(
    state,
    parts,
    drawing,
    waiting.filter(({ timeMs }) => timeMs > lastOpenMs(state)),
  )
  describe(state, parts)
  writeLegend(state, parts)
}

const lastOpenMs = ({ candles }: State): number => candles.at(-1)?.openMs ?? 0

/** Trades go on with the candles; one that is missing loads them anew. */
function takeTrades(
  state: State,
  parts: Parts,
  drawing: Drawing,
  trades: readonly ToldTrade[],
): void {
  for (const told of trades) {
    state.scale ??= scaleOfTrade(told)
    const trade = figuresOf(told, state.scale)
    const candle = trade && candleAfter(state.candles.at(-1) ?? null, trade, state.frame)
    if (candle === null) continue
    const isFirst = state.candles.length === 0
    const isSame = state.candles.at(-1)?.openMs === candle.openMs
    state.candles = isSame ? [...state.candles.slice(0, -1), candle] : [...state.candles, candle]
    if (isFirst) {
      showState(parts, null, () => undefined)
      drawing.show(state.candles, state.scale)
    } else drawing.grow(candle)
  }
  writeLegend(state, parts)
}

/** Keeps the candles live: trades as they come, everything anew after a gap or a sleep. */
function follow(state: State, parts: Parts, drawing: Drawing, reload: () => void): void {
  let hiddenSinceMs: number | null = null
  let wasOpen = false
  // Nothing is told to anybody by name here, so the language does not matter.
  const plan = { base: chartHosts().realtime, token: null, language: '' }
  const line = openLine(plan, {
    onOpen: () => {
      line.send('subscribe', { pair: state.pair, only: ['histories'] })
      parts.chip.textContent = ''
      if (wasOpen) reload()
      wasOpen = true
    },
    onClosed: () => {
      parts.chip.textContent = wasOpen ? say()('waiting') : ''
    },
    onEvent: (name, payload) => {
      if (name !== 'histories') return
      if (isRecord(payload) && payload['prepended'] === false) return reload()
      const trades = readTrades(payload, state.pair).filter(({ no }) => no > state.lastNo)
      const [first] = trades
      const last = trades.at(-1)
      if (first === undefined || last === undefined) return
      const isGap = state.lastNo > 0 && first.no !== state.lastNo + 1
      state.lastNo = last.no
      if (isGap) return reload()
      if (state.isLoading) state.waiting = [...state.waiting, ...trades]
      else takeTrades(state, parts, drawing, trades)
    },
  })
  document.addEventListener('visibilitychange', () => {
    const isHidden = document.visibilityState === 'hidden'
    const sleptMs = hiddenSinceMs === null ? 0 : performance.now() - hiddenSinceMs
    hiddenSinceMs = isHidden ? performance.now() : null
    if (!isHidden && sleptMs > sleepMs) reload()
  })
  addEventListener('online', () => line.reopen(null))
}

/** Values of the candle under the crosshair, else of the newest one. */
function writeLegend({ candles, scale, pointedMs }: State, { legend }: Parts): void {
  const pointed = pointedMs === null ? null : candles.find(({ openMs }) => openMs === pointedMs)
  const candle = pointed ?? candles.at(-1)
  legend.replaceChildren()
  if (candle === undefined || scale === null) return
  const { priceDecimals, quantityDecimals } = scale
  const price = (units: number): string => unitsText(units, priceDecimals, priceDecimals)
  const sayNow = say()
  const values = [
    [sayNow('open'), sayNow('openLong'), price(candle.open)],
    [sayNow('high'), sayNow('highLong'), price(candle.high)],
    [sayNow('low'), sayNow('lowLong'), price(candle.low)],
    [sayNow('close'), sayNow('closeLong'), price(candle.close)],
    [
      sayNow('volume'),
      sayNow('volumeLong'),
      unitsText(candle.volume, quantityDecimals, Math.min(4, quantityDecimals)),
    ],
  ] as const
  legend.dataset['move'] = candle.close >= candle.open ? 'up' : 'down'
  for (const [short, long, value] of values) {
    const item = element('span', 'value')
    item.title = long
    item.append(element('i', 'key', short), element('b', 'figure', value))
    legend.append(item)
  }
}

/** Says in a sentence what the picture shows, for those who do not see it. */
function describe({ candles, scale, frame, pair }: State, { canvas }: Parts): void {
  const last = candles.at(-1)
  if (last === undefined || scale === null) return
  const price = (units: number): string =>
    unitsText(units, scale.priceDecimals, scale.priceDecimals)
  canvas.setAttribute(
    'aria-label',
    say()('spokenSummary', {
      frame: frameName(frame),
      pair: pair.replace('_', '/'),
      last: price(last.close),
      high: price(Math.max(...candles.map((candle) => candle.high))),
      low: price(Math.min(...candles.map((candle) => candle.low))),
    }),
  )
}
