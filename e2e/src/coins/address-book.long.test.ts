/**
 * The address book in a real browser: edited on its own page on a phone, used and extended by a withdrawal
 * and by declaring a deposit's sender.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressBookMessages, createTranslator } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { signInAs } from '../harness/enter.ts'
import { type Person, verifiedPerson } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
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
let person: Person
let visitor: Visitor
/** The same person on a phone. */
let pocket: Visitor

const bookPath = '/settings/wallets/address-book'
const outside = '0x52908400098527886E0F7030069857D2E4169EE7'
const mistyped = '0x52908400098527886E0F7030069857D2E4169Ee7'
/** Begins and ends like the address above. */
const trap = `0x529${'ab'.repeat(17)}ee7`
const outsideBitcoin = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const recipient = { name: 'Siti Rahma', home: 'Jl. Kenanga 2, Jakarta' }

before(async () => {
  postgres = await startPostgres('quiet')
  const starting = startServer({ databaseUrl: postgres.url, environment: coinEnvironment })
  browser = await testBrowser()
  server = await starting
  person = await verifiedPerson(server, 'book')
  visitor = await openVisitor(browser, server, 'book', desktop)
  pocket = await openVisitor(browser, server, 'book-phone', phone)
  await signInAs(visitor, person)
  await signInAs(pocket, person)
})

after(async () => {
  await browser.close()
  await server.stop()
  await postgres.stop()
})

const evidence = (name: string, run: () => Promise<void>) =>
  withEvidence(
    `book-${name}`,
    () => server,
    () => [visitor, pocket],
    run,
  )

const wordsOf = ({ display: { language } }: Visitor) =>
  createTranslator(addressBookMessages, language)

/** The fields of an entry's dialog, or of a form with the same fields. */
function bookDialog(of: Visitor, title: string) {
  const book = wordsOf(of)
  const dialog = of.page.getByRole('dialog', { name: title, exact: true })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  return {
    dialog,
    label: field(book('label')),
    kind: field(book('kind')),
    address: field(book('address')),
    name: field(book('name')),
    home: field(book('home')),
    save: dialog.getByRole('button', { name: book('save'), exact: true }),
  }
}

function entryOf({ page }: Visitor, label: string) {
  const heading = page.getByRole('heading', { level: 2, name: label, exact: true })
  return page.getByRole('article').filter({ has: heading })
}

test('TRAVEL-03 ATT-86: on a phone an entry is added, checked, changed and removed', async () => {
  await evidence('page', async () => {
    const { page } = pocket
    const book = wordsOf(pocket)
    const isBookCall = ({ pathname }: URL) => pathname === '/address-book'
    pocket.expectTrouble(true)
    await page.route(isBookCall, (route) => route.abort())
    await page.goto(bookPath)
    await page.getByText(book('loadFailed'), { exact: true }).waitFor()
    await checkCoinPage(pocket)
    await page.unroute(isBookCall)
    await page.getByRole('alert').getByRole('button').click()
    await page.getByText(book('empty'), { exact: true }).waitFor()
    pocket.expectTrouble(false)
    await page.goto('/settings/wallets')
    await page.getByRole('link', { name: book('open'), exact: true }).click()
    await page.getByText(book('empty'), { exact: true }).waitFor()
    await checkCoinPage(pocket)
    // With the keyboard alone.
    await page.getByRole('button', { name: book('add'), exact: true }).focus()
    await page.keyboard.press('Enter')
    const form = bookDialog(pocket, book('addTitle'))
    await form.save.click()
    await form.dialog.getByText(book('labelEmpty'), { exact: true }).waitFor()
    await form.dialog.getByText(book('nothing'), { exact: true }).waitFor()
    await form.dialog.locator('input[name=label]:focus').waitFor()
    await checkCoinPage(pocket)
    await form.label.fill('Ledger')
    await form.address.fill(mistyped)
    await form.save.click()
    await form.dialog.locator('input[name=address][aria-invalid=true]:focus').waitFor()
    await form.address.fill(outside.toLowerCase())
    await form.address.press('Enter')
    await form.dialog.waitFor({ state: 'detached' })
    await entryOf(pocket, 'Ledger').getByText(outside, { exact: true }).waitFor()
    await checkCoinPage(pocket)
    const editName = book('editOf', { label: 'Ledger' })
    await page.getByRole('button', { name: editName, exact: true }).click()
    const changing = bookDialog(pocket, book('editTitle', { label: 'Ledger' }))
    assert.equal(await changing.address.inputValue(), outside)
    await changing.label.fill('Ledger rumah')
    await changing.save.click()
    await changing.dialog.waitFor({ state: 'detached' })
    await entryOf(pocket, 'Ledger rumah').waitFor()
    await page.getByRole('button', { name: book('add'), exact: true }).click()
    await form.label.fill('Sama')
    await form.address.fill(trap)
    await form.dialog.getByText(book('alike'), { exact: true }).waitFor()
    await form.save.click()
    await form.dialog.getByText(book('alikeMissing'), { exact: true }).waitFor()
    await checkCoinPage(pocket)
    await page.keyboard.press('Escape')
    await form.dialog.waitFor({ state: 'detached' })
    const removeName = book('removeOf', { label: 'Ledger rumah' })
    await page.getByRole('button', { name: removeName, exact: true }).click()
    const asking = page.getByRole('dialog', {
      name: book('removeTitle', { label: 'Ledger rumah' }),
      exact: true,
    })
    await checkCoinPage(pocket)
    await asking.getByRole('button', { name: book('remove'), exact: true }).click()
    await page.getByText(book('empty'), { exact: true }).waitFor()
    assert.deepEqual(
      pocket.troubles.filter((text) => !text.includes('/address-book/save')),
      [],
    )
  })
})

