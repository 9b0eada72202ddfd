import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, readView } from './address.ts'

test('CHART-02: pair, width and height are read', () => {
  assert.deepEqual(readAddress('?pair=BTC_IDR&width=880&height=550'), {
    pair: 'BTC_IDR',
    width: 880,
    height: 550,
  })
})

for (const bad of [
  '',
  '?pair=BTC_IDR',
  '?pair=BTC_IDR&width=880',
  '?pair=btc_idr&width=880&height=550',
  '?pair=BTC&width=880&height=550',
  '?pair=BTC_IDR%22%3E&width=880&height=550',
  '?pair=BTC_IDR&width=-1&height=550',
  '?pair=BTC_IDR&width=880&height=99999',
  '?pair=BTC_IDR&width=1e3&height=550',
  '?pair=BTC_IDR&width=20&height=550',
]) {
  test(`R-71: "${bad}" names no chart`, () => assert.equal(readAddress(bad), null))
}

test('R-71: the path selects the view', () => {
  assert.equal(readView('/chart/candles'), 'candles')
  assert.equal(readView('/chart/depth'), 'depth')
  assert.equal(readView('/base/chart/depth/'), 'depth')
  assert.equal(readView('/chart.html'), 'candles')
})
