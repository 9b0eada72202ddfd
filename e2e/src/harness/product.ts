/** The product's screens as a person handles them: by the words on them, in either language. */
import {
  accountMessages,
  homeMessages,
  shellMessages,
  tradeMessages,
  translatorOf,
} from '@tukar/i18n'
import type { Visitor } from './browser.ts'

/** All that the screens say to this visitor, in his language. */
export function wordsFor({ looks }: Pick<Visitor, 'looks'>) {
  return {
    account: translatorOf(accountMessages, looks.language),
    home: translatorOf(homeMessages, looks.language),
    shell: translatorOf(shellMessages, looks.language),
    trade: translatorOf(tradeMessages, looks.language),
  }
}

/** Lands on the home page and enters with one click as a demo trader; ends on the trading page. */
export async function tryNow(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: wordsFor(visitor).home('tryNow') }).click()
  await page.waitForURL('**/markets/1/BTC_IDR')
}

export type Registration = {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Registers by the form, reading the terms to their end, and goes on to the login page. */
export async function registerByForm(visitor: Visitor, person: Registration): Promise<void> {
  const { page } = visitor
  const { account } = wordsFor(visitor)
  await page.goto('/auth/register')
  await page.getByLabel(account('name'), { exact: true }).fill(person.name)
  await page.getByLabel(account('email'), { exact: true }).fill(person.email)
  await page.getByLabel(account('password'), { exact: true }).fill(person.password)
  await page.getByLabel(account('passwordConfirm'), { exact: true }).fill(person.password)
  await page.getByRole('checkbox').click()
  const dialog = page.getByRole('dialog')
  const accept = dialog.getByRole('button', { name: account('accept') })
  await dialog
    .getByText(account('termsUpdated', { date: '' }).trim(), { exact: false })
    .first()
    .hover()
  for (let i = 0; i < 60 && (await accept.isDisabled()); i++) await page.mouse.wheel(0, 2_000)
  await accept.click()
  await page.getByRole('button', { name: account('createAccount') }).click()
  await page.getByRole('button', { name: account('resultLogin') }).click()
  await page.waitForURL('**/auth/login')
}

/** Signs in by the form; ends on the home page. */
export async function logInByForm(visitor: Visitor, person: Registration): Promise<void> {
  const { page } = visitor
  const { account } = wordsFor(visitor)
  await page.getByLabel(account('email'), { exact: true }).fill(person.email)
  await page.getByLabel(account('password'), { exact: true }).fill(person.password)
  await page
    .locator('form')
    .getByRole('button', { name: account('logIn'), exact: true })
    .click()
  await page.waitForURL((url) => url.pathname === '/')
}