test('TRAVEL-02 TRAVEL-03 BTCW-02: a receiver is saved with the withdrawal, and filled in the next time', async () => {
  await evidence('withdrawal', async () => {
    const { page } = visitor
    const { out } = createCoinTranslators(visitor)
    const book = wordsOf(visitor)
    await page.goto(coinPath('BTC', 'deposit'))
    await openDepositAddress(visitor)
    await page.goto(coinPath('BTC', 'withdraw'))
    const form = coinForm(visitor, out('bitcoinTitle', { symbol: 'BTC' }))
    await page.getByRole('button', { name: book('open'), exact: true }).click()
    const picker = page.getByRole('dialog', { name: book('pickTitle'), exact: true })
    await picker.getByText(book('pickEmpty'), { exact: true }).waitFor()
    await checkCoinPage(visitor)
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
    await form.to.fill(outsideBitcoin)
    await form.amount.fill('0,002')
    await form.receiverName.fill(recipient.name)
    await form.receiverAddress.fill(recipient.home)
    await form.next.click()
    await form.review.getByText(out('addressNew'), { exact: true }).waitFor()
    await form.review.getByText(book('saveTick'), { exact: true }).click()
    const label = form.review.getByLabel(book('label'), { exact: true })
    assert.equal(await label.inputValue(), recipient.name)
    await label.fill('')
    await form.review.locator('button[type=submit]').click()
    await form.review.getByText(book('labelEmpty'), { exact: true }).waitFor()
    await label.fill('Siti')
    await form.review.getByLabel(book('kind'), { exact: true }).selectOption('person')
    await checkCoinPage(visitor)
    await confirmCoins(server, visitor, person)
    await page.getByText(book('saved'), { exact: true }).waitFor()
    await page.getByRole('button', { name: book('open'), exact: true }).click()
    await picker.getByRole('button', { name: /^Siti/ }).click()
    await picker.waitFor({ state: 'detached' })
    assert.deepEqual(
      [
        await form.to.inputValue(),
        await form.receiverName.inputValue(),
        await form.receiverAddress.inputValue(),
      ],
      [outsideBitcoin, recipient.name, recipient.home],
    )
    await form.amount.fill('0,001')
    await form.next.click()
    const known = out('addressSaved', { label: 'Siti' })
    await form.review.getByText(known, { exact: true }).waitFor()
    assert.equal(await form.review.getByText(book('saveTick'), { exact: true }).count(), 0)
    assert.deepEqual(visitor.troubles, [])
  })
})

test('TRAVEL-05 DEC-118: a sender is chosen from the address book, or saved to it, and a long book can be searched', async () => {
  await evidence('sender', async () => {
    const { page } = pocket
    const { coin } = createCoinTranslators(pocket)
    const book = wordsOf(pocket)
    await page.goto(coinPath('USDT', 'deposit'))
    await openDepositAddress(pocket)
    for (const name of ['Agus', 'Bayu', 'Citra', 'Dian', 'Endah']) {
      const body = { label: `${name} kantor`, kind: 'person', name: `${name} Wijaya` }
      const { token } = person
      const { status } = await server.client.call('POST', '/address-book/save', { token, body })
      assert.equal(status, 200)
    }
    await payFromFaucet(server, person, { chain: 'arbitrum', currency: 'USDT', amount: '2500' })
    await page.goto(coinPath('USDT', 'deposit'))
    const row = coinRow(pocket, '2.500 USDT')
    const complete = row.getByRole('button', { name: coin('senderComplete') })
    await complete.waitFor({ timeout: chainMs })
    await complete.click()
    const dialog = page.getByRole('dialog', { name: coin('senderTitle') })
    await dialog.getByRole('button', { name: book('open'), exact: true }).click()
    const picker = page.getByRole('dialog', { name: book('pickTitle'), exact: true })
    await picker.getByRole('button', { name: /^Siti/ }).waitFor()
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: book('open'), exact: true }).click()
    await picker.getByLabel(book('search'), { exact: true }).fill('bayu w')
    assert.equal(await picker.getByRole('button', { name: /^Siti/ }).count(), 0)
    await checkCoinPage(pocket)
    await page.keyboard.press('Enter')
    await picker.waitFor({ state: 'detached' })
    const name = dialog.getByLabel(coin('senderName'), { exact: true })
    assert.equal(await name.inputValue(), 'Bayu Wijaya')
    await dialog.getByLabel(coin('senderAddress'), { exact: true }).fill('Jl. Melati 1, Bandung')
    const more = book('saveMore', { label: 'Bayu kantor' })
    await dialog.getByText(more, { exact: true }).click()
    await checkCoinPage(pocket)
    await dialog.getByRole('button', { name: coin('senderSend'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(book('saved'), { exact: true }).waitFor()
    await page.goto(bookPath)
    const entry = entryOf(pocket, 'Bayu kantor')
    await entry.getByText('Bayu Wijaya, Jl. Melati 1, Bandung', { exact: true }).waitFor()
    await checkCoinPage(pocket)
  })
})
