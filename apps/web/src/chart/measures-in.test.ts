import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measuresIn } from './measures-in.ts'

const row = {
  pair: 'BTC_IDR',
  quote_decimals: 2,
  base_decimals: 8,
  tick: '1000.00',
  lot: '0.00000001',
}

test('CHART-02: the first rows of a connection have the decimals of a market, or show that it does not exist', () => {
  const rows = { jsontable: JSON.stringify([row]) }
  assert.deepEqual(measuresIn(rows, 'BTC_IDR'), {
    priceDecimals: 2,
    baseDecimals: 8,
    quantityDecimals: 8,
    tick: 100_000,
  })
  assert.equal(measuresIn(rows, 'ZZZ_IDR'), 'unknown')
})

test('DEC-75: figures of one market do not show whether another market exists', () => {
  assert.equal(measuresIn({ pair: 'BTC_IDR', last_price: '1' }, 'ZZZ_IDR'), null)
  assert.equal(measuresIn({ jsontable: '[]' }, 'ZZZ_IDR'), null)
  assert.equal(measuresIn(null, 'ZZZ_IDR'), null)
})
