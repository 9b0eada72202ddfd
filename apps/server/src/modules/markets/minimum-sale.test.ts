import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minimumSaleOf } from './minimum-sale.ts'
import type { ListedMarket } from './listing.ts'

const rupiahMarket = (baseId: number): ListedMarket => ({
  marketId: baseId,
  symbol: 'BTC_IDR',
  baseId,
  quoteId: 1,
  tick: 100_000,
  lot: 10,
  notionalMin: 1_000_000,
  quantityMax: 1e12,
  priceMin: 1e8,
  priceMax: 9e13,
  referencePrice: 1.65e11,
  buyBandPpm: 1_200_000,
  sellBandPpm: 800_000,
  openOrdersMax: 200,
  state: 'open',
  scale: {
    marketId: baseId,
    symbol: 'BTC_IDR',
    baseSymbol: 'BTC',
    quoteSymbol: 'IDR',
    baseDecimals: 8,
    quoteDecimals: 2,
    baseScale: 1e8,
    tick: 100_000,
  },
})

test('DEC-40: the smallest sale is the smallest order of a market at its price, in whole lots', () => {
  const markets = [rupiahMarket(2)]
  const priceOf = ({ referencePrice }: ListedMarket) => referencePrice
  // Rp 10,000 at Rp 1,650,000,000 is 606.06 satoshi.
  assert.equal(minimumSaleOf(markets, priceOf, 2), 610)
  assert.equal(
    minimumSaleOf(markets, () => 1e10, 2),
    10_000,
  )
  assert.equal(minimumSaleOf(markets, priceOf, 1), 1_000_000)
  assert.equal(minimumSaleOf(markets, priceOf, 9), 0)
})
