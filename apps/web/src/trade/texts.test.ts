import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPrecisions } from '../feed/levels.ts'
import { placedState, precisionChoice, precisionLabel } from './texts.ts'

test('BOOK-03 R-70: the precision menu formats its steps as all numbers of the page', () => {
  const shown = listPrecisions(100_000, 2).map(({ label }) => precisionLabel(label))
  assert.deepEqual(shown.slice(0, 5), ['0,0001', '0,001', '0,01', '0,1', '1'])
  assert.deepEqual(shown.slice(5), ['1.000', '10.000', '100.000', '1.000.000'])
})

test('BOOK-04 R-70: an entry finer than the tick shows the actual step, with the tick’s decimals', () => {
  const shown = (tick: number, decimals: number) =>
    listPrecisions(tick, decimals)
      .slice(0, 5)
      .map((precision) => precisionChoice(precision, decimals))
  assert.deepEqual(shown(100_000, 2), [
    '0,0001 (per 1.000)',
    '0,001 (per 1.000)',
    '0,01 (per 1.000)',
    '0,1 (per 1.000)',
    '1 (per 1.000)',
  ])
  assert.deepEqual(shown(10_000, 6), ['0,0001 (per 0,01)', '0,001 (per 0,01)', '0,01', '0,1', '1'])
  assert.deepEqual(shown(1, 4), ['0,0001', '0,001', '0,01', '0,1', '1'])
  const decimalsShown = listPrecisions(1, 4).map(({ decimals }) => decimals)
  assert.deepEqual(decimalsShown.slice(0, 5), [4, 3, 2, 1, 0])
})

test('DEC-95: an order canceled by self-trade prevention is called canceled, not placed', () => {
  const order = { quantity: 300_000, remaining: 100_000 }
  const met = { ...order, status: 'cancel' }
  assert.equal(placedState({ ...met, remaining: order.quantity }), 'orderCanceled')
  assert.equal(placedState(met), 'orderPartly')
  assert.equal(placedState({ ...order, status: 'open', remaining: order.quantity }), 'orderPlaced')
  assert.equal(placedState({ ...order, status: 'close', remaining: 0 }), 'orderFilled')
})
