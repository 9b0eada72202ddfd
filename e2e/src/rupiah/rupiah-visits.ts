/** What people do with rupiah in a browser, and where the money is then: calls, ledger, bank, screen. */
import assert from 'node:assert/strict'
import {
  bankAccountMessages,
  otpMessages,
  rupiahMessages,
  transferMessages,
  translatorOf,
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

/** All that the screens of rupiah say to this visitor. */
export function createRupiahTranslators({ display }: Pick<Visitor, 'display'>) {
  return {
    rupiah: translatorOf(rupiahMessages, display.language),
    transfer: translatorOf(transferMessages, display.language),
    wallet: translatorOf(walletMessages, display.language),
    bank: translatorOf(bankAccountMessages, display.language),
    otp: translatorOf(otpMessages, display.language),
  }
}

export const depositPath = '/settings/wallets/idr_deposit'
export const withdrawPath = '/settings/wallets/idr_withdraw'

/** The rail that rupiah come in and go out by, as the ledger counts it. */
const bankRail = 101

/** Digits with a dot before each three of them. */
export const grouped = (units: bigint) => String(units).replaceAll(/\B(?=(\d{3})+$)/g, '.')

/** The row of a list that is about this amount of whole rupiah. */
export function transferRow({ page }: Pick<Visitor, 'page'>, amount: bigint) {
  const heading = page.getByRole('heading', {
    level: 3,
    name: `Rp ${grouped(amount)}`,
    exact: true,
  })
  return page.getByRole('article').filter({ has: heading })
}

/** Asks for an invoice by the form; the page that opens is the bank's. */
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

/** Pays the invoice on the bank's page that is open, and closes it. */
export async function payInvoice(bank: Page): Promise<void> {
  await bank.locator('form[action$="/pay"] button').first().click()
  await bank.waitForLoadState()
  await bank.close()
}

/** Adds the bank account that a withdrawal without one asks for; leads back to the withdrawal. */
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

/** What is filled in and pressed to withdraw, and the page that asks whether it is right. */
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

/** Confirms what stands under review with the code that is mailed to this address. */
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
 * Sends what stands under review with the newest code that was mailed, whatever comes of it. A code that
 * was not used stays good for a while, and no other one is mailed then; one that is too old is refused,
 * and the next is tried.
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
  // The dialog puts the keyboard into its first box once it stands.
  await dialog.locator('input:focus').waitFor()
  const tried = new Set<string>()
  await until('a code to be taken', async () => {
    const code = await mailedCode(server, email, tried)
    tried.add(code)
    await dialog.locator('input').first().focus()
    await page.keyboard.type(code)
    return isCodeAccepted(dialog)
  })
}

/** Whether the code that was typed is taken: the dialog closes then, else its boxes are marked. */
export async function isCodeAccepted(dialog: Locator): Promise<boolean> {
  const refused = dialog.locator('input[aria-invalid=true]')
  const outcome = await until('the code to be looked at', async () => {
    if ((await dialog.count()) === 0) return 'taken'
    return (await refused.count()) > 0 && 'refused'
  })
  return outcome === 'taken'
}

/** Whole rupiah that the simulation's bank says that we have there. */
export async function bankBalance({ client }: RunningServer): Promise<bigint> {
  const { body, text } = await client.call('GET', '/simulation/bank/state')
  const balance = body['balance']
  assert.ok(typeof balance === 'number', text)
  return BigInt(balance)
}

/**
 * Checks that a person's rupiah are the same in the calls, in the ledger and on the wallet's page, and
 * that the bank has what the ledger says that it owes, to the last unit; returns what is available.
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
  // Phones leave columns out.
  await shown.locator('visible=true').first().waitFor()
  assert.deepEqual(await ledger.brokenInvariants(), [])
  return own.idr
}

/** The bank has what the ledger says that it owes. */
export async function checkBank(server: RunningServer, ledger: Ledger): Promise<void> {
  await until('the bank and the ledger to agree', async () => {
    const owed = await ledgerBalance(ledger, bankRail, 'IDR')
    return (await bankBalance(server)) * 100n === -owed.available
  })
}

/** The codes in the mails to an address, the newest first. */
async function mailedCodes({ client }: RunningServer, email: string): Promise<readonly string[]> {
  const mails = await readMailbox(client, email)
  return mails.flatMap((mail) => /^(\d{6})\b/.exec(textAt(mail, 'subject'))?.[1] ?? [])
}

/** The code in the newest mail that has one, beyond those that were there. */
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

/** Switches two factors on over the calls; returns the secret for the authenticator. */
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
