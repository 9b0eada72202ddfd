/** Goal: the quantity within one percent of the middle price is exact. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundMiddle } from './book-around.ts'

const level = (price: number, quantity: number) => ({ price, quantity })

test('a level one percent from the middle counts, one unit farther does not', () => {
  const bids = [level(9_990, 1), level(9_900, 10), level(9_899, 100)]
  const asks = [level(10_010, 2), level(10_100, 20), level(10_101, 200)]
  assert.deepEqual(aroundMiddle({ bids, asks }), { bids: 11, asks: 22 })
})

test('a middle price between two units is not rounded', () => {
  // The middle price is 100.5: one percent around it ends at 99.495 and 101.505.
  const bids = [level(100, 1), level(99, 10)]
  const asks = [level(101, 2), level(102, 20)]
  assert.deepEqual(aroundMiddle({ bids, asks }), { bids: 1, asks: 2 })
})

test('with one side its best price is the middle price; an empty book has no quantity', () => {
  const bids = [level(1_000, 1), level(991, 10), level(989, 100)]
  assert.deepEqual(aroundMiddle({ bids, asks: [] }), { bids: 11, asks: 0 })
  assert.deepEqual(aroundMiddle({ bids: [], asks: [] }), { bids: 0, asks: 0 })
})
