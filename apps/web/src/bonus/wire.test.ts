import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BonusMonthData, LastBonus } from '@tukar/wire'
import { readBonus } from './wire.ts'
import { dayInJakarta } from './period.ts'

const period: BonusMonthData = {
  start: '2026-10-31T17:00:00.000Z',
  end: '2026-11-30T17:00:00.000Z',
  target: 30,
  amount: '25000.00',
  last_month: null,
}

test('DEC-128: a bonus has its month, the required and filled orders, and an amount', () => {
  assert.deepEqual(readBonus(period, { count: 7, counted: 7 }), {
    startMs: Date.parse(period.start),
    endMs: Date.parse(period.end),
    target: 30,
    count: 7,
    counted: 7,
    amount: '25000.00',
    last: null,
  })
})

test('SRV-85: the counted orders and the result of the previous month are read if present', () => {
  const last: LastBonus = {
    month: '2026-10',
    state: 'excluded',
    reason: 'same_people',
    amount: '25000.00',
  }
  const bonus = readBonus({ ...period, last_month: last }, { count: 31, counted: 5 })
  assert.deepEqual([bonus.counted, bonus.last], [5, last])
})

test('DEC-128: a missing amount is not a bonus of zero', () => {
  for (const amount of ['0.00', '0']) {
    assert.equal(readBonus({ ...period, amount }, { count: 7, counted: 7 }).amount, null, amount)
  }
})

test('DEC-128: days of the period are those of Jakarta', () => {
  assert.equal(dayInJakarta(Date.parse(period.start)), '2026-11-01')
  assert.equal(dayInJakarta(Date.parse(period.end) - 1), '2026-11-30')
})
