import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { groupLevels, groupPrice, type Level, plainUnits, listPrecisions } from './levels.ts'

const levels = fc
  .uniqueArray(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 1, maxLength: 120 })
  .chain((prices) =>
    fc.tuple(
      ...prices.map((price) =>
        fc.record({ price: fc.constant(price), quantity: fc.integer({ min: 1, max: 10 ** 9 }) }),
      ),
    ),
  )

const sorted = (rows: readonly Level[], side: 'buy' | 'sell'): Level[] =>
  [...rows].sort((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))

test('DEC-85: a bid is grouped down and an ask up, by less than a step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 12 }),
      fc.integer({ min: 1, max: 10 ** 6 }),
      (price, step) => {
        const bid = groupPrice(price, step, 'buy')
        const ask = groupPrice(price, step, 'sell')
        assert.ok(bid <= price && price - bid < step && bid % step === 0)
        assert.ok(ask >= price && ask - price < step && ask % step === 0)
      },
    ),
  )
})

test('DEC-85: grouping keeps all sizes and the order of prices', () => {
  fc.assert(
    fc.property(
      levels,
      fc.integer({ min: 1, max: 5000 }),
      fc.constantFrom('buy', 'sell'),
      (rows, step, side) => {
        const grouped = groupLevels(sorted(rows, side), step, side, rows.length)
        const sum = (list: readonly Level[]) => list.reduce((total, row) => total + row.quantity, 0)
        assert.equal(sum(grouped), sum(rows))
        assert.deepEqual(grouped, sorted(grouped, side))
        assert.equal(new Set(grouped.map((row) => row.price)).size, grouped.length)
      },
    ),
  )
})

test('DEC-85: a shown row has all levels of its step, for any number of rows', () => {
  fc.assert(
    fc.property(
      levels,
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 20 }),
      (rows, step, count) => {
        const side = 'sell'
        const all = groupLevels(sorted(rows, side), step, side, rows.length)
        const few = groupLevels(sorted(rows, side), step, side, count)
        assert.deepEqual(few, all.slice(0, count))
      },
    ),
  )
})

test('BOOK-03 CONST-08 R-70: BTC_IDR offers the five steps, all shown by its tick, and the multiples', () => {
  const menu = listPrecisions(100_000, 2)
  assert.deepEqual(
    menu.map(({ label, step, decimals }) => [label, step, decimals]),
    [
      ['0.0001', 100_000, 0],
      ['0.001', 100_000, 0],
      ['0.01', 100_000, 0],
      ['0.1', 100_000, 0],
      ['1', 100_000, 0],
      ['1000', 100_000, 0],
      ['10000', 1_000_000, 0],
      ['100000', 10_000_000, 0],
      ['1000000', 100_000_000, 0],
    ],
  )
})

test('BOOK-04: a market with a fine tick is grouped by the step, with its decimals', () => {
  const menu = listPrecisions(10_000, 6)
  assert.deepEqual(
    menu.map(({ key, label, step, decimals }) => [key, label, step, decimals]),
    [
      ['d4', '0.0001', 10_000, 2],
      ['d3', '0.001', 10_000, 2],
      ['d2', '0.01', 10_000, 2],
      ['d1', '0.1', 100_000, 1],
      ['d0', '1', 1_000_000, 0],
      ['x1000', '10', 10_000_000, 0],
    ],
  )
})

test('units are formatted without trailing zeros', () => {
  assert.equal(plainUnits(100_000, 2), '1000')
  assert.equal(plainUnits(150, 2), '1.5')
  assert.equal(plainUnits(1, 8), '0.00000001')
  assert.equal(plainUnits(7, 0), '7')
})
