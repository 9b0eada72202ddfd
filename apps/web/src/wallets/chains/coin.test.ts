/** Goal: the pages of a coin ask for and show the same values that the exchange uses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinAddresses, createPastes } from '@tukar/i18n/corpus'
import fc from 'fast-check'
import {
  findChainById,
  chainTitle,
  type Coin,
  coinUnits,
  depositChains,
  isReceiverRequired,
  isSenderRequired,
  findManualForm,
  findOption,
  rawCoin,
  shownCoin,
  shownDecimal,
} from './coin.ts'
import {
  addressGroups,
  findAddressStatus,
  findCoinFault,
  coinFigures,
  findCoinMaximum,
  destinationIn,
  otherChainIn,
  isAddressShaped,
  paidAddresses,
  rowAddress,
  shortAddress,
} from './coin-withdrawal.ts'

const coin = (kind: string, symbol: string): Coin => ({
  id: 3,
  symbol,
  name: symbol,
  icon: null,
  decimals: 8,
  kind,
  panels: { address: true, info: true, manual: true },
  rails: { coin: kind === 'evm_coin', token: kind === 'evm_token' },
  travelLimit: 100_000_000,
  fee: 10_000,
  isShown: true,
  isDepositOpen: true,
  isWithdrawOpen: true,
})

const rules = {
  minimum: 1_000,
  maximum: 500_000_000,
  dailyLimit: 800_000_000,
  dailyUsed: 0,
  travelLimit: 100_000_000,
  travelUsed: 0,
  isReceiverAlwaysNeeded: false,
  reviewFrom: 400_000_000,
  hold: null,
  hasTwoFactor: false,
  options: [],
}

const mine = '0x52908400098527886E0F7030069857D2E4169EE7'

test('EVMD-10 EVMD-14 DEC-110: the form of a claim follows the coin\u2019s kind', () => {
  assert.equal(findManualForm(coin('evm_token', 'USDT')), 'token')
  assert.equal(findManualForm(coin('evm_coin', 'ETH')), 'eth')
  assert.equal(findManualForm(coin('evm_coin', 'BNB')), 'bnb')
  assert.equal(findManualForm(coin('evm_coin', 'MATIC')), null)
  assert.equal(findManualForm(coin('bitcoin', 'BTC')), null)
})

test('EVMD-11 EVMD-12 DEC-111: Ethereum and Arbitrum are offered, and BNB has its own chain', () => {
  const titles = depositChains(coin('evm_token', 'USDT')).map((chain) => chainTitle(chain))
  assert.deepEqual(titles, ['Ethereum MainNet', 'Arbitrum One Mainnet'])
  assert.deepEqual(depositChains(coin('evm_coin', 'BNB')), ['bnb'])
  assert.deepEqual(depositChains(coin('bitcoin', 'BTC')), ['bitcoin'])
  const networks = [{ chain: 'bnb' as const }, { chain: 'ethereum' as const }]
  assert.deepEqual(depositChains(coin('evm_token', 'KOPI'), networks), ['ethereum', 'bnb'])
  assert.deepEqual(depositChains(coin('evm_token', 'KOPI')), [], 'none is named on a guess')
  assert.deepEqual(depositChains(coin('evm_token', 'USDT'), networks), ['ethereum', 'arbitrum'])
})

test('known chains have names, unknown ids have none', () => {
  assert.equal(findChainById('42161'), 'arbitrum')
  assert.equal(findChainById('137'), null)
  assert.equal(chainTitle(null), '\u2013')
})

test('TRAVEL-02 DEC-107: the receiver is required at the limit, not one unit below it', () => {
  const usdt = coin('evm_token', 'USDT')
  assert.equal(isReceiverRequired(usdt, rules, 99_999_999), false)
  assert.equal(isReceiverRequired(usdt, rules, 100_000_000), true)
  assert.equal(isReceiverRequired(usdt, rules, null), false)
})

test('TRAVEL-02: withdrawals of the last 24 hours count toward the limit', () => {
  const usdt = coin('evm_token', 'USDT')
  assert.equal(isReceiverRequired(usdt, { ...rules, travelUsed: 60_000_000 }, 40_000_000), true)
  assert.equal(isReceiverRequired(usdt, { ...rules, travelUsed: 60_000_000 }, 39_999_999), false)
})

test('BTCW-02 DEC-107: bitcoin always requires the receiver, and so does the exchange’s flag', () => {
  assert.equal(isReceiverRequired(coin('bitcoin', 'BTC'), rules, 1), true)
  const always = { ...rules, isReceiverAlwaysNeeded: true }
  assert.equal(isReceiverRequired(coin('evm_token', 'USDT'), always, 1), true)
})

test('DEC-108: without a limit no receiver is required', () => {
  const free = { ...coin('evm_coin', 'ETH'), travelLimit: null }
  assert.equal(isReceiverRequired(free, { ...rules, travelLimit: null }, 9e15), false)
  assert.equal(isReceiverRequired(free, undefined, 9e15), false)
})

test('DEC-118: the sender is required once, while a deposit waits for it', () => {
  const usdt = coin('evm_token', 'USDT')
  const deposit = {
    hasSender: false,
    isSenderDue: false,
    state: 'confirming',
    amount: '1.00000000',
  }
  assert.equal(isSenderRequired(deposit, usdt), true, 'the amount alone reaches the limit')
  assert.equal(isSenderRequired({ ...deposit, amount: '0.99999999' }, usdt), false)
  const due = { ...deposit, amount: '0.2', state: 'held', isSenderDue: true }
  assert.equal(isSenderRequired(due, usdt), true, 'the sum of a day reaches it')
  assert.equal(isSenderRequired({ ...due, hasSender: true }, usdt), false)
  assert.equal(isSenderRequired({ ...deposit, state: 'credited' }, usdt), false)
})

test('EVMW-09 BTCW-03: the amount minus the fee arrives', () => {
  assert.deepEqual(coinFigures(1_000_000, 10_000), { fee: 10_000, net: 990_000 })
  const amounts = fc.nat({ max: 9_007_199_254_740_991 })
  fc.assert(
    fc.property(amounts, amounts, (units, fee) => {
      const figures = coinFigures(units, fee)
      assert.equal(figures.net + figures.fee, units)
    }),
  )
})

test('a fault names the first bound that an amount breaks', () => {
  const known = { available: 50_000, fee: 10_000 }
  assert.deepEqual(findCoinFault(50_001, rules, known), { kind: 'balance', units: 50_000 })
  assert.deepEqual(findCoinFault(999, rules, known), { kind: 'least', units: 1_000 })
  assert.deepEqual(findCoinFault(10_000, rules, known), { kind: 'fee' })
  assert.equal(findCoinFault(10_001, rules, known), null)
  const rich = { available: 900_000_000, fee: 10_000 }
  assert.deepEqual(findCoinFault(500_000_001, rules, rich), { kind: 'most', units: 500_000_000 })
  const used = { ...rules, dailyUsed: 700_000_000 }
  assert.deepEqual(findCoinFault(100_000_001, used, rich), { kind: 'daily', units: 100_000_000 })
})

test('the largest amount is never above a bound', () => {
  assert.equal(findCoinMaximum(undefined, 5), null)
  assert.equal(findCoinMaximum(rules, null), null)
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (available, most, dailyLimit, dailyUsed) => {
        const drawn = { ...rules, minimum: 0, maximum: most, dailyLimit, dailyUsed }
        const found = findCoinFault(findCoinMaximum(drawn, available) ?? 0, drawn, {
          available,
          fee: -1,
        })
        assert.equal(found, null)
      },
    ),
  )
})

test('fee and halt are those of the selected chain and contract', () => {
  const option = { chain: 'bnb', contract: '0xAB', fee: 7, isPaused: true } as const
  const all = { options: [{ ...option, contract: null, fee: 1, isPaused: false }, option] }
  assert.equal(findOption(all, 'bnb', '0xab'), option)
  assert.equal(findOption(all, 'bnb', null)?.fee, 1)
  assert.equal(findOption(all, 'ethereum', null), null)
  assert.equal(findOption(undefined, 'bnb', null), null)
})

test('amounts are parsed and formatted exactly, without trailing zeros', () => {
  assert.equal(coinUnits('0.05000000', 8), 5_000_000)
  assert.equal(coinUnits('0.000000001', 8), null, 'finer than the unit')
  assert.equal(rawCoin(5_000_000, 8), '0.05')
  assert.equal(rawCoin(300_000_000, 8), '3')
  assert.equal(rawCoin(1_000, 0), '1000')
  assert.equal(shownCoin(123_456_789_000, 8), '1.234,56789')
  assert.equal(shownDecimal('0.000000000000000001'), '0,000000000000000001')
})

test('ATT-86: an invalid address is shown before the request', () => {
  assert.equal(isAddressShaped(mine, 'evm'), true)
  assert.equal(isAddressShaped(mine.slice(0, -1), 'evm'), false)
  assert.equal(isAddressShaped('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'evm'), false)
  assert.equal(isAddressShaped('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bitcoin'), true)
  assert.equal(isAddressShaped('1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'bitcoin'), true)
  assert.equal(isAddressShaped(mine, 'bitcoin'), false)
})

test('a pasted request for another chain is noticed (EIP-681)', () => {
  const asked = destinationIn(`ethereum:0x${'ab'.repeat(20)}@56`, 'evm')
  assert.equal(otherChainIn(asked, { chainId: '1' }), '56')
  assert.equal(otherChainIn(asked, { chainId: '56' }), null)
  assert.equal(otherChainIn(asked, null), null, 'none is chosen yet')
  const open = destinationIn(`ethereum:0x${'ab'.repeat(20)}`, 'evm')
  assert.equal(otherChainIn(open, { chainId: '1' }), null)
})

test('the address in a pasted request or link is filled in, except for another chain', () => {
  for (const [text, meaning] of coinAddresses) {
    const chain = meaning !== null && /^bc1/i.test(meaning) ? 'bitcoin' : 'evm'
    assert.equal(destinationIn(text, chain).address, meaning ?? text)
    const other = chain === 'evm' ? 'bitcoin' : 'evm'
    assert.equal(destinationIn(text, other).from, null)
  }
  assert.equal(destinationIn('bitcoin:b', 'bitcoin').address, 'bitcoin:b')
  for (const text of createPastes(mine)) assert.equal(destinationIn(text, 'evm').address, mine)
})

test('FMT-07 FMT-08 DEC-39: an address is shown whole in groups, shorter in panels, shortest in rows', () => {
  assert.equal(addressGroups(mine).join(''), mine)
  assert.ok(addressGroups(mine).every(({ length }) => length <= 4))
  assert.equal(shortAddress(mine), '0x52908...169EE7')
  assert.equal(rowAddress(mine), '0x529...EE7')
  assert.equal(rowAddress('0x529081234'), '0x529081234')
})

test('ATT-96: a lookalike of an earlier address is reported, the earlier address is not', () => {
  const trap = `0x529${'ab'.repeat(17)}EE7`
  assert.deepEqual(findAddressStatus(trap, [mine], []), { kind: 'alike', other: mine })
  assert.deepEqual(findAddressStatus(mine.toLowerCase(), [mine], []), { kind: 'known' })
  assert.deepEqual(findAddressStatus(`0x${'1'.repeat(40)}`, [mine], []), { kind: 'new' })
  assert.deepEqual(findAddressStatus(mine, [], []), { kind: 'new' })
})

test('ATT-96: an address of the address book has its label, and its lookalike is reported', () => {
  const book = [
    { address: '', label: 'Budi' },
    { address: mine, label: 'Ledger' },
  ]
  const trap = `0x529${'ab'.repeat(17)}EE7`
  assert.deepEqual(findAddressStatus(mine.toUpperCase().replace('0X', '0x'), [mine], book), {
    kind: 'saved',
    label: 'Ledger',
  })
  assert.deepEqual(findAddressStatus(trap, [], book), { kind: 'alike', other: mine })
  assert.deepEqual(findAddressStatus('', [], book), { kind: 'new' })
})

test('failed and canceled withdrawals do not count as paid', () => {
  const row = (toAddress: string, status: string) => ({ toAddress, status })
  const rows = [row('a', 'COMPLETED'), row('b', 'FAILED'), row('c', 'CANCEL'), row('', 'PENDING')]
  assert.deepEqual(paidAddresses(rows), ['a'])
})
