/**
 * Draws the depth on a canvas: two step curves that meet in the middle, the user's orders, and a crosshair.
 */
import type { Side } from '../feed/levels.ts'
import { type Depth, type DepthStep, type DepthWindow, roundValues } from './depth.ts'
import { readColors } from './appearance.ts'

export type DepthScene = {
  readonly depth: Depth
  readonly window: DepthWindow
  readonly pointed: { readonly side: Side; readonly index: number } | null
  /** Prices of the user's orders. */
  readonly own: readonly { readonly side: Side; readonly price: number }[]
  readonly priceText: (units: number) => string
  readonly sumText: (units: number) => string
}

/** In pixels: the price axis, the space above the curves, and the height of an order mark. */
const axisPx = 22
const topPx = 30
const ownPx = 10
const fontPx = 11
/** The minimum width of a price label, in pixels. */
const labelPx = 110
/** The maximum number of grid lines at round sums. */
const sumLines = 5

/** The drawing area, in CSS pixels. */
type Ground = {
  readonly pen: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly x: (price: number) => number
  readonly y: (sum: number) => number
}

/** The price at a distance from the left edge of a drawing with this width. */
export function priceAt(xPx: number, widthPx: number, { low, high }: DepthWindow): number {
  return low + ((high - low) * xPx) / Math.max(1, widthPx)
}

/** Draws everything, at the resolution of the screen. */
export function drawDepth(canvas: HTMLCanvasElement, scene: DepthScene): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const pen = canvas.getContext('2d')
  if (pen === null || width === 0 || height === 0) return
  const ratio = devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  pen.scale(ratio, ratio)
  pen.font = `500 ${fontPx}px ${getComputedStyle(document.body).fontFamily}`
  const { low, high, sumMax } = scene.window
  const ground: Ground = {
    pen,
    width,
    height: height - axisPx,
    x: (price) => ((price - low) / (high - low)) * width,
    y: (sum) => topPx + (1 - sum / sumMax) * (height - axisPx - topPx),
  }
  const colors = readColors()
  drawAxes(ground, scene, colors)
  drawStairs(ground, scene.depth.buys, 0, colors.up)
  drawStairs(ground, scene.depth.sells, width, colors.down)
  for (const { side, price } of scene.own) {
    if (price < low || price > high) continue
    pen.fillStyle = side === 'buy' ? colors.up : colors.down
    pen.fillRect(ground.x(price) - 1, ground.height - ownPx, 3, ownPx)
  }
  drawCrosshair(ground, scene, colors.crosshair)
}

type Colors = ReturnType<typeof readColors>

function drawAxes(
  ground: Ground,
  { window, priceText, sumText }: DepthScene,
  colors: Colors,
): void {
  const { pen, width, height, y } = ground
  pen.fillStyle = colors.text
  pen.strokeStyle = colors.line
  pen.lineWidth = 1
  pen.textAlign = 'right'
  for (const sum of roundValues(0, window.sumMax, sumLines)) {
    const at = Math.round(y(sum)) + 0.5
    line(pen, [0, at], [width, at])
    if (sum > 0) pen.fillText(sumText(sum), width - 8, at - 4)
  }
  line(pen, [0, height + 0.5], [width, height + 0.5])
  pen.textAlign = 'center'
  const count = Math.max(2, Math.floor(width / labelPx))
  for (const price of roundValues(window.low, window.high, count)) {
    const at = ground.x(price)
    if (at > labelPx / 2 && at < width - labelPx / 2)
      pen.fillText(priceText(price), at, height + 15)
  }
}

/** Draws one side: the sum rises at each price and is constant after the last one. */
function drawStairs(
  ground: Ground,
  steps: readonly DepthStep[],
  edge: number,
  color: string,
): void {
  const { pen, height, x, y } = ground
  const [first] = steps
  if (first === undefined) return
  pen.beginPath()
  pen.moveTo(x(first.price), height)
  let sum = 0
  for (const step of steps) {
    pen.lineTo(x(step.price), y(sum))
    pen.lineTo(x(step.price), y(step.sum))
    sum = step.sum
  }
  pen.lineTo(edge, y(sum))
  pen.strokeStyle = color
  pen.lineWidth = 1.5
  pen.stroke()
  pen.lineTo(edge, height)
  pen.closePath()
  pen.fillStyle = `${color}2e`
  pen.fill()
}

function drawCrosshair(ground: Ground, { depth, pointed }: DepthScene, color: string): void {
  if (pointed === null) return
  const steps = pointed.side === 'buy' ? depth.buys : depth.sells
  const step = steps[pointed.index]
  if (step === undefined) return
  const { pen, width, height, x, y } = ground
  pen.strokeStyle = color
  pen.lineWidth = 1
  pen.setLineDash([4, 3])
  line(pen, [x(step.price), 0], [x(step.price), height])
  line(pen, [0, y(step.sum)], [width, y(step.sum)])
  pen.setLineDash([])
  pen.beginPath()
  pen.arc(x(step.price), y(step.sum), 4, 0, 2 * Math.PI)
  pen.fillStyle = color
  pen.fill()
}

type Point = readonly [x: number, y: number]

function line(pen: CanvasRenderingContext2D, from: Point, to: Point) {
  pen.beginPath()
  pen.moveTo(...from)
  pen.lineTo(...to)
  pen.stroke()
}
