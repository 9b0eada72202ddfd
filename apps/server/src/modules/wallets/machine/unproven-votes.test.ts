import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmOf, unprovenAlarm } from './unproven-votes.ts'

test('H-2: what was taken out of a row is its alarm while something can come of it, and never once it is over', () => {
  const dropped = { isUnproven: true }
  assert.equal(alarmOf(dropped, 'stuck', false), unprovenAlarm)
  assert.equal(alarmOf({}, 'stuck', false), 'stuck')
  assert.equal(alarmOf(dropped, 'paid_after_failed', true), 'paid_after_failed')
  assert.equal(alarmOf(dropped, null, true), null)
  assert.equal(alarmOf({}, unprovenAlarm, true), null)
})
