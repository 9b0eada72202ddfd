import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { takeNewer, type Seen } from './newer.ts'

test('R-20: a value older than the known one is left out, a repeat is not', () => {
  const seen: Seen = new Map()
  assert.deepEqual(takeNewer(seen, 'u1', 7, { IDR: 'a', BTC: 'b' }), { IDR: 'a', BTC: 'b' })
  assert.deepEqual(takeNewer(seen, 'u1', 9, { BTC: 'c' }), { BTC: 'c' })
  assert.deepEqual(takeNewer(seen, 'u1', 8, { IDR: 'd', BTC: 'old' }), { IDR: 'd' })
  assert.deepEqual(takeNewer(seen, 'u1', 9, { BTC: 'c' }), { BTC: 'c' })
  assert.deepEqual(takeNewer(seen, 'u2', 1, { BTC: 'e' }), { BTC: 'e' }, 'of another owner')
  assert.deepEqual(takeNewer(seen, 'u1', null, { BTC: 'f' }), { BTC: 'f' }, 'without a number')
})

test('R-20 RT-02 RT-10: the newest values result from events in any order, with repeats', () => {
  const news = fc.array(
    fc.record({ seq: fc.nat(20), values: fc.subarray(['IDR', 'BTC', 'ETH']) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(news, (events) => {
      const seen: Seen = new Map()
      let shown: Record<string, string> = {}
      for (const { seq, values } of events) {
        const told = Object.fromEntries(values.map((key) => [key, `${key} of ${seq}`]))
        shown = { ...shown, ...takeNewer(seen, 'u1', seq, told) }
      }
      for (const key of ['IDR', 'BTC', 'ETH']) {
        const numbers = events.filter(({ values }) => values.includes(key)).map(({ seq }) => seq)
        const newest = numbers.length === 0 ? undefined : `${key} of ${Math.max(...numbers)}`
        assert.equal(shown[key], newest)
      }
    }),
  )
})
