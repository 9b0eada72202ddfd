/**
 * The depth of a book as plain data: what stands at each price and before it, how much of it is in
 * sight, and what a price crosses. All integers, in price and base units.
 */
import type { Level, Side } from '../feed/levels.ts'

/** A step of one side: `sum` is what stands at its price and at all better ones. */
export type DepthStep = Level & { readonly sum: number }

export type Depth = {
  /** Best first. */
  readonly buys: readonly DepthStep[]
  readonly sells: readonly DepthStep[]
}

/** The prices in sight, and the highest sum among them. */
export type DepthWindow = {
  readonly low: number
  readonly high: number
  readonly sumMax: number
}

/** Each zoom shows half the distance of the one before. */
export const zoomMax = 5
/** The widest: 64 times what is shown at first, which is more than prices can fall. */
const zoomMinOverall = -6

/** Shown at first to each side of the middle, as a share of it. */
const firstShare = 0.02
/** However far the best orders are from each other, they stand within this part of the picture. */
const bestPriceMargin = 1.5
/** Beyond the last step there is a little room, so that a crosshair on it is seen. */
const marginShare = 1.04

/** Sums both sides up; levels come best first. */
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
 * The prices to show: a fixed share of the middle to both sides, whatever far orders stand behind it,
 * halved with each zoom; never more than there are orders, no price below zero. Null for an empty book.
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

/** The zoom that shows most of the book: no further step would show more. */
export function findZoomMin(depth: Depth): number {
  const reaches = measureReach(depth)
  if (reaches === null) return 0
  const steps = Math.ceil(Math.log2(reaches.whole / reaches.first))
  return Math.max(zoomMinOverall, 0 - steps)
}

/** Distances from the middle: shown at first, and to the farthest order; in price units. */
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
 * What a price crosses: the last step of its side that is at least as good. Between the best prices
 * the nearer side's best step counts; null where there is none.
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

/** What a limit at this step would take in quote units: price times quantity of all before, exact. */
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

/** Round values within a range: multiples of 1, 2 or 5 times a power of ten, at most `countMax`. */
export function roundValues(low: number, high: number, countMax: number): readonly number[] {
  const stepMin = Math.max(1, (high - low) / countMax)
  const power = 10 ** Math.floor(Math.log10(stepMin))
  const step = power * ([1, 2, 5].find((times) => times * power >= stepMin) ?? 10)
  const values: number[] = []
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value)
  return values.slice(0, countMax)
}
