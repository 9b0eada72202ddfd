import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ceilingMs, backoffMs } from './backoff.ts'

test('the longest delay grows from 0.3 s by a factor of 1.7 to 15 s', () => {
  assert.equal(ceilingMs(0), 300)
  assert.equal(Math.round(ceilingMs(1)), 510)
  assert.equal(ceilingMs(8), 15_000)
  assert.equal(ceilingMs(1_000_000), 15_000)
})

test('a delay is between 0 and its ceiling', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const pauseMs = backoffMs(attempt, random)
      assert.ok(pauseMs >= 0 && pauseMs <= Math.ceil(ceilingMs(attempt)))
    }),
  )
})
