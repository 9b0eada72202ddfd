/**
 * Every coin in and out in real browsers, over all local chains: ether, BNB, a token on a second chain and
 * bitcoin, each with its own form. A claim by hash restores a missed deposit. A second person uses the pages
 * in Indonesian on a phone.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { serverMessage } from '@tukar/i18n/server'
import type { Browser } from 'playwright-core'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import {
  coinEnvironment,
  chainMs,
  checkCoinPage,
  checkExplorer,
  type CoinOut,
  coinForm,
  coinPath,
  coinRow,
  createCoinTranslators,
  confirmCoins,
  fillCoinOut,
  missDeposit,
  openDepositAddress,
  payFromFaucet,
  typeCoinOut,
  untilAvailable,
  untilStep,
} from './coin-visits.ts'

type Someone = { readonly person: Person; readonly visitor: Visitor }

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
let sender: Someone
let receiver: Someone
/** Addresses of the second person. */
const own = { evm: '', bitcoin: '' }

const outside = '0x52908400098527886E0F7030069857D2E4169EE7'
const outsideBitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const recipient = { name: 'Siti Rahma', address: 'Jl. Kenanga 2, Jakarta' }

async function someone(name: string, display: typeof desktop): Promise<Someone> {
  const person = await verifiedPerson(server, name)
  const visitor = await openVisitor(browser, server, name, display)
  await signInAs(visitor, person)
  return { person, visitor }
}

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
  sender = await someone('sender', desktop)
  receiver = await someone('receiver', phone)
})

after(async () => {
  await browser.close()
  await ledger.close()
  await server.stop()
  await postgres.stop()
})

const evidence = (name: string, run: () => Promise<void>) =>
  withEvidence(
    `coins-${name}`,
    () => server,
    () => [sender.visitor, receiver.visitor],
    run,
  )

const gifts = [
  { chain: 'ethereum', currency: 'ETH', amount: '0.2', available: '0.20000000' },
  { chain: 'bnb', currency: 'BNB', amount: '0.8', available: '0.80000000' },
  { chain: 'arbitrum', currency: 'USDT', amount: '300', available: '300.000000' },
  { chain: 'bitcoin', currency: 'BTC', amount: '0.005', available: null },
] as const

test('EVMD-05 EVMD-06 EVMD-08 BTCD-01: one address serves all coins of a family, on a phone as well', async () => {
  await evidence('addresses', async () => {
    const { visitor } = receiver
    const { page } = visitor
    await page.goto(coinPath('ETH', 'deposit'))
    own.evm = await openDepositAddress(visitor)
    await checkCoinPage(visitor)
    for (const symbol of ['BNB', 'USDT']) {
      await page.goto(coinPath(symbol, 'deposit'))
      assert.equal(await openDepositAddress(visitor), own.evm)
      await checkCoinPage(visitor)
    }
    await page.goto(coinPath('BTC', 'deposit'))
    own.bitcoin = await openDepositAddress(visitor)
    assert.match(own.bitcoin, /^bcrt1q/)
    await checkCoinPage(visitor)
    assert.deepEqual(visitor.troubles, [])
  })
})

