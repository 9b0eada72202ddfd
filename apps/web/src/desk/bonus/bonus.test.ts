import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBonusMonths } from './bonus.ts'

test('BONUS-01: entitled and excluded users are listed with their reasons', () => {
  const row = { user_id: 7, name: 'C***', filled: 30, counted: 5 }
  const bonus = toBonusMonths({
    is_on: true,
    amount: '10000.00',
    target: 30,
    same_person_max: 5,
    house: '0.00',
    months: [{ month: '2026-11', amount: '10000.00' }],
    month: '2026-11',
    entries: [
      { ...row, state: 'excluded', reason: 'same_people', paid_at: null },
      { ...row, state: 'paid', reason: null, paid_at: '2026-12-01T00:00:00.000Z' },
    ],
    waiting_sum: '0.00',
  })
  assert.deepEqual(
    bonus.entries.map(({ state, reason, paidAt }) => [state, reason, paidAt]),
    [
      ['excluded', 'same_people', ''],
      ['paid', null, '2026-12-01T00:00:00.000Z'],
    ],
  )
})
