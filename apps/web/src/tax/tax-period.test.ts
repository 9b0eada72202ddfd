import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasBegun, toMonth, periodName } from './tax-period.ts'

/** Already March in Jakarta. */
const nowMs = Date.UTC(2026, 1, 28, 17)

test('months are in Jakarta time, and only those that have begun', () => {
  assert.deepEqual(toMonth(nowMs), { year: 2026, month: 3 })
  assert.deepEqual(toMonth(nowMs - 1), { year: 2026, month: 2 })
  const begun = (year: number, month: number | null) => hasBegun({ year, month }, nowMs)
  assert.deepEqual([begun(2026, 3), begun(2026, 4), begun(2025, 12)], [true, false, true])
  assert.deepEqual([begun(2026, null), begun(2027, null)], [true, false])
  assert.deepEqual(
    [periodName({ year: 2026, month: 3 }), periodName({ year: 2026, month: null })],
    ['2026-03', '2026'],
  )
})
