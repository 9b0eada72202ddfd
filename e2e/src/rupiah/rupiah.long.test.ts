/**
 * Rupiah in and out in a real browser: paid, expired and paid late, traded, and withdrawn with a code by
 * e-mail and with a second factor. After each step the screen, the calls, the ledger and the simulated bank
 * agree to the last rupiah.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { settingsMessages, createTranslator } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { createFixture, placeOrder, readBalances } from '../conformance/fixture.ts'
import { createAuthenticator } from '../harness/authenticator.ts'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { emptyDocument } from '../harness/document.ts'
import { mailedLink } from '../harness/mailbox.ts'
import { newPerson, type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { fillTicket, ticket, untilLive, translatorsFor } from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'
import {
  addBank,
  requestInvoice,
  bankBalance,
  checkBank,
  checkFigures,
  confirmByMail,
  depositPath,
  switchFactorOn,
  transferRow,
  withdrawForm,
  withdrawPath,
  createRupiahTranslators,
} from './rupiah-visits.ts'

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
let person: Person
let visitor: Visitor

const environment = { TUKAR_MAKERS: 'off', TUKAR_CAPTCHA_COST: '1', TUKAR_BANK_PAYOUT_MS: '500' }

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
  person = await verifiedPerson(server, 'rupiah')
  visitor = await openVisitor(browser, server, 'rupiah', desktop)
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
    `rupiah-${name}`,
    () => server,
    () => [visitor],
    run,
  )
const figures = () => checkFigures(server, ledger, visitor, person)

test('WAL-01 WAL-03 WAL-04 WAL-05 WAL-06 WAL-08 DEC-15: the wallet shows each currency, with as many digits as one wants', async () => {
  await evidence('wallet', async () => {
    const { page } = visitor
    const { wallet } = createRupiahTranslators(visitor)
    await page.goto('/settings/wallets')
    const bitcoin = page.getByRole('row').filter({ hasText: 'BTC' })
    await bitcoin.getByText('0,02000000').first().waitFor()
    const rows = page.getByRole('rowgroup').nth(1).getByRole('row')
    const symbols = (await rows.allInnerTexts()).map((text) => /[A-Z]{3,4}/.exec(text)?.[0])
    assert.deepEqual(symbols, ['IDR', 'BTC', 'ETH', 'BNB', 'USDT'])
    const links = await rows
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    const places = ['idr_', 'btc_', 'ETH/', 'BNB/', 'USDT/'].map((at) => `/settings/wallets/${at}`)
    assert.deepEqual(
      links,
      places.flatMap((place) => [`${place}deposit`, `${place}withdraw`]),
    )
    const button = page.getByRole('button', { name: new RegExp(`^${wallet('digits')}:`) })
    const menu = page.getByRole('group', { name: wallet('digits') })
    await button.click()
    await menu.getByRole('button', { name: '0,01', exact: true }).click()
    await bitcoin.getByText('0,02', { exact: true }).first().waitFor()
    await menu.waitFor({ state: 'detached' })
    await button.click()
    await menu.hover()
    await page.mouse.move(5, 500)
    await menu.waitFor({ state: 'detached' })
    await button.focus()
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })
})

test('SET-02: wallets are marked in the menu on the pages of each way in and out', async () => {
  await evidence('menu', async () => {
    const { page } = visitor
    const { wallet } = createRupiahTranslators(visitor)
    const menu = createTranslator(settingsMessages, visitor.display.language)('menuLabel')
    const marked = page.getByRole('navigation', { name: menu }).locator('[aria-current=page]')
    for (const place of ['idr_deposit', 'btc_withdraw', 'ETH/deposit']) {
      await page.goto('/settings/wallets')
      await page.locator(`main a[href="/settings/wallets/${place}"]`).click()
      await page.waitForURL(`**/settings/wallets/${place}`)
      const heading = page.getByRole('heading', { level: 1 })
      await heading.filter({ hasNotText: wallet('title') }).waitFor()
      assert.deepEqual(await marked.allInnerTexts(), [wallet('title')], place)
    }
  })
})

test('IDRD-01 IDRD-02 IDRD-03 IDRD-04 IDRD-05 IDRD-07 WAL-02 WAL-09: an invoice is paid, and the page shows it without a reload', async () => {
  await evidence('paid', async () => {
    const { page } = visitor
    const { rupiah, transfer, wallet } = createRupiahTranslators(visitor)
    const before = { own: await figures(), bank: await bankBalance(server) }
    await page.goto('/settings/wallets')
    const ways = page.getByRole('row').filter({ hasText: 'IDR' })
    await ways.getByRole('link', { name: wallet('deposit') }).click()
    await page.waitForURL(`**${depositPath}`)
    await page.getByText(rupiah('depositsEmpty')).waitFor()
    const form = page.getByRole('form', { name: rupiah('depositTitle') })
    const amount = form.getByLabel(rupiah('amount'), { exact: true })
    const methods = page.getByRole('region', { name: rupiah('methodsTitleEmpty') })
    const qris = methods.getByRole('listitem').filter({ hasText: 'QRIS' })
    await qris.getByText(rupiah('methodFeeShare', { percent: '0,7' })).waitFor()
    // The method is chosen on the bank's invoice, so nothing here may look selectable.
    assert.equal(await methods.locator('button, input, a, [role=radio], [tabindex]').count(), 0)
    await amount.fill('9rb')
    await form.locator('button[type=submit]').click()
    await form.getByText(rupiah('amountMinimum', { amount: '10.000' })).waitFor()
    const bank = await requestInvoice(visitor, '150rb')
    const font = `document.fonts.ready.then(() => [...document.fonts].map((face) => face.status))`
    assert.deepEqual(await bank.evaluate(font), ['loaded'])
    const row = transferRow(visitor, 150_000n)
    await row.getByText(rupiah('chipPay'), { exact: true }).waitFor()
    await row.getByText(transfer('pendingNext')).waitFor()
    const ready = page.getByText(rupiah('invoiceReady', { amount: '150.000' }))
    await ready.waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await bank.locator('form').first().locator('button[type=submit]').click()
    await bank.waitForLoadState()
    await row.getByText(rupiah('chipPaid'), { exact: true }).waitFor()
    await ready.waitFor({ state: 'detached' })
    await row.getByText(rupiah('history')).click()
    await row.getByText(transfer('credited'), { exact: true }).waitFor()
    assert.equal(await figures(), before.own + 15_000_000n)
    assert.equal(await bankBalance(server), before.bank + 150_000n)
    await bank.close()
  })
})

test('SRV-70 IDRD-05: an expired invoice is reported, and a late payment is still credited', async () => {
  await evidence('late', async () => {
    const { rupiah, transfer } = createRupiahTranslators(visitor)
    const before = await figures()
    const bank = await requestInvoice(visitor, '200000')
    const row = transferRow(visitor, 200_000n)
    await bank.locator('form[action$="/expire"] button').click()
    await row.getByText(rupiah('chipExpired'), { exact: true }).waitFor()
    assert.equal(await figures(), before)
    await visitor.page.goto(depositPath)
    await bank.locator('form[action$="/pay"] button').click()
    await row.getByText(rupiah('chipPaid'), { exact: true }).waitFor()
    await row.getByText(rupiah('history')).click()
    for (const key of ['expired', 'credited'] as const) {
      await row.getByText(transfer(key), { exact: true }).waitFor()
    }
    assert.equal(await figures(), before + 20_000_000n)
    await bank.close()
  })
})

test('IDRD-06 SRV-71: a proof is checked before it is sent, arrives, and leads back', async () => {
  await evidence('proof', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const bank = await requestInvoice(visitor, '30rb')
    await bank.close()
    const row = transferRow(visitor, 30_000n)
    await row.getByRole('link', { name: rupiah('proofAdd') }).click()
    await page.waitForURL('**/idr_deposit/upload-file?id=*')
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await page.getByText(rupiah('proofType')).waitFor()
    const buffer = Buffer.from(emptyDocument)
    await input.setInputFiles({ name: 'bukti.pdf', mimeType: 'application/pdf', buffer })
    await waitUntilIdle(page)
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.getByRole('button', { name: rupiah('proofSend'), exact: true }).click()
    await page.waitForURL(`**${depositPath}`)
    await row.getByText(rupiah('proofThere'), { exact: true }).waitFor()
    await row.getByText(rupiah('chipProof'), { exact: true }).waitFor()
  })
})

test('R-53 INV-01: the deposit is traded, and only the people of the market see the trade', async () => {
  await evidence('trade', async () => {
    const fixture = createFixture(server.url)
    const seller = await newPerson(server.client, 'penjual')
    const [price, quantity] = [1_650_000_000n, 10_000n]
    const sold = await placeOrder(fixture, seller, { side: 'sell', price, quantity })
    assert.equal(sold.body['success'], 1, sold.text)
    const before = { own: await figures(), bank: await bankBalance(server) }
    await visitor.page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    await fillTicket(visitor, 'buy', { price: '1650000000', quantity: '0.0001' })
    await ticket(visitor, 'buy').submit.click()
    await until('the trade', async () => (await readBalances(fixture, person)).btc > 2_000_000n)
    assert.equal(await figures(), before.own - 16_500_000n)
    assert.equal(await bankBalance(server), before.bank)
  })
})

test('IDRW-01 IDRW-02 IDRW-03 IDRW-04 IDRW-05 IDRW-06 BANK-05 BANK-07 OTP-02 OTP-08 DEC-96: withdrawn with a code by mail, to the last rupiah', async () => {
  await evidence('otp', async () => {
    const { page } = visitor
    const { rupiah, transfer } = createRupiahTranslators(visitor)
    const form = withdrawForm(visitor)
    const before = { own: await figures(), bank: await bankBalance(server) }
    await page.goto(withdrawPath)
    await form.amount.fill('100rb')
    await form.next.click()
    const typed = page.getByRole('form', { name: rupiah('withdrawTitle') })
    await typed.getByText(rupiah('bankNone'), { exact: true }).waitFor()
    assert.notEqual(await form.amount.getAttribute('aria-invalid'), 'true', 'the amount is right')
    await addBank(visitor)
    assert.equal(await form.amount.inputValue(), '100.000', 'the amount is kept on the way')
    await page.getByText('Rp 94.950', { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await form.next.click()
    await form.review.getByText('1234567890', { exact: true }).waitFor()
    await form.review.getByText('Rp 94.950', { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    const confirm = rupiah('confirm', { amount: '100.000' })
    await form.review.getByRole('button', { name: confirm }).waitFor()
    await confirmByMail(server, visitor, person.email)
    const row = transferRow(visitor, 100_000n)
    await row.getByText(rupiah('chipDone'), { exact: true }).waitFor()
    await row.getByText(rupiah('history')).click()
    await row.getByText(transfer('completed'), { exact: true }).waitFor()
    await page.getByText(rupiah('bankLocked')).waitFor()
    assert.equal(
      await page.getByRole('link', { name: rupiah('bankChange'), exact: true }).count(),
      0,
    )
    await form.amount.focus()
    await page.keyboard.press('Tab')
    const focused = await page.evaluate('document.activeElement.textContent')
    assert.ok(String(focused).startsWith(rupiah('all')), 'the amount comes before what fills it')
    assert.equal(await figures(), before.own - 10_000_000n)
    assert.equal(await bankBalance(server), before.bank - 99_950n, 'net and the price of a payout')
  })
})

test('SRV-82 ATT-92 OTP-01 R-72: after a change of security it is held, says why before, and is canceled by the e-mail', async () => {
  await evidence('hold', async () => {
    const { page } = visitor
    const { rupiah, transfer } = createRupiahTranslators(visitor)
    const { trade } = translatorsFor(visitor)
    const form = withdrawForm(visitor)
    const before = await figures()
    await switchFactorOn(server, person, (secret) => {
      authenticator = createAuthenticator(secret)
      return authenticator.next()
    })
    await page.goto(withdrawPath)
    await page.getByText(rupiah('holdFactor')).waitFor()
    await form.amount.fill('60.000')
    await form.factor.fill((await authenticator?.next()) ?? '')
    await form.next.click()
    await form.review.getByRole('button', { name: rupiah('confirm', { amount: '60.000' }) }).click()
    await page.getByText(rupiah('withdrawn'), { exact: true }).waitFor()
    const row = transferRow(visitor, 60_000n)
    await row.getByText(rupiah('chipSecurity'), { exact: true }).waitFor()
    await row.getByText(transfer('waitingSecurityNext')).waitFor()
    assert.equal(await figures(), before - 6_000_000n)
    await page.getByRole('button', { name: /60\.000,00/ }).click()
    const holds = page.getByRole('dialog', { name: trade('holdsTitle', { currency: 'IDR' }) })
    await holds.getByText(new RegExp(trade('holdsWithdrawal', { id: '\\d+' }))).waitFor()
    const { pathname, search } = await mailedLink(
      server.client,
      person.email,
      '/settings/wallets/idr_withdraw/cancel',
    )
    await page.goto(pathname + search)
    await page.getByRole('button', { name: rupiah('cancelPageDo') }).click()
    await page.getByText(rupiah('cancelPageDone'), { exact: true }).waitFor()
    await page.goto(withdrawPath)
    await row.getByText(rupiah('chipCanceled'), { exact: true }).waitFor()
    assert.equal(await figures(), before)
  })
})

let authenticator: ReturnType<typeof createAuthenticator> | null = null

test('OTP-01 DEC-120 INV-14: withdrawn with a second factor, more than was ever paid in', async () => {
  await evidence('factor', async () => {
    visitor.expectTrouble(true)
    assert.equal(await server.stop(), 0)
    server = await startServer({
      databaseUrl: postgres.url,
      port: server.port,
      dataFolder: server.dataFolder,
      environment: { ...environment, TUKAR_WITHDRAWAL_HOLD_HOURS: '0' },
    })
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const form = withdrawForm(visitor)
    await page.goto(withdrawPath)
    await form.amount.waitFor()
    visitor.expectTrouble(false)
    const before = await figures()
    await page.goto(withdrawPath)
    await form.amount.fill('1,5jt')
    await form.factor.fill((await authenticator?.next()) ?? '')
    await form.next.click()
    await form.review.locator('button[type=submit]').click()
    await page.getByText(rupiah('withdrawn'), { exact: true }).waitFor()
    const row = transferRow(visitor, 1_500_000n)
    await row.getByText(rupiah('chipDone'), { exact: true }).waitFor()
    assert.equal(await figures(), before - 150_000_000n)
    await checkBank(server, ledger)
    assert.deepEqual(visitor.troubles, [])
  })
})

test('IDRD-04: on a phone whose browser opens no tab the invoice has a link', async () => {
  const other = await verifiedPerson(server, 'telepon')
  const small = await openVisitor(browser, server, 'phone', phone)
  await withEvidence(
    'rupiah-phone',
    () => server,
    () => [small],
    async () => {
      await small.context.addInitScript({ content: 'window.open = () => null' })
      await signInAs(small, other)
      const { page } = small
      const { rupiah } = createRupiahTranslators(small)
      await page.goto(depositPath)
      await page.getByLabel(rupiah('amount'), { exact: true }).fill('75rb')
      await page.locator('form button[type=submit]').tap()
      await page.getByText(rupiah('invoiceBlocked')).waitFor()
      assert.deepEqual(await tooWide(page), [])
      assert.deepEqual(await findAccessibilityBarriers(page), [])
      const row = transferRow(small, 75_000n)
      const opened = small.context.waitForEvent('page')
      await row.getByRole('link', { name: rupiah('payNow') }).tap()
      const bank = await opened
      await bank.locator('form').first().locator('button[type=submit]').tap()
      await row.getByText(rupiah('chipPaid'), { exact: true }).waitFor()
      await checkFigures(server, ledger, small, other)
      assert.deepEqual(await tooWide(page), [])
      await page.goto(withdrawPath)
      await page.getByRole('link', { name: rupiah('bankAdd') }).waitFor()
      assert.deepEqual(await tooWide(page), [])
      assert.deepEqual(small.troubles, [])
    },
  )
  await small.close()
})
