import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBalances, decodeOwnPulse, decodePulse, decodeTickers } from './decode.ts'

const whole = {
  pair: 'BTC_IDR',
  seq: 12,
  last_price: '1650000000',
  previous_price: '1649000000',
  last_bid: '1649999000',
  last_ask: '1650001000',
  change_24h: '1.24',
  high_24h: '1660000000',
  low_24h: '1640000000',
  vol_24h: '12.34567800',
}

const figuresIn = (payload: unknown) => decodeTickers(payload)[0]?.figures

test('RT-02 DEC-74: the figures of one market are read by their wire names', () => {
  assert.deepEqual(decodeTickers(whole), [
    {
      pair: 'BTC_IDR',
      seq: 12,
      figures: {
        lastPrice: '1650000000',
        previousPrice: '1649000000',
        bestBid: '1649999000',
        bestAsk: '1650001000',
        changePercent: '1.24',
        high: '1660000000',
        low: '1640000000',
        volume: '12.34567800',
      },
    },
  ])
  const listed = { pair: 'BTC_IDR', price_buy: '7', price_sell: '8' }
  assert.deepEqual(figuresIn(listed), { bestBid: '7', bestAsk: '8' })
})

test('DEC-72: high and low fall back to ticker_24h_high and ticker_24h_low', () => {
  const { high_24h: _high, low_24h: _low, ...rest } = whole
  const fallback = figuresIn({ ...rest, ticker_24h_high: '5', ticker_24h_low: '4' })
  assert.deepEqual([fallback?.high, fallback?.low], ['5', '4'])
  const both = figuresIn({ ...whole, ticker_24h_high: '5', ticker_24h_low: '4' })
  assert.deepEqual([both?.high, both?.low], ['1660000000', '1640000000'])
  const empty = figuresIn({ ...whole, high_24h: null, ticker_24h_high: '5' })
  assert.equal(empty?.high, '5')
})

test('RT-02: a missing figure stays unchanged, and null makes it unknown', () => {
  assert.deepEqual(figuresIn({ pair: 'BTC_IDR', last_price: '9' }), { lastPrice: '9' })
  assert.deepEqual(figuresIn({ pair: 'BTC_IDR', last_bid: null }), { bestBid: null })
})

test('DEC-75: a table as JSON text, a list and one row are read alike', () => {
  const rows = [whole, { ...whole, pair: 'ETH_IDR', seq: 13 }]
  const forms = [{ jsontable: JSON.stringify(rows) }, { jsontable: { datas: rows } }, rows]
  for (const payload of forms) {
    assert.deepEqual(
      decodeTickers(payload).map(({ pair, seq }) => [pair, seq]),
      [
        ['BTC_IDR', 12],
        ['ETH_IDR', 13],
      ],
    )
  }
  assert.deepEqual(decodeTickers(JSON.stringify(whole)), decodeTickers(whole))
  for (const nothing of [null, 'x', 7, {}, { jsontable: 'x' }]) {
    assert.deepEqual(decodeTickers(nothing), [])
  }
})

test('RT-10 R-20: absolute balances are read by symbol, with their number and user', () => {
  const entry = { u: 1005, seq: 40, IDR: '10.00', BTC: '0.50000000', lock: { IDR: '2.00' } }
  assert.deepEqual(decodeBalances([entry]), [
    {
      userId: '1005',
      seq: 40,
      balances: {
        IDR: { available: '10.00', held: '2.00' },
        BTC: { available: '0.50000000', held: null },
      },
    },
  ])
})

test('R-20: a pulse has the numbers of book and last trade, and new figures of the market', () => {
  const told = { pair: 'BTC_IDR', seq: 12, checksum: 7, no: 3 }
  const pulse = { seq: 12, checksum: 7, no: 3 }
  assert.deepEqual(decodePulse(told), { pulse, tickers: [] })
  const withFigures = decodePulse({ ...told, figures: whole })
  assert.deepEqual(withFigures, { pulse, tickers: decodeTickers(whole) })
  for (const payload of [null, 'x', {}, { ...told, seq: 'x' }, { ...told, no: undefined }]) {
    assert.equal(decodePulse(payload), null)
  }
})

test('R-20: the number of the last user event is read, and whether it opens a connection', () => {
  assert.deepEqual(decodeOwnPulse({ no: 4 }), { no: 4, isFirst: false })
  assert.deepEqual(decodeOwnPulse({ no: 0, first: true }), { no: 0, isFirst: true })
  for (const payload of [null, {}, { no: 'x' }]) assert.equal(decodeOwnPulse(payload), null)
})
