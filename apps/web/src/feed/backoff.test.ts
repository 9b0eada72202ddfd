import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ceilingMs, backoffMs } from './backoff.ts'

test('the ceiling of the pause grows from 0.3 s by 1.7 to 15 s and stays there', () => {
  assert.equal(ceilingMs(0), 300)
  assert.equal(Math.round(ceilingMs(1)), 510)
  assert.equal(ceilingMs(8), 15_000)
  assert.equal(ceilingMs(1_000_000), 15_000)
})

test('a pause is anywhere from nothing to its ceiling', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const pauseMs = backoffMs(attempt, random)
      assert.ok(pauseMs >= 0 && pauseMs <= Math.ceil(ceilingMs(attempt)))
    }),
  )
})
