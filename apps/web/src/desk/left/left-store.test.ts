import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLeft } from './left-store.ts'

test('decisions that were left are read as they were kept; whatever else the device has is left out', () => {
  const decision = {
    userId: 7,
    title: 'Approve the payout',
    path: '/executor/withdrawals/waiting/3',
  }
  assert.deepEqual(readLeft(JSON.stringify([decision])), [decision])
  const others = [null, 3, {}, { ...decision, userId: 0 }, { ...decision, path: '' }]
  assert.deepEqual(readLeft(JSON.stringify(others)), [])
  assert.deepEqual([readLeft(null), readLeft('{'), readLeft('{}')], [[], [], []])
})
