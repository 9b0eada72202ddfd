/** The market's step in the figures of the chart: prices under the crosshair are prices of orders. */
import type { Measures } from '../feed/frame.ts'
import type { Scale } from './load-candles.ts'

/** Returns the tick in the last digit that prices of the scale have; 1 where it is finer than that. */
export function stepIn(
  { tick, priceDecimals }: Pick<Measures, 'tick' | 'priceDecimals'>,
  scale: Pick<Scale, 'priceDecimals'>,
): number {
  return Math.max(1, Math.round(tick * 10 ** (scale.priceDecimals - priceDecimals)))
}

/** Returns the price on the step that is nearest to a place on the drawing. */
export function priceOnStep(price: number, step: number): number {
  return Math.round(price / step) * step
}
