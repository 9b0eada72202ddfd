import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHealth } from './health.ts'

test('SRV-09: nothing is reported of a service that was never called, and its state is once it was called', () => {
  let nowMs = 1_000
  const health = createHealth(() => nowMs, 100)
  assert.deepEqual(health.read(), { state: 'ok', sinceMs: 1_000, wasCalled: false })
  nowMs = 900_000
  assert.equal(health.read().wasCalled, false)
  health.note(10, true)
  assert.deepEqual(health.read(), { state: 'ok', sinceMs: 900_000, wasCalled: true })
  nowMs = 901_000
  for (let call = 0; call < 3; call += 1) health.note(10, false)
  assert.deepEqual(health.read(), { state: 'down', sinceMs: 901_000, wasCalled: true })
  // The state stays the same, however long there are no further calls.
  nowMs += 86_400_000
  assert.equal(health.read().wasCalled, true)
})
