/** Tax records: a person sells, opens the record from the orders, and downloads matching files. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { consoleTaxMessages, formatRupiah, taxMessages, createTranslator } from '@tukar/i18n'
import { createFixture, placedOrder, placeOrder, priceAt } from '../conformance/fixture.ts'
import { confirmChange, sendChange } from '../desk/change-visits.ts'
import { openConsole } from '../desk/desk-visits.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { type Client, newCommandId, objectAt, rowsAt, textAt } from '../harness/http.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { openStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, findSidewaysScrolling, tooWide } from '../routes/page-checks.ts'

let person: Person

/** The market makers fill the sale at once. The bank has a balance from which taxes can be paid. */
const stage = openStage({}, async (server) => {
  const fixture = createFixture(server.url)
  person = await verifiedPerson(server, 'pajak')
  await payIn(server.client, person, '500000')
  const wish = { side: 'sell', price: await priceAt(fixture, 950n), quantity: 1_000_000n } as const
  placedOrder(await placeOrder(fixture, person, { ...wish, extra: { time_in_force: 'IOC' } }))
})

/** Deposits rupiah through the simulated bank and waits until they are credited. */
async function payIn(client: Client, { token }: Person, amount: string): Promise<void> {
  const commandId = newCommandId()
  const body = { amount }
  const created = await client.call('POST', '/wallets_idr/deposit', { token, body, commandId })
  const row = objectAt(created.body, 'data')
  const invoice = textAt(objectAt(row, 'xendit_response'), 'id')
  const paid = await client.call('POST', `/simulation/bank/invoices/${invoice}/pay`, { body: {} })
  assert.equal(paid.status, 200, paid.text)
  await until('the rupiah', async () => {
    const query = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
    const listed = await client.call('GET', '/wallets_idr/deposits', { token, query })
    return listed.text.includes('"PAID"')
  })
}

/** Downloads a file with its button. */
async function download({ page }: Visitor, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return readFile(await file.path())
}

/** The month's tax record from the server. */
async function evidence() {
  const there = new Date(Date.now() + 7 * 3_600_000)
  const query = {
    year: String(there.getUTCFullYear()),
    month: String(there.getUTCMonth() + 1),
  }
  const { token } = person
  const answer = await stage.server.client.call('GET', '/tax/evidence', { token, query })
  return objectAt(answer.body, 'data')
}

/** A rupiah amount in the page's format. */
const rupiah = (amount: string) => formatRupiah(amount, amount.endsWith('.00') ? 0 : 2)

test('SRV-60: a seller finds the withheld tax, by month and year, and downloads it as files', async () => {
  await stage.visit('tax', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(taxMessages, 'en')
    await signInAs(visitor, person)
    await page.goto('/settings/profile')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: translate('title'), exact: true })
      .click()
    await page.waitForURL(/\/settings\/tax$/)
    const data = await evidence()
    const rows = rowsAt(data, 'datas')
    const total = rupiah(textAt(data, 'total_idr'))
    assert.ok(rows.length > 0 && Number(textAt(data, 'total_idr')) > 0)
    const table = page.getByRole('table', { name: translate('linesCaption') })
    const sale = table.getByRole('row').filter({ hasText: `${translate('sell')} BTC/IDR` })
    await sale.first().waitFor()
    assert.equal(await sale.count(), rows.length)
    await sale
      .first()
      .getByText(rupiah(textAt(rows[0] ?? {}, 'tax_idr')))
      .first()
      .waitFor()
    const sums = page.getByRole('region', { name: translate('sums') })
    await sums.getByText(total).last().waitFor()
    const csv = (await download(visitor, translate('downloadCsv'))).toString('utf8')
    const lines = csv.split('\r\n').slice(1, -1)
    assert.deepEqual(
      lines.map((line) => [line.split(',')[0], line.split(',')[13]]),
      rows.map((row) => [textAt(row, 'number'), textAt(row, 'tax_idr')]),
    )
    const pdf = await download(visitor, translate('downloadPdf'))
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    await page.getByText(/^Saved: tukar-tax-evidence-\d{4}-\d\d\.pdf$/).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await page.getByRole('combobox', { name: translate('month') }).selectOption('')
    await page.waitForURL(/\/settings\/tax\?year=\d{4}$/)
    const holdings = page.getByRole('table', { name: translate('holdingsCaption') })
    await holdings.getByRole('row').filter({ hasText: 'BTC' }).first().waitFor()
    await sums.getByText(total).last().waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
  })
})

