/** The depth page of one market: reads the book over its own socket and draws its sums live. */
import { bookChecksum } from '@tukar/wire'
import { decodeSide, isForeignPair } from '../feed/decode.ts'
import { type Measures, unitsText } from '../feed/frame.ts'
import { countDecimals, type Level, type Side } from '../feed/levels.ts'
import { openConnection } from '../feed/connection.ts'
import { addSideSnapshot, noBookSides, type BookSides } from '../feed/book-sides.ts'
import type { ChartAddress } from './address.ts'
import { valueItem } from './candle-texts.ts'
import { paceInView } from './chart-pace.ts'
import {
  type Depth,
  sumDepth,
  type DepthStep,
  stepAt,
  findWindow,
  worthUpTo,
  zoomMax,
  findZoomMin,
} from './depth.ts'
import { drawDepth, priceAt } from './depth-drawing.ts'
import { chartHosts } from './hosts.ts'
import type { OrderMark } from './messages.ts'
import { measuresIn } from './measures-in.ts'
import { markLines } from './order-marks.ts'
import { followPage, sizeTo } from './parent-page.ts'
import {
  buildFrame,
  element,
  currentTranslator,
  showState,
  showUnknown,
  writeTitle,
} from './elements.ts'
import { moveByKeys } from './pointer-keys.ts'

/** Without a book after this time, the page shows that loading failed. */
const patienceMs = 10_000
/** Distances from the middle are shown in hundredths of a percent. */
const distanceDecimals = 2

/** Decimals of the units, and the shown decimals: as many as the levels need. */
type Scale = {
  readonly priceDecimals: number
  readonly baseDecimals: number
  readonly priceShown: number
  readonly quantityShown: number
}

type Pointed = { readonly side: Side; readonly index: number }

type State = {
  readonly pair: string
  sides: BookSides
  scale: Scale | null
  depth: Depth
  zoom: number
  /** The price under the crosshair; null without one. */
  pointedPrice: number | null
  marks: readonly OrderMark[]
}

type DepthElements = ReturnType<typeof buildDepth>
type Page = { readonly state: State; readonly elements: DepthElements; readonly draw: () => void }

/** Shows the depth of the market in the address. */
export function showDepth(host: HTMLElement, address: ChartAddress): void {
  const state: State = {
    pair: address.pair,
    sides: noBookSides,
    scale: null,
    depth: sumDepth([], []),
    zoom: 0,
    pointedPrice: null,
    marks: [],
  }
  const elements = buildDepth(state, () => page.draw())
  const page: Page = { state, elements, draw: oncePerFrame(() => paint(page)) }
  host.append(elements.frame)
  sizeTo(elements.frame, address)
  elements.write()
  const reopen = follow(page)
  const wait = () => {
    showState(elements, 'loading', wait, 'depthLoading')
    setTimeout(() => {
      if (state.scale !== null || elements.state.dataset['kind'] === 'unknown') return
      showState(elements, 'failed', () => {
        reopen()
        wait()
      })
    }, patienceMs)
  }
  wait()
  listen(page)
}

function buildDepth(state: State, onZoom: () => void) {
  const elements = buildFrame()
  const drawing = element('canvas', 'depth')
  elements.canvas.append(drawing)
  const buttons = ([-1, 1] as const).map((by) => {
    const button = element('button', 'tool', by === 1 ? '+' : '−')
    button.type = 'button'
    button.addEventListener('click', () => {
      state.zoom = Math.min(zoomMax, Math.max(findZoomMin(state.depth), state.zoom + by))
      write()
      onZoom()
    })
    return { by, button }
  })
  elements.bar.append(...buttons.map(({ button }) => button), elements.chip)
  const write = () => {
    const t = currentTranslator()
    writeTitle(elements.canvas, t('depthTitle', { pair: state.pair.replace('_', '/') }))
    for (const { by, button } of buttons) {
      const last = by === 1 ? zoomMax : findZoomMin(state.depth)
      const isLast = by === 1 ? state.zoom >= last : state.zoom <= last
      const name = t(by === 1 ? 'zoomIn' : 'zoomOut')
      button.title = name
      button.setAttribute('aria-label', name)
      // The button stays focusable, so that the focus is not lost at the last zoom.
      button.setAttribute('aria-disabled', String(isLast))
    }
  }
  return { ...elements, drawing, write }
}

