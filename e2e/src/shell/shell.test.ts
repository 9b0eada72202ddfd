/** What stands around every page: navigation, titles, language, notifications, legal pages, contact. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contactMessages, legalMessages, notificationMessages, translatorOf } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import {
  desk,
  type Looks,
  openVisitor,
  phone,
  type Visitor,
  withEvidence,
} from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { sessionOf, tryNow, wordsFor } from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

let server: RunningServer
let browser: Browser

before(async () => {
  const starting = startServer()
  browser = await launchBrowser()
  server = await starting
})
after(async () => {
  await browser.close()
  await server.stop()
})

async function visit(
  name: string,
  looks: Looks,
  run: (visitor: Visitor) => Promise<void>,
): Promise<void> {
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
}

const isAt = (path: string) => (url: URL) => url.pathname === path
const solid = ({ page }: Visitor) => page.getByRole('banner').getAttribute('data-solid')
const scrollTo = ({ page }: Visitor, top: number) => page.evaluate(`scrollTo(0, ${top})`)

test('NAV-05 NAV-06 CONST-07: the navigation is clear on the home page down to 50 px, else solid', async () => {
  await visit('nav-solid', desk, async (visitor) => {
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await solid(visitor), 'false')
    await scrollTo(visitor, 50)
    await until('a frame', async () => (await page.evaluate('scrollY')) === 50)
    assert.equal(await solid(visitor), 'false')
    await scrollTo(visitor, 51)
    await until('the navigation to be solid', async () => (await solid(visitor)) === 'true')
    await page.goto('/markets')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await solid(visitor), 'true')
  })
})

test('GEN-10 GEN-11 NAV-01 NAV-02 NAV-09: links lead where they say, to the top, with a title', async () => {
  await visit('nav-links', desk, async (visitor) => {
    const { page } = visitor
    const { shell } = wordsFor(visitor)
    await page.goto('/')
    for (const [key, path] of [
      ['market', '/markets'],
      ['exchange', '/markets/1/BTC_IDR'],
      ['home', '/'],
      ['login', '/auth/login'],
      ['register', '/auth/register'],
    ] as const) {
      await page
        .getByRole('banner')
        .getByRole('link', { name: shell(key), exact: true })
        .click()
      await page.waitForURL(isAt(path))
      await until('the title', async () => /^.+ \| .+$/.test(await page.title()))
    }
    await page.goto('/pages/term-and-conditions')
    await page.getByRole('article').waitFor()
    await scrollTo(visitor, 2_000)
    await until('the scroll', async () => Number(await page.evaluate('scrollY')) > 1_000)
    await page
      .getByRole('banner')
      .getByRole('link', { name: shell('market') })
      .click()
    await page.waitForURL(isAt('/markets'))
    await until('the top', async () => (await page.evaluate('scrollY')) === 0)
  })
})

test('NAV-04 NAV-07 NAV-09 NAV-11: on a phone a dialog holds the same links and the way out', async () => {
  await visit('nav-phone', phone, async (visitor) => {
    const { page } = visitor
    const { shell } = wordsFor(visitor)
    await tryNow(visitor)
    await page.getByRole('button', { name: shell('openMenu') }).click()
    const menu = page.getByRole('dialog', { name: shell('menu') })
    for (const key of ['home', 'market', 'exchange', 'profile', 'myWallet', 'terms'] as const) {
      await menu.getByRole('link', { name: shell(key), exact: true }).waitFor()
    }
    await menu.getByRole('link', { name: shell('myWallet'), exact: true }).click()
    await page.waitForURL(isAt('/settings/wallets'))
    await page.getByRole('button', { name: shell('openMenu') }).click()
    await menu.getByRole('link', { name: shell('settings'), exact: true }).click()
    await page.waitForURL(isAt('/settings'))
    await page.getByRole('button', { name: shell('openMenu') }).click()
    await menu.getByRole('button', { name: shell('logout') }).click()
    await until('no session', async () => (await visitor.context.cookies()).length === 0)
    await page.waitForURL(isAt('/'))
  })
})

test('NAV-08 DEC-14: the home page drops a token that is dead, and keeps one on a failing network', async () => {
  await visit('nav-token', desk, async (visitor) => {
    const { page, context } = visitor
    await tryNow(visitor)
    const { token } = await sessionOf(visitor)
    visitor.expectTrouble(true)
    await page.route('**/users/check-token', (route) => route.abort())
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    assert.equal((await sessionOf(visitor)).token, token)
    await page.unroute('**/users/check-token')
    await server.client.call('POST', '/auth/signout', { token, body: {} })
    await page.goto('/')
    await until('the cookies to be gone', async () => (await context.cookies()).length === 0)
    const login = wordsFor(visitor).shell('login')
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).waitFor()
    visitor.expectTrouble(false)
  })
})

