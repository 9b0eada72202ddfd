import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balancesFrame, createSideRows } from './frames.ts'

const scale = {
  marketId: 1,
  symbol: 'BTC_IDR',
  baseSymbol: 'BTC',
  quoteSymbol: 'IDR',
  baseDecimals: 8,
  quoteDecimals: 2,
  baseScale: 100_000_000,
  tick: 100_000,
}

test('R-20: an unchanged level keeps its row, a changed one gets another', () => {
  const rowsOf = createSideRows(scale, 'sell')
  const level = { price: 165_000_000_000, quantity: 10 }
  const other = { price: 165_000_100_000, quantity: 10 }
  const first = rowsOf([level, other])
  const second = rowsOf([level, { ...other, quantity: 9 }])
  assert.equal(second[0], first[0])
  assert.notEqual(second[1], first[1])
  assert.equal(second[1]?.market_amount, '0.00000009')
  assert.equal(rowsOf([other]).length, 1)
})

test('RT-10 DEC-90: balances are sent as absolute values, with the held amount', () => {
  const frame = balancesFrame(
    1_001,
    12,
    [
      { currencyId: 1, available: 150, held: 50 },
      { currencyId: 99, available: 1, held: 0 },
    ].map(
      (one) => one as Parameters<typeof balancesFrame>[2] extends Iterable<infer B> ? B : never,
    ),
    (currencyId) => (currencyId === 1 ? { symbol: 'IDR', decimals: 2 } : undefined),
  )
  assert.deepEqual(frame, [{ u: 1_001, seq: 12, IDR: '1.50', lock: { IDR: '0.50' } }])
})
