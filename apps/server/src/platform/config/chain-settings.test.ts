/** Settings of chains: an invalid value stops the start; nothing is guessed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChainSettings } from './chain-settings.ts'
import { SettingsError } from './environment.ts'

const signer = {
  TUKAR_SIGNER_URL: 'http://127.0.0.1:9000',
  TUKAR_SIGNER_KEY: 'a-key-of-the-signer-that-nobody-guesses',
  TUKAR_SIGNER_APPROVAL_KEY: 'another-key-which-approves-what-is-paid',
}

test('R-42: a simulation without configured nodes has chains of its own', () => {
  const settings = readChainSettings({}, 'simulation')
  assert.deepEqual([settings.isLocal, settings.bitcoin, settings.signer], [true, null, null])
  assert.deepEqual([settings.bitcoinBlockMs, settings.evmBlockMs], [10_000, 2_000])
  assert.equal(settings.claimsEther, true)
})

test('R-40: a simulation, whose coins are not real, reaches no real chain', () => {
  const node = { TUKAR_ETHEREUM_URL: 'https://eth.example/v3/key' }
  assert.throws(() => readChainSettings({ ...node, ...signer }, 'simulation'), SettingsError)
  assert.throws(() => readChainSettings(signer, 'simulation'), SettingsError)
})

test('SRV-80: live, nodes and a signer must be named', () => {
  assert.throws(() => readChainSettings({}, 'live'), SettingsError)
  const url = { TUKAR_ETHEREUM_URL: 'https://eth.example/v3/key' }
  assert.throws(() => readChainSettings(url, 'live'), SettingsError)
  const { isLocal, evm } = readChainSettings({ ...url, ...signer }, 'live')
  assert.deepEqual(
    [isLocal, evm.ethereum, evm.bnb],
    [false, { url: url.TUKAR_ETHEREUM_URL, authorization: null }, null],
  )
})

test('a node is reached by https or on this machine, bitcoin with user and password', () => {
  const names = ['http://eth.example', 'ftp://eth.example', 'https://user@eth.example', 'eth']
  for (const TUKAR_ETHEREUM_URL of names) {
    assert.throws(() => readChainSettings({ ...signer, TUKAR_ETHEREUM_URL }, 'live'), SettingsError)
  }
  const bitcoin = { ...signer, TUKAR_BITCOIN_URL: 'http://localhost:8332' }
  assert.throws(() => readChainSettings(bitcoin, 'live'), SettingsError)
  const whole = { ...bitcoin, TUKAR_BITCOIN_USER: 'u', TUKAR_BITCOIN_PASSWORD: 'p' }
  assert.equal(readChainSettings(whole, 'live').bitcoin?.network, 'mainnet')
  const keyed = { ...signer, TUKAR_BITCOIN_URL: 'https://btc.example/v1/key' }
  assert.equal(readChainSettings(keyed, 'live').bitcoin?.user, '')
  const half = { ...keyed, TUKAR_BITCOIN_USER: 'u' }
  assert.throws(() => readChainSettings(half, 'live'), SettingsError)
})

test('ATT-75 ATT-79: tokens, confirmations and minima are read exactly or not at all', () => {
  const read = (env: Readonly<Record<string, string>>) => readChainSettings(env, 'simulation')
  const contract = `0x${'Ab'.repeat(20)}`
  const { tokens } = read({ TUKAR_CHAIN_TOKENS: `IDRT@bnb=${contract}/2` })
  const decimals = 2
  assert.deepEqual(tokens, [
    { symbol: 'IDRT', chain: 'bnb', contract: contract.toLowerCase(), decimals },
  ])
  const twice = `IDRT@bnb=${contract}/2,USDT@bnb=${contract.toLowerCase()}/2`
  for (const TUKAR_CHAIN_TOKENS of [
    `IDRT@solana=${contract}/2`,
    `IDRT@bnb=0x12/2`,
    `IDRT@bnb=${contract}/19`,
    `X@bnb`,
    twice,
  ]) {
    assert.throws(() => read({ TUKAR_CHAIN_TOKENS }), SettingsError)
  }
  for (const TUKAR_BITCOIN_CONFIRMATIONS of ['1=2', '0=0', '0=3,1=2', '0=2,0=3', '0', 'x=1']) {
    assert.throws(() => read({ TUKAR_BITCOIN_CONFIRMATIONS }), SettingsError)
  }
  for (const TUKAR_COIN_DEPOSIT_MIN of ['BTC', 'BTC=-1', 'btc=1']) {
    assert.throws(() => read({ TUKAR_COIN_DEPOSIT_MIN }), SettingsError)
  }
})

test('FLT-28: a second node is configured in addition to the first, and is a different one', () => {
  const first = { ...signer, TUKAR_ETHEREUM_URL: 'https://eth.example/v3/key' }
  const read = (more: Readonly<Record<string, string>>) =>
    readChainSettings({ ...first, ...more }, 'live')
  const none = { ethereum: null, arbitrum: null, bnb: null }
  assert.deepEqual(read({}).second, { bitcoin: null, evm: none })
  const other = { url: 'https://other.example', authorization: 'Bearer x' }
  const both = {
    TUKAR_ETHEREUM_SECOND_URL: other.url,
    TUKAR_ETHEREUM_SECOND_AUTHORIZATION: other.authorization,
  }
  assert.deepEqual(read(both).second.evm, { ...none, ethereum: other })
  const again = { TUKAR_ETHEREUM_SECOND_URL: first.TUKAR_ETHEREUM_URL }
  assert.throws(() => read(again), /TUKAR_ETHEREUM_SECOND_URL must differ from TUKAR_ETHEREUM_URL/)
  const alone = { TUKAR_BNB_SECOND_URL: other.url }
  assert.throws(() => read(alone), /TUKAR_BNB_SECOND_URL requires TUKAR_BNB_URL/)
  const nameless = { TUKAR_BITCOIN_SECOND_URL: other.url }
  assert.throws(() => read(nameless), /TUKAR_BITCOIN_SECOND_USER/)
})
