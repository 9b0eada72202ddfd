/** Goal: the pages get the values of the wire unchanged, and no link leads to another site. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bitcoinAddressRow,
  bitcoinDepositRow,
  bitcoinWithdrawalRow,
  chainDepositRow,
  chainWithdrawalRow,
  chainWithdrawalRulesData,
  type CurrencyRow,
  evmTokenRow,
} from '@tukar/wire'
import {
  toBitcoinNetwork,
  toCoin,
  toCoinDeposit,
  toCoinRules,
  toCoinWithdrawal,
  toLinkedCoin,
  toNetwork,
} from './coin-wire.ts'

const currency: CurrencyRow = {
  id: 5,
  ccurrency_symbol: 'USDT',
  ccurrency_name: 'Tether USD',
  ccurrency_icon_data_url: 'data:image/svg+xml;base64,AA==',
  decimal_display: 6,
  ccurrency_kind: 'evm_token',
  wd_config: ['EVMToken'],
  travel_rules_limit: '1000',
  ccurrency_withdraw_fee: '2',
  ccurrency_config: { address_view: 'yes', deposit_info_view: 'yes', deposit_manual_view: 'no' },
  ccurrency_show: 'yes',
  ccurrency_deposit_open: 'yes',
  ccurrency_withdraw_open: 'no',
}

const deposit = {
  depositId: 9,
  createdMs: 1_700_000_000_000,
  chain: 'arbitrum',
  evmChainId: 42_161,
  symbol: 'USDT',
  txid: `0x${'a'.repeat(64)}`,
  toAddress: `0x${'b'.repeat(40)}`,
  contract: null,
  amount: '12.500000',
  state: 'confirming',
  cause: null,
  confirmations: { count: 2, needed: 12 },
  sender: null,
  isSenderDue: true,
  explorerUrl: '/simulation/chain/arbitrum/tx/0xaa',
  steps: [{ atMs: 1_700_000_000_000, state: 'seen', cause: null }],
  next: { what: 'confirm', atMs: null },
} as const

test('EVMD-04 DEC-115: the flags of the server show panels and open directions', () => {
  const read = toCoin(currency)
  assert.deepEqual(read.panels, { address: true, info: true, manual: false })
  assert.deepEqual([read.isShown, read.isDepositOpen, read.isWithdrawOpen], [true, true, false])
})

test('EVMW-01 EVMW-02 TRAVEL-01 FMT-14: the forms, the fee and the limit are the currency\u2019s', () => {
  const read = toCoin(currency)
  assert.deepEqual(read.rails, { coin: false, token: true })
  assert.equal(read.fee, 2_000_000)
  assert.equal(read.travelLimit, 1_000_000_000)
  assert.equal(read.decimals, 6)
  assert.equal(toCoin({ ...currency, decimal_display: 4 }).fee, 20_000)
  assert.equal(toCoin({ ...currency, travel_rules_limit: '0' }).travelLimit, null, 'DEC-108')
  assert.equal(toCoin({ ...currency, travel_rules_limit: null }).travelLimit, null)
})

test('EVMD-17 SRV-68: a deposit has its chain, its progress, and the flag of missing sender data', () => {
  const read = toCoinDeposit(chainDepositRow(deposit))
  assert.equal(read.chain, 'arbitrum')
  assert.equal(read.txid, deposit.txid)
  assert.equal(read.amount, '12.500000')
  assert.deepEqual(read.confirmations, { count: 2, needed: 12 })
  assert.equal(read.isSenderDue, true)
  assert.equal(read.hasSender, false)
  assert.equal(read.explorerUrl, deposit.explorerUrl)
  const sender = { name: 'Budi', address: 'Jl. Melati 1', idNumber: null }
  assert.equal(toCoinDeposit(chainDepositRow({ ...deposit, sender })).hasSender, true)
})

test('BTCD-03: a bitcoin deposit has separate wire names', () => {
  const row = bitcoinDepositRow({ ...deposit, chain: 'bitcoin', evmChainId: null, symbol: 'BTC' })
  const read = toCoinDeposit(row)
  assert.equal(read.chain, 'bitcoin')
  assert.equal(read.txid, deposit.txid)
  assert.equal(read.amount, '12.500000')
})

test('only web addresses and pages of the exchange are linked', () => {
  const linked = (explorerUrl: string) =>
    toCoinDeposit(chainDepositRow({ ...deposit, explorerUrl })).explorerUrl
  assert.equal(linked('javascript:alert(1)'), null)
  assert.equal(linked('//elsewhere.example/tx'), null)
  assert.equal(linked('/\\elsewhere.example'), null)
  assert.equal(linked('https://etherscan.io/tx/0xab'), 'https://etherscan.io/tx/0xab')
})

test('EVMW-04: a network has its chain, contract, fee and minimum deposit', () => {
  const row = evmTokenRow({
    tokenId: 4,
    chain: 'ethereum',
    chainId: 1,
    contract: '0xdAC1',
    symbol: 'USDT',
    withdrawalFee: '2.000000',
    minDeposit: '1.000000',
    confirmations: 64,
  })
  assert.deepEqual(toNetwork(row, 6), {
    id: '4',
    chainId: '1',
    chain: 'ethereum',
    contract: '0xdAC1',
    fee: 2_000_000,
    leastDeposit: 1_000_000,
    confirmations: 64,
  })
  assert.equal(toNetwork({ ...row, contract_address: '' }, 6).contract, null, 'DEC-112')
})

const withdrawal = {
  withdrawalId: 3,
  createdMs: 1_700_000_000_000,
  state: 'held',
  cause: 'security_hold',
  symbol: 'BNB',
  decimals: 8,
  chain: 'bnb',
  chainId: 56,
  contract: null,
  amount: 200_000_000,
  fee: 200_000,
  net: 199_800_000,
  toAddress: '0xab',
  receiverName: 'Budi',
  receiverAddress: null,
  txid: null,
  explorerUrl: null,
  confirmations: null,
  needed: 12,
  canCancel: true,
  steps: [{ atMs: 1_700_000_000_000, state: 'held', cause: 'security_hold' }],
  next: { what: 'hold_ends', atMs: 1_700_000_900_000 },
} as const

test('EVMW-03 DEC-119: a coin withdrawal has address, status and net amount', () => {
  const read = toCoinWithdrawal(chainWithdrawalRow(withdrawal))
  assert.equal(read.toAddress, '0xab')
  assert.equal(read.toName, 'Budi')
  assert.equal(read.amount, '2.00000000')
  assert.equal(read.net, '1.99800000')
  assert.equal(read.status, 'PENDING')
  assert.deepEqual([read.state, read.cause], ['held', 'security_hold'])
  assert.equal(read.next?.atMs, 1_700_000_900_000)
  assert.equal(read.txid, '')
  assert.equal(read.confirmations, null, 'it is not on the chain yet')
  assert.equal(read.canCancel, true)
})

test('BTCW-01 DEC-119: a bitcoin withdrawal has separate wire names', () => {
  const sent = { state: 'confirming', txid: 'ab', confirmations: 1, canCancel: false } as const
  const row = bitcoinWithdrawalRow({ ...withdrawal, ...sent, chain: 'bitcoin', chainId: null })
  const read = toCoinWithdrawal(row)
  assert.equal(read.chain, 'bitcoin')
  assert.equal(read.toAddress, '0xab')
  assert.equal(read.txid, 'ab')
  assert.equal(read.amount, '2.00000000')
  assert.equal(read.net, '1.99800000')
  assert.equal(read.status, 'PROCESSING')
  assert.deepEqual(read.confirmations, { count: 1, needed: 12 })
})

test('ATT-92: an e-mail\u2019s link loads its withdrawal and its status', () => {
  const read = (state: 'held' | 'canceled' | 'failed' | 'done') =>
    toLinkedCoin(chainWithdrawalRow({ ...withdrawal, state, steps: [] }))
  assert.equal(read('held').symbol, 'BNB')
  assert.equal(read('held').amount, '2.00000000')
  assert.equal(read('canceled').state, 'canceled')
  assert.equal(read('failed').state, 'failed')
  assert.equal(read('done').state, 'done')
})

test('SRV-82: the rules have limits, the travel rule’s sum, and a hold', () => {
  const rules = {
    decimals: 8,
    min: 100_000,
    max: 500_000_000,
    dailyLimit: 800_000_000,
    dailyUsed: 100_000_000,
    travelLimit: null,
    travelUsed: 20_000_000,
    isReceiverAlwaysNeeded: true,
    reviewFrom: 200_000_000,
    hold: { untilMs: 1_767_312_000_000, cause: 'password_changed' },
    hasTwoFactor: true,
    options: [{ chain: 'bnb', chainId: 56, contract: null, fee: 200_000, isPaused: true }],
  }
  const read = toCoinRules(chainWithdrawalRulesData(rules), 8)
  assert.equal(read.minimum, 100_000)
  assert.equal(read.travelLimit, null)
  assert.equal(read.travelUsed, 20_000_000)
  assert.equal(read.isReceiverAlwaysNeeded, true)
  assert.deepEqual(read.hold, rules.hold)
  assert.deepEqual(read.options, [{ chain: 'bnb', contract: null, fee: 200_000, isPaused: true }])
  assert.equal(toCoinRules(chainWithdrawalRulesData({ ...rules, hold: null }), 8).hold, null)
})

test('BTCD-01 SRV-63: the bitcoin address is read with the network’s rules', () => {
  const figures = { minDeposit: '0.00010000', confirmations: 2, confirmationsMax: 6 }
  const coin = { decimals: 8, fee: 10_000 }
  assert.deepEqual(toBitcoinNetwork(bitcoinAddressRow({ ...figures, address: null }), coin), {
    id: 'bitcoin',
    chainId: '',
    chain: 'bitcoin',
    contract: null,
    fee: 10_000,
    leastDeposit: 10_000,
    confirmations: 2,
    confirmationsMost: 6,
  })
  // Without bitcoin deposits only the address is known.
  const bare = toBitcoinNetwork({ wallet_address: null }, coin)
  assert.equal(bare.leastDeposit, null)
  assert.equal(bare.confirmations, null)
  assert.equal(bare.confirmationsMost, undefined)
})
