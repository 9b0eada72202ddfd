/**
 * A token that was unknown at the exchange's start. One operator adds it at the console, another confirms it,
 * it gets a market, and people deposit, trade and withdraw it, all without a restart.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { consoleCurrencyMessages, consoleMarketMessages, createTranslator } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import {
  chainMs,
  checkCoinPage,
  coinEnvironment,
  coinPath,
  coinRow,
  createCoinTranslators,
  openDepositAddress,
  sendCoins,
  untilAvailable,
} from '../coins/coin-visits.ts'
import { confirmChange, sendChange } from '../desk/change-visits.ts'
import { openConsole } from '../desk/desk-visits.ts'
import { desktop, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { createCommandId } from '../harness/command-id.ts'
import { signInAs } from '../harness/enter.ts'
import { objectAt, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { balanceOf, type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

const outside = '0x52908400098527886E0F7030069857D2E4169EE7'
const translate = createTranslator(consoleCurrencyMessages, desktop.language)
const translateMarket = createTranslator(consoleMarketMessages, desktop.language)

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
const visitors: Visitor[] = []

async function visit(name: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, server, name, desktop)
  visitors.push(visitor)
  return visitor
}

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
})

after(async () => {
  await browser.close()
  await ledger.close()
  await server.stop()
  await postgres.stop()
})

const evidence = (name: string, run: () => Promise<void>) =>
  withEvidence(
    `listing-${name}`,
    () => server,
    () => visitors,
    run,
  )

test('ATT-75 ATT-65 INV-22 SRV-47: one operator adds a token that its contract is read for, and another one confirms it', async () => {
  await evidence('add', async () => {
    const ratna = await visit('ratna')
    const { page } = ratna
    await openConsole(server, ratna, 'Ratna', '/executor/currencies')
    await page.getByRole('rowheader', { name: /USDT/ }).waitFor()
    await checkCoinPage(ratna)
    await page.getByRole('link', { name: translate('add'), exact: true }).click()
    const form = page.getByRole('form', { name: translate('add'), exact: true })
    await form.getByLabel(translate('symbol'), { exact: true }).fill('KOPI')
    await form.getByLabel(translate('name'), { exact: true }).fill('Kopi Nusantara')
    await form.getByLabel(translate('contractDecimals'), { exact: true }).fill('18')
    await form.getByRole('button', { name: translate('trial'), exact: true }).click()
    const contract = form.getByLabel(translate('contract'), { exact: true })
    await until('a contract', async () => (await contract.inputValue()).startsWith('0x'), {
      withinMs: chainMs,
    })
    await form.getByRole('button', { name: translate('read'), exact: true }).click()
    await form.getByText('Kopi Nusantara (KOPI), 18', { exact: false }).waitFor()
    await form.getByLabel(translate('fee'), { exact: true }).fill('1')
    await form.getByLabel(translate('depositMin'), { exact: true }).fill('5')
    await form.getByLabel(translate('travelLimit'), { exact: true }).fill('1000')
    await checkCoinPage(ratna)
    await form.getByRole('button', { name: translate('showPreview'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(/Kopi Nusantara \(KOPI\)/)
      .waitFor()
    await sendChange(page, 'propose', 'many ask for it')
    const bayu = await visit('bayu')
    await openConsole(server, bayu, 'Bayu')
    await confirmChange(bayu.page, /KOPI/, 'I read the contract')
    await page.goto('/executor/currencies/KOPI')
    await page.getByRole('heading', { name: 'Kopi Nusantara (KOPI)' }).waitFor()
    assert.deepEqual([...ratna.troubles, ...bayu.troubles], [])
  })
})

/** The input of an operator in the form of a new market; the price bands have defaults. */
const rules = [
  ['tick', '1'],
  ['lot', '0,01'],
  ['minimum', '1000'],
  ['quantityMax', '100000'],
  ['priceMin', '100'],
  ['priceMax', '1000000'],
  ['referencePrice', '5000'],
] as const

