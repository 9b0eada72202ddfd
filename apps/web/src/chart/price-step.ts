/** The market's tick in the chart's scale: prices under the crosshair are valid order prices. */
import type { Measures } from '../feed/frame.ts'
import type { Scale } from './load-candles.ts'

/** Returns the tick in the last digit of the scale; 1 if the tick is finer. */
export function stepIn(
  { tick, priceDecimals }: Pick<Measures, 'tick' | 'priceDecimals'>,
  scale: Pick<Scale, 'priceDecimals'>,
): number {
  return Math.max(1, Math.round(tick * 10 ** (scale.priceDecimals - priceDecimals)))
}

/** Returns the valid price nearest to a price on the drawing. */
export function priceOnStep(price: number, step: number): number {
  return Math.round(price / step) * step
}
