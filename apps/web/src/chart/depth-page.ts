/** The depth of one market: the book by a light socket of its own, summed up and drawn live. */
import { bookChecksum } from '@tukar/wire'
import { decodeSide, isForeignPair } from '../feed/decode.ts'
import { type Measures, unitsText } from '../feed/frame.ts'
import { decimalsOfUnits, type Level, type Side } from '../feed/levels.ts'
import { openLine } from '../feed/connection.ts'
import { addPicture, noPictures, type Pictures } from '../feed/book-sides.ts'
import type { ChartAddress } from './address.ts'
import { valueItem } from './candle-texts.ts'
import { paceInView } from './chart-pace.ts'
import {
  type Depth,
  depthOf,
  type DepthStep,
  stepAt,
  windowOf,
  worthUpTo,
  zoomMax,
  zoomMinOf,
} from './depth.ts'
import { drawDepth, priceAt } from './depth-drawing.ts'
import { chartHosts } from './hosts.ts'
import type { OrderMark } from './messages.ts'
import { measuresIn } from './measures-in.ts'
import { markLines } from './order-marks.ts'
import { followPage, sizeTo } from './parent-page.ts'
import { buildFrame, element, say, showState, showUnknown, writeTitle } from './elements.ts'
import { moveByKeys } from './pointer-keys.ts'

/** Without a book after this, the page says that it could not be loaded. */
const patienceMs = 10_000
/** Distances from the middle are shown in hundredths of a percent. */
const distanceDecimals = 2

/** Decimals of the units, and of what is shown: no more than any level needs. */
type Scale = {
  readonly priceDecimals: number
  readonly baseDecimals: number
  readonly priceShown: number
  readonly quantityShown: number
}

type Pointed = { readonly side: Side; readonly index: number }

type State = {
  readonly pair: string
  pictures: Pictures
  scale: Scale | null
  depth: Depth
  zoom: number
  /** Where the crosshair is: a price; null where there is none. */
  pointedPrice: number | null
  marks: readonly OrderMark[]
}

type Parts = ReturnType<typeof buildDepth>
type Page = { readonly state: State; readonly parts: Parts; readonly draw: () => void }

/** Shows the depth of the address' market. */
export function showDepth(host: HTMLElement, address: ChartAddress): void {
  const state: State = {
    pair: address.pair,
    pictures: noPictures,
    scale: null,
    depth: depthOf([], []),
    zoom: 0,
    pointedPrice: null,
    marks: [],
  }
  const parts = buildDepth(state, () => page.draw())
  const page: Page = { state, parts, draw: onceAFrame(() => paint(page)) }
  host.append(parts.frame)
  sizeTo(parts.frame, address)
  parts.write()
  const reopen = follow(page)
  const wait = () => {
    showState(parts, 'loading', wait, 'depthLoading')
    setTimeout(() => {
      if (state.scale !== null || parts.state.dataset['kind'] === 'unknown') return
      showState(parts, 'failed', () => {
        reopen()
        wait()
      })
    }, patienceMs)
  }
  wait()
  listen(page)
}

function buildDepth(state: State, onZoom: () => void) {
  const parts = buildFrame()
  const drawing = element('canvas', 'depth')
  parts.canvas.append(drawing)
  const buttons = ([-1, 1] as const).map((by) => {
    const button = element('button', 'tool', by === 1 ? '+' : '−')
    button.type = 'button'
    button.addEventListener('click', () => {
      state.zoom = Math.min(zoomMax, Math.max(zoomMinOf(state.depth), state.zoom + by))
      write()
      onZoom()
    })
    return { by, button }
  })
  parts.bar.append(...buttons.map(({ button }) => button), parts.chip)
  const write = () => {
    const sayNow = say()
    writeTitle(parts.canvas, sayNow('depthTitle', { pair: state.pair.replace('_', '/') }))
    for (const { by, button } of buttons) {
      const last = by === 1 ? zoomMax : zoomMinOf(state.depth)
      const isLast = by === 1 ? state.zoom >= last : state.zoom <= last
      const name = sayNow(by === 1 ? 'zoomIn' : 'zoomOut')
      button.title = name
      button.setAttribute('aria-label', name)
      // Still to be reached by key, so that the focus is not lost at the last step.
      button.setAttribute('aria-disabled', String(isLast))
    }
  }
  return { ...parts, drawing, write }
}

