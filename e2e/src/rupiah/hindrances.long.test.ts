/**
 * Obstacles to rupiah in and out: a photo that is too large, a change of mind, a slow or unreachable bank, a
 * changed fee.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shellMessages, createTranslator } from '@tukar/i18n'
import type { Browser, Route } from 'playwright-core'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type JsonObject, objectAt, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { ledgerBalance } from '../stranger/books.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'
import { noisyBitmap } from './pictures.ts'
import {
  requestInvoice,
  checkFigures,
  confirmByMail,
  depositPath,
  sendByMail,
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

const environment = {
  TUKAR_MAKERS: 'off',
  TUKAR_BANK_PAYOUT_MS: '500',
  TUKAR_WITHDRAWAL_REVIEW_FROM: '1000000',
}

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
  person = await verifiedPerson(server, 'halangan')
  await post('/users/mybank', { name: 'Bank Mandiri', ac_name: 'Tester', ac_number: '1234567890' })
  visitor = await openVisitor(browser, server, 'hindered', desktop)
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
    `hindered-${name}`,
    () => server,
    () => [visitor],
    run,
  )
const figures = () => checkFigures(server, ledger, visitor, person)

async function post(path: string, body: JsonObject): Promise<void> {
  const answer = await server.client.call('POST', path, { token: person.token, body })
  assert.equal(answer.body['success'], 1, `${path}: ${answer.text}`)
}

/** Sets the faults of the simulated bank. */
const sendToBank = (path: string, body: JsonObject) => post(`/simulation/bank/faults${path}`, body)

test('IDRD-06: a photo that is too large is scaled down before it is sent; one that cannot be is reported', async () => {
  await evidence('proof', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    await (await requestInvoice(visitor, '40rb')).close()
    const row = transferRow(visitor, 40_000n)
    await row.getByRole('link', { name: rupiah('proofAdd') }).click()
    const input = page.locator('input[type=file]')
    const pick = (name: string, mimeType: string, buffer: Buffer) =>
      input.setInputFiles({ name, mimeType, buffer })
    const junk = Buffer.alloc(1_200_000, 'x')
    await pick('bukti.pdf', 'application/pdf', junk)
    await page.getByText(rupiah('proofSize', { size: '1,2', most: '1' })).waitFor()
    await pick('rusak.jpg', 'image/jpeg', junk)
    await page.getByText(rupiah('proofPhoto', { size: '1,2', most: '1' })).waitFor()
    const photo = noisyBitmap(1_500, 1_000)
    await pick('foto.bmp', 'image/bmp', photo)
    await page.getByText(rupiah('proofShrunk', { from: '4,6' })).waitFor()
    await page.getByText('foto.jpg', { exact: true }).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    const upload = page.waitForRequest('**/wallets_idr/deposit_file')
    await page.getByRole('button', { name: rupiah('proofSend'), exact: true }).click()
    const sent = (await upload).postDataBuffer()
    await page.waitForURL(`**${depositPath}`)
    await row.getByText(rupiah('proofThere'), { exact: true }).waitFor()
    // Not every browser reports the content of an uploaded file.
    if (sent !== null) assert.ok(sent.length < 1_050_000, `${sent.length} bytes`)
  })
})

/** Fills in a withdrawal and opens its review. */
async function toReview(amount: string, arrives: string): Promise<void> {
  const { page } = visitor
  const form = withdrawForm(visitor)
  await page.goto(withdrawPath)
  await form.amount.fill(amount)
  await page.getByText(arrives, { exact: true }).waitFor()
  await form.next.click()
  await form.review.getByText(arrives, { exact: true }).waitFor()
}

