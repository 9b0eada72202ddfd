/** The product's screens, used as a person does: by their texts, in either language. */
import {
  accountMessages,
  homeMessages,
  shellMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Visitor } from './browser.ts'
import { type Client, rememberCookie } from './http.ts'
import { mailedLink } from './mailbox.ts'

/** The texts of the screens in this visitor's language. */
export function translatorsFor({ display }: Pick<Visitor, 'display'>) {
  return {
    account: createTranslator(accountMessages, display.language),
    home: createTranslator(homeMessages, display.language),
    shell: createTranslator(shellMessages, display.language),
    trade: createTranslator(tradeMessages, display.language),
  }
}

/** Opens the home page and signs in with one click as a demo trader. Ends on the trading page. */
export async function tryNow(visitor: Visitor): Promise<void> {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('button', { name: translatorsFor(visitor).home('tryNow') }).click()
  await page.waitForURL('**/markets/1/BTC_IDR')
}

export type Registration = {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Opens the form, fills it in and accepts the terms. */
export async function fillRegistration(visitor: Visitor, person: Registration): Promise<void> {
  const { page } = visitor
  const { account } = translatorsFor(visitor)
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
}

/** Fills in the form and submits it. */
export async function sendRegistration(visitor: Visitor, person: Registration): Promise<void> {
  await fillRegistration(visitor, person)
  await visitor.page
    .getByRole('button', { name: translatorsFor(visitor).account('createAccount') })
    .click()
}

/** Registers with the form and opens the login page. */
export async function registerByForm(visitor: Visitor, person: Registration): Promise<void> {
  await sendRegistration(visitor, person)
  const { page } = visitor
  await page.getByRole('button', { name: translatorsFor(visitor).account('resultLogin') }).click()
  await page.waitForURL('**/auth/login')
}

/** Opens the confirmation link of the e-mail, then the login page. */
export async function confirmByMail(
  visitor: Visitor,
  client: Client,
  { email }: Registration,
): Promise<void> {
  const { page } = visitor
  const { pathname, search } = await mailedLink(client, email, '/auth/email-verification')
  await page.goto(pathname + search)
  await page
    .getByRole('main')
    .getByRole('link', { name: translatorsFor(visitor).account('loginLink'), exact: true })
    .click()
  await page.waitForURL('**/auth/login')
}

/** Finds the newest e-mail to an address in the pages of the mailbox and opens its button's link. */
export async function followMailbox(
  visitor: Visitor,
  { email }: Registration,
  path: string,
): Promise<void> {
  const { page } = visitor
  await page.goto('/mailbox')
  // The open page shows new e-mails without a reload.
  await page.getByRole('listitem').filter({ hasText: email }).first().getByRole('link').click()
  await page.frameLocator('iframe').locator(`a[href*="${path}?"]`).first().click()
  await page.waitForURL(`**${path}?*`)
}

/** Signs in with the form; ends on the home page. */
export async function logInByForm(visitor: Visitor, person: Registration): Promise<void> {
  const { page } = visitor
  const { account } = translatorsFor(visitor)
  const submit = page.locator('form').getByRole('button', { name: account('logIn'), exact: true })
  // The previous page may have fields with the same names.
  await submit.waitFor()
  await page.getByLabel(account('email'), { exact: true }).fill(person.email)
  await page.getByLabel(account('password'), { exact: true }).fill(person.password)
  await submit.click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** One of the two order forms. */
export function ticket(visitor: Visitor, side: 'buy' | 'sell') {
  const { trade } = translatorsFor(visitor)
  const action = trade(side === 'buy' ? 'buyBase' : 'sellBase', { base: 'BTC' })
  const form = visitor.page.getByRole('form', { name: trade('orderForm', { action }) })
  return {
    form,
    price: form.getByLabel(trade('price'), { exact: true }),
    quantity: form.getByLabel(trade('amount'), { exact: true }),
    submit: form.locator('button[type=submit]'),
    receipt: form.getByLabel(trade('receipt'), { exact: true }),
  }
}

/** Fills an order form, with a dot as the decimal separator. */
export async function fillTicket(
  visitor: Visitor,
  side: 'buy' | 'sell',
  order: { readonly price: string; readonly quantity: string },
): Promise<void> {
  const { price, quantity } = ticket(visitor, side)
  await price.fill(order.price)
  await quantity.fill(order.quantity)
  await quantity.blur()
}

/** The row of the book at a price, in price units (sen for BTC_IDR). */
export function bookRow(visitor: Visitor, priceUnits: bigint) {
  return visitor.page.locator(`tr[data-price="${priceUnits}"]`)
}

/** Waits until an order form shows the available balance, which a live page may still be loading. */
export async function untilAvailableShown(visitor: Visitor, side: 'buy' | 'sell'): Promise<void> {
  await ticket(visitor, side).form.locator('header').filter({ hasText: /\d/ }).waitFor()
}

export type MyListTab = 'tabOrder' | 'tabHistory' | 'tabWallet'

/** Opens a tab of the user's own lists and returns its panel. */
export async function openMyListTab(visitor: Visitor, tab: MyListTab) {
  const { trade } = translatorsFor(visitor)
  const lists = visitor.page.getByRole('region', { name: trade('ownLists') })
  await lists.getByRole('tab', { name: new RegExp(`^${trade(tab)}\\s*\\d*$`) }).click()
  return lists.getByRole('tabpanel')
}

/**
 * The first characters of the packet by which a socket.io server accepts a client (Engine.IO message,
 * CONNECT).
 */
const socketConnected = '40'

/** Waits until the page shows that it is live. */
export async function untilLive(visitor: Visitor, withinMs = 60_000): Promise<void> {
  const live = translatorsFor(visitor).trade('linkLive')
  await visitor.page
    .getByText(new RegExp(`^${live}`))
    .first()
    .waitFor({ timeout: withinMs })
}

/**
 * Waits until the server has accepted the page's socket; from then on the page receives events instead of
 * polling. Call it before the page is opened.
 */
export async function waitForSocket({ page }: Visitor): Promise<void> {
  await page.waitForEvent('websocket', {
    predicate: async (socket) => {
      await socket.waitForEvent('framereceived', {
        predicate: ({ payload }) => String(payload).startsWith(socketConnected),
      })
      return true
    },
  })
}

/** The session in the page's cookies. */
export async function sessionOf(
  visitor: Visitor,
): Promise<{ readonly token: string; readonly usid: number }> {
  const cookies = await visitor.context.cookies()
  const value = (name: string) => {
    const cookie = cookies.find((one) => one.name === name)
    if (cookie === undefined) throw new Error(`no cookie ${name}`)
    return decodeURIComponent(cookie.value)
  }
  const token = value('jwt')
  const kept = cookies.filter(({ httpOnly }) => httpOnly)
  rememberCookie(token, kept.map((one) => `${one.name}=${one.value}`).join('; '))
  return { token, usid: Number(value('usid')) }
}
