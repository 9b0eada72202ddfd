import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  changeBasisPoints,
  courseSteps,
  createDayFigures,
  findFirstMinute,
  minuteMs,
} from './day-figures.ts'

type Sale = { timeMs: number; price: number; quantity: number; quote: number }

const dayMs = 86_400_000

/** The figures reckoned again from all trades. */
function naive(trades: readonly Sale[], nowMs: number) {
  const fromMs = findFirstMinute(nowMs) * minuteMs
  const within = trades.filter(({ timeMs }) => timeMs >= fromMs)
  const prices = within.map(({ price }) => price)
  const sum = (of: (trade: Sale) => number) => within.reduce((total, trade) => total + of(trade), 0)
  return {
    reference: trades.findLast(({ timeMs }) => timeMs < fromMs)?.price ?? null,
    high: prices.length === 0 ? null : Math.max(...prices),
    low: prices.length === 0 ? null : Math.min(...prices),
    volumeBase: sum(({ quantity }) => quantity),
    volumeQuote: sum(({ quote }) => quote),
  }
}

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(
      fc.nat(1_000),
      fc.nat(10 * minuteMs),
      fc.nat(dayMs),
      fc.constant(dayMs),
      fc.constant(3 * dayMs),
    ),
    price: fc.integer({ min: 1, max: 1_000 }),
    quantity: fc.integer({ min: 1, max: 1_000 }),
  }),
  { maxLength: 120 },
)

test('R-15 SRV-46: the figures of a day are those of its trades, at every moment', () => {
  fc.assert(
    fc.property(steps, fc.nat(2 * dayMs), (moves, restMs) => {
      const figures = createDayFigures(null, [])
      const trades: Sale[] = []
      let nowMs = 1_700_000_000_000
      for (const { pauseMs, price, quantity } of moves) {
        nowMs += pauseMs
        assert.deepEqual(figures.at(nowMs), naive(trades, nowMs))
        const trade = { timeMs: nowMs, price, quantity, quote: price * quantity }
        trades.push(trade)
        figures.add(trade)
        assert.deepEqual(figures.at(nowMs), naive(trades, nowMs))
      }
      assert.deepEqual(figures.at(nowMs + restMs), naive(trades, nowMs + restMs))
    }),
    { numRuns: 200 },
  )
})

test('R-15: unknown figures are null, and a day without trades has no high and no low', () => {
  const figures = createDayFigures(null, [])
  const nowMs = 10 * dayMs
  assert.deepEqual(figures.at(nowMs), {
    reference: null,
    high: null,
    low: null,
    volumeBase: 0,
    volumeQuote: 0,
  })
  figures.add({ timeMs: nowMs, price: 7, quantity: 2, quote: 14 })
  assert.equal(figures.at(nowMs + 3 * dayMs).reference, 7)
  assert.equal(figures.at(nowMs + 3 * dayMs).high, null)
})

test('R-15: figures that start from stored minutes continue from them', () => {
  const minute = 30_000_000
  const bucket = { high: 9, low: 3, close: 5, volumeBase: 10, volumeQuote: 60 }
  const figures = createDayFigures(4, [{ minute, ...bucket }])
  figures.add({ timeMs: minute * minuteMs + 59_999, price: 11, quantity: 1, quote: 11 })
  assert.deepEqual(figures.at(minute * minuteMs + 59_999), {
    reference: 4,
    high: 11,
    low: 3,
    volumeBase: 11,
    volumeQuote: 71,
  })
})

test('R-15: the change is in hundredths of a percent, null where a price is unknown', () => {
  assert.equal(changeBasisPoints(10_124, 10_000), 124)
  assert.equal(changeBasisPoints(9_900, 10_000), -100)
  assert.equal(changeBasisPoints(null, 10_000), null)
  assert.equal(changeBasisPoints(10_000, null), null)
})

test('R-15: the course of a day has a price an hour, from the one before it to the last', () => {
  const nowMs = 20_000 * dayMs
  const hourMs = 60 * minuteMs
  const figures = createDayFigures(100, [])
  figures.add({ timeMs: nowMs - 20 * hourMs, price: 110, quantity: 1, quote: 110 })
  figures.add({ timeMs: nowMs - 20 * hourMs + minuteMs, price: 120, quantity: 1, quote: 120 })
  figures.add({ timeMs: nowMs, price: 130, quantity: 1, quote: 130 })
  const { fromMs, toMs, prices } = figures.course(nowMs)
  assert.deepEqual([fromMs, toMs], [nowMs - dayMs, nowMs])
  assert.equal(prices.length, courseSteps + 1)
  assert.deepEqual(prices.slice(0, 5), [100, 100, 100, 100, 100])
  assert.deepEqual(new Set(prices.slice(5, -1)), new Set([120]))
  assert.equal(prices.at(-1), 130)
})

test('R-15: the course of a market younger than a day begins with its first trade', () => {
  const nowMs = 20_000 * dayMs
  const figures = createDayFigures(null, [])
  assert.deepEqual(figures.course(nowMs), { fromMs: nowMs, toMs: nowMs, prices: [] })
  const beganMs = nowMs - 24 * minuteMs
  for (let i = 0; i < 24; i += 1) {
    const timeMs = beganMs + i * minuteMs
    figures.add({ timeMs, price: 100 + i, quantity: 1, quote: 100 })
  }
  const { fromMs, prices } = figures.course(nowMs)
  assert.equal(fromMs, beganMs)
  assert.deepEqual(prices, [100, ...Array.from({ length: 24 }, (_, i) => 100 + i)])
})

test('R-15: a course ends at the last price and stays within the high and low, at every moment', () => {
  fc.assert(
    fc.property(steps, fc.nat(2 * dayMs), (moves, restMs) => {
      const figures = createDayFigures(null, [])
      const trades: Sale[] = []
      let nowMs = 1_700_000_000_000
      for (const { pauseMs, price, quantity } of moves) {
        nowMs += pauseMs
        const trade = { timeMs: nowMs, price, quantity, quote: price * quantity }
        trades.push(trade)
        figures.add(trade)
      }
      nowMs += restMs
      const { prices } = figures.course(nowMs)
      const { high, low, reference } = naive(trades, nowMs)
      const bounds = [high, low, reference].filter((price) => price !== null)
      assert.equal(prices.length, trades.length === 0 ? 0 : courseSteps + 1)
      assert.equal(prices.at(-1), trades.at(-1)?.price)
      for (const price of prices) {
        assert.ok(price >= Math.min(...bounds) && price <= Math.max(...bounds))
      }
    }),
    { numRuns: 200 },
  )
})
