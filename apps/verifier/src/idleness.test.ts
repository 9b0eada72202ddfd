import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleness } from './idleness.ts'

test('FLT-37: an idle process ends, but not before each call is long enough ago, and not during a verification', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let [isWaitedFor, ends] = [false, 0]
  const idleness = createIdleness(
    1_000,
    () => isWaitedFor,
    () => (ends += 1),
  )
  idleness.begin()
  t.mock.timers.tick(999)
  idleness.begin()
  t.mock.timers.tick(999)
  assert.equal(ends, 0, 'a call came meanwhile')
  isWaitedFor = true
  t.mock.timers.tick(5_000)
  assert.equal(ends, 0, 'somebody is in the middle of a verification')
  isWaitedFor = false
  t.mock.timers.tick(1_000)
  assert.equal(ends, 1)
})
