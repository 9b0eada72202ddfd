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

test('CHART-02: the rows that a line begins with tell how numbers are read, and which market is none', () => {
  const rows = { jsontable: JSON.stringify([row]) }
  assert.deepEqual(measuresIn(rows, 'BTC_IDR'), {
    priceDecimals: 2,
    baseDecimals: 8,
    quantityDecimals: 8,
    tick: 100_000,
  })
  assert.equal(measuresIn(rows, 'ZZZ_IDR'), 'unknown')
})

test('DEC-75: figures of one market tell of no other market whether it is there', () => {
  assert.equal(measuresIn({ pair: 'BTC_IDR', last_price: '1' }, 'ZZZ_IDR'), null)
  assert.equal(measuresIn({ jsontable: '[]' }, 'ZZZ_IDR'), null)
  assert.equal(measuresIn(null, 'ZZZ_IDR'), null)
})
