/**
 * The steps after a verified identity, in a browser: each page names the missing step and links to it, until
 * everything is done.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agreementMessages,
  eligibilityMessages,
  kycMessages,
  rupiahMessages,
  settingsMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import { desktop, phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { objectAt } from '../harness/http.ts'
import { databaseUrlOf, newPerson, type Person, secretOf, verifyPeople } from '../harness/people.ts'
import { fillTicket, ticket } from '../harness/product.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'

/** As in live mode: nobody may trade before the identity check and the agreement. */
const stage = openStage({ ...quietMarket, TUKAR_TRADE_BEFORE_KYC: 'no' })

const signPath = '/settings/agreement-sign'
const textPath = '/settings/agreement-sign-two'

const wordsOf = ({ display: { language } }: Visitor) => ({
  agreement: createTranslator(agreementMessages, language),
  gate: createTranslator(eligibilityMessages, language),
  kyc: createTranslator(kycMessages, language),
  rupiah: createTranslator(rupiahMessages, language),
  settings: createTranslator(settingsMessages, language),
  trade: createTranslator(tradeMessages, language),
})

/** The faults of the open page, in words. */
async function faultsOf({ page, display }: Visitor): Promise<readonly string[]> {
  await waitUntilIdle(page)
  const wide = await tooWide(page)
  return [
    ...(await findAccessibilityBarriers(page)),
    ...(await findUntranslated(page, display.language)),
    ...wide,
  ]
}

const isAt = (path: string) => (url: URL) => url.pathname === path

/** A person with an approved identity and without an agreement. */
async function approvedPerson(prefix: string): Promise<Person> {
  const person = await newPerson(stage.server.client, prefix)
  await verifyPeople(databaseUrlOf(stage.server), [person], {
    hasAgreed: false,
    secret: secretOf(stage.server),
  })
  return person
}

async function isOpenTo({ token }: Person): Promise<boolean> {
  const body = { amount: '50000' }
  const answer = await stage.server.client.call('POST', '/wallets_idr/deposit', { token, body })
  assert.equal(answer.status, answer.body['success'] === 1 ? 200 : 403, answer.text)
  return answer.status === 200
}

test('ROUTE-29 DEC-44 SET-07: home, profile and trade forms lead a new person to the identity check', async () => {
  const person = await newPerson(stage.server.client, 'baru')
  await stage.visit('gate-notes', async (visitor) => {
    const { page } = visitor
    const { gate, kyc } = wordsOf(visitor)
    await signInAs(visitor, person)
    for (const path of ['/', '/markets/1/BTC_IDR', '/settings/profile']) {
      await page.goto(path)
      const start = page.getByRole('main').getByRole('link', { name: gate('startKyc') })
      if (path !== '/settings/profile') await page.getByText(gate('bannerKycLive')).waitFor()
      await start.waitFor()
      assert.deepEqual(await faultsOf(visitor), [], path)
      await start.click()
      await page.waitForURL(isAt('/kyc/nationality'))
      await page.getByRole('heading', { level: 1, name: kyc('nationalityTitle') }).waitFor()
    }
    // On a phone a button that does not fit beside the text aligns with the text, not with the icon.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const text = page.getByText(gate('bannerKycLive'))
    const button = text.locator('..').getByRole('link').first()
    const [textBox, buttonBox] = [await text.boundingBox(), await button.boundingBox()]
    assert.ok(textBox !== null)
    assert.equal(buttonBox?.x, textBox.x)
  })
})

test('ATT-51: orders, deposits and withdrawals are refused with a sentence and a link to the missing step', async () => {
  const person = await newPerson(stage.server.client, 'kurang')
  await stage.visit('gate-refusals', async (visitor) => {
    const { page } = visitor
    const { gate, rupiah } = wordsOf(visitor)
    await signInAs(visitor, person)
    visitor.expectTrouble(true)
    await page.goto('/markets/1/BTC_IDR')
    await fillTicket(visitor, 'buy', { price: '1650000000', quantity: '0.001' })
    const { form, submit } = ticket(visitor, 'buy')
    await submit.click()
    await form.getByText(serverMessage('en', 'kyc.required')).waitFor()
    await form.getByRole('link', { name: gate('startKyc') }).waitFor()
    await page.goto('/settings/wallets/idr_deposit')
    const deposit = page.getByRole('form', { name: rupiah('depositTitle') })
    await deposit.getByLabel(rupiah('amount'), { exact: true }).fill('50000')
    await deposit.getByText(gate('bannerKycLive')).waitFor()
    await deposit.locator('button[type=submit]').click()
    await deposit.locator('div:focus').getByText(gate('bannerKycLive')).waitFor()
    await deposit.getByRole('link', { name: gate('startKyc') }).click()
    await page.waitForURL(isAt('/kyc/nationality'))
    await page.goto('/settings/wallets/idr_withdraw')
    const withdraw = page.getByRole('form', { name: rupiah('withdrawTitle') })
    await withdraw.getByLabel(rupiah('amount'), { exact: true }).fill('50000')
    await withdraw.getByText(gate('bannerKycLive')).waitFor()
    await withdraw.locator('button[type=submit]').click()
    await withdraw.locator('div:focus').getByText(gate('bannerKycLive')).waitFor()
    assert.equal(await page.getByRole('form', { name: rupiah('reviewTitle') }).count(), 0)
    await withdraw.getByRole('link', { name: gate('startKyc') }).waitFor()
    for (const path of ['/settings/wallets', '/settings/bank']) {
      await page.goto(path)
      await page.getByText(gate('bannerKycLive')).waitFor()
    }
  })
  for (const [path, body] of [
    ['/exchange/1', { market_place: 'Limit Buy', market_position: '1', market_amount: '1' }],
    ['/wallets_idr/deposit', { amount: '50000' }],
    ['/wallets_idr/withdraw', { amount: '50000', otp: '123456' }],
  ] as const) {
    const { client } = stage.server
    const answer = await client.call('POST', path, { token: person.token, body })
    assert.deepEqual([answer.status, answer.body['code']], [403, 'kyc.required'], path)
    assert.deepEqual(objectAt(answer.body, 'params'), { missing: 'kyc' })
  }
})

