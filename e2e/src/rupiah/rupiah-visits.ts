/** Actions with rupiah in a browser, and the resulting balances in calls, ledger, bank and screen. */
import assert from 'node:assert/strict'
import {
  bankAccountMessages,
  otpMessages,
  rupiahMessages,
  transferMessages,
  createTranslator,
  walletMessages,
} from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import { createFixture, readBalances } from '../conformance/fixture.ts'
import type { Visitor } from '../harness/browser.ts'
import { isObject, textAt } from '../harness/http.ts'
import type { Ledger } from '../harness/ledger.ts'
import { readMailbox } from '../harness/mailbox.ts'
import type { Person } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { ledgerBalance } from '../stranger/books.ts'

/** The texts of the rupiah screens in the visitor's language. */
export function createRupiahTranslators({ display }: Pick<Visitor, 'display'>) {
  return {
    rupiah: createTranslator(rupiahMessages, display.language),
    transfer: createTranslator(transferMessages, display.language),
    wallet: createTranslator(walletMessages, display.language),
    bank: createTranslator(bankAccountMessages, display.language),
    otp: createTranslator(otpMessages, display.language),
  }
}

export const depositPath = '/settings/wallets/idr_deposit'
export const withdrawPath = '/settings/wallets/idr_withdraw'

/** The ledger's account for rupiah at the bank. */
const bankRail = 101

/** Digits with a dot between groups of three. */
export const grouped = (units: bigint) => String(units).replaceAll(/\B(?=(\d{3})+$)/g, '.')

/** The row of a list that shows this amount of whole rupiah. */
export function transferRow({ page }: Pick<Visitor, 'page'>, amount: bigint) {
  const heading = page.getByRole('heading', {
    level: 3,
    name: `Rp ${grouped(amount)}`,
    exact: true,
  })
  return page.getByRole('article').filter({ has: heading })
}

/** Requests an invoice with the form; returns the bank's page that opens. */
export async function requestInvoice(visitor: Visitor, typed: string): Promise<Page> {
  const { page } = visitor
  const { rupiah } = createRupiahTranslators(visitor)
  await page.goto(depositPath)
  const form = page.getByRole('form', { name: rupiah('depositTitle') })
  await form.getByLabel(rupiah('amount'), { exact: true }).fill(typed)
  const opened = page.waitForEvent('popup')
  await form.locator('button[type=submit]').click()
  const bank = await opened
  await bank.waitForURL('**/simulation/bank/invoices/*')
  return bank
}

/** Pays the invoice on the bank's open page and closes the page. */
export async function payInvoice(bank: Page): Promise<void> {
  await bank.locator('form[action$="/pay"] button').first().click()
  await bank.waitForLoadState()
  await bank.close()
}

/** Adds the bank account that a withdrawal needs, and returns to the withdrawal. */
export async function addBank(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { rupiah, bank } = createRupiahTranslators(visitor)
  await page.getByRole('link', { name: rupiah('bankAdd') }).click()
  await page.waitForURL('**/settings/bank?add=bank')
  await page.getByLabel(bank('bank'), { exact: true }).selectOption('Bank Mandiri')
  await page.getByLabel(bank('holder'), { exact: true }).fill('Rupiah Tester')
  await page.getByLabel(bank('number'), { exact: true }).fill('1234567890')
  await page.getByRole('button', { name: bank('save'), exact: true }).click()
  await page.waitForURL(`**${withdrawPath}`)
}

/** The fields and buttons of a withdrawal, and its review. */
export function withdrawForm(visitor: Visitor) {
  const { page } = visitor
  const { rupiah } = createRupiahTranslators(visitor)
  const form = page.getByRole('form', { name: rupiah('withdrawTitle') })
  return {
    amount: form.getByLabel(rupiah('amount'), { exact: true }),
    factor: form.getByLabel('Google Secret', { exact: true }),
    next: form.getByRole('button', { name: rupiah('continue'), exact: true }),
    review: page.getByRole('form', { name: rupiah('reviewTitle') }),
  }
}

/** Confirms the payment under review with the code that is e-mailed to this address. */
export async function confirmByMail(
  server: RunningServer,
  visitor: Visitor,
  email: string,
): Promise<void> {
  await sendByMail(server, visitor, email)
  await visitor.page
    .getByText(createRupiahTranslators(visitor).rupiah('withdrawn'), { exact: true })
    .waitFor()
}