/** Follows the book; returns a function that reopens the connection. */
function follow({ state, elements, draw }: Page): () => void {
  const drawSoon = paceInView(elements.canvas, () => {
    elements.write()
    draw()
  })
  let wasOpen = false
  let measures: Measures | null = null
  const plan = { base: chartHosts().realtime, token: null, language: '' }
  const connection = openConnection(plan, {
    onOpen: () => {
      state.sides = noBookSides
      connection.send('subscribe', { pair: state.pair, only: ['sells', 'buys'] })
      elements.chip.textContent = ''
      wasOpen = true
    },
    onClosed: () => {
      elements.chip.textContent = wasOpen ? currentTranslator()('waiting') : ''
    },
    onEvent: (name, payload) => {
      if (name === 'market_update') {
        const received = measuresIn(payload, state.pair)
        if (received === 'unknown') showUnknown(elements, state.pair)
        else measures = received ?? measures
      }
      if (name !== 'sells' && name !== 'buys') return
      if (measures === null || isForeignPair(payload, state.pair)) return
      const snapshot = decodeSide(name === 'buys' ? 'buy' : 'sell', payload, measures)
      if (snapshot === null) return
      state.sides = addSideSnapshot(state.sides, snapshot, bookChecksum)
      const { buy, sell } = state.sides
      // Sides that do not match are not drawn; the server sends complete snapshots again.
      if (state.sides.state !== 'verified' || buy === null || sell === null) return
      state.scale = scaleAfter(state.scale, measures, [...buy.levels, ...sell.levels])
      state.depth = sumDepth(buy.levels, sell.levels)
      drawSoon()
    },
  })
  addEventListener('online', () => connection.reopen(null))
  return () => connection.reopen(null)
}

/** The shown decimals grow with the levels and never shrink, so that figures do not jump. */
function scaleAfter(
  known: Scale | null,
  { priceDecimals, baseDecimals }: Measures,
  levels: readonly Level[],
): Scale {
  const shown = (values: readonly number[], decimals: number) =>
    Math.max(0, ...values.map((value) => countDecimals(value, decimals)))
  const prices = levels.map(({ price }) => price)
  const quantities = levels.map(({ quantity }) => quantity)
  return {
    priceDecimals,
    baseDecimals,
    priceShown: Math.max(known?.priceShown ?? 0, shown(prices, priceDecimals)),
    quantityShown: Math.max(known?.quantityShown ?? 0, shown(quantities, baseDecimals)),
  }
}

/** Connects pointer, keys, size and parent page. */
function listen(page: Page): void {
  const { state, elements, draw } = page
  const point = (price: number | null) => {
    state.pointedPrice = price
    draw()
  }
  elements.canvas.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = elements.drawing.getBoundingClientRect()
    const seen = findWindow(state.depth, state.zoom)
    if (seen !== null) point(priceAt(clientX - left, width, seen))
  })
  elements.canvas.addEventListener('pointerleave', () => point(null))
  const steps = () => [...state.depth.buys.toReversed(), ...state.depth.sells]
  moveByKeys(elements.canvas, {
    count: () => steps().length,
    here: () => steps().findIndex((step) => step === pointedStep(state)),
    start: () => Math.max(0, state.depth.buys.length - 1),
    move: (index) => {
      const step = index === null ? undefined : steps()[index]
      showAround(page, step)
      point(step?.price ?? null)
      elements.live.textContent = step === undefined ? '' : stepText(state, step)
    },
  })
  new ResizeObserver(draw).observe(elements.drawing)
  followPage({
    onAppearance: draw,
    onLanguage: () => {
      elements.write()
      draw()
    },
    onOrders: ({ pair, orders }) => {
      if (pair !== state.pair) return
      state.marks = orders
      draw()
    },
  })
}

