import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { depthOf, roundValues, stepAt, windowOf, worthUpTo } from './depth.ts'

const level = (price: number, quantity: number) => ({ price, quantity })
const book = depthOf([level(99, 1), level(97, 2)], [level(101, 3), level(105, 4)])

test('CHART-01: each step of the depth sums what stands at its price and at all better ones', () => {
  assert.deepEqual(
    book.buys.map(({ sum }) => sum),
    [1, 3],
  )
  assert.deepEqual(
    book.sells.map(({ sum }) => sum),
    [3, 7],
  )
})

test('CHART-01: the middle stands in the middle, and each zoom halves what is in sight', () => {
  assert.deepEqual(windowOf(book, 0), { low: 94.8, high: 105.2, sumMax: 7 })
  assert.deepEqual(windowOf(book, 1), { low: 97.4, high: 102.6, sumMax: 3 })
  assert.equal(windowOf(depthOf([], []), 0), null)
})

test('CHART-01: a side that stands alone is shown too', () => {
  assert.deepEqual(windowOf(depthOf([level(10, 1), level(8, 1)], []), 0), {
    low: 7.92,
    high: 12.08,
    sumMax: 2,
  })
  assert.deepEqual(stepAt(depthOf([level(10, 1), level(8, 1)], []), 50), { side: 'buy', index: 0 })
})

test('CHART-01: a price crosses its side up to itself; between the best, the nearer side counts', () => {
  assert.deepEqual(stepAt(book, 96), { side: 'buy', index: 1 })
  assert.deepEqual(stepAt(book, 98), { side: 'buy', index: 0 })
  assert.deepEqual(stepAt(book, 99.5), { side: 'buy', index: 0 })
  assert.deepEqual(stepAt(book, 100.5), { side: 'sell', index: 0 })
  assert.deepEqual(stepAt(book, 104), { side: 'sell', index: 0 })
  assert.deepEqual(stepAt(book, 200), { side: 'sell', index: 1 })
})

test('CHART-01: what a step is worth is exact, whatever the sizes', () => {
  const side = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 10 ** 12 }),
      quantity: fc.integer({ min: 1, max: 10 ** 6 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  fc.assert(
    fc.property(side, (levels) => {
      const { sells } = depthOf([], levels)
      const exact = levels.reduce((all, one) => all + BigInt(one.price) * BigInt(one.quantity), 0n)
      assert.equal(worthUpTo(sells, sells.length - 1, 8), Number(exact / 10n ** 8n))
      assert.equal(
        sells.at(-1)?.sum,
        levels.reduce((all, { quantity }) => all + quantity, 0),
      )
    }),
  )
})

test('CHART-01: the axes have round figures, never more than there is room for', () => {
  assert.deepEqual(roundValues(1_645_463, 1_662_236, 6), [1_650_000, 1_655_000, 1_660_000])
  assert.deepEqual(roundValues(0, 43, 3), [0, 20, 40])
  assert.deepEqual(roundValues(3, 4, 5), [3, 4])
})
