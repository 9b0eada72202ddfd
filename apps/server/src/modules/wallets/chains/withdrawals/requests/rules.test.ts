/** Withdrawals over chains that are refused before anything is stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../../../platform/http/refusal.ts'
import type { ListedAsset } from '../../register.ts'
import { coinLimitsOf } from './limits.ts'
import {
  feeOf,
  receiverOf,
  requireAmount,
  requireItsChain,
  requireReceiver,
  requireWithinDay,
  unitsOfInput,
} from './rules.ts'

const ether: ListedAsset = {
  chain: 'ethereum',
  contract: null,
  currencyId: 3,
  assetId: 1,
  symbol: 'ETH',
  chainId: 1,
  withdrawalFee: '0.001',
  isPayable: true,
  isReceivable: true,
  isAdded: false,
  chainDecimals: 18,
  unitDecimals: 8,
  minUnits: 200_000,
  travelLimit: 30_000_000,
}

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return error.code
  }
}

test('ATT-85: amounts must fit the currency’s decimals, exceed the fee, and respect the limits', () => {
  for (const wrong of ['', 'x', '-1', '1e3', ' ', '0x10', '1.123456789']) {
    assert.notEqual(
      codeOf(() => unitsOfInput(wrong, 8)),
      'done',
      wrong,
    )
  }
  const limits = coinLimitsOf({ assets: [ether] }, 3)
  assert.deepEqual(limits, {
    min: 200_000,
    max: 750_000_000,
    daily: 1_500_000_000,
    reviewFrom: 300_000_000,
  })
  const fee = feeOf(ether)
  assert.equal(fee, 100_000)
  const code = (amount: number, shownFee: number | null = null) =>
    codeOf(() => requireAmount(ether, limits, { amount, fee, shownFee }))
  assert.equal(code(0), 'coin.below_fee')
  assert.equal(code(fee), 'coin.below_fee')
  assert.equal(code(fee + 1), 'coin.minimum')
  assert.equal(code(limits.max), 'done')
  assert.equal(code(limits.max + 1), 'coin.maximum')
  assert.equal(code(limits.min, fee), 'done')
  assert.equal(code(limits.min, fee - 1), 'coin.fee_changed')
  const day = (amount: number, used: number) =>
    codeOf(() => requireWithinDay(ether, limits, { amount, used }))
  assert.equal(day(limits.daily, 0), 'done')
  assert.equal(day(1, limits.daily), 'coin.daily')
})

test('ATT-86: a payment request for another chain than the chosen one is refused', () => {
  const address = `0x${'ab'.repeat(20)}`
  const code = (text: string) => codeOf(() => requireItsChain(ether, text))
  assert.equal(code(`ethereum:${address}@56`), 'coin.address_chain')
  for (const text of [address, `ethereum:${address}`, `ethereum:${address}@1`]) {
    assert.equal(code(text), 'done', text)
  }
})

test('TRAVEL-02 TRAVEL-03 ATT-88 DEC-107: above the limit a receiver is required, with letters, on one line', () => {
  for (const blank of [null, undefined, '', '  ', 'B', '..']) {
    assert.equal(receiverOf(blank, 'Jalan Melati 1'), null, String(blank))
    assert.equal(receiverOf('Budi', blank), null, String(blank))
  }
  assert.deepEqual(receiverOf(' Budi ', ' Jalan 1 '), { name: 'Budi', address: 'Jalan 1' })
  const lines = receiverOf('Budi', 'Jalan 1\r\n\n Bandung\n')
  assert.equal(lines?.address, 'Jalan 1, Bandung')
  const refusedAs = (name: string, address: string) => codeOf(() => receiverOf(name, address))
  assert.equal(refusedAs('Bu\ndi', 'Jalan 1'), 'coin.receiver_name_letter')
  assert.equal(refusedAs('b'.repeat(101), ''), 'coin.receiver_name_long')
  assert.equal(refusedAs('Budi', 'Jalan\u0007'), 'coin.receiver_address_letter')
  assert.equal(refusedAs('Budi', 'j'.repeat(201)), 'coin.receiver_address_long')
  const code = (ofDay: number, isAlways = false, asset = ether) =>
    codeOf(() => requireReceiver(asset, null, { ofDay, isAlways }))
  assert.equal(code(29_999_999), 'done')
  assert.equal(code(30_000_000), 'coin.receiver_needed')
  assert.equal(code(1, true), 'coin.receiver_always')
  assert.equal(code(1, false, { ...ether, chain: 'bitcoin' }), 'coin.receiver_always')
  assert.equal(code(10 ** 12, false, { ...ether, travelLimit: null }), 'done')
})
