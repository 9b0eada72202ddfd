import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  courseRow,
  fillRow,
  levelRow,
  type MarketScale,
  orderRow,
  orderStatusWord,
  tickerFields,
} from './rows.ts'

const scale: MarketScale = {
  marketId: 1,
  symbol: 'BTC_IDR',
  baseSymbol: 'BTC',
  quoteSymbol: 'IDR',
  baseDecimals: 8,
  quoteDecimals: 2,
  baseScale: 100_000_000,
  tick: 100_000,
}

test('DATA-20 DEC-87 DEC-78 SRV-58: a level has price and size, a buy’s in quote rounded up, and an owner only for that user', () => {
  const level = { price: 165_000_000_000, quantity: 1 }
  const buy = levelRow(scale, 'buy', level)
  assert.equal(buy.market_position, '1650000000')
  assert.equal(buy.market_amount, '16.50')
  assert.equal(buy.base_quantity, '0.00000001')
  assert.equal(buy.orang_id, null)
  assert.equal(levelRow(scale, 'buy', level, 1001).orang_id, 1001)
  assert.equal(levelRow(scale, 'sell', level).market_amount, '0.00000001')
  const uneven = levelRow(scale, 'buy', { price: 165_000_100_000, quantity: 1 })
  assert.equal(uneven.market_amount, '16.51', 'what it would cost at most')
})

test('DEC-83: an order is open, partial, close or cancel', () => {
  assert.equal(orderStatusWord('open', 0), 'open')
  assert.equal(orderStatusWord('open', 2), 'partial')
  assert.equal(orderStatusWord('filled', 1), 'close')
  assert.equal(orderStatusWord('canceled', 1), 'cancel')
})

test('DATA-20: a user’s order has the remaining and original quantity and the received amount', () => {
  const row = orderRow(scale, {
    orderId: 12,
    userId: 1_001,
    side: 'sell',
    price: 165_000_000_000,
    quantity: 3_000_000,
    remaining: 1_000_000,
    status: 'open',
    closeReason: null,
    fillCount: 1,
    received: 3_289_400,
    timeInForce: 'GTC',
    postOnly: false,
    createdMs: 0,
    updatedMs: 1,
  })
  assert.equal(row.market_amount, '0.01000000')
  assert.equal(row.market_amount_start, '0.03000000')
  assert.equal(row.market_result_including_fee, '32894.00')
  assert.equal(row.created_at, '1970-01-01T00:00:00.000Z')
})

test('DATA-22 R-05 HIST-11 SRV-59 SRV-60: a fill has both sides before and after charges, and the user’s charges', () => {
  const row = fillRow(scale, {
    no: 5,
    price: 165_000_000_000,
    quantity: 1_000_000,
    takerSide: 'buy',
    timeMs: 0,
    quote: 1_650_000_000,
    baseCharges: 2_111,
    quoteCharges: 5_298_150,
    baseTaxRupiah: null,
    quoteTaxRupiah: 3_465_000,
    ownSide: 'sell',
    charges: [{ side: 'sell', kind: 'income_tax', amount: 3_465_000, ratePpm: 2_100 }],
  })
  assert.equal(row.mclose_symbol_a_nofee, '0.01000000')
  assert.equal(row.mclose_symbol_a, '0.00997889')
  assert.equal(row.mclose_symbol_b_nofee, '16500000.00')
  assert.equal(row.mclose_symbol_b, '16447018.50')
  assert.deepEqual(row.price_conversion, { a_tax_idr: 'NA', b_tax_idr: '34650.00' })
  assert.deepEqual(row.charges, [
    { side: 'sell', kind: 'income_tax', amount: '34650.00', rate_ppm: 2_100 },
  ])
})

test('R-15: an unknown figure is null, never 0', () => {
  const nothing = { lastPrice: null, previousPrice: null, bestBid: null, bestAsk: null }
  const day = { changeBasisPoints: null, high: null, low: null, volumeBase: 0, volumeQuote: 0 }
  const fields = tickerFields(scale, { ...nothing, ...day })
  assert.equal(fields.last_price, null)
  assert.equal(fields.change_24h, null)
  assert.equal(fields.vol_24h, '0.00000000')
  const moved = tickerFields(scale, { ...nothing, ...day, changeBasisPoints: -124 })
  assert.equal(moved.change_24h, '-1.24')
})

test('R-15 R-07: the prices of a day are texts with the decimals of the tick', () => {
  const course = { fromMs: 1, toMs: 86_400_001, prices: [165_000_000_000, 165_000_100_000] }
  assert.deepEqual(courseRow(scale, course), {
    pair: 'BTC_IDR',
    from: 1,
    to: 86_400_001,
    prices: ['1650000000', '1650001000'],
  })
  assert.deepEqual(courseRow(scale, { ...course, prices: [] }).prices, [])
})