test('EVMD-17 BTCD-03 SRV-64: four coins come to a person over four chains', async () => {
  await evidence('gifts', async () => {
    const { person, visitor } = sender
    for (const symbol of ['ETH', 'BTC']) {
      await visitor.page.goto(coinPath(symbol, 'deposit'))
      await openDepositAddress(visitor)
    }
    for (const { chain, currency, amount } of gifts) {
      await payFromFaucet(server, person, { chain, currency, amount })
    }
    for (const { currency: symbol, available } of gifts) {
      if (available !== null) await untilAvailable(server, person, { symbol, amount: available })
    }
    await visitor.page.goto(coinPath('BTC', 'deposit'))
    await untilStep(visitor, '0,005 BTC', 'credited')
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

/** Each payment: what is sent, where to, and what arrives after the fee. */
const payments: readonly (CoinOut & { readonly shown: string; readonly net: string })[] = [
  {
    symbol: 'ETH',
    title: 'coinTitle',
    network: 'Ethereum MainNet',
    to: outside,
    amount: '0,1',
    receiver: null,
    shown: '0,1 ETH',
    net: '0,099 ETH',
  },
  {
    symbol: 'BNB',
    title: 'coinTitle',
    network: null,
    to: outside,
    amount: '0,4',
    receiver: null,
    shown: '0,4 BNB',
    net: '0,398 BNB',
  },
  {
    symbol: 'USDT',
    title: 'tokenTitle',
    network: 'Arbitrum One Mainnet',
    to: outside,
    amount: '100',
    receiver: null,
    shown: '100 USDT',
    net: '98 USDT',
  },
  {
    symbol: 'BTC',
    title: 'bitcoinTitle',
    network: null,
    to: outsideBitcoin,
    amount: '0,002',
    receiver: recipient,
    shown: '0,002 BTC',
    net: '0,0019 BTC',
  },
]

test('EVMW-01 EVMW-02 EVMW-04 EVMW-07 EVMW-08 EVMW-09 DEC-77 BTCW-02 BTCW-03: each coin is withdrawn with its own form', async () => {
  await evidence('forms', async () => {
    const { visitor, person } = sender
    for (const payment of payments) {
      await fillCoinOut(visitor, payment)
      const { out } = createCoinTranslators(visitor)
      const review = visitor.page.getByRole('form', { name: out('reviewTitle'), exact: true })
      await review.getByText(payment.net, { exact: true }).waitFor()
      await checkCoinPage(visitor)
      await confirmCoins(server, visitor, person)
    }
  })
})

test('EVMW-03 BTCW-01 DEC-119 SRV-81: all are paid out over their chains, and the explorer has them', async () => {
  await evidence('paid', async () => {
    const { visitor } = sender
    for (const { symbol, shown } of payments) {
      await visitor.page.goto(coinPath(symbol, 'withdraw'))
      await untilStep(visitor, shown, 'done')
      await checkExplorer(server, visitor, shown)
      await checkCoinPage(visitor)
    }
    assert.deepEqual(visitor.troubles, [])
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('SRV-76 ATT-86: an address of the exchange itself is refused at its field, and nothing is sent', async () => {
  await evidence('own-address', async () => {
    const { visitor } = sender
    visitor.expectTrouble(true)
    for (const [place, to] of [
      [1, own.evm],
      [3, own.bitcoin],
    ] as const) {
      const payment = payments[place]
      assert.ok(payment !== undefined)
      await typeCoinOut(visitor, { ...payment, to })
      const { out } = createCoinTranslators(visitor)
      const form = coinForm(visitor, out(payment.title, { symbol: payment.symbol }))
      const said = serverMessage(visitor.display.language, 'coin.address_own')
      await visitor.page.getByText(said).first().waitFor()
      assert.equal(await form.to.getAttribute('aria-invalid'), 'true')
      assert.equal(await form.review.count(), 0)
      await checkCoinPage(visitor)
      assert.equal(await coinRow(visitor, payment.shown).count(), 1)
    }
    visitor.expectTrouble(false)
  })
})

test('EVMD-17 BTCD-03 SRV-64: deposits on the chains appear without a reload on a phone, until they are credited', async () => {
  await evidence('arrived', async () => {
    const { visitor, person } = receiver
    const comings = [
      { chain: 'arbitrum', currency: 'ETH', amount: '0.05', shown: '0,05 ETH' },
      { chain: 'bitcoin', currency: 'BTC', amount: '0.001', shown: '0,001 BTC' },
    ] as const
    for (const { shown, ...gift } of comings) {
      await visitor.page.goto(coinPath(gift.currency, 'deposit'))
      await payFromFaucet(server, person, gift)
      await coinRow(visitor, shown).waitFor({ timeout: chainMs })
      await checkCoinPage(visitor)
      await untilStep(visitor, shown, 'credited')
      await checkExplorer(server, visitor, shown)
    }
    await untilAvailable(server, person, { symbol: 'ETH', amount: '0.05000000' })
    assert.deepEqual(visitor.troubles, [])
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

const missed = [
  {
    form: 'token',
    gift: { chain: 'arbitrum', currency: 'USDT', amount: '12' },
    network: 'Arbitrum One Mainnet',
    shown: '12 USDT',
  },
  {
    form: 'eth',
    gift: { chain: 'ethereum', currency: 'ETH', amount: '0.01' },
    network: 'Ethereum MainNet',
    shown: '0,01 ETH',
  },
  {
    form: 'bnb',
    gift: { chain: 'bnb', currency: 'BNB', amount: '0.03' },
    network: null,
    shown: '0,03 BNB',
  },
] as const

/** Opens the claim form on a coin's deposit page. */
async function openClaim({ visitor }: Someone, symbol: string) {
  const { page } = visitor
  const { coin } = createCoinTranslators(visitor)
  await page.goto(coinPath(symbol, 'deposit'))
  await page.getByRole('button', { name: coin('manualOpen'), exact: true }).click()
  const form = page.getByRole('form', { name: coin('manualTitle'), exact: true })
  return {
    form,
    network: form.getByLabel(coin('network'), { exact: true }),
    hash: form.getByLabel(coin('txhash'), { exact: true }),
    send: form.getByRole('button', { name: coin('manualSend'), exact: true }),
  }
}

for (const { form: kind, gift, network, shown } of missed) {
  test(`EVMD-09 EVMD-10 EVMD-11 EVMD-13 EVMD-16 SRV-65 DEC-110: a missed deposit is credited by its hash, with the form of ${kind}`, async () => {
    await evidence(`claim-${kind}`, async () => {
      const { visitor, person } = sender
      const { coin } = createCoinTranslators(visitor)
      const hash = await payFromFaucet(server, person, gift)
      await missDeposit(ledger, hash)
      const claim = await openClaim(sender, gift.currency)
      assert.equal(await claim.form.getAttribute('data-form'), kind)
      assert.equal(await coinRow(visitor, shown).count(), 0)
      if (network !== null) await claim.network.selectOption({ label: network })
      await claim.hash.fill(` ${hash.toUpperCase().replace('0X', '0x')} `)
      await checkCoinPage(visitor)
      await claim.send.click()
      await visitor.page.getByText(coin('success'), { exact: true }).first().waitFor()
      await untilStep(visitor, shown, 'credited')
      assert.deepEqual(await ledger.brokenInvariants(), [])
    })
  })
}

test('SRV-65 ATT-72: a claim of a known deposit, or of another person’s, credits nothing', async () => {
  await evidence('claim-known', async () => {
    const [{ gift }] = missed
    const hash = await payFromFaucet(server, sender.person, { ...gift, amount: '7' })
    await sender.visitor.page.goto(coinPath('USDT', 'deposit'))
    await untilStep(sender.visitor, '7 USDT', 'credited')
    for (const who of [sender, receiver]) {
      const { visitor } = who
      visitor.expectTrouble(true)
      const claim = await openClaim(who, 'USDT')
      await claim.network.selectOption({ label: 'Arbitrum One Mainnet' })
      await claim.hash.fill(hash)
      await claim.send.click()
      await claim.form.locator('[aria-invalid=true]').waitFor({ timeout: chainMs })
      await checkCoinPage(visitor)
      visitor.expectTrouble(false)
    }
    assert.equal(await coinRow(receiver.visitor, '7 USDT').count(), 0)
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})
