import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createBookSide } from './book-side.ts'

const moves = fc.array(
  fc.record({
    price: fc.integer({ min: 1, max: 40 }),
    quantity: fc.integer({ min: 1, max: 5 }),
    takes: fc.boolean(),
  }),
  { maxLength: 300 },
)

test('BOOK-07: a side equals a plain map of prices, best first, after every change', () => {
  fc.assert(
    fc.property(moves, fc.constantFrom('buy', 'sell'), (list, side) => {
      const book = createBookSide(side)
      const plain = new Map<number, number>()
      for (const { price, quantity, takes } of list) {
        const standing = plain.get(price) ?? 0
        if (!takes) {
          plain.set(price, standing + quantity)
          book.add(price, quantity)
        } else {
          assert.equal(book.take(price, quantity), standing >= quantity)
          if (standing > quantity) plain.set(price, standing - quantity)
          else if (standing === quantity) plain.delete(price)
        }
        const expected = [...plain]
          .map(([at, standing]) => ({ price: at, quantity: standing }))
          .sort((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))
        assert.deepEqual(book.top(100), expected)
        assert.deepEqual(book.top(3), expected.slice(0, 3))
        assert.equal(book.best(), expected[0]?.price ?? null)
      }
      const again = createBookSide(side)
      again.reset(book.top(100))
      assert.deepEqual(again.top(100), book.top(100))
    }),
  )
})
