import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { addTrades, emptyTape, tapeMax, tapeOf, type Trade } from './recent-trades.ts'

const trade = (no: number): Trade => ({
  no,
  price: 100 + no,
  quantity: 1,
  takerSide: 'buy',
  timeMs: no,
})

test('HIST-02: trades that come late, twice and in any order give the list that came in order', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 140 }, (_, index) => index + 1),
        { minLength: 140 },
      ),
      (order) => {
        let tape = emptyTape
        for (const no of order) tape = addTrades(tape, [trade(no), trade(no)])
        assert.deepEqual(
          tape.trades.map((entry) => entry.no),
          Array.from({ length: tapeMax }, (_, index) => 140 - index),
        )
        assert.equal(tape.hasGap, false)
      },
    ),
    { numRuns: 30 },
  )
})

test('a number that is missing is seen until what fills it has come', () => {
  const holed = addTrades(tapeOf([trade(1), trade(2)]), [trade(4)])
  assert.equal(holed.hasGap, true)
  assert.equal(addTrades(holed, [trade(3)]).hasGap, false)
})

test('DEC-89: the list is bounded at 100 rows', () => {
  const tape = tapeOf(Array.from({ length: 500 }, (_, index) => trade(index + 1)))
  assert.equal(tape.trades.length, tapeMax)
  assert.equal(tape.trades[0]?.no, 500)
})
