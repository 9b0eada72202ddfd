/** One server and one browser for the tests of a file, and visits that leave evidence when they fail. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import {
  accountMessages,
  notificationMessages,
  settingsMessages,
  shellMessages,
  translatorOf,
} from '@tukar/i18n'
import type { Browser, Response } from 'playwright-core'
import { desk, type Looks, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { type Client, isObject, type Json } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'

/** What the account screens say to a visitor, in the language of his looks. */
export function accountWords({ looks }: Pick<Visitor, 'looks'>) {
  return {
    account: translatorOf(accountMessages, looks.language),
    settings: translatorOf(settingsMessages, looks.language),
    shell: translatorOf(shellMessages, looks.language),
    bell: translatorOf(notificationMessages, looks.language),
  }
}

export type Visits = {
  readonly client: () => Client
  /** Runs a visit; it fails where console or network had any trouble that was not announced. */
  readonly visit: (
    name: string,
    run: (visitor: Visitor) => Promise<void>,
    looks?: Looks,
  ) => Promise<void>
}

/** Starts a quiet market with a cheap captcha for the tests of this file. */
export function accountVisits(): Visits {
  let server: RunningServer
  let browser: Browser
  before(async () => {
    const environment = { TUKAR_MAKERS: 'off', TUKAR_CAPTCHA_COST: '1' }
    const starting = startServer({ environment })
    browser = await launchBrowser()
    server = await starting
  })
  after(async () => {
    await browser.close()
    await server.stop()
  })
  return {
    client: () => server.client,
    visit: async (name, run, looks = desk) => {
      const visitor = await openVisitor(browser, server, name, looks)
      const seen = { server: () => server, visitors: () => [visitor] }
      try {
        await withEvidence(name, seen.server, seen.visitors, async () => {
          await run(visitor)
          assert.deepEqual(visitor.troubles, [])
        })
      } finally {
        await visitor.close()
      }
    },
  }
}

/** Whether an address is at a path. */
export const isAt = (path: string) => (url: URL) => url.pathname === path

/** The toasts that a visitor sees, in the frame around every page. */
export function toastsOf(visitor: Visitor) {
  const { shell } = accountWords(visitor)
  const list = visitor.page.getByRole('region', { name: shell('notifications') })
  return list.locator('[role=status], [role=alert]')
}

/** Waits until a page has left by itself because its session ended: home, without cookies, and told so. */
export async function untilSignedOut(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const { shell } = accountWords(visitor)
  await page.waitForURL(isAt('/'))
  await toastsOf(visitor)
    .filter({ hasText: shell('signedOut') })
    .waitFor()
  assert.equal(await toastsOf(visitor).count(), 1)
  assert.deepEqual([...(await cookiesOf(visitor)).keys()], [])
}

/** Puts a person's session into the browser as a sign-in does, without the form. */
export async function enterAs({ context }: Visitor, { token, usid }: Person): Promise<void> {
  const cookie = { domain: '127.0.0.1', path: '/', secure: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'jwt', value: token },
    { ...cookie, name: 'usid', value: String(usid) },
  ])
}

/** Fills the login form in and sends it. */
export async function sendLogin(
  visitor: Visitor,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const { page } = visitor
  const { account } = accountWords(visitor)
  const submit = page.locator('form').getByRole('button', { name: account('logIn'), exact: true })
  await submit.waitFor()
  await page.getByLabel(account('email'), { exact: true }).fill(email)
  await page.getByLabel(account('password'), { exact: true }).fill(password)
  await submit.click()
}

/** The cookies by name, as the browser keeps them. */
export async function cookiesOf({ context }: Visitor) {
  return new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
}

/** What an answer says of itself. */
export async function answerOf(
  response: Promise<Response>,
): Promise<{ readonly success: boolean; readonly message: string }> {
  const body: Json = JSON.parse(await (await response).text())
  assert.ok(isObject(body))
  const message = body['msg']
  assert.ok(typeof message === 'string')
  return { success: body['success'] === 1, message }
}
