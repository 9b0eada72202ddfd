import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sumDepth, roundValues, stepAt, findWindow, worthUpTo, findZoomMin } from './depth.ts'

const level = (price: number, quantity: number) => ({ price, quantity })
const book = sumDepth([level(99, 1), level(97, 2)], [level(101, 3), level(105, 4)])

test('CHART-01: each step of the depth sums the quantity at its price and all better ones', () => {
  assert.deepEqual(
    book.buys.map(({ sum }) => sum),
    [1, 3],
  )
  assert.deepEqual(
    book.sells.map(({ sum }) => sum),
    [3, 7],
  )
})

test('CHART-01: the middle price is centered, and each zoom step halves the window', () => {
  const near = sumDepth([level(9_990, 1), level(9_900, 2)], [level(10_010, 3), level(10_100, 4)])
  assert.deepEqual(findWindow(near, 0), { low: 9_896, high: 10_104, sumMax: 7 })
  assert.deepEqual(findWindow(near, 1), { low: 9_948, high: 10_052, sumMax: 3 })
  assert.equal(findZoomMin(near), 0)
  assert.equal(findWindow(sumDepth([], []), 0), null)
})

test('CHART-01: a far order does not change the initial window', () => {
  const buys = [level(9_990, 1), level(9_810, 2)]
  const sells = [level(10_010, 3), level(10_190, 4)]
  const seen = { low: 9_800, high: 10_200, sumMax: 7 }
  const high = sumDepth(buys, [...sells, level(1_000_000, 500)])
  const low = sumDepth([...buys, level(1, 1_000_000)], sells)
  assert.deepEqual(findWindow(high, 0), seen)
  assert.deepEqual(findWindow(low, 0), seen)
  for (const book of [high, low]) assert.deepEqual(findWindow(book, 1)?.sumMax, 3)
})

test('CHART-01: zooming out shows farther orders, and never a price below zero', () => {
  const far = sumDepth([level(9_990, 1), level(1, 5)], [level(10_010, 3), level(90_000, 4)])
  assert.deepEqual(findWindow(far, -1), { low: 9_600, high: 10_400, sumMax: 3 })
  const widest = findWindow(far, findZoomMin(far))
  assert.equal(widest?.low, 0)
  assert.equal(widest?.sumMax, 6)
  const prices = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { maxLength: 8 })
  fc.assert(
    fc.property(prices, prices, fc.integer({ min: -6, max: 5 }), (some, others, zoom) => {
      const all = [...some, ...others].toSorted((one, other) => one - other)
      const bids = all.slice(0, some.length).toReversed()
      const book = sumDepth(
        bids.map((price) => level(price, 1)),
        all.slice(some.length).map((price) => level(price, 1)),
      )
      const seen = findWindow(book, zoom)
      if (seen === null) return assert.equal(all.length, 0)
      assert.ok(seen.low >= 0 && seen.high > seen.low)
      const [bid] = bids
      const ask = all[some.length]
      if (zoom > 0) return undefined
      for (const best of [bid, ask]) {
        if (best !== undefined) assert.ok(best >= seen.low && best <= seen.high)
      }
      return undefined
    }),
  )
})

test('CHART-01: a book with one side is shown too', () => {
  assert.deepEqual(findWindow(sumDepth([level(1_000, 1), level(995, 1)], []), 0), {
    low: 994.8,
    high: 1_005.2,
    sumMax: 2,
  })
  assert.deepEqual(stepAt(sumDepth([level(10, 1), level(8, 1)], []), 50), { side: 'buy', index: 0 })
})

test('CHART-01: a price crosses its side up to itself; between the best prices the nearer side counts', () => {
  assert.deepEqual(stepAt(book, 96), { side: 'buy', index: 1 })
  assert.deepEqual(stepAt(book, 98), { side: 'buy', index: 0 })
  assert.deepEqual(stepAt(book, 99.5), { side: 'buy', index: 0 })
  assert.deepEqual(stepAt(book, 100.5), { side: 'sell', index: 0 })
  assert.deepEqual(stepAt(book, 104), { side: 'sell', index: 0 })
  assert.deepEqual(stepAt(book, 200), { side: 'sell', index: 1 })
})

test('CHART-01: the worth of a step is exact for all sizes', () => {
  const side = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 10 ** 12 }),
      quantity: fc.integer({ min: 1, max: 10 ** 6 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(side, (levels) => {
      const { sells } = sumDepth([], levels)
      const exact = levels.reduce((all, one) => all + BigInt(one.price) * BigInt(one.quantity), 0n)
      assert.equal(worthUpTo(sells, sells.length - 1, 8), Number(exact / 10n ** 8n))
      assert.equal(
        sells.at(-1)?.sum,
        levels.reduce((all, { quantity }) => all + quantity, 0),
      )
    }),
  )
})

test('CHART-01: the axes have round figures, at most as many as fit', () => {
  assert.deepEqual(roundValues(1_645_463, 1_662_236, 6), [1_650_000, 1_655_000, 1_660_000])
  assert.deepEqual(roundValues(0, 43, 3), [0, 20, 40])
  assert.deepEqual(roundValues(3, 4, 5), [3, 4])
})