test('on a phone a transaction has its time, rate and base below', async () => {
  await stage.visit(
    'tax-phone',
    async (visitor) => {
      const { page } = visitor
      const translate = createTranslator(taxMessages, 'id')
      await signInAs(visitor, person)
      await page.goto('/settings/tax')
      const row = page
        .getByRole('table', { name: translate('linesCaption') })
        .getByRole('row')
        .filter({ hasText: `${translate('sell')} BTC/IDR` })
        .first()
      await row.getByText(/^0,21% dari Rp/).waitFor()
      assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    },
    { ...phone, theme: 'light' },
  )
})

test('ATT-99: the operator sees the tax due for a month, that the ledger confirms it, and downloads its lines', async () => {
  await stage.visit('tax-desk', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(consoleTaxMessages, 'en')
    await openConsole(stage.server, visitor, 'Ratna')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: translate('title') })
      .click()
    await page.waitForURL(/\/executor\/tax$/)
    await page.getByText(translate('allEqual')).waitFor()
    const due = page.getByRole('region', { name: translate('due') }).getByRole('row')
    assert.equal(await due.filter({ hasText: /Rp\u00a0[1-9]/ }).count(), 2)
    const lines = (await download(visitor, translate('download'))).toString('utf8')
    const [own = {}] = rowsAt(await evidence(), 'datas')
    assert.ok(lines.includes(`,${textAt(own, 'number')},`), 'the sale is among the lines')
    await page.getByText(/^Saved: tukar-tax-\d{4}-\d\d\.csv/).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
  })
})

test('SRV-85 INV-22: a payment to the state is recorded by two operators, and is no longer due', async () => {
  await stage.visit('tax-handed-on', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(consoleTaxMessages, 'en')
    const held = page.getByRole('region', { name: translate('held') })
    await openConsole(stage.server, visitor, 'Ratna', '/executor/tax')
    const row = held
      .getByRole('row')
      .filter({ hasText: /Rp\u00a0[1-9]/ })
      .first()
    const before = await row.textContent()
    await row.getByRole('button').click()
    const form = page.getByRole('dialog')
    const amount = form.getByLabel(translate('sentAmount'))
    assert.match(await amount.inputValue(), /^[1-9]\d*$/)
    await form.locator('button[type=submit]').click()
    await form.getByText(translate('referenceWrong')).waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await amount.fill('100')
    await form.getByLabel(translate('reference')).fill('NTPN 0123456789ABCDEF')
    await form.locator('button[type=submit]').click()
    await page.getByText('NTPN-0123456789ABCDEF').waitFor()
    assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
    await sendChange(page, 'propose', 'sent this morning')
    await openConsole(stage.server, visitor, 'Bayu', '/executor/changes')
    await confirmChange(page, /left the bank/, 'seen on the receipt')
    await page.goto('/executor/tax')
    await row.waitFor()
    assert.notEqual(await row.textContent(), before)
  })
})

test('the console’s tax figures are stacked on a phone, each with the name of its column', async () => {
  await stage.visit(
    'tax-desk-phone',
    async (visitor) => {
      const { page } = visitor
      const translate = createTranslator(consoleTaxMessages, 'id')
      await openConsole(stage.server, visitor, 'Ratna', '/executor/tax')
      const due = page.getByRole('region', { name: translate('due') }).getByRole('row')
      await due
        .filter({ hasText: /Rp\u00a0[1-9]/ })
        .first()
        .waitFor()
      const named = `getComputedStyle(document.querySelector('main td'), '::before').content`
      assert.ok(String(await page.evaluate(named)).includes(translate('count')))
      assert.deepEqual([await findAccessibilityBarriers(page), await tooWide(page)], [[], []])
      assert.deepEqual(await findSidewaysScrolling(page), [])
    },
    { ...phone, theme: 'light' },
  )
})
