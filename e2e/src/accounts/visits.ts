/** Actions and elements of account pages in a browser. */
import assert from 'node:assert/strict'
import {
  accountMessages,
  notificationMessages,
  settingsMessages,
  shellMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Response } from 'playwright-core'
import type { Visitor } from '../harness/browser.ts'
import { isObject, type Json } from '../harness/http.ts'
export { signInAs } from '../harness/enter.ts'
import { openStage, quietMarket } from '../harness/stage.ts'

/** The texts of the account screens in the visitor's language. */
export function accountTranslators({ display }: Pick<Visitor, 'display'>) {
  return {
    account: createTranslator(accountMessages, display.language),
    settings: createTranslator(settingsMessages, display.language),
    shell: createTranslator(shellMessages, display.language),
    bell: createTranslator(notificationMessages, display.language),
  }
}

/** A quiet market for the tests of this file. */
export function accountVisits() {
  const stage = openStage(quietMarket)
  return { client: () => stage.server.client, visit: stage.visit }
}

/** A test for a URL with this path. */
export const isAt = (path: string) => (url: URL) => url.pathname === path

/** The toasts that a visitor sees, above every page. */
export function findToasts(visitor: Visitor) {
  const { shell } = accountTranslators(visitor)
  const list = visitor.page.getByRole('region', { name: shell('notifications') })
  return list.locator('[role=status], [role=alert]')
}

/**
 * Waits until a page has left because its session ended: it is at home, without cookies, and shows a message.
 */
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

/** Fills in the login form and submits it. */
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

/**
 * Whether a browser has session cookies. The cookie that scripts cannot read is useless without the others.
 */
export async function hasSessionCookies(context: Visitor['context']): Promise<boolean> {
  return (await context.cookies()).some(({ httpOnly }) => !httpOnly)
}

/** The browser's cookies by name. */
export async function cookiesOf({ context }: Visitor) {
  return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
}

/** The success flag and the message of an answer. */
export async function readAnswer(
  response: Promise<Response>,
): Promise<{ readonly success: boolean; readonly message: string }> {
  const body: Json = JSON.parse(await (await response).text())
  assert.ok(isObject(body))
  const message = body['msg']
  assert.ok(typeof message === 'string')
  return { success: body['success'] === 1, message }
}
