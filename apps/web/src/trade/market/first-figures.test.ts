import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstFrame, readFirstFigures } from './first-figures.ts'

const atMs = 1_790_000_000_000
const row = {
  id: 1,
  pair: 'BTC_IDR',
  quote_decimals: 2,
  base_decimals: 8,
  tick: '1000.00',
  lot: '0.00001000',
}
const given = {
  at_ms: atMs,
  market: row,
  book: {
    seq: 7,
    bids: [
      [164_000_000_000, 100_000],
      [163_900_000_000, 200_000],
    ],
    asks: [[166_000_000_000, 300_000]],
    is_whole: false,
  },
}
const text = (changes: object = {}) => JSON.stringify({ ...given, ...changes })

test('the figures of a document are read while they are current', () => {
  const figures = readFirstFigures(text(), atMs + 2_000)
  assert.deepEqual(figures?.book.asks, [{ price: 166_000_000_000, quantity: 300_000 }])
  assert.equal(figures.row['pair'], 'BTC_IDR')
  // Shown again after going back, or on a device with a wrong clock.
  for (const nowMs of [atMs + 31_000, atMs - 31_000]) {
    assert.equal(readFirstFigures(text(), nowMs), null)
  }
})

test('malformed texts give no figures', () => {
  const { book } = given
  const broken = [
    '',
    '{',
    '[]',
    '{}',
    text({ at_ms: 'now' }),
    text({ market: null }),
    text({ book: null }),
    text({ book: { ...book, bids: [[1]] } }),
    text({ book: { ...book, asks: [[1.5, 2]] } }),
    text({ book: { ...book, seq: 'x' } }),
  ]
  for (const one of broken) assert.equal(readFirstFigures(one, atMs), null, one)
})

test('a row with grouped levels is made only from a complete book', () => {
  const figures = readFirstFigures(text(), atMs)
  const whole = readFirstFigures(text({ book: { ...given.book, is_whole: true } }), atMs)
  assert.ok(figures !== null && whole !== null)
  const fine = { precision: { step: 100_000, decimals: 0 }, askRows: 5, bidRows: 5 }
  const coarse = { ...fine, precision: { step: 10_000_000_000, decimals: 0 } }
  const frame = firstFrame(figures, fine)
  assert.deepEqual(
    frame?.bids.map(({ priceText }) => priceText),
    ['1.640.000.000', '1.639.000.000'],
  )
  assert.equal(firstFrame(figures, coarse), null)
  assert.deepEqual(
    firstFrame(whole, coarse)?.bids.map(({ quantity }) => quantity),
    [300_000],
  )
})
