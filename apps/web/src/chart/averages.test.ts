import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { averageAt, averageLengths, movingAverage } from './averages.ts'
import type { Candle } from './candles.ts'

const candlesOf = (closes: readonly number[]): Candle[] =>
  closes.map((close, index) => ({
    openMs: index * 60_000,
    open: close,
    high: close,
    low: close,
    close,
    volume: 1,
  }))

test('CHART-01: an average of seven starts at the seventh candle and is the mean close', () => {
  const points = movingAverage(candlesOf([1, 2, 3, 4, 5, 6, 7, 15]), 7)
  assert.deepEqual(points, [
    { openMs: 6 * 60_000, value: 4 },
    { openMs: 7 * 60_000, value: 6 },
  ])
})

test('CHART-01: the running average equals the separate average at every candle', () => {
  const closes = fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { maxLength: 150 })
  fc.assert(
    fc.property(closes, fc.constantFrom(...averageLengths), (values, length) => {
      const candles = candlesOf(values)
      const alone = candles.flatMap(({ openMs }, index) => {
        const value = averageAt(candles, index, length)
        return value === null ? [] : [{ openMs, value }]
      })
      assert.deepEqual(movingAverage(candles, length), alone)
    }),
  )
})
