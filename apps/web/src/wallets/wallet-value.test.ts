/** Goal: values in rupiah are never above the balance, and unknown values are not shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDecimal, computeTotal, valuedBalances, worthOfAll } from './wallet-value.ts'

const balance = (symbol: string, available: string, held: string) => ({
  id: symbol,
  symbol,
  name: symbol,
  icon: null,
  available,
  held,
  decimals: available.split('.')[1]?.length ?? 0,
})
const market = (pair: string, lastPrice: string | null) => {
  const [base = '', quote = ''] = pair.split('_')
  return { pair, base, quote, lastPrice }
}
const markets = [
  market('BTC_IDR', '1650000000.00'),
  market('USDT_IDR', '16350.50'),
  market('ETH_USDT', '3000.10'),
  market('BNB_IDR', null),
]
const worth = (symbol: string, available: string, held: string) =>
  valuedBalances([balance(symbol, available, held)], markets)[0]?.worth ?? null

test('WAL-07: a row\u2019s total is the available amount plus the amount in process', () => {
  assert.equal(computeTotal(balance('BTC', '0.01500000', '0.00500001')), '0.02000001')
  assert.equal(computeTotal(balance('BTC', 'much', '0')), null)
})

test('values use the last price, truncated to 0.01 rupiah; rupiah has its own value', () => {
  assert.equal(worth('IDR', '50000000.00', '0.01'), 5_000_000_001n)
  assert.equal(worth('BTC', '0.01000000', '0.01000000'), 3_300_000_000n)
  assert.equal(worth('USDT', '0.000001', '0.000000'), 1n, '1.6 units of 0.01 rupiah')
})

test('a currency without a rupiah market is valued through its quote currency', () => {
  assert.equal(worth('ETH', '1.00000000', '0.00000000'), 4_905_313_505n)
})

test('R-15: without a price the value is unknown, except for a zero balance', () => {
  assert.equal(worth('BNB', '1.00000000', '0.00000000'), null)
  assert.equal(worth('BNB', '0.00000000', '0.00000000'), 0n)
})

test('the parts add up to the total, and currencies without a price are listed', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 1e8).toFixed(8))
  fc.assert(
    fc.property(amount, amount, amount, (free, held, other) => {
      const balances = [balance('BTC', free, held), balance('ETH', other, free)]
      const {
        total,
        free: available,
        held: locked,
        unknown,
      } = worthOfAll(valuedBalances(balances, markets))
      assert.equal(available + locked, total)
      assert.ok(locked >= 0n)
      assert.deepEqual(unknown, [])
    }),
  )
  const { unknown } = worthOfAll(valuedBalances([balance('BNB', '1.0', '0.0')], markets))
  assert.deepEqual(unknown, ['BNB'])
})

test('units have both decimals', () => {
  assert.equal(toDecimal(0n), '0.00')
  assert.equal(toDecimal(7n), '0.07')
  assert.equal(toDecimal(123_456n), '1234.56')
})
