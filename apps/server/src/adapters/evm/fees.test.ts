/** Gas prices within their caps, and prices of replacements. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { evmChains } from './chains.ts'
import { bumpedFees, feeMaxOf, feesFrom, gasLimitFrom } from './fees.ts'
import { coinToSweep, gasToFund } from './sweeps.ts'

const limits = { tipMin: 10n, tipMax: 50n, feePerGasMax: 1_000n, gasLimitMax: 100_000n }
const prices = fc.bigInt({ min: 0n, max: 2_000n })

test('SRV-80: the offer is twice the next base fee and the usual tip, within floor and cap', () => {
  assert.deepEqual(feesFrom({ baseFees: [90n, 100n], tips: [40n, 20n, 30n] }, limits), {
    maxFeePerGas: 230n,
    maxPriorityFeePerGas: 30n,
  })
  const tipOf = (tips: readonly bigint[]) =>
    feesFrom({ baseFees: [100n], tips }, limits)?.maxPriorityFeePerGas
  assert.deepEqual([tipOf([]), tipOf([1n]), tipOf([900n])], [10n, 10n, 50n])
  assert.equal(feesFrom({ baseFees: [980n], tips: [20n] }, limits)?.maxFeePerGas, 1_000n)
  assert.equal(feesFrom({ baseFees: [981n], tips: [20n] }, limits), null)
  assert.equal(feesFrom({ baseFees: [], tips: [] }, limits), null)
})

test("ATT-95: a replacement offers an eighth more of both prices, or the market's, and never more than the cap", () => {
  fc.assert(
    fc.property(prices, prices, prices, prices, (fee, tip, base, usual) => {
      const previous = { maxFeePerGas: fee + tip, maxPriorityFeePerGas: tip }
      const market = feesFrom({ baseFees: [base], tips: [usual] }, limits)
      const next = bumpedFees(previous, market, limits)
      if (next === null) return
      assert.ok(next.maxFeePerGas <= limits.feePerGasMax)
      assert.ok(next.maxPriorityFeePerGas <= next.maxFeePerGas)
      for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
        assert.ok(next[field] > previous[field])
        assert.ok(next[field] * 1_000n >= previous[field] * 1_125n)
        assert.ok(market === null || next[field] >= market[field])
      }
    }),
    { numRuns: 2_000 },
  )
})

test('FLT-30: a gas limit has a fifth of reserve, and one above the cap is refused', () => {
  assert.equal(gasLimitFrom(21_000n, limits), 25_200n)
  assert.equal(gasLimitFrom(1n, limits), 2n)
  assert.equal(gasLimitFrom(99_999n, limits), 100_000n)
  assert.equal(gasLimitFrom(100_001n, limits), null)
})

test('SRV-80: a sweep never exceeds the balance, and a funding is exactly enough', () => {
  fc.assert(
    fc.property(prices, prices, (balance, price) => {
      const gas = { gasLimit: 10n, fees: { maxFeePerGas: price, maxPriorityFeePerGas: 0n } }
      const feeMax = feeMaxOf(gas.fees, gas.gasLimit)
      const rest = coinToSweep(balance, gas)
      assert.equal(rest === null, balance <= feeMax)
      if (rest !== null) assert.equal(rest + feeMax, balance)
      const funding = gasToFund(balance, gas)
      assert.ok(balance + funding >= feeMax && (funding === 0n || balance + funding === feeMax))
    }),
  )
})

test('SRV-64: each chain has its own id, and caps that allow a transfer', () => {
  assert.deepEqual(
    evmChains.map(({ name, chainId }) => [name, chainId]),
    [
      ['ethereum', 1],
      ['arbitrum', 42_161],
      ['bnb', 56],
    ],
  )
  for (const { fees } of evmChains) {
    assert.ok(fees.tipMin <= fees.tipMax && fees.tipMax < fees.feePerGasMax)
    assert.ok(fees.gasLimitMax >= 200_000n)
  }
})
