import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropLeft, keepLeft, type LeftDecision, readLeft, sentOf } from './left-store.ts'

const unsent: LeftDecision = {
  userId: 7,
  title: 'Approve the payout',
  place: '/executor/withdrawals/waiting/3',
  atMs: 1_000,
  sent: null,
}
const call = { path: 'withdrawals/9/decide', body: { decision: 'reject', reason: 'other name' } }
const sent = { ...unsent, title: 'Reject withdrawal 9', sent: call }

test('decisions that were left are read as they were kept, sent or not; whatever else the device has is left out', () => {
  assert.deepEqual(readLeft(JSON.stringify([unsent, sent])), [unsent, sent])
  const others = [
    null,
    3,
    {},
    { ...unsent, userId: 0 },
    { ...unsent, place: 'javascript:1' },
    { ...unsent, sent: undefined },
    { ...sent, sent: { ...call, path: '../users/data-update' } },
    { ...sent, sent: 'withdrawals' },
  ]
  assert.deepEqual(readLeft(JSON.stringify(others)), [])
  assert.deepEqual([readLeft(null), readLeft('{'), readLeft('{}')], [[], [], []])
})

test('a decision that was sent while leaving is kept for its operator until its end is known', () => {
  const later = { ...sent, atMs: 2_000, sent: { ...call, path: 'identity/8/decide' } }
  keepLeft([sent, unsent])
  keepLeft([later])
  assert.deepEqual([sentOf(7), sentOf(8)], [[sent, later], []])
  // As another window has read it.
  dropLeft(structuredClone(sent))
  assert.deepEqual(sentOf(7), [later])
  keepLeft(Array.from({ length: 20 }, (_, atMs) => ({ ...sent, atMs })))
  assert.equal(sentOf(7).length, 20, 'the oldest are forgotten')
})
