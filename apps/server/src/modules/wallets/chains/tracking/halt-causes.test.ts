import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haltIn, findHaltCause } from './halt-causes.ts'

const hourMs = 3_600_000
const limits = { lookMs: 60_000, tipMs: 2 * hourMs, finalMs: hourMs }
const nowMs = 10 * hourMs
const fresh = { lookedMs: nowMs - 1, tipMovedMs: nowMs - 1, finalMovedMs: nowMs - 1 }

test('FLT-26 FLT-28: a chain is halted while its node is silent, or its tip or final block does not advance', () => {
  assert.equal(findHaltCause(fresh, limits, nowMs), null)
  const never = { lookedMs: null, tipMovedMs: null, finalMovedMs: null }
  assert.equal(findHaltCause(never, limits, nowMs), 'never_looked')
  assert.equal(findHaltCause({ ...fresh, lookedMs: nowMs - 60_001 }, limits, nowMs), 'node_silent')
  assert.equal(findHaltCause({ ...fresh, tipMovedMs: 0 }, limits, nowMs), 'tip_stalled')
  assert.equal(findHaltCause({ ...fresh, finalMovedMs: 0 }, limits, nowMs), 'final_stalled')
  const plain = { ...limits, finalMs: null }
  assert.equal(findHaltCause({ ...fresh, finalMovedMs: null }, plain, nowMs), null)
})

test('FLT-27: halts by operators are distinguished from automatic ones', () => {
  assert.equal(haltIn('node_silent'), null)
  assert.equal(haltIn(null), null)
  assert.equal(haltIn('deep_reorganization'), 'deep_reorganization')
  assert.equal(haltIn('final_reversed'), 'final_reversed')
})
