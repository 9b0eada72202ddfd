/** Which currencies each chain supports, by the settings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverMessage } from '@tukar/i18n/server'
import type { CurrencyFigures } from '@tukar/wire'
import { readChainSettings } from '../../../platform/config/chain-settings.ts'
import { createRegister, localToken } from './register.ts'
import { chainAmountText, explorerUrl, coinTextInSentence, coinText } from './amount-text.ts'

const currency = (currencyId: number, symbol: string, decimals: number, limit: string | null) =>
  ({
    currencyId,
    symbol,
    decimals,
    travelRuleThreshold: limit,
    withdrawalFee: '0.001',
    depositMin: null,
    areWithdrawalsOpen: true,
    areDepositsOpen: true,
  }) as CurrencyFigures

const currencies = [
  currency(2, 'BTC', 8, '0.01'),
  currency(3, 'ETH', 8, '0'),
  currency(4, 'BNB', 8, null),
  currency(5, 'USDT', 6, '1000'),
]

const signer = {
  TUKAR_SIGNER_URL: 'http://127.0.0.1:9000',
  TUKAR_SIGNER_KEY: 'a-key-of-the-signer-that-nobody-guesses',
  TUKAR_SIGNER_APPROVAL_KEY: 'another-key-of-it-that-nobody-guesses',
}

test('SRV-76 ATT-75: a simulation has four chains, each with its coin and one token', () => {
  const { assets, chains } = createRegister(readChainSettings({}, 'simulation'), currencies)
  assert.deepEqual(
    assets.map(({ chain, symbol }) => `${chain} ${symbol}`),
    [
      'bitcoin BTC',
      'ethereum ETH',
      'ethereum USDT',
      'arbitrum ETH',
      'arbitrum USDT',
      'bnb BNB',
      'bnb USDT',
    ],
  )
  assert.equal(chains.length, 4)
  assert.ok(
    assets.every(({ contract }) => contract === null || contract === contract.toLowerCase()),
  )
})

test('DEC-108: without a limit, or with a limit of 0, no sender is required', () => {
  const { assets } = createRegister(readChainSettings({}, 'simulation'), currencies)
  const limits = new Map(assets.map(({ symbol, travelLimit }) => [symbol, travelLimit]))
  assert.deepEqual(
    [...limits],
    [
      ['BTC', 1_000_000],
      ['ETH', null],
      ['USDT', 1_000_000_000],
      ['BNB', null],
    ],
  )
})

test('DEC-111: in live mode a chain without a node has no deposits, and a token has the decimals of its chain', () => {
  const env = { ...signer, TUKAR_BNB_URL: 'https://bnb.example/key' }
  const { assets, chains } = createRegister(readChainSettings(env, 'live'), currencies)
  assert.deepEqual(
    chains.map(({ chain }) => chain),
    ['bnb'],
  )
  const tether = assets.find(({ symbol }) => symbol === 'USDT')
  assert.deepEqual([tether?.chainDecimals, tether?.unitDecimals], [18, 6])
})

test('ATT-75: in live mode an unknown token, or one with fewer decimals on its chain, stops the start', () => {
  const contract = `0x${'ab'.repeat(20)}`
  const read = (token: string) => {
    const env = { ...signer, TUKAR_BNB_URL: 'https://bnb.example/key', TUKAR_CHAIN_TOKENS: token }
    return createRegister(readChainSettings(env, 'live'), currencies)
  }
  assert.equal(read(`USDT@bnb=${contract}/6`).assets.length, 2)
  assert.equal(read(`GONE@ethereum=${contract}/6`).assets.length, 1, 'a chain that is not in use')
  assert.throws(
    () => read(`GONE@bnb=${contract}/6`),
    /^SettingsError: .*GONE on bnb is not a currency/,
  )
  assert.throws(() => read(`USDT@bnb=${contract}/5`), /^SettingsError: .*fewer than the 6/)
})

test('amounts of chains and coins are written exactly', () => {
  assert.equal(chainAmountText(1_500_000n, 6), '1.5')
  assert.equal(chainAmountText(1n, 18), '0.000000000000000001')
  assert.equal(chainAmountText(7n, 0), '7')
  assert.equal(coinText(150_000_000, { symbol: 'BTC', unitDecimals: 8 }), '1,5 BTC')
  const dollar = { symbol: 'USDT', unitDecimals: 6 }
  assert.equal(coinText(2_500_000_000, dollar), '2.500 USDT')
  // The sentence formats amounts itself, so they are passed unformatted.
  for (const [units, text] of [
    [2_500_000_000, '2.500 USDT'],
    [2_500_000, '2,5 USDT'],
    [1_234_567_000_000, '1.234.567 USDT'],
  ] as const) {
    const params = { amount: coinTextInSentence(units, dollar) }
    assert.equal(
      serverMessage('en', 'faucet.done', params),
      `${text} is on its way to your address.`,
    )
  }
  assert.equal(explorerUrl('testnet', 'bitcoin', 'ab'), null)
  assert.equal(explorerUrl('mainnet', 'bnb', '0x1'), 'https://bscscan.com/tx/0x1')
})

test('ATT-75 ADR 0019: an added token appears in the existing lists, and the tokens of the settings stay', () => {
  const register = createRegister(readChainSettings({}, 'simulation'), currencies)
  const { assets } = register
  const bnb = register.chain('bnb')
  const before = assets.map(({ assetId }) => assetId)
  const contract = `0x${'ab'.repeat(20)}`
  const coffee = currency(6, 'KOPI', 8, '1000')
  const token = { tokenId: 3, chain: 'bnb', contract, currencyId: 6, decimals: 18 } as const
  const taken = { ...token, tokenId: 4, contract: localToken.contract }
  register.refresh([...currencies, coffee], [token, taken])
  const added = assets.filter(({ isAdded }) => isAdded)
  assert.deepEqual(
    added.map(({ symbol, chainDecimals, unitDecimals }) => [symbol, chainDecimals, unitDecimals]),
    [['KOPI', 18, 8]],
  )
  assert.equal(bnb?.assets.at(-1), added[0])
  assert.deepEqual(
    assets.filter(({ isAdded }) => !isAdded).map(({ symbol }) => symbol).length,
    before.length,
  )
  register.refresh(
    [...currencies, { ...coffee, areWithdrawalsOpen: false, depositMin: '5' }],
    [token],
  )
  const now = assets.find(({ symbol }) => symbol === 'KOPI')
  assert.deepEqual(
    [now?.assetId, now?.isPayable, now?.minUnits],
    [added[0]?.assetId, false, 500_000_000],
  )
})
