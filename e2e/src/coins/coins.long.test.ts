/**
 * Coins in and out in a real browser, over the simulation's own nodes: an address with its QR code, the
 * faucet, confirmations, sender data, and withdrawals of a token, a coin and bitcoin, below and at the travel
 * rule's limit.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { serverMessage } from '@tukar/i18n/server'
import type { Browser } from 'playwright-core'
import { desktop, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'
import {
  coinEnvironment,
  chainMs,
  checkCoinPage,
  coinForm,
  coinPath,
  coinRow,
  createCoinTranslators,
  confirmCoins,
  openDepositAddress,
  payFromFaucet,
} from './coin-visits.ts'

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
let person: Person
let visitor: Visitor

const outside = '0x52908400098527886E0F7030069857D2E4169EE7'
/** One letter has the wrong case. */
const mistyped = '0x52908400098527886E0F7030069857D2E4169Ee7'
const outsideBitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
  person = await verifiedPerson(server, 'coins')
  visitor = await openVisitor(browser, server, 'coins', desktop)
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(visitor, person)
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
    () => [visitor],
    run,
  )

test("EVMD-01 EVMD-02 EVMD-03 EVMD-05 EVMD-06 EVMD-08 EVMD-12 EVMD-17 DEC-117: a token is deposited to the person's address", async () => {
  await evidence('token-in', async () => {
    const { page } = visitor
    const { coin, step } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'deposit'))
    const address = await openDepositAddress(visitor)
    assert.match(address, /^0x[0-9a-fA-F]{40}$/)
    for (const network of ['Ethereum MainNet', 'Arbitrum One Mainnet']) {
      await page.getByRole('rowheader', { name: network }).waitFor()
    }
    await page.getByRole('button', { name: coin('copyAddress'), exact: true }).click()
    await page.getByText(coin('copiedToClipboard'), { exact: true }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)
    await page.getByRole('button', { name: coin('faucetAsk', { symbol: 'USDT' }) }).click()
    const row = coinRow(visitor, '100 USDT')
    await row.waitFor({ timeout: chainMs })
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    assert.deepEqual(await tooWide(page), [])
    await row.getByText(step('credited'), { exact: true }).first().waitFor({ timeout: chainMs })
    await page.getByText('100 USDT', { exact: true }).first().waitFor()
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('TRAVEL-05 DEC-118 SRV-68: a deposit that reaches the limit is credited once its sender is declared', async () => {
  await evidence('sender', async () => {
    const { page } = visitor
    const { coin, step } = createCoinTranslators(visitor)
    await payFromFaucet(server, person, { chain: 'arbitrum', currency: 'USDT', amount: '2500' })
    await page.goto(coinPath('USDT', 'deposit'))
    const row = coinRow(visitor, '2.500 USDT')
    const complete = row.getByRole('button', { name: coin('senderComplete') })
    await complete.waitFor({ timeout: chainMs })
    await complete.click()
    const dialog = page.getByRole('dialog', { name: coin('senderTitle') })
    await dialog.getByRole('button', { name: coin('senderSend'), exact: true }).click()
    await dialog.getByText(coin('emptyField')).first().waitFor()
    await dialog.getByLabel(coin('senderName'), { exact: true }).fill('Budi Santoso')
    await dialog.getByLabel(coin('senderAddress'), { exact: true }).fill('Jl. Melati 1, Bandung')
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await dialog.getByRole('button', { name: coin('senderSend'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await complete.waitFor({ state: 'detached' })
    await row.getByText(step('credited'), { exact: true }).first().waitFor({ timeout: chainMs })
  })
})

test('EVMD-09 EVMD-10 EVMD-16: a claim by hash leads from the facts to the form and back', async () => {
  await evidence('claim', async () => {
    const { page } = visitor
    const { coin } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'deposit'))
    await page.getByRole('button', { name: coin('manualOpen'), exact: true }).click()
    const form = page.getByRole('form', { name: coin('manualTitle'), exact: true })
    await form.getByRole('button', { name: coin('manualSend'), exact: true }).click()
    await form.getByText(coin('emptyField'), { exact: true }).waitFor()
    await form.getByLabel(coin('txhash'), { exact: true }).fill('0x12')
    await form.getByRole('button', { name: coin('manualSend'), exact: true }).click()
    await form.locator('[aria-invalid=true]').waitFor()
    await form.getByRole('button', { name: coin('cancelForm'), exact: true }).click()
    await page.getByRole('button', { name: coin('manualOpen'), exact: true }).waitFor()
  })
})

test('EVMW-02 EVMW-03 EVMW-04 EVMW-05 EVMW-07 EVMW-08 EVMW-09 TRAVEL-02: a token goes out below the limit', async () => {
  await evidence('token-out', async () => {
    const { page } = visitor
    const { coin, out, step } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'withdraw'))
    const form = coinForm(visitor, out('tokenTitle', { symbol: 'USDT' }))
    await form.next.click()
    await page.getByText(coin('emptyField'), { exact: true }).first().waitFor()
    await form.chain.selectOption({ label: 'Ethereum MainNet' })
    await form.to.fill(outside)
    await form.amount.fill('50')
    assert.equal(await form.receiverName.count(), 0)
    await page.getByText('48 USDT', { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await form.next.click()
    await form.review.locator(`code[data-address="${outside}"]`).waitFor()
    await form.review.getByText(out('addressNew'), { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await confirmCoins(server, visitor, person)
    const row = coinRow(visitor, '50 USDT')
    await row.getByText(step('done'), { exact: true }).first().waitFor({ timeout: chainMs })
    const link = row.getByRole('link', { name: coin('lookUp') })
    const href = (await link.getAttribute('href')) ?? ''
    const explorer = await server.client.call('GET', href)
    assert.equal(explorer.status, 200, href)
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('TRAVEL-02 TRAVEL-03 TRAVEL-04: at the limit the receiver is required and declared', async () => {
  await evidence('receiver', async () => {
    const { page } = visitor
    const { out, step } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'withdraw'))
    const form = coinForm(visitor, out('tokenTitle', { symbol: 'USDT' }))
    await form.chain.selectOption({ label: 'Ethereum MainNet' })
    await form.to.fill(`0x529${'ab'.repeat(17)}ee7`)
    // 50 were withdrawn on the same day.
    await form.amount.fill('950')
    await form.receiverName.waitFor()
    await form.next.click()
    await page.getByText(out('receiverMissing'), { exact: true }).waitFor()
    await form.receiverName.fill('Siti Rahma')
    await form.receiverAddress.fill('Jl. Kenanga 2, Jakarta')
    await form.next.click()
    await form.review.getByText(out('addressAlike'), { exact: true }).waitFor()
    await form.review.locator('button[type=submit]').click()
    await form.review.getByText(out('alikeMissing'), { exact: true }).waitFor()
    await form.review.getByText(out('alikeCheck'), { exact: true }).click()
    await confirmCoins(server, visitor, person)
    const row = coinRow(visitor, '950 USDT')
    await row.getByText(step('done'), { exact: true }).first().waitFor({ timeout: chainMs })
  })
})

test('ATT-96: if earlier addresses cannot be loaded, the person compares the whole address', async () => {
  await evidence('unknown-address', async () => {
    const { page } = visitor
    const { out, otp } = createCoinTranslators(visitor)
    const isLookUp = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/withdraws') && searchParams.get('rows') === '100'
    visitor.expectTrouble(true)
    await page.route(isLookUp, (route) => route.abort())
    await page.goto(coinPath('USDT', 'withdraw'))
    const form = coinForm(visitor, out('tokenTitle', { symbol: 'USDT' }))
    await form.chain.selectOption({ label: 'Ethereum MainNet' })
    await form.to.fill(`0x529${'ab'.repeat(17)}ee7`)
    await form.amount.fill('20')
    await form.receiverName.fill('Siti Rahma')
    await form.receiverAddress.fill('Jl. Kenanga 2, Jakarta')
    await form.next.click()
    await form.review.getByText(out('addressUnknown'), { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await form.review.locator('button[type=submit]').click()
    await form.review.getByText(out('alikeMissing'), { exact: true }).waitFor()
    assert.equal(await page.getByRole('dialog', { name: otp('title') }).count(), 0)
    await page.unroute(isLookUp)
    visitor.expectTrouble(false)
  })
})

test('EVMW-05 ATT-85 ATT-86 SRV-75: an invalid withdrawal is reported at its field, before a code is requested', async () => {
  await evidence('refused-token', async () => {
    const { page } = visitor
    const { out } = createCoinTranslators(visitor)
    await page.goto(coinPath('USDT', 'withdraw'))
    const form = coinForm(visitor, out('tokenTitle', { symbol: 'USDT' }))
    const waitForText = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    await form.chain.selectOption({ label: 'Ethereum MainNet' })
    await form.to.fill('0x123')
    await form.amount.fill('3')
    // Together with the earlier withdrawals, any amount reaches the limit.
    await form.receiverName.fill('Siti Rahma')
    await form.receiverAddress.fill('Jl. Kenanga 2, Jakarta')
    await form.next.click()
    await waitForText(out('toUnreadableEvm'))
    await waitForText(out('amountLeast', { amount: '4', symbol: 'USDT' }))
    await checkCoinPage(visitor)
    await form.to.fill(outside)
    await form.amount.fill('20,1234567')
    await form.next.click()
    await waitForText(out('amountFine', { decimals: 6 }))
    await form.amount.fill('1.234')
    await page.getByText(out('amountTwoMeanings')).waitFor()
    await checkCoinPage(visitor)
    await page.getByRole('button', { name: / USDT \(1234\)$/ }).click()
    await form.amount.fill('70000')
    await form.next.click()
    await waitForText(out('amountBalance', { amount: '1.600', symbol: 'USDT' }))
    await checkCoinPage(visitor)
    await form.amount.fill('20')
    await form.to.fill(mistyped)
    visitor.expectTrouble(true)
    await form.next.click()
    await waitForText(serverMessage(visitor.display.language, 'coin.address_checksum'))
    visitor.expectTrouble(false)
    assert.equal(await form.review.count(), 0)
  })
})

test('BTCD-01 BTCD-02 BTCD-03 BTCD-04 BTCW-01 BTCW-02 BTCW-03 BTCW-04 BTCW-05: bitcoin is deposited and withdrawn', async () => {
  await evidence('bitcoin', async () => {
    const { page } = visitor
    const { coin, out, step } = createCoinTranslators(visitor)
    await page.goto(coinPath('BTC', 'deposit'))
    const address = await openDepositAddress(visitor)
    assert.match(address, /^bcrt1q/)
    await page.getByRole('button', { name: coin('copyAddress'), exact: true }).click()
    await page.getByText(coin('copiedText', { address }), { exact: true }).waitFor()
    await payFromFaucet(server, person, { chain: 'bitcoin', currency: 'BTC', amount: '0.005' })
    const deposit = coinRow(visitor, '0,005 BTC')
    await deposit.getByText(step('credited'), { exact: true }).first().waitFor({ timeout: chainMs })
    await page.goto(coinPath('BTC', 'withdraw'))
    const form = coinForm(visitor, out('bitcoinTitle', { symbol: 'BTC' }))
    await form.to.fill(outsideBitcoin)
    await form.amount.fill('0,002')
    await form.next.click()
    await page.getByText(coin('emptyField'), { exact: true }).first().waitFor()
    await form.receiverName.fill('Siti Rahma')
    await form.receiverAddress.fill('Jl. Kenanga 2, Jakarta')
    await page.getByText('0,0019 BTC', { exact: true }).waitFor()
    await form.next.click()
    await form.review.locator(`code[data-address="${outsideBitcoin}"]`).waitFor()
    await confirmCoins(server, visitor, person)
    const row = coinRow(visitor, '0,002 BTC')
    await row.getByText(step('done'), { exact: true }).first().waitFor({ timeout: chainMs })
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('BTCW-02 ATT-85 ATT-86 SRV-77: bitcoin goes to no address of another chain, and not below its least', async () => {
  await evidence('refused-bitcoin', async () => {
    const { page } = visitor
    const { out } = createCoinTranslators(visitor)
    await page.goto(coinPath('BTC', 'withdraw'))
    const form = coinForm(visitor, out('bitcoinTitle', { symbol: 'BTC' }))
    const waitForText = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    await form.to.fill(outside)
    await form.amount.fill('0,00015')
    await form.receiverName.fill('Siti Rahma')
    await form.receiverAddress.fill('Jl. Kenanga 2, Jakarta')
    await form.next.click()
    await waitForText(out('toUnreadableBitcoin'))
    await waitForText(out('amountLeast', { amount: '0,0002', symbol: 'BTC' }))
    await checkCoinPage(visitor)
    await form.amount.fill('2')
    await form.to.fill(outsideBitcoin)
    await form.next.click()
    await form.amount.and(page.locator('[aria-invalid=true]')).waitFor()
    assert.equal(await form.review.count(), 0)
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})
