/** The statements page: a person trades, reads the changes, opens a cause, and downloads the files. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { formatAmount, statementMessages, createTranslator } from '@tukar/i18n'
import { createFixture, placedOrder, placeOrder, priceAt } from '../conformance/fixture.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { listRows, textAt } from '../harness/http.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { openStage } from '../harness/stage.ts'
import { findAccessibilityBarriers, tooWide } from '../routes/page-checks.ts'

let person: Person

/** The market makers fill the order at once. */
const stage = openStage({}, async ({ client, url }) => {
  const fixture = createFixture(url)
  person = await newPerson(client, 'mutasi')
  const wish = { side: 'buy', price: await priceAt(fixture, 1_050n), quantity: 40_000n } as const
  placedOrder(await placeOrder(fixture, person, { ...wish, extra: { time_in_force: 'IOC' } }))
})

/** The balance of a currency, in the page's format. */
async function balanceText(symbol: string, decimals: number): Promise<string> {
  const { token } = person
  const rows = listRows(await stage.server.client.call('GET', '/balances', { token }))
  const row = rows.find((one) => textAt(one, 'ccurrency_symbol') === symbol) ?? {}
  assert.equal(Number(textAt(row, 'saldo_lock')), 0)
  return formatAmount(textAt(row, 'saldo_value'), decimals)
}

/** Downloads a file with its button and returns its bytes. */
async function download({ page }: Visitor, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return readFile(await file.path())
}

test('a person sees each change with its cause, filters them, and downloads them as files', async () => {
  await stage.visit('statements', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(statementMessages, 'en')
    await signInAs(visitor, person)
    await page.goto('/settings/wallets')
    await page
      .locator('main header')
      .getByRole('link', { name: translate('open') })
      .click()
    const table = page.getByRole('table', { name: translate('caption') })
    await table.getByText('Buy BTC/IDR').first().waitFor()
    const sums = page.getByRole('region', { name: translate('sums') }).getByRole('listitem')
    await sums
      .filter({ hasText: 'IDR' })
      .getByText(await balanceText('IDR', 2))
      .waitFor()
    await sums
      .filter({ hasText: 'BTC' })
      .getByText(await balanceText('BTC', 8))
      .waitFor()
    const entries = await table.getByRole('row').count()
    await page.getByRole('combobox', { name: translate('kind') }).selectOption('fee')
    await page.waitForURL(/kind=fee/)
    await table.getByText('Buy BTC/IDR').first().waitFor({ state: 'detached' })
    await table.getByText('Trading fee BTC/IDR').first().waitFor()
    const csv = (await download(visitor, translate('downloadCsv'))).toString('utf8')
    const lines = csv.split('\r\n').slice(1, -1)
    assert.ok(lines.length > 0 && lines.every((line) => line.split(',')[4] === 'fee'), csv)
    const pdf = await download(visitor, translate('downloadPdf'))
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    await page.getByText(/^Saved: tukar-statement-.*\.pdf$/).waitFor()
    await page.getByRole('combobox', { name: translate('kind') }).selectOption('')
    await table.getByText('Buy BTC/IDR').first().waitFor()
    assert.equal(await table.getByRole('row').count(), entries)
    await page.getByRole('radio', { name: translate('lastMonth') }).click()
    await page.getByText(translate('empty')).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await page.getByRole('radio', { name: translate('thisYear') }).click()
    await table
      .getByRole('link', { name: /^Order \d+$/ })
      .first()
      .click()
    await page.waitForURL(/\/markets\/1\/BTC_IDR$/)
  })
})

test('on a phone each entry has its time, its way and its balance below', async () => {
  await stage.visit(
    'statements-phone',
    async (visitor) => {
      const { page } = visitor
      const translate = createTranslator(statementMessages, 'id')
      await signInAs(visitor, person)
      await page.goto('/settings/statements?currency=IDR')
      const row = page
        .getByRole('table', { name: translate('caption') })
        .getByRole('row')
        .filter({ hasText: 'Beli BTC/IDR' })
        .first()
      await row.getByText(/^Saldo [\d.]+,\d\d$/).waitFor()
      await row.getByRole('link', { name: /^Order \d+$/ }).waitFor()
      assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    },
    { ...phone, theme: 'light' },
  )
})
