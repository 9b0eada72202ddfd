import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDeskBonus } from './bonus.ts'

test('GEN-15: a bonus that is told in another shape has nobody in it, and nothing to pay', () => {
  const { entries, month, isOn, waitingSum } = readDeskBonus({ data: { entries: 'x' } })
  assert.deepEqual([entries, month, isOn, waitingSum], [[], '', false, ''])
})

test('BONUS-01: who is entitled and who is not stand with their reason', () => {
  const row = { user_id: 7, name: 'C***', filled: 30, counted: 5, state: 'excluded' }
  const data = { month: '2026-11', entries: [{ ...row, reason: 'same_people' }, { user_id: 8 }] }
  const { entries } = readDeskBonus({ data })
  assert.deepEqual(
    entries.map(({ state, reason }) => [state, reason]),
    [
      ['excluded', 'same_people'],
      ['excluded', null],
    ],
  )
})
