import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountFromText } from '../../ui/amount-model.ts'
import type { TradeMarket } from '../market/market.ts'
import { act, currentTicket, followPrices, openTickets } from './ticket-store.ts'

const asset = { symbol: 'BTC', decimals: 8 }
// The parts of a market that tickets use.
const rules = { base: asset, quote: { symbol: 'IDR', decimals: 2 }, baseScale: 100_000_000 }
const marketOf = (pair: string) => ({ ...rules, pair, tick: 100_000, lot: 1 }) as TradeMarket
const bitcoin = marketOf('BTC_IDR')
const ether = marketOf('ETH_IDR')
const typed = { kind: 'quantity', input: amountFromText('0.5', 8) } as const
const lastPrice = (price: number) => ({ kind: 'lastPrice', price }) as const

test('FORM-10: a late answer of a previous market does not clear another market’s form', () => {
  openTickets(bitcoin.pair)
  openTickets(ether.pair)
  act(ether, 'buy', typed)
  act(bitcoin, 'buy', { kind: 'placed' })
  assert.equal(currentTicket('buy').quantity.raw, '0.5')
  act(ether, 'buy', { kind: 'placed' })
  assert.notEqual(currentTicket('buy').quantity.raw, '0.5')
})

test('a running request fixes the price of its own form only', () => {
  openTickets(bitcoin.pair)
  followPrices(bitcoin, 'buy', false)
  act(bitcoin, 'buy', lastPrice(100_000_000))
  const still = currentTicket('buy').price.raw
  openTickets(ether.pair)
  act(ether, 'buy', lastPrice(200_000_000))
  assert.equal(currentTicket('buy').price.raw, '2000000')
  assert.notEqual(still, '1000000')
  followPrices(bitcoin, 'buy', true)
  openTickets(bitcoin.pair)
  act(bitcoin, 'buy', lastPrice(100_000_000))
  assert.equal(currentTicket('buy').price.raw, '1000000')
})
