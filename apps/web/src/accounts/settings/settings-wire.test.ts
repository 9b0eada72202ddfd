import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSessions } from './settings-wire.ts'

test('R-30: the sessions are sorted: this one first, then by last use', () => {
  const row = (id: number, seen: string, current: boolean) => ({
    id,
    created_at: '2026-01-01T00:00:00.000Z',
    last_seen_at: seen,
    address: '127.0.0.1',
    device: 'Firefox',
    current,
  })
  const data = [
    row(1, '2026-01-03T00:00:00.000Z', false),
    row(2, '2026-01-02T00:00:00.000Z', true),
    row(3, '2026-01-04T00:00:00.000Z', false),
  ]
  assert.deepEqual(
    readSessions(data).map(({ id }) => id),
    ['2', '3', '1'],
  )
})