test('GEN-05 GEN-07 GEN-08 GEN-09: a choice of language reloads, stays, and legal texts follow it', async () => {
  await visit('language', desk, async (visitor) => {
    const { page } = visitor
    await page.goto('/pages/privacy-policy')
    const [en, id] = (['en', 'id'] as const).map((one) => translatorOf(legalMessages, one))
    assert.ok(en !== undefined && id !== undefined)
    await page.getByRole('heading', { level: 1, name: en('privacyTitle') }).waitFor()
    await page.getByText('2024-02-07').waitFor()
    await page.evaluate('window.wasHere = true')
    const { shell } = wordsFor(visitor)
    const looks = `${shell('language')}, ${shell('appearance')}`
    await page.getByRole('banner').getByRole('button', { name: looks }).click()
    await page.getByRole('radio', { name: 'Indonesia' }).click()
    await page.getByRole('heading', { level: 1, name: id('privacyTitle') }).waitFor()
    assert.equal(await page.evaluate('window.wasHere'), undefined, 'the page was loaded anew')
    await page.goto('/pages/term-and-conditions')
    await page.getByRole('heading', { level: 1, name: id('termsTitle') }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'id')
  })
})

test('NOTIF-01 NOTIF-02 NOTIF-04 NOTIF-05 DEC-126: news lights the bell, is told, and is cleared', async () => {
  await visit('bell', desk, async (visitor) => {
    const { page } = visitor
    const say = translatorOf(notificationMessages, 'en')
    await tryNow(visitor)
    const { token } = await sessionOf(visitor)
    await server.client.call('POST', '/notifs/clear-all', { token, body: {} })
    const asked = page.waitForRequest((request) => request.url().includes('/notifs?'))
    await page.goto('/pages/contact-us')
    const query = new URL((await asked).url()).searchParams
    const shape = ['page', 'rows', 'sort', 'order'].map((key) => query.get(key))
    assert.deepEqual(shape, ['1', '1', 'id', 'desc'])
    assert.deepEqual(JSON.parse(query.get('filter_rules') ?? ''), [
      { field: 'read_tf', op: 'equal', value: false },
    ])
    await page.getByRole('button', { name: say('bell') }).waitFor()
    await page.waitForLoadState('networkidle').catch(() => null)

    await buyAtOnce(token)
    await page.getByRole('button', { name: say('bellUnread') }).waitFor()
    await page.getByRole('status').filter({ hasText: 'BTC/IDR' }).first().waitFor()
    await page.getByRole('button', { name: say('bellUnread') }).click()
    const panel = page.getByRole('group', { name: say('title') })
    await panel.getByText('BTC/IDR').first().waitFor()
    assert.ok((await panel.getByRole('listitem').count()) <= 10)
    await panel.getByRole('button', { name: say('clearAll') }).click()
    await page.getByRole('button', { name: say('bell') }).waitFor()
    assert.ok((await panel.getByRole('listitem').count()) > 0, 'the rows stay (DEC-127)')
  })
})

/** Takes what the makers offer, so that an order fills. */
async function buyAtOnce(token: string): Promise<void> {
  const { body } = await server.client.call('GET', '/markets/1')
  const data = body['data']
  assert.ok(typeof data === 'object' && data !== null && 'price_sell' in data)
  const price = Math.round((Number(data.price_sell) * 1.01) / 1_000) * 1_000
  const { body: answer } = await server.client.call('POST', '/exchange/1', {
    token,
    body: {
      market_place: 'Limit Buy',
      market_position: String(price),
      market_amount: (price * 0.0001).toFixed(2),
      market_amount_maxbalance_marking: false,
    },
  })
  assert.equal(answer['success'], 1, JSON.stringify(answer))
}

test('GEN-13 LEGAL-03 to LEGAL-08 DEC-41 CONST-06: a message thanks on success alone, and 2 s later the form is new', async () => {
  await visit('contact', desk, async (visitor) => {
    const { page } = visitor
    const say = translatorOf(contactMessages, 'en')
    await page.goto('/pages/contact-us')
    await page.getByRole('link', { name: 'halo@tukar.example' }).waitFor()
    const form = page.getByRole('form', { name: say('formName') })
    const send = form.getByRole('button', { name: say('send') })
    await send.click()
    await form.getByText(say('messageEmpty')).waitFor()
    await form.getByLabel(say('name')).fill('Sari Dewi')
    await form.getByLabel(say('email')).fill('sari@contoh.example')
    await form.getByLabel(say('subject')).fill('A question')
    await form.getByLabel(say('message')).fill('When do you open?')

    visitor.expectTrouble(true)
    const refusal = { success: 0, msg: 'Not today.' }
    await page.route('**/users/contact-us', (route) => route.fulfill({ json: refusal }))
    for (let count = 0; count < 12; count += 1) await send.click()
    const refused = page.getByRole('alert').filter({ hasText: 'Not today.' })
    await until('GEN-13: ten toasts and no more', async () => (await refused.count()) === 10)
    assert.equal(await form.getByLabel(say('message')).inputValue(), 'When do you open?')
    assert.equal(await page.getByText(say('thanks')).count(), 0)
    await page.unroute('**/users/contact-us')
    visitor.expectTrouble(false)

    const sent = page.waitForRequest('**/users/contact-us')
    await send.click()
    assert.deepEqual((await sent).postDataJSON(), {
      name: 'Sari Dewi',
      email: 'sari@contoh.example',
      subject: 'A question',
      message: 'When do you open?',
    })
    await page.getByText(say('thanks'), { exact: true }).waitFor()
    const startMs = Date.now()
    assert.equal(await form.getByLabel(say('message')).inputValue(), 'When do you open?')
    const isEmpty = async () => (await form.getByLabel(say('message')).inputValue()) === ''
    await until('the form to be as new', isEmpty)
    assert.ok(Date.now() - startMs > 1_000, 'not before it could be read')
  })
})
