import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyNews, readCourses, readMarket } from './wire.ts'
import { marketRow as row } from './testing/market-row.ts'

test('DATA-03 DEC-73: a market is read with its figures, name and decimals', () => {
  assert.deepEqual(readMarket(row), {
    id: 1,
    pair: 'BTC_IDR',
    base: 'BTC',
    quote: 'IDR',
    baseName: 'Bitcoin',
    icon: null,
    lastPrice: '1650000000',
    previousPrice: null,
    bestBid: '1649999000',
    bestAsk: '1650001000',
    changePercent: '1.24',
    high: '1660000000',
    low: '1640000000',
    volume: '12.34567800',
    quoteVolume: '20370000000.00',
    feeRate: '0.0020',
    priceDecimals: 0,
    baseDecimals: 8,
  })
})

test('DEC-72: high and low are read from high_24h and low_24h, else from ticker_24h_*', () => {
  const both = readMarket({ ...row, ticker_24h_high: '1', ticker_24h_low: '2' })
  assert.deepEqual([both.high, both.low], ['1660000000', '1640000000'])
  const empty = readMarket({ ...row, high_24h: null, low_24h: null })
  assert.deepEqual([empty.high, empty.low], ['1660000000', '1640000000'])
})

test('DEC-74: best prices are live from last_bid and last_ask, at first from price_buy and price_sell', () => {
  const market = readMarket({
    ...row,
    last_bid: null,
    last_ask: null,
    price_buy: '7',
    price_sell: '8',
  })
  assert.deepEqual([market.bestBid, market.bestAsk], ['7', '8'])
  const [live] = applyNews([market], { pair: 'BTC_IDR', last_bid: '9', last_ask: '10' })
  assert.deepEqual([live?.bestBid, live?.bestAsk], ['9', '10'])
})

const markets = [readMarket(row), readMarket({ ...row, id: 2, pair: 'ETH_IDR' })]

test('DEC-75 RT-02: an event with the fields of one market changes only that market', () => {
  const next = applyNews(markets, { ...row, last_price: '1', ticker_24h_high: undefined })
  assert.deepEqual(
    next.map(({ lastPrice }) => lastPrice),
    ['1', '1650000000'],
  )
  assert.equal(next[1], markets[1], 'what was not told is the same object')
})

test('DEC-75: an event with many markets has their rows as JSON text', () => {
  const rows = [
    { ...row, last_price: '2' },
    { ...row, pair: 'ETH_IDR', last_price: '3' },
    { ...row, pair: 'XXX_IDR', last_price: '4' },
  ]
  const next = applyNews(markets, { jsontable: JSON.stringify(rows) })
  assert.deepEqual(
    next.map(({ pair, lastPrice }) => [pair, lastPrice]),
    [
      ['BTC_IDR', '2'],
      ['ETH_IDR', '3'],
    ],
  )
})

test('DEC-75 R-15: a null figure becomes unknown, a missing one stays', () => {
  const [market] = applyNews(markets, { pair: 'BTC_IDR', last_price: null, low_24h: '1' })
  assert.equal(market?.lastPrice, null)
  assert.equal(market?.low, '1')
  assert.equal(market?.high, '1660000000')
  assert.equal(market?.volume, '12.34567800')
})

test('DEC-75: malformed events change nothing', () => {
  for (const message of [null, 'BTC_IDR', [], { jsontable: '{' }, { jsontable: '7' }, {}]) {
    assert.deepEqual(applyNews(markets, message), markets)
  }
})

test('R-15: the prices of a day are read by pair', () => {
  const courses = readCourses([
    { pair: 'BTC_IDR', from: 1, to: 2, prices: ['10', '11'] },
    { pair: 'ETH_IDR', from: 1, to: 2, prices: [] },
  ])
  assert.deepEqual(courses.get('BTC_IDR'), { fromMs: 1, toMs: 2, prices: ['10', '11'] })
  assert.deepEqual(courses.get('ETH_IDR')?.prices, [])
})