/**
 * Sends the payment under review with the newest code by e-mail, whatever the result is. An unused code stays
 * valid for a while, in which no other is sent. If it has expired, the next code is tried.
 */
export async function sendByMail(
  server: RunningServer,
  visitor: Visitor,
  email: string,
): Promise<void> {
  const { page } = visitor
  await withdrawForm(visitor).review.locator('button[type=submit]').click()
  const dialog = page.getByRole('dialog', { name: createRupiahTranslators(visitor).otp('title') })
  await dialog.waitFor()
  // The dialog puts the focus into its first box once it is open.
  await dialog.locator('input:focus').waitFor()
  const tried = new Set<string>()
  await until('a code to be accepted', async () => {
    const code = await mailedCode(server, email, tried)
    tried.add(code)
    await dialog.locator('input').first().focus()
    await page.keyboard.type(code)
    return isCodeAccepted(dialog)
  })
}

/** Whether the typed code is accepted: the dialog closes, otherwise its boxes are marked. */
export async function isCodeAccepted(dialog: Locator): Promise<boolean> {
  const refused = dialog.locator('input[aria-invalid=true]')
  const outcome = await until('the answer to the code', async () => {
    if ((await dialog.count()) === 0) return 'taken'
    return (await refused.count()) > 0 && 'refused'
  })
  return outcome === 'taken'
}

/** Our balance at the simulated bank, in whole rupiah. */
export async function bankBalance({ client }: RunningServer): Promise<bigint> {
  const { body, text } = await client.call('GET', '/simulation/bank/state')
  const balance = body['balance']
  assert.ok(typeof balance === 'number', text)
  return BigInt(balance)
}

/**
 * Checks that a person's rupiah are the same in the calls, the ledger and the wallet page, and that the
 * bank's balance matches the ledger, to the last unit. Returns the available balance.
 */
export async function checkFigures(
  server: RunningServer,
  ledger: Ledger,
  visitor: Visitor,
  person: Person,
): Promise<bigint> {
  const own = await readBalances(createFixture(server.url), person)
  const books = await ledgerBalance(ledger, person.usid, 'IDR')
  assert.deepEqual({ available: own.idr, held: own.idrHeld }, books)
  await checkBank(server, ledger)
  const { page } = visitor
  await page.goto('/settings/wallets')
  const row = page.getByRole('row').filter({ hasText: 'IDR' })
  const total = own.idr + own.idrHeld
  const [whole, cents] = [total / 100n, String(total % 100n).padStart(2, '0')]
  const shown = row.getByText(`${grouped(whole)},${cents}`)
  // Phones omit some columns.
  await shown.locator('visible=true').first().waitFor()
  assert.deepEqual(await ledger.brokenInvariants(), [])
  return own.idr
}

/** Checks that the bank's balance equals the ledger's claim on it. */
export async function checkBank(server: RunningServer, ledger: Ledger): Promise<void> {
  await until('the bank and the ledger to agree', async () => {
    const owed = await ledgerBalance(ledger, bankRail, 'IDR')
    return (await bankBalance(server)) * 100n === -owed.available
  })
}

/** The codes in the e-mails to an address, newest first. */
async function mailedCodes({ client }: RunningServer, email: string): Promise<readonly string[]> {
  const mails = await readMailbox(client, email)
  return mails.flatMap((mail) => /^(\d{6})\b/.exec(textAt(mail, 'subject'))?.[1] ?? [])
}

/** The newest code by e-mail, not counting the codes that were there before. */
export async function mailedCode(
  server: RunningServer,
  email: string,
  known: ReadonlySet<string>,
): Promise<string> {
  return until('a code by mail', async () => {
    const codes = await mailedCodes(server, email)
    return codes.find((code) => !known.has(code))
  })
}

/** Enables both second factors by calls; returns the authenticator's secret. */
export async function switchFactorOn(
  { client }: RunningServer,
  { token }: Person,
  codeOf: (secret: string) => Promise<string>,
): Promise<void> {
  const setup = await client.call('GET', '/users/two-fa-qr-img', { token })
  const data = isObject(setup.body['data']) ? setup.body['data'] : setup.body
  const body = { google_secret: await codeOf(textAt(data, 'secret')) }
  const answer = await client.call('POST', '/users/two-fa-activate', { token, body })
  assert.equal(answer.body['success'], 1, answer.text)
}
