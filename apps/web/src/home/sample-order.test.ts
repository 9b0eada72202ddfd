import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleOrder } from './sample-order.ts'

const scale = 100_000_000
/** Rp 1,000,000,000 for half a bitcoin, then Rp 1,001,000,000 for a whole one. */
const asks = [
  { price: 100_000_000_000, quantity: 50_000_000 },
  { price: 100_100_000_000, quantity: 100_000_000 },
]

test('R-01: a budget within the best level is spent there, truncated to whole lots', () => {
  assert.deepEqual(sampleOrder(1_000_000_00, asks, 1, scale), {
    price: 100_000_000_000,
    quantity: 100_000,
  })
  const cut = sampleOrder(1_234_567_89, asks, 1_000, scale)
  assert.equal(cut?.quantity, 123_000)
})

test('a larger budget takes further levels, and never costs more than the budget', () => {
  const budget = 600_000_000_00
  const order = sampleOrder(budget, asks, 1, scale)
  assert.equal(order?.price, 100_100_000_000)
  assert.ok(order !== null && (order.price * order.quantity) / scale <= budget)
})

test('no order for less than a lot, for more than the book holds, or on an empty book', () => {
  assert.equal(sampleOrder(5_00, asks, 1_000, scale), null)
  assert.equal(sampleOrder(2_000_000_000_00, asks, 1, scale), null)
  assert.equal(sampleOrder(1_00, [], 1, scale), null)
})
