/** Moving averages of closing prices, in the prices' own integers. */
import type { Candle } from './candles.ts'

/** How many candles an average is of. */
export const averageLengths = [7, 25, 99] as const
export type AverageLength = (typeof averageLengths)[number]

export type AveragePoint = { readonly openMs: number; readonly value: number }

/** The mean close of the `length` candles up to `index`, rounded; null where there are fewer. */
export function averageAt(
  candles: readonly Candle[],
  index: number,
  length: AverageLength,
): number | null {
  if (index < length - 1 || index >= candles.length) return null
  const sum = candles
    .slice(index - length + 1, index + 1)
    .reduce((all, { close }) => all + close, 0)
  return Math.round(sum / length)
}

/** The average at each candle that has enough before it, oldest first. */
export function movingAverage(
  candles: readonly Candle[],
  length: AverageLength,
): readonly AveragePoint[] {
  const points: AveragePoint[] = []
  let sum = 0
  for (const [index, { openMs, close }] of candles.entries()) {
    sum += close - (candles[index - length]?.close ?? 0)
    if (index >= length - 1) points.push({ openMs, value: Math.round(sum / length) })
  }
  return points
}
