import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameOriginChart, marksMax, readChartMessage, readPageMessage } from './messages.ts'

const own = 'https://tukar.example'
const looks = { kind: 'looks', theme: 'light', isPairSafe: true, language: 'id' } as const
const order = { id: '7', side: 'buy', price: '1650000000', quantity: '0.015' } as const

test('R-71: appearance and orders are accepted from the page’s origin', () => {
  assert.deepEqual(readPageMessage({ origin: own, data: looks }, own), looks)
  const orders = { kind: 'orders', pair: 'BTC_IDR', orders: [order] }
  assert.deepEqual(readPageMessage({ origin: own, data: orders }, own), orders)
})

test('R-71: messages of other origins are ignored, in both directions', () => {
  for (const origin of ['https://evil.example', 'http://tukar.example', 'null', '']) {
    assert.equal(readPageMessage({ origin, data: looks }, own), null)
    assert.equal(readChartMessage({ origin, data: { kind: 'chart-ready' } }, own), null)
  }
})

for (const data of [
  null,
  'looks',
  { kind: 'other' },
  { ...looks, theme: 'url(x)' },
  { ...looks, language: 'xx' },
  { kind: 'orders', pair: 1, orders: [] },
  { kind: 'orders', pair: 'BTC_IDR', orders: {} },
]) {
  test(`R-71: ${JSON.stringify(data)} says nothing`, () =>
    assert.equal(readPageMessage({ origin: own, data }, own), null))
}

test('R-71: malformed orders are left out, and their number is limited', () => {
  const orders = [{ side: 'both' }, 4, { ...order, price: '' }, order]
  const read = readPageMessage(
    { origin: own, data: { kind: 'orders', pair: 'BTC_IDR', orders } },
    own,
  )
  assert.deepEqual(read, { kind: 'orders', pair: 'BTC_IDR', orders: [order] })
  const many = Array.from({ length: marksMax + 9 }, () => order)
  const cut = readPageMessage(
    { origin: own, data: { kind: 'orders', pair: 'BTC_IDR', orders: many } },
    own,
  )
  assert.equal(cut?.kind === 'orders' && cut.orders.length, marksMax)
})

test('R-71: the chart’s only messages are that it is ready and which keys it leaves to the page', () => {
  assert.deepEqual(readChartMessage({ origin: own, data: { kind: 'chart-ready' } }, own), {
    kind: 'chart-ready',
  })
  assert.equal(readChartMessage({ origin: own, data: { kind: 'looks' } }, own), null)
  const read = (data: object) =>
    readChartMessage({ origin: own, data: { kind: 'chart-key', ...data } }, own)
  for (const key of ['b', 'Escape', '[', 'X'])
    assert.deepEqual(read({ key, shiftKey: true }), { kind: 'chart-key', key, shiftKey: true })
  assert.deepEqual(read({ key: 'b' }), { kind: 'chart-key', key: 'b', shiftKey: false })
  for (const key of ['', ' ', 'Enter', 'Tab', 'ArrowLeft', 7, null])
    assert.equal(read({ key, shiftKey: false }), null, `${key}`)
})

test('R-71: a chart on another host gets no messages', () => {
  assert.equal(isSameOriginChart('', own), true)
  assert.equal(isSameOriginChart('/charts', own), true)
  assert.equal(isSameOriginChart(own, own), true)
  assert.equal(isSameOriginChart('https://charts.example', own), false)
})
