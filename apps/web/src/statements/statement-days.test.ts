import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areDays, toDays, findPreset } from './statement-days.ts'

/** Already March in Jakarta. */
const nowMs = Date.UTC(2028, 1, 29, 17, 30)

test('presets are months and years in Jakarta time up to today', () => {
  assert.deepEqual(toDays('thisMonth', nowMs), { from: '2028-03-01', to: '2028-03-01' })
  assert.deepEqual(toDays('lastMonth', nowMs), { from: '2028-02-01', to: '2028-02-29' })
  assert.deepEqual(toDays('thisYear', nowMs), { from: '2028-01-01', to: '2028-03-01' })
  assert.deepEqual(toDays('lastMonth', nowMs - 60 * 86_400_000).from, '2027-12-01')
})

test('the days of a preset are recognized', () => {
  for (const preset of ['lastMonth', 'thisYear'] as const) {
    assert.equal(findPreset(toDays(preset, nowMs), nowMs), preset)
  }
  assert.equal(findPreset({ from: '2028-02-02', to: '2028-02-29' }, nowMs), null)
})

test('a period runs forward and has at most the days of a leap year', () => {
  assert.ok(areDays({ from: '2028-01-01', to: '2028-12-31' }))
  assert.ok(!areDays({ from: '2028-01-01', to: '2029-01-01' }))
  assert.ok(!areDays({ from: '2028-01-02', to: '2028-01-01' }))
  assert.ok(!areDays({ from: '', to: '2028-01-01' }))
})