test('IDRW-07: a withdrawal that waits is canceled in the list, and the money is there again', async () => {
  await evidence('cancel', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const before = await figures()
    await toReview('1,5jt', 'Rp 1.494.250')
    await confirmByMail(server, visitor, person.email)
    const row = transferRow(visitor, 1_500_000n)
    await row.getByText(rupiah('chipApproval'), { exact: true }).waitFor()
    assert.equal(await figures(), before - 150_000_000n)
    await page.goto(withdrawPath)
    const cancel = row.getByRole('button', { name: rupiah('cancel') })
    const dialog = page.getByRole('dialog', { name: rupiah('cancelQuestion') })
    await cancel.click()
    await dialog.getByRole('button', { name: rupiah('keepIt') }).click()
    await dialog.waitFor({ state: 'detached' })
    await cancel.click()
    await dialog.getByText(rupiah('cancelText', { amount: '1.500.000' })).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await dialog.getByRole('button', { name: rupiah('cancel') }).click()
    await page.getByText(rupiah('canceledToast'), { exact: true }).waitFor()
    await row.getByText(rupiah('chipCanceled'), { exact: true }).waitFor()
    await cancel.waitFor({ state: 'detached' })
    assert.equal(await figures(), before)
    assert.deepEqual(visitor.troubles, [])
  })
})

/** Requests invoices until the API reports this state of the bank. */
async function untilBankIs(state: 'slow' | 'down' | 'ok'): Promise<void> {
  const { client } = server
  await until(
    `the bank to be ${state}`,
    async () => {
      const { token } = await verifiedPerson(server, 'penanya')
      const ask = () =>
        client.call('POST', '/wallets_idr/deposit', { token, body: { amount: '10000' } })
      await Promise.all([ask(), ask(), ask()])
      const rules = await client.call('GET', '/wallets_idr/rules', { token })
      return textAt(objectAt(rules.body, 'data'), 'gateway') === state
    },
    { withinMs: 120_000 },
  )
}

test('FLT-33: a slow or unreachable bank is reported before any input, and only while it is so', async () => {
  await evidence('gateway', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const [slow, down] = [
      page.getByText(rupiah('gatewaySlow')),
      page.getByText(rupiah('gatewayDown')),
    ]
    const seenOnBoth = async (shown: typeof slow) => {
      for (const path of [depositPath, withdrawPath]) {
        await page.goto(path)
        await shown.waitFor()
      }
    }
    await sendToBank('', { operation: 'call', kind: 'delay', value: 3_500 })
    await untilBankIs('slow')
    await seenOnBoth(slow)
    await sendToBank('/clear', {})
    await sendToBank('', { operation: 'call', kind: 'error_before' })
    await untilBankIs('down')
    await seenOnBoth(down)
    await sendToBank('/clear', {})
    await untilBankIs('ok')
    for (const path of [depositPath, withdrawPath]) {
      await page.goto(path)
      await page.locator('form button[type=submit]').first().waitFor()
      assert.equal((await slow.count()) + (await down.count()), 0)
    }
    assert.deepEqual(visitor.troubles, [])
  })
})

/** If the rules fail to load, the page reserves no space for them, and loads them on request. */
async function withoutRules(): Promise<void> {
  const { page } = visitor
  const { rupiah } = createRupiahTranslators(visitor)
  visitor.expectTrouble(true)
  await page.route('**/wallets_idr/rules*', (route) => route.abort())
  await page.goto('/settings/wallets/idr_deposit')
  await page.getByText(rupiah('methodsFailed'), { exact: true }).waitFor()
  await page.goto('/settings/wallets/idr_withdraw')
  await page.getByText(rupiah('limitsFailed'), { exact: true }).waitFor()
  await page.getByText(rupiah('feeShare'), { exact: true }).waitFor()
  assert.doesNotMatch((await page.getByRole('main').textContent()) ?? '', /–\s*%/)
  await page.unroute('**/wallets_idr/rules*')
  await page
    .getByRole('main')
    .getByRole('button', {
      name: createTranslator(shellMessages, visitor.display.language)('retry'),
    })
    .first()
    .click()
  await page.getByText(rupiah('limitToday'), { exact: true }).waitFor()
  assert.equal(await page.getByText(rupiah('limitsFailed'), { exact: true }).count(), 0)
  visitor.expectTrouble(false)
}