test("SRV-46 SRV-47 ATT-65: two operators create the token's market with the form, and open it", async () => {
  await evidence('market', async () => {
    const [ratna, bayu] = [await visit('ratna-market'), await visit('bayu-market')]
    const { page } = ratna
    await openConsole(server, ratna, 'Ratna', '/executor/markets')
    await page.getByRole('link', { name: translateMarket('add'), exact: true }).click()
    const form = page.getByRole('form', { name: translateMarket('add'), exact: true })
    await form.getByLabel(translateMarket('base'), { exact: true }).selectOption('KOPI')
    await form.getByLabel(translateMarket('chargesFrom'), { exact: true }).selectOption('USDT_IDR')
    for (const [field, text] of rules) {
      await form.getByLabel(translateMarket(field), { exact: true }).fill(text)
    }
    await checkCoinPage(ratna)
    await form.getByRole('button', { name: translateMarket('showPreview'), exact: true }).click()
    await page.getByRole('dialog', { name: /KOPI/ }).getByText('Rp 5.000').first().waitFor()
    await sendChange(page, 'propose', 'people want to trade it')
    await openConsole(server, bayu, 'Bayu')
    await confirmChange(bayu.page, /KOPI.IDR/, 'the rules are like those of USDT')
    await page.goto('/executor/markets/KOPI_IDR')
    await page.getByText(translateMarket('stateHalted'), { exact: true }).waitFor()
    await page.getByRole('button', { name: translateMarket('toOpen'), exact: true }).click()
    await sendChange(page, 'propose', 'it may be traded from now on')
    await confirmChange(bayu.page, /KOPI.IDR/, 'as agreed')
    await page.reload()
    await page.getByText(translateMarket('stateOpen'), { exact: true }).waitFor()
    assert.deepEqual([...ratna.troubles, ...bayu.troubles], [])
  })
})

test('SRV-47 ATT-75 EVMW-08: the token is deposited by earlier users, traded for rupiah, and withdrawn', async () => {
  await evidence('use', async () => {
    const seller = await verifiedPerson(server, 'penjual')
    const buyer = await verifiedPerson(server, 'pembeli')
    const visitor = await visit('seller')
    await signInAs(visitor, seller)
    const { page } = visitor
    const { coin, step } = createCoinTranslators(visitor)
    await page.goto(coinPath('KOPI', 'deposit'))
    await openDepositAddress(visitor)
    await page.getByRole('rowheader', { name: 'Ethereum MainNet' }).waitFor()
    assert.equal(await page.getByRole('rowheader', { name: 'Arbitrum One Mainnet' }).count(), 0)
    await page.getByRole('button', { name: coin('faucetAsk', { symbol: 'KOPI' }) }).click()
    const row = coinRow(visitor, '100 KOPI')
    await row.getByText(step('credited'), { exact: true }).first().waitFor({ timeout: chainMs })
    await checkCoinPage(visitor)
    await trade(seller, buyer)
    const other = await visit('buyer')
    await signInAs(other, buyer)
    await other.page.goto('/settings/wallets')
    await other.page.getByText('Kopi Nusantara').first().waitFor()
    await sendCoins(
      server,
      { visitor: other, person: buyer },
      {
        symbol: 'KOPI',
        title: 'tokenTitle',
        network: null,
        to: outside,
        amount: '20',
        receiver: null,
      },
    )
    await coinRow(other, '20 KOPI')
      .getByText(step('done'), { exact: true })
      .first()
      .waitFor({ timeout: chainMs })
    assert.deepEqual(await ledger.brokenInvariants(), [])
    assert.deepEqual([...visitor.troubles, ...other.troubles], [])
  })
})

/** One person offers forty, the other buys them. */
async function trade(seller: Person, buyer: Person): Promise<void> {
  const { client } = server
  const markets = await client.call('GET', '/exchange/load-first-time', {
    query: { pair: 'KOPI_IDR' },
  })
  const market = objectAt(objectAt(markets.body, 'data'), 'market')
  const path = `/exchange/${textAt(market, 'id')}`
  const place = async ({ token }: Person, side: 'Buy' | 'Sell', amount: string) => {
    const body = { market_place: `Limit ${side}`, market_position: '5000', market_amount: amount }
    const answer = await client.call('POST', path, { token, body, commandId: createCommandId() })
    assert.equal(answer.body['success'], 1, answer.text)
  }
  await place(seller, 'Sell', '40')
  await place(buyer, 'Buy', '200000')
  await until('the trade', async () => {
    const { available } = await balanceOf(client, buyer.token, 'KOPI')
    return Number(available) > 39
  })
  await untilAvailable(server, seller, { symbol: 'KOPI', amount: '60.00000000' })
}
