import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBestPrices } from './best-prices.ts'

const measures = { priceDecimals: 2, baseDecimals: 8, quantityDecimals: 8, tick: 100 }
const figures = { bestBid: '1649000000.00', bestAsk: '1651000000.00' }

test('TRADE-04: best prices come from the shown book, not from older figures', () => {
  const book = { bid: 165_000_000_000, ask: 165_000_100_000 }
  assert.deepEqual(findBestPrices({ measures }, book, figures), {
    bestBid: '1650000000.00',
    bestAsk: '1650001000.00',
  })
  const lonely = findBestPrices({ measures }, { ...book, bid: undefined }, figures)
  assert.deepEqual(lonely, { bestBid: null, bestAsk: '1650001000.00' }, 'nobody buys')
})

test('TRADE-04: without a book, best prices come from the figures', () => {
  assert.deepEqual(findBestPrices({ measures }, null, figures), figures)
})
