import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatWib, formatWibMinute } from './dates.ts'

test('DEC-138: those who run the exchange read Jakarta’s time by name, wherever they sit', () => {
  const lateInUtc = '2026-12-31T17:00:05.999Z'
  assert.equal(formatWib(lateInUtc), '2027-01-01 00:00:05 WIB')
  assert.equal(formatWibMinute(new Date(lateInUtc)), '2027-01-01 00:00 WIB')
  assert.deepEqual([formatWib(null), formatWibMinute('soon')], ['–', '–'])
})