/** Follows the book; returns what opens the line again. */
function follow({ state, parts, draw }: Page): () => void {
  const drawSoon = paceInView(parts.canvas, () => {
    parts.write()
    draw()
  })
  let wasOpen = false
  let measures: Measures | null = null
  const plan = { base: chartHosts().realtime, token: null, language: '' }
  const line = openLine(plan, {
    onOpen: () => {
      state.pictures = noPictures
      line.send('subscribe', { pair: state.pair, only: ['sells', 'buys'] })
      parts.chip.textContent = ''
      wasOpen = true
    },
    onClosed: () => {
      parts.chip.textContent = wasOpen ? say()('waiting') : ''
    },
    onEvent: (name, payload) => {
      if (name === 'market_update') {
        const told = measuresIn(payload, state.pair)
        if (told === 'unknown') showUnknown(parts, state.pair)
        else measures = told ?? measures
      }
      if (name !== 'sells' && name !== 'buys') return
      if (measures === null || isForeignPair(payload, state.pair)) return
      const picture = decodeSide(name === 'buys' ? 'buy' : 'sell', payload, measures)
      if (picture === null) return
      state.pictures = addPicture(state.pictures, picture, bookChecksum)
      const { buy, sell } = state.pictures
      // What does not fit together is not drawn: the next pictures are whole again.
      if (state.pictures.state !== 'verified' || buy === null || sell === null) return
      state.scale = scaleAfter(state.scale, measures, [...buy.levels, ...sell.levels])
      state.depth = depthOf(buy.levels, sell.levels)
      drawSoon()
    },
  })
  addEventListener('online', () => line.reopen(null))
  return () => line.reopen(null)
}

/** What is shown has as many decimals as the levels need; it never becomes less, so nothing jumps. */
function scaleAfter(
  known: Scale | null,
  { priceDecimals, baseDecimals }: Measures,
  levels: readonly Level[],
): Scale {
  const shown = (values: readonly number[], decimals: number) =>
    Math.max(0, ...values.map((value) => decimalsOfUnits(value, decimals)))
  const prices = levels.map(({ price }) => price)
  const quantities = levels.map(({ quantity }) => quantity)
  return {
    priceDecimals,
    baseDecimals,
    priceShown: Math.max(known?.priceShown ?? 0, shown(prices, priceDecimals)),
    quantityShown: Math.max(known?.quantityShown ?? 0, shown(quantities, baseDecimals)),
  }
}

/** Pointer, keys, sizes and the page around. */
function listen(page: Page): void {
  const { state, parts, draw } = page
  const point = (price: number | null) => {
    state.pointedPrice = price
    draw()
  }
  parts.canvas.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = parts.drawing.getBoundingClientRect()
    const seen = windowOf(state.depth, state.zoom)
    if (seen !== null) point(priceAt(clientX - left, width, seen))
  })
  parts.canvas.addEventListener('pointerleave', () => point(null))
  const steps = () => [...state.depth.buys.toReversed(), ...state.depth.sells]
  moveByKeys(parts.canvas, {
    count: () => steps().length,
    here: () => steps().findIndex((step) => step === pointedStep(state)),
    start: () => Math.max(0, state.depth.buys.length - 1),
    move: (index) => {
      const step = index === null ? undefined : steps()[index]
      showAround(page, step)
      point(step?.price ?? null)
      parts.live.textContent = step === undefined ? '' : stepText(state, step)
    },
  })
  new ResizeObserver(draw).observe(parts.drawing)
  followPage({
    onLooks: draw,
    onLanguage: () => {
      parts.write()
      draw()
    },
    onOrders: ({ pair, orders }) => {
      if (pair !== state.pair) return
      state.marks = orders
      draw()
    },
  })
}

/** Widens what is shown until the step is in sight. */
function showAround({ state, parts }: Page, step: DepthStep | undefined): void {
  if (step === undefined) return
  for (const least = zoomMinOf(state.depth); state.zoom > least; state.zoom -= 1) {
    const seen = windowOf(state.depth, state.zoom)
    if (seen !== null && step.price >= seen.low && step.price <= seen.high) break
  }
  parts.write()
}

function pointedAt({ depth, pointedPrice }: State): Pointed | null {
  return pointedPrice === null ? null : stepAt(depth, pointedPrice)
}

function pointedStep(state: State): DepthStep | undefined {
  const pointed = pointedAt(state)
  if (pointed === null) return undefined
  return (pointed.side === 'buy' ? state.depth.buys : state.depth.sells)[pointed.index]
}

