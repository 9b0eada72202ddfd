import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeFinal } from './receipt-final.ts'
import type { OrderFill, MyOrder } from '../wire.ts'

const market = { baseScale: 100_000_000 }
const order: MyOrder = {
  id: '1',
  pair: 'BTC_IDR',
  side: 'buy',
  price: 165_000_000_000,
  quantity: 300_000,
  remaining: 100_000,
  matchedCount: 2,
  status: 'partial',
  received: 200_000 - 400 - 22,
  closeReason: '',
  createdAt: '',
  updatedAt: '',
}
const fill = (price: number, charges: OrderFill['charges']): OrderFill => ({
  id: String(price),
  price,
  createdAt: '',
  baseGross: 100_000,
  baseNet: 0,
  quoteGross: price / 1_000,
  quoteNet: 0,
  charges,
  baseTaxRupiah: null,
  quoteTaxRupiah: null,
})
const fills = [164_000_000_000, 165_000_000_000].map((price) =>
  fill(price, [
    { side: 'buy', kind: 'fee', amount: 200 },
    { side: 'buy', kind: 'bourse', amount: 11 },
  ]),
)

test('R-05: the receipt after the fill has the sums of the fills', () => {
  const { filled, held, canceled, charged } = computeFinal(market, order, fills)
  assert.deepEqual([filled, held, canceled], [200_000, 165_000_000, 0])
  assert.deepEqual(charged, { averagePrice: 164_500_000_000, fee: 400, bourse: 22, tax: 0 })
})

test('the average of a single fill is its price, though its amount was rounded', () => {
  const odd = { price: 165_364_600_000, quantity: 100_003 }
  const only: OrderFill = {
    ...fill(odd.price, []),
    baseGross: odd.quantity,
    quoteGross: Math.floor((odd.price * odd.quantity) / 100_000_000),
  }
  const filled = { ...order, quantity: odd.quantity, remaining: 0, received: odd.quantity }
  assert.equal(computeFinal(market, filled, [only]).charged?.averagePrice, odd.price)
})

test('a canceled quantity has no hold; a resting sell holds its quantity', () => {
  const over = computeFinal(market, { ...order, status: 'cancel' }, fills)
  assert.deepEqual([over.held, over.canceled], [0, 100_000])
  assert.equal(computeFinal(market, { ...order, side: 'sell' }, null).held, 100_000)
})

test('fills that do not match the answer give no charges', () => {
  assert.equal(computeFinal(market, order, fills.slice(1)).charged, null)
  assert.equal(computeFinal(market, { ...order, received: 1 }, fills).charged, null)
  assert.equal(computeFinal(market, order, null).charged, null)
  assert.equal(computeFinal(market, { ...order, remaining: 300_000 }, []).charged, null)
})
