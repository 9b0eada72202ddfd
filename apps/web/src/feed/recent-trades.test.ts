import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  addTrades,
  noRecentTrades,
  recentTradesMax,
  toRecentTrades,
  type Trade,
} from './recent-trades.ts'

const trade = (no: number): Trade => ({
  no,
  price: 100 + no,
  quantity: 1,
  takerSide: 'buy',
  timeMs: no,
})

test('HIST-02: late, repeated and reordered trades give the same list as ordered ones', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 140 }, (_, index) => index + 1),
        { minLength: 140 },
      ),
      (order) => {
        let recent = noRecentTrades
        for (const no of order) recent = addTrades(recent, [trade(no), trade(no)])
        assert.deepEqual(
          recent.trades.map((entry) => entry.no),
          Array.from({ length: recentTradesMax }, (_, index) => 140 - index),
        )
        assert.equal(recent.hasGap, false)
      },
    ),
    { numRuns: 30 },
  )
})

test('a missing number counts as a gap until its trade arrives', () => {
  const holed = addTrades(toRecentTrades([trade(1), trade(2)]), [trade(4)])
  assert.equal(holed.hasGap, true)
  assert.equal(addTrades(holed, [trade(3)]).hasGap, false)
})

test('DEC-89: the list has at most 100 rows', () => {
  const recent = toRecentTrades(Array.from({ length: 500 }, (_, index) => trade(index + 1)))
  assert.equal(recent.trades.length, recentTradesMax)
  assert.equal(recent.trades[0]?.no, 500)
})