function paint({ state, parts }: Page): void {
  const { depth, zoom, scale, marks } = state
  const seen = windowOf(depth, zoom)
  if (scale === null) return
  if (seen === null) {
    showState(parts, 'empty', () => undefined, 'depthEmpty')
    return
  }
  showState(parts, null, () => undefined)
  drawDepth(parts.drawing, {
    depth,
    window: seen,
    pointed: pointedAt(state),
    own: markLines(marks, scale),
    priceText: (units) => priceText(units, scale),
    sumText: (units) => sumText(units, scale),
  })
  writeLegend(state, parts, scale)
  describe(state, parts, scale)
}

const priceText = (units: number, { priceDecimals, priceShown }: Scale): string =>
  unitsText(units, priceDecimals, priceShown)
const sumText = (units: number, { baseDecimals, quantityShown }: Scale): string =>
  unitsText(units, baseDecimals, quantityShown)

/** The figures of the step under the crosshair; without one, what stands on both sides. */
function writeLegend(state: State, { legend }: Parts, scale: Scale): void {
  const { depth } = state
  const sayNow = say()
  const step = pointedStep(state)
  if (step === undefined) {
    const whole = (steps: readonly DepthStep[]) => sumText(steps.at(-1)?.sum ?? 0, scale)
    delete legend.dataset['move']
    const buys = valueItem(sayNow('buys'), sayNow('buys'), whole(depth.buys))
    const sells = valueItem(sayNow('sells'), sayNow('sells'), whole(depth.sells))
    buys.dataset['side'] = 'buy'
    sells.dataset['side'] = 'sell'
    legend.replaceChildren(buys, sells)
    return
  }
  const { price, sum, worth, distance } = stepTexts(state, step, scale)
  legend.dataset['move'] = pointedAt(state)?.side === 'buy' ? 'up' : 'down'
  legend.replaceChildren(
    valueItem(sayNow('price'), sayNow('price'), price),
    valueItem(sayNow('upTo'), sayNow('upToLong'), sum),
    valueItem(sayNow('worth'), sayNow('worth'), worth),
    valueItem(sayNow('distance'), sayNow('distanceLong'), `${distance}%`),
  )
}

function stepTexts(state: State, step: DepthStep, scale: Scale) {
  const { buys, sells } = state.depth
  const pointed = pointedAt(state)
  const steps = pointed?.side === 'sell' ? sells : buys
  const worth = worthUpTo(steps, pointed?.index ?? 0, scale.baseDecimals)
  const bid = buys[0]?.price ?? step.price
  const middle = (bid + (sells[0]?.price ?? bid)) / 2
  const distance = Math.round((Math.abs(step.price - middle) * 10_000) / middle)
  return {
    price: priceText(step.price, scale),
    sum: sumText(step.sum, scale),
    worth: unitsText(worth, scale.priceDecimals, Math.min(scale.priceShown, 2)),
    distance: unitsText(distance, distanceDecimals, distanceDecimals),
  }
}

/** A step as a sentence, for the crosshair that keys move. */
function stepText(state: State, step: DepthStep): string {
  if (state.scale === null) return ''
  const side = say()(state.depth.buys.includes(step) ? 'buy' : 'sell')
  state.pointedPrice = step.price
  return say()('depthStep', { side, ...stepTexts(state, step, state.scale) })
}

/** Says in a sentence what the picture shows. */
function describe({ depth, pair, marks }: State, { canvas }: Parts, scale: Scale): void {
  const sayNow = say()
  const best = (steps: readonly DepthStep[]) => {
    const price = steps[0]?.price
    return price === undefined ? sayNow('noOrders') : priceText(price, scale)
  }
  const whole = (steps: readonly DepthStep[]) => sumText(steps.at(-1)?.sum ?? 0, scale)
  const summary = sayNow('depthSummary', {
    pair: pair.replace('_', '/'),
    buys: whole(depth.buys),
    sells: whole(depth.sells),
    bid: best(depth.buys),
    ask: best(depth.sells),
  })
  const own = marks.length === 0 ? '' : ` ${sayNow('spokenOrders', { count: marks.length })}`
  canvas.setAttribute('aria-label', `${summary}${own} ${sayNow('spokenKeys')}`)
}

/** Returns a function that runs the task at the next frame, however often it is called before. */
function onceAFrame(task: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      task()
    })
  }
}
