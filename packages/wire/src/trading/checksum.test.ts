import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bookChecksum } from './checksum.ts'

const level = fc.record({ price: fc.nat(), quantity: fc.nat() })
const side = fc.array(level, { maxLength: 20 })

test('R-20: the checksum of a book is FNV-1a over its digits', () => {
  // The offset basis and two bars, computed step by step as in the definition.
  const ofBars = Math.imul(Math.imul(0x811c9dc5 ^ 0x7c, 0x01000193) ^ 0x7c, 0x01000193) >>> 0
  assert.equal(bookChecksum([], []), ofBars)
  assert.equal(bookChecksum([{ price: 1, quantity: 2 }], []), 0x1ae60661)
})

test('R-20: a different price, quantity or side gives a different checksum', () => {
  fc.assert(
    fc.property(side, side, level, (bids, asks, extra) => {
      const sum = bookChecksum(bids, asks)
      assert.ok(Number.isInteger(sum) && sum >= 0 && sum < 2 ** 32)
      assert.notEqual(bookChecksum([...bids, extra], asks), sum)
      const raised = bids.map((one) => ({ ...one, quantity: one.quantity + 1 }))
      assert.equal(bookChecksum(raised, asks) === sum, bids.length === 0)
    }),
  )
})
