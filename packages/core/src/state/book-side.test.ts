import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BookSide } from './book-side.ts'
import { intsPerOrder, priceNumber, remainingNumber } from './layout.ts'
import { Records } from './records.ts'

/** A naive model of one side: the orders at each price, oldest first. */
type Queues = Map<number, number[]>

function bestFirst(queues: Queues, side: 'buy' | 'sell'): [number, number[]][] {
  const sign = side === 'buy' ? -1 : 1
  return [...queues].sort(([one], [other]) => sign * (one - other))
}

test('INV-07: a side has its levels in order and its queues in time order, whatever the tick', () => {
  // Few prices, so that levels appear and disappear; prices on and off the tick, because the tick can change.
  const steps = fc.array(
    fc.record({ price: fc.integer({ min: 1, max: 60 }), removed: fc.option(fc.nat()) }),
    { maxLength: 200 },
  )
  const sides = fc.constantFrom('buy' as const, 'sell' as const)
  fc.assert(
    fc.property(sides, fc.integer({ min: 1, max: 9 }), steps, (side, tick, sent) => {
      const records = new Records()
      const book = new BookSide(records, side, tick)
      const queues: Queues = new Map()
      const resting: number[] = []
      for (const { price, removed } of sent) {
        if (removed !== null && resting.length > 0) {
          const [slot = 0] = resting.splice(removed % resting.length, 1)
          const at = records.numbers[(slot >> 1) + priceNumber]
          book.remove(slot)
          const queue = queues.get(at)?.filter((other) => other !== slot) ?? []
          if (queue.length > 0) queues.set(at, queue)
          else queues.delete(at)
        } else {
          const slot = records.make(intsPerOrder)
          records.numbers[(slot >> 1) + priceNumber] = price
          records.numbers[(slot >> 1) + remainingNumber] = 1
          book.append(slot)
          queues.set(price, [...(queues.get(price) ?? []), slot])
          resting.push(slot)
        }
        const expected = bestFirst(queues, side)
        const found: number[] = []
        for (let slot = book.best(); slot >= 0; slot = book.after(slot)) found.push(slot)
        assert.deepEqual(
          found,
          expected.flatMap(([, queue]) => queue),
        )
        assert.deepEqual(
          [...book.levels()],
          expected.map(([at, queue]) => ({ price: at, quantity: queue.length })),
        )
        const [best] = expected
        assert.equal(book.reaches(price), best !== undefined && isWithin(side, best[0], price))
      }
    }),
  )
})

/** Whether an order of the other side with this limit matches a price of this side. */
function isWithin(side: 'buy' | 'sell', best: number, limit: number): boolean {
  return side === 'buy' ? best >= limit : best <= limit
}

test('INV-07: a side of hundreds of levels keeps them in order, wherever the next one is inserted or removed', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 300, maxLength: 600 })
  fc.assert(
    fc.property(fc.constantFrom('buy' as const, 'sell' as const), prices, (side, drawn) => {
      const records = new Records(16)
      const book = new BookSide(records, side, 1)
      const counts = new Map<number, number>()
      const resting: number[] = []
      const check = () =>
        assert.deepEqual(
          [...book.levels()].map(({ price, quantity }) => [price, quantity]),
          [...counts].sort(([one], [other]) => (side === 'buy' ? other - one : one - other)),
        )
      for (const price of drawn) {
        const slot = records.make(intsPerOrder)
        records.numbers[(slot >> 1) + priceNumber] = price
        records.numbers[(slot >> 1) + remainingNumber] = 1
        book.append(slot)
        counts.set(price, (counts.get(price) ?? 0) + 1)
        resting.push(slot)
      }
      check()
      // Removal from the middle outwards, in the order of arrival, so that levels end everywhere.
      while (resting.length > 0) {
        const [slot = 0] = resting.splice(resting.length >> 1, 1)
        const price = records.numbers[(slot >> 1) + priceNumber]
        book.remove(slot)
        const left = (counts.get(price) ?? 0) - 1
        if (left > 0) counts.set(price, left)
        else counts.delete(price)
        if (resting.length % 37 === 0) check()
      }
    }),
    { numRuns: 30 },
  )
})
