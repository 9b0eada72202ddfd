import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmOf, unprovenAlarm } from './unproven-votes.ts'

test('H-2: removed approvals raise an alarm on unfinished rows, and never on finished ones', () => {
  const dropped = { isUnproven: true }
  assert.equal(alarmOf(dropped, 'stuck', false), unprovenAlarm)
  assert.equal(alarmOf({}, 'stuck', false), 'stuck')
  assert.equal(alarmOf(dropped, 'paid_after_failed', true), 'paid_after_failed')
  assert.equal(alarmOf(dropped, null, true), null)
  assert.equal(alarmOf({}, unprovenAlarm, true), null)
})