test('ROUTE-27 ROUTE-28 AGR-01 DEC-67: the pages of the agreement redirect people whom they are not for', async () => {
  await stage.visit('agreement-guest', async ({ page }) => {
    for (const path of [signPath, textPath]) {
      await page.goto(path)
      await page.waitForURL(isAt('/'))
    }
  })
  const unverified = await newPerson(stage.server.client, 'belum')
  await stage.visit('agreement-unverified', async (visitor) => {
    await signInAs(visitor, unverified)
    for (const path of [signPath, textPath]) {
      await visitor.page.goto(path)
      await visitor.page.waitForURL(isAt('/'))
    }
  })
  const approved = await approvedPerson('langkah')
  await stage.visit('agreement-order', async (visitor) => {
    await signInAs(visitor, approved)
    await visitor.page.goto(textPath)
    await visitor.page.waitForURL(isAt(signPath))
  })
})

/** Fills in the details that the identity check did not provide. */
async function fillIn(visitor: Visitor, number: string): Promise<void> {
  const { page } = visitor
  const { agreement } = wordsOf(visitor)
  const lines = [
    ['nik', number],
    ['birthday', '1990-07-01'],
    ['birthplace', 'Bandung'],
    ['mobile', '0812 3456 789'],
    ['mother', 'Siti Rahayu'],
    ['address', 'Jalan Melati 5'],
    ['city', 'Kota Bandung'],
    ['province', 'Jawa Barat'],
    ['profession', 'Guru'],
  ] as const
  for (const [key, text] of lines) {
    await page.getByLabel(agreement(key), { exact: true }).fill(text)
  }
  // A phone shows the numeric keyboard.
  const npwp = page.getByLabel(agreement('npwp'), { exact: true })
  assert.equal(await npwp.getAttribute('inputmode'), 'numeric')
  await page.getByLabel(agreement('sameAddress')).check()
  for (const [key, value] of [
    ['niktype', 'KTP'],
    ['incomeSource', 'salary'],
    ['income', '50-250'],
    ['purpose', 'investment'],
  ] as const) {
    await page.getByLabel(agreement(key), { exact: true }).selectOption(value)
  }
}

for (const [name, display, number] of [
  ['desk', desktop, '3273014107900001'],
  ['phone', phone, '3273014107900002'],
] as const) {
  test(`SET-08 AGR-02 AGR-03 AGR-04 AGR-05: on a ${name} an approved person enters the details, reads, agrees, and everything is open`, async () => {
    const person = await approvedPerson('setuju')
    assert.equal(await isOpenTo(person), false)
    const run = async (visitor: Visitor) => {
      const { page } = visitor
      const { agreement, gate } = wordsOf(visitor)
      await signInAs(visitor, person)
      await page.goto('/settings/profile')
      await page
        .getByRole('main')
        .getByRole('link', { name: gate('updateKyc') })
        .click()
      await page.waitForURL(isAt(signPath))
      const next = page.getByRole('button', { name: agreement('next') })
      await next.click()
      await page.getByText(agreement('missing', { label: agreement('niktype') })).waitFor()
      await page.locator('[name=numberType]:focus').waitFor()
      assert.deepEqual(await faultsOf(visitor), [], signPath)
      await fillIn(visitor, number)
      await next.click()
      await page.waitForURL(isAt(textPath))
      await page.getByText(/^1\. Simula/).waitFor()
      assert.deepEqual(await faultsOf(visitor), [], textPath)
      const agree = page.getByRole('button', { name: agreement('agree') })
      assert.equal(await agree.isDisabled(), true)
      if (name === 'desk') await page.keyboard.press('End')
      else await page.getByLabel(agreement('read')).check()
      await until('the button to be open', async () => await agree.isEnabled())
      await agree.click()
      await page.waitForURL(isAt('/settings/profile'))
      await page.getByText(gate('standingAgreed')).waitFor()
      for (const path of [signPath, textPath]) {
        await page.goto(path)
        await page.waitForURL(isAt('/'))
      }
    }
    await stage.visit(`agreement-${name}`, run, display)
    assert.equal(await isOpenTo(person), true)
  })
}