/** Zooms out until the step is visible. */
function showAround({ state, elements }: Page, step: DepthStep | undefined): void {
  if (step === undefined) return
  for (const zoomMin = findZoomMin(state.depth); state.zoom > zoomMin; state.zoom -= 1) {
    const seen = findWindow(state.depth, state.zoom)
    if (seen !== null && step.price >= seen.low && step.price <= seen.high) break
  }
  elements.write()
}

function pointedAt({ depth, pointedPrice }: State): Pointed | null {
  return pointedPrice === null ? null : stepAt(depth, pointedPrice)
}

function pointedStep(state: State): DepthStep | undefined {
  const pointed = pointedAt(state)
  if (pointed === null) return undefined
  return (pointed.side === 'buy' ? state.depth.buys : state.depth.sells)[pointed.index]
}

function paint({ state, elements }: Page): void {
  const { depth, zoom, scale, marks } = state
  const seen = findWindow(depth, zoom)
  if (scale === null) return
  if (seen === null) {
    showState(elements, 'empty', () => undefined, 'depthEmpty')
    return
  }
  showState(elements, null, () => undefined)
  drawDepth(elements.drawing, {
    depth,
    window: seen,
    pointed: pointedAt(state),
    own: markLines(marks, scale),
    priceText: (units) => priceText(units, scale),
    sumText: (units) => sumText(units, scale),
  })
  writeLegend(state, elements, scale)
  describe(state, elements, scale)
}

const priceText = (units: number, { priceDecimals, priceShown }: Scale): string =>
  unitsText(units, priceDecimals, priceShown)
const sumText = (units: number, { baseDecimals, quantityShown }: Scale): string =>
  unitsText(units, baseDecimals, quantityShown)

/** Writes the figures of the step under the crosshair; without one, the sums of both sides. */
function writeLegend(state: State, { legend }: DepthElements, scale: Scale): void {
  const { depth } = state
  const t = currentTranslator()
  const step = pointedStep(state)
  if (step === undefined) {
    const totalText = (steps: readonly DepthStep[]) => sumText(steps.at(-1)?.sum ?? 0, scale)
    delete legend.dataset['move']
    const buys = valueItem(t('buys'), t('buys'), totalText(depth.buys))
    const sells = valueItem(t('sells'), t('sells'), totalText(depth.sells))
    buys.dataset['side'] = 'buy'
    sells.dataset['side'] = 'sell'
    legend.replaceChildren(buys, sells)
    return
  }
  const { price, sum, worth, distance } = stepTexts(state, step, scale)
  legend.dataset['move'] = pointedAt(state)?.side === 'buy' ? 'up' : 'down'
  legend.replaceChildren(
    valueItem(t('price'), t('price'), price),
    valueItem(t('upTo'), t('upToLong'), sum),
    valueItem(t('worth'), t('worth'), worth),
    valueItem(t('distance'), t('distanceLong'), `${distance}%`),
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

/** A step as a sentence, for the keyboard crosshair. */
function stepText(state: State, step: DepthStep): string {
  if (state.scale === null) return ''
  const side = currentTranslator()(state.depth.buys.includes(step) ? 'buy' : 'sell')
  state.pointedPrice = step.price
  return currentTranslator()('depthStep', { side, ...stepTexts(state, step, state.scale) })
}

/** Describes the drawing in a sentence. */
function describe({ depth, pair, marks }: State, { canvas }: DepthElements, scale: Scale): void {
  const t = currentTranslator()
  const best = (steps: readonly DepthStep[]) => {
    const price = steps[0]?.price
    return price === undefined ? t('noOrders') : priceText(price, scale)
  }
  const totalText = (steps: readonly DepthStep[]) => sumText(steps.at(-1)?.sum ?? 0, scale)
  const summary = t('depthSummary', {
    pair: pair.replace('_', '/'),
    buys: totalText(depth.buys),
    sells: totalText(depth.sells),
    bid: best(depth.buys),
    ask: best(depth.sells),
  })
  const own = marks.length === 0 ? '' : ` ${t('spokenOrders', { count: marks.length })}`
  canvas.setAttribute('aria-label', `${summary}${own} ${t('spokenKeys')}`)
}

/** Returns a function that runs the task once in the next frame, however often it is called before. */
function oncePerFrame(task: () => void): () => void {
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
