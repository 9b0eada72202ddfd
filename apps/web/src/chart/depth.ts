/**
 * The depth of a book as plain data: sums of quantity by price, the visible window, and the levels that a
 * price crosses. Integers in price and base units.
 */
import type { Level, Side } from '../feed/levels.ts'

/** A step of one side: `sum` is the quantity at its price and at all better ones. */
export type DepthStep = Level & { readonly sum: number }

export type Depth = {
  /** Best first. */
  readonly buys: readonly DepthStep[]
  readonly sells: readonly DepthStep[]
}

/** The visible prices, and the highest sum among them. */
export type DepthWindow = {
  readonly low: number
  readonly high: number
  readonly sumMax: number
}

/** Each zoom step shows half the distance of the step before. */
export const zoomMax = 5
/** The widest zoom shows 64 times the initial distance, which is below price 0. */
const zoomMinOverall = -6

/** The initial distance to each side of the middle price, as a share of that price. */
const firstShare = 0.02
/** The window is at least this many times the distance to the best orders, so that both are visible. */
const bestPriceMargin = 1.5
/** A margin beyond the last step keeps a crosshair on it visible. */
const marginShare = 1.04

/** Sums up both sides; levels come best first. */
export function sumDepth(buys: readonly Level[], sells: readonly Level[]): Depth {
  return { buys: summed(buys), sells: summed(sells) }
}

function summed(levels: readonly Level[]): readonly DepthStep[] {
  let sum = 0
  return levels.map(({ price, quantity }) => {
    sum += quantity
    return { price, quantity, sum }
  })
}

/**
 * The visible window: a fixed share of the middle price to each side, halved with each zoom step. It does not
 * extend beyond the last order or below price 0. Null for an empty book.
 */
export function findWindow(depth: Depth, zoom: number): DepthWindow | null {
  const { buys, sells } = depth
  const reaches = measureReach(depth)
  if (reaches === null) return null
  const { middle, first, whole } = reaches
  const half = Math.min(whole, first / 2 ** zoom)
  const low = Math.max(0, middle - half)
  const high = middle + half
  const sums = [
    ...buys.filter(({ price }) => price >= low),
    ...sells.filter(({ price }) => price <= high),
  ].map(({ sum }) => sum)
  return { low, high, sumMax: Math.max(1, ...sums) }
}

/** The widest useful zoom: further steps would show no more orders. */
export function findZoomMin(depth: Depth): number {
  const reaches = measureReach(depth)
  if (reaches === null) return 0
  const steps = Math.ceil(Math.log2(reaches.whole / reaches.first))
  return Math.max(zoomMinOverall, 0 - steps)
}

/** Distances from the middle price, in price units: the initial one, and the one to the farthest order. */
function measureReach({ buys, sells }: Depth) {
  const best = buys[0]?.price ?? sells[0]?.price
  if (best === undefined) return null
  const middle = (best + (sells[0]?.price ?? best)) / 2
  const below = middle - (buys.at(-1)?.price ?? middle)
  const above = (sells.at(-1)?.price ?? middle) - middle
  const whole = Math.max(below, above, 1) * marginShare
  const toBest = Math.abs(middle - best) * bestPriceMargin
  return { middle, whole, first: Math.min(whole, Math.max(middle * firstShare, toBest)) }
}

/**
 * The step that a price crosses last on its side. Between the best prices it is the best step of the nearer
 * side; null for an empty book.
 */
export function stepAt(
  { buys, sells }: Depth,
  price: number,
): { readonly side: Side; readonly index: number } | null {
  const bid = buys[0]?.price
  const ask = sells[0]?.price
  if (bid === undefined && ask === undefined) return null
  const isBuy = ask === undefined || (bid !== undefined && price - bid < ask - price)
  const steps = isBuy ? buys : sells
  const isCrossed = (step: DepthStep) => (isBuy ? step.price >= price : step.price <= price)
  const crossed = steps.findLastIndex(isCrossed)
  return { side: isBuy ? 'buy' : 'sell', index: Math.max(0, crossed) }
}

/**
 * The quote amount of a limit order that takes all steps up to this one: the exact sum of price times
 * quantity.
 */
export function worthUpTo(
  steps: readonly DepthStep[],
  index: number,
  baseDecimals: number,
): number {
  const worth = steps
    .slice(0, index + 1)
    .reduce((all, { price, quantity }) => all + BigInt(price) * BigInt(quantity), 0n)
  return Number(worth / 10n ** BigInt(baseDecimals))
}

/** Round values in a range: multiples of 1, 2 or 5 times a power of ten, at most `countMax`. */
export function roundValues(low: number, high: number, countMax: number): readonly number[] {
  const stepMin = Math.max(1, (high - low) / countMax)
  const power = 10 ** Math.floor(Math.log10(stepMin))
  const step = power * ([1, 2, 5].find((times) => times * power >= stepMin) ?? 10)
  const values: number[] = []
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value)
  return values.slice(0, countMax)
}
