/** Moving averages of closing prices, as integers of the price scale. */
import type { Candle } from './candles.ts'

/** The numbers of candles that an average covers. */
export const averageLengths = [7, 25, 99] as const
export type AverageLength = (typeof averageLengths)[number]

export type AveragePoint = { readonly openMs: number; readonly value: number }

/** The rounded mean close of the `length` candles up to `index`; null for fewer candles. */
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

/** The average at each candle with enough candles before it, oldest first. */
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
