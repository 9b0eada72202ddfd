import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatWib, formatWibMinute } from './dates.ts'

test('DEC-138: operators see Jakarta time with its name, in any time zone', () => {
  const lateInUtc = '2026-12-31T17:00:05.999Z'
  assert.equal(formatWib(lateInUtc), '2027-01-01 00:00:05 WIB')
  assert.equal(formatWibMinute(new Date(lateInUtc)), '2027-01-01 00:00 WIB')
  assert.deepEqual([formatWib(null), formatWibMinute('soon')], ['–', '–'])
})
