import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBookFrame, type Measures, unitsText } from './frame.ts'

const btcIdr: Measures = {
  priceDecimals: 2,
  baseDecimals: 8,
  quantityDecimals: 8,
  tick: 100_000,
}

const book = {
  seq: 7,
  asks: [
    { price: 165_010_000_000, quantity: 1_000_000 },
    { price: 165_020_000_000, quantity: 3_000_000 },
  ],
  bids: [{ price: 164_990_000_000, quantity: 150_000_000 }],
}

test('FMT-01: units are shown with dot thousands and decimal comma, cut and not rounded', () => {
  assert.equal(unitsText(165_000_000_000, 2, 0), '1.650.000.000')
  assert.equal(unitsText(1_500_000, 8, 8), '0,01500000')
  assert.equal(unitsText(199, 2, 1), '1,9')
  assert.equal(unitsText(-5, 2, 2), '-0,05')
})

test('BOOK-05, DEC-86: shading is the cumulative share of the side’s visible volume', () => {
  const frame = buildBookFrame(
    book,
    { precision: { step: 100_000, decimals: 0 }, askRows: 5, bidRows: 5 },
    btcIdr,
  )
  assert.deepEqual(
    frame.asks.map((row) => row.sharePercent),
    [25, 100],
  )
  assert.deepEqual(
    frame.bids.map((row) => row.sharePercent),
    [100],
  )
})

test('DEC-78: a row has price, base quantity and worth', () => {
  const frame = buildBookFrame(
    book,
    { precision: { step: 100_000, decimals: 0 }, askRows: 5, bidRows: 5 },
    btcIdr,
  )
  const [best] = frame.bids
  assert.deepEqual(
    [best?.priceText, best?.quantityText, best?.totalText],
    ['1.649.900.000', '1,50000000', '2.474.850.000'],
  )
})

test("the spread is told in the market's tick and as a share of the middle", () => {
  const frame = buildBookFrame(
    book,
    { precision: { step: 100_000, decimals: 0 }, askRows: 5, bidRows: 5 },
    btcIdr,
  )
  assert.equal(frame.spreadText, '200.000')
  assert.equal(frame.spreadBasisPoints, 1)
})

test('an empty side has no spread and no rows', () => {
  const frame = buildBookFrame(
    { seq: 1, asks: [], bids: book.bids },
    { precision: { step: 100_000, decimals: 0 }, askRows: 5, bidRows: 5 },
    btcIdr,
  )
  assert.equal(frame.spreadText, null)
  assert.deepEqual(frame.asks, [])
})