test('ATT-90: a changed fee is shown again before any money moves', async () => {
  await evidence('fee', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const before = await figures()
    await withoutRules()
    await toReview('100rb', 'Rp 94.950')
    // The page learns the new fee from the refusal, because its request for the rules is held back.
    const held: Route[] = []
    await page.route('**/wallets_idr/rules*', (route) => {
      held.push(route)
    })
    visitor.expectTrouble(true)
    assert.equal(await server.stop(), 0)
    server = await startServer({
      databaseUrl: postgres.url,
      port: server.port,
      dataFolder: server.dataFolder,
      environment: { ...environment, TUKAR_BANK_PAYOUT_FEE: '6000' },
    })
    await sendByMail(server, visitor, person.email)
    await page.getByText(rupiah('feeChanged')).waitFor()
    assert.equal((await ledgerBalance(ledger, person.usid, 'IDR')).available, before)
    await page.unroute('**/wallets_idr/rules*')
    for (const route of held) await route.continue().catch(() => undefined)
    const { review } = withdrawForm(visitor)
    await review.getByText('Rp 93.950', { exact: true }).waitFor()
    await confirmByMail(server, visitor, person.email)
    visitor.expectTrouble(false)
    await transferRow(visitor, 100_000n).getByText(rupiah('chipDone'), { exact: true }).waitFor()
    assert.equal(await figures(), before - 10_000_000n)
  })
})

test('R-12 INV-13: a withdrawal whose answer is lost is there after a reload, repeated under its id and made once', async () => {
  await evidence('lost', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    const before = await figures()
    await toReview('1,5jt', 'Rp 1.493.250')
    visitor.expectTrouble(true)
    const ids = new Set<string | null>()
    await page.route('**/wallets_idr/withdraw', async (route) => {
      const response = await route.fetch()
      const { success }: { readonly success: number } = await response.json()
      // An old code is refused; the answer to an accepted code is lost.
      if (success !== 1) return route.fulfill({ response })
      ids.add(await route.request().headerValue('idempotency-key'))
      return route.abort()
    })
    await sendByMail(server, visitor, person.email)
    const lost = createTranslator(shellMessages, visitor.display.language)('networkError')
    await page.getByRole('alert').filter({ hasText: lost }).waitFor()
    await page.getByText(rupiah('outcomeOpen')).waitFor()
    await page.unroute('**/wallets_idr/withdraw')
    await page.reload()
    await page.getByText(rupiah('outcomeOpen')).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    const again = page.waitForRequest('**/wallets_idr/withdraw')
    await page.getByRole('button', { name: rupiah('askAgain'), exact: true }).click()
    ids.add(await (await again).headerValue('idempotency-key'))
    await page.getByText(rupiah('withdrawn'), { exact: true }).waitFor()
    visitor.expectTrouble(false)
    assert.equal(ids.size, 1)
    assert.equal(await page.getByText(rupiah('outcomeOpen')).count(), 0)
    assert.equal(await figures(), before - 150_000_000n)
  })
})

test('a press that begins in a dialog and ends beside it closes nothing', async () => {
  await evidence('pressed', async () => {
    const { page } = visitor
    const { rupiah } = createRupiahTranslators(visitor)
    await page.goto(withdrawPath)
    await transferRow(visitor, 1_500_000n)
      .getByRole('button', { name: rupiah('cancel') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: rupiah('cancelQuestion') })
    const text = dialog.getByText(rupiah('cancelText', { amount: '1.500.000' }))
    await text.hover()
    await page.mouse.down()
    await page.mouse.move(2, 2)
    await page.mouse.up()
    assert.ok(await dialog.isVisible())
    await page.mouse.click(2, 2)
    await dialog.waitFor({ state: 'detached' })
  })
})

test('R-53: the simulation’s bank is steered from a phone without looking sideways', async () => {
  await post('/wallets_idr/deposit', { amount: '20000' })
  const small = await openVisitor(browser, server, 'bank-phone', phone)
  await withEvidence(
    'hindered-bank-phone',
    () => server,
    () => [small],
    async () => {
      const { page } = small
      await page.goto('/simulation/bank')
      await page.getByRole('cell').filter({ hasText: 'deposit-' }).first().waitFor()
      assert.deepEqual(await tooWide(page), [])
      const sideways = await page.evaluate(
        `[...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 &&
           /auto|scroll/.test(getComputedStyle(one).overflowX)).map((one) => one.className)`,
      )
      assert.deepEqual(sideways, [])
      assert.deepEqual(await findAccessibilityBarriers(page), [])
    },
  )
  await small.close()
})
