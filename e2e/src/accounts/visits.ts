/** What tests of accounts do in a browser, and what they look at. */
import assert from 'node:assert/strict'
import {
  accountMessages,
  notificationMessages,
  settingsMessages,
  shellMessages,
  translatorOf,
} from '@tukar/i18n'
import type { Response } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { isObject, type Json } from '../harness/http.ts'
export { signInAs } from '../harness/enter.ts'
import { openStage, quietMarket } from '../harness/stage.ts'

/** What the account screens say to a visitor, in the language of his looks. */
export function accountTranslators({ display }: Pick<Visitor, 'display'>) {
  return {
    account: translatorOf(accountMessages, display.language),
    settings: translatorOf(settingsMessages, display.language),
    shell: translatorOf(shellMessages, display.language),
    bell: translatorOf(notificationMessages, display.language),
  }
}

/** A quiet market for the tests of this file. */
export function accountVisits() {
  const stage = openStage(quietMarket)
  return { client: () => stage.server.client, visit: stage.visit }
}

/** Whether an address is at a path. */
export const isAt = (path: string) => (url: URL) => url.pathname === path

/** The toasts that a visitor sees, in the frame around every page. */
export function findToasts(visitor: Visitor) {
  const { shell } = accountTranslators(visitor)
  const list = visitor.page.getByRole('region', { name: shell('notifications') })
  return list.locator('[role=status], [role=alert]')
}

/** Waits until a page has left by itself because its session ended: home, without cookies, and told so. */
export async function untilSignedOut(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { shell } = accountTranslators(visitor)
  await page.waitForURL(isAt('/'))
  await findToasts(visitor)
    .filter({ hasText: shell('signedOut') })
    .waitFor()
  assert.equal(await findToasts(visitor).count(), 1)
  assert.equal(await hasSessionCookies(visitor.context), false)
}

/** Fills the login form in and sends it. */
export async function sendLogin(
  visitor: Visitor,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const { page } = visitor
  const { account } = accountTranslators(visitor)
  const submit = page.locator('form').getByRole('button', { name: account('logIn'), exact: true })
  await submit.waitFor()
  await page.getByLabel(account('email'), { exact: true }).fill(email)
  await page.getByLabel(account('password'), { exact: true }).fill(password)
  await submit.click()
}

/** Whether a browser keeps cookies of a session; the one that scripts cannot read is nobody's without them. */
export async function hasSessionCookies(context: Visitor['context']): Promise<boolean> {
  return (await context.cookies()).some(({ httpOnly }) => !httpOnly)
}

/** The cookies by name, as the browser keeps them. */
export async function cookiesOf({ context }: Visitor) {
  return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
}

/** What an answer says of itself. */
export async function readAnswer(
  response: Promise<Response>,
): Promise<{ readonly success: boolean; readonly message: string }> {
  const body: Json = JSON.parse(await (await response).text())
  assert.ok(isObject(body))
  const message = body['msg']
  assert.ok(typeof message === 'string')
  return { success: body['success'] === 1, message }
}
