import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SimulatedMarket } from './market.ts'
import { styleOf } from './market-style.ts'
import { type Quote, requote } from './quotes.ts'
import { createRandom } from './random.ts'

const market: SimulatedMarket = {
  marketId: 1,
  symbol: 'BTC_IDR',
  baseId: 2,
  quoteId: 1,
  tick: 100_000,
  lot: 1,
  notionalMin: 1_000_000,
  referencePrice: 165_000_000_000,
  baseScale: 100_000_000,
}

function quotesAt(fair: number, seed: number): Quote[] {
  return requote(market, fair, [], createRandom(seed)).prices.map((quote, place) => {
    return { ...quote, orderId: place + 1, accountId: 901 }
  })
}

test('R-40: an empty book gets quotes on both sides, on the tick, at most one per price', () => {
  const quotes = quotesAt(market.referencePrice, 1)
  for (const side of ['buy', 'sell']) {
    const prices = quotes.filter((quote) => quote.side === side).map(({ price }) => price)
    assert.ok(prices.length > 15)
    assert.equal(new Set(prices).size, prices.length)
    assert.ok(prices.every((price) => price % market.tick === 0))
  }
})

test('R-40: for any move of the fair price, quotes never cross it, and the best ones are near', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: -0.02, max: 0.02, noNaN: true }), (seed, move) => {
      const fair = market.referencePrice * (1 + move)
      const before = quotesAt(market.referencePrice, seed)
      const { cancels, prices } = requote(market, fair, before, createRandom(seed + 1))
      const after = [...before.filter((quote) => !cancels.includes(quote)), ...prices]
      const of = (side: string) => after.filter((one) => one.side === side).map((one) => one.price)
      const bid = Math.max(...of('buy'))
      const ask = Math.min(...of('sell'))
      assert.ok(bid < fair && ask > fair, `${bid} ${fair} ${ask}`)
      const { halfSpread } = styleOf(market.symbol)
      assert.ok(ask - bid < fair * halfSpread * 4, 'the gap stays small')
    }),
  )
})
