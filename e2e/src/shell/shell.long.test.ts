/** The frame of every page: navigation, titles, language, notifications, legal pages, contact. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  contactMessages,
  browserSupportMessages,
  legalMessages,
  notificationMessages,
  createTranslator,
} from '@tukar/i18n'
import { hasSessionCookies } from '../accounts/visits.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { waitForSocket, sessionOf, tryNow, untilLive, translatorsFor } from '../harness/product.ts'
import { openStage } from '../harness/stage.ts'
import { builtFile } from '../harness/paths.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'

const stage = openStage({
  TUKAR_HOME_FIGURES: '12,345|7|9M IDR',
  TUKAR_SOCIAL_LINKS: 'Telegram=https://t.me/tukar.example',
})
const { visit } = stage

const isAt = (path: string) => (url: URL) => url.pathname === path
const solid = ({ page }: Visitor) => page.getByRole('banner').getAttribute('data-solid')
const scrollTo = ({ page }: Visitor, top: number) => page.evaluate(`scrollTo(0, ${top})`)

test('NAV-05 NAV-06 CONST-07: the navigation is clear on the home page down to 50 px, else solid', async () => {
  await visit('nav-solid', async (visitor) => {
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

test('GEN-10 GEN-11 NAV-01 NAV-02 NAV-09: links lead to their pages, scrolled to the top, with a title', async () => {
  await visit('nav-links', async (visitor) => {
    const { page } = visitor
    const { shell } = translatorsFor(visitor)
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
    const isTop = async () => (await page.evaluate('scrollY')) === 0
    await until('the top', isTop)

    await page.goBack()
    await page.waitForURL(isAt('/pages/term-and-conditions'))
    await page.getByRole('article').waitFor()
    await waitUntilIdle(page)
    assert.ok(await isTop(), 'after going back too')
    const foot = page.getByRole('contentinfo')
    await foot.getByRole('link', { name: shell('terms') }).scrollIntoViewIfNeeded()
    assert.equal(await isTop(), false)
    await foot.getByRole('link', { name: shell('terms') }).click()
    await until('the top of the page that is shown', isTop)
  })
})

test('GEN-12 NAV-10 DEC-06 DEC-08: navigation and footer carry brand, legal and social links, the hero the figures as configured', async () => {
  await visit('around', async (visitor) => {
    const { page } = visitor
    const { shell } = translatorsFor(visitor)
    await page.goto('/')
    for (const figure of ['12,345', '7', '9M IDR']) {
      await page.getByRole('definition').getByText(figure, { exact: true }).waitFor()
    }
    const banner = page.getByRole('banner')
    await banner.getByRole('button', { name: shell('more') }).click()
    for (const part of [banner, page.getByRole('contentinfo')]) {
      const hrefOf = (name: string) => part.getByRole('link', { name }).first().getAttribute('href')
      assert.equal(await hrefOf('Tukar'), '/')
      assert.equal(await hrefOf(shell('terms')), '/pages/term-and-conditions')
      assert.equal(await hrefOf(shell('privacy')), '/pages/privacy-policy')
      assert.equal(await hrefOf(shell('contact')), '/pages/contact-us')
      assert.equal(await hrefOf('Telegram'), 'https://t.me/tukar.example')
    }
  })
})

test("ERR-03 NAV-11 DEC-36: a refused sign-out keeps the session and says why; the user's own sign-out is not reported as ended elsewhere", async () => {
  await visit('logout', async (visitor) => {
    const { page, context } = visitor
    const { shell } = translatorsFor(visitor)
    await tryNow(visitor)
    await page.goto('/pages/contact-us')
    const { token } = await sessionOf(visitor)
    visitor.expectTrouble(true)
    await page.route('**/auth/signout', (route) =>
      route.fulfill({ json: { success: 0, msg: 'Not now.' } }),
    )
    await page.locator('[aria-label^="Account menu"]').click()
    const logout = page.getByRole('banner').getByRole('button', { name: shell('logout') })
    await logout.click()
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
    assert.equal((await sessionOf(visitor)).token, token)
    await page.unroute('**/auth/signout')

    await page.route('**/auth/signout', (route) =>
      route.fulfill({ status: 401, json: { success: 0, msg: 'Invalid token' } }),
    )
    const cookies = await context.cookies()
    const leave = async () => {
      await page.evaluate('window.wasHere = true')
      await logout.click()
      await until('no cookies', async () => !(await hasSessionCookies(context)))
      await until('a reloaded page', async () => (await page.evaluate('window.wasHere')) !== true)
    }
    await leave()
    await page.unroute('**/auth/signout')

    // The cookies are restored, because the server was not called.
    await context.addCookies(cookies)
    await page.reload()
    const bell = createTranslator(notificationMessages, 'en')
    await page.route('**/auth/signout', async (route) => {
      const answer = await route.fetch()
      // The session has ended. The page learns it from another call before its own is answered.
      const refused = page.waitForResponse((response) => response.status() === 401)
      await page
        .getByRole('button', { name: bell('bell') })
        .or(page.getByRole('button', { name: bell('bellUnread') }))
        .click()
      await refused
      await route.fulfill({ response: answer })
    })
    await page.locator('[aria-label^="Account menu"]').click()
    await leave()
    await waitUntilIdle(page)
    assert.equal(await page.getByText(shell('signedOut'), { exact: true }).count(), 0)
  })
})

test('GEN-10: a page whose file fails to load says so, and appears once it can be loaded', async () => {
  await visit('failed-page', async (visitor) => {
    const { page, context } = visitor
    const { shell } = translatorsFor(visitor)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    visitor.expectTrouble(true)
    await context.setOffline(true)
    const offline = page.getByRole('alert').filter({ hasText: shell('offline') })
    await offline.waitFor()
    await context.setOffline(false)
    await offline.waitFor({ state: 'detached' })

    const files = `**/${builtFile('src/contact/contact-page.tsx')}`
    await page.route(files, (route) => route.abort())
    let loads = 0
    page.on('domcontentloaded', () => (loads += 1))
    await page.goto('/pages/contact-us')
    // The page reloads once automatically. The document before the reload showed the same title.
    await until('the automatic reload', () => loads > 1)
    const failed = page.getByRole('heading', { level: 1, name: shell('errorTitle') })
    await failed.waitFor()
    assert.notEqual(await page.evaluate("sessionStorage.getItem('tukar.reloaded')"), null)
    const title = new RegExp(`\\| ${shell('errorTitle')}$`)
    await until('the title', async () => title.test(await page.title()))
    await page.unroute(files)
    await page.getByRole('button', { name: shell('reload') }).click()
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasNotText: shell('errorTitle') })
      .waitFor()
    await page.getByRole('form').waitFor()
  })
})

test('an open page reports a newer version, when a file is gone and after any answer of its server', async () => {
  await visit('newer-version', async (visitor) => {
    const { page } = visitor
    const { shell } = translatorsFor(visitor)
    await page.goto('/pages/contact-us')
    const field = page.getByRole('form').getByRole('textbox').first()
    await field.fill('Sari')
    visitor.expectTrouble(true)
    await page.route(`**/${builtFile('src/app/appearance.tsx')}`, (route) =>
      route.fulfill({ status: 404 }),
    )
    const script = '<script type="module" src="/assets/newer.js"></script>'
    await page.route('**/pages/contact-us', (route) =>
      route.fulfill({ contentType: 'text/html', body: script }),
    )
    const displayMenu = `${shell('language')}, ${shell('appearance')}`
    await page.getByRole('button', { name: displayMenu }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: shell('newerVersion') })
      .waitFor()
    assert.equal(await field.inputValue(), 'Sari')
  })
  // A page with all of its files learns it from the next answer.
  await visit('newer-answer', async (visitor) => {
    const { page } = visitor
    const { shell } = translatorsFor(visitor)
    const script = '<script type="module" src="/assets/newer.js"></script>'
    await page.goto('/pages/contact-us')
    await page.getByRole('form').getByRole('textbox').first().waitFor()
    assert.equal(await page.getByText(shell('newerVersion')).count(), 0)
    // The first answer about the status may come this late, so the documents of this and the next page load
    // before it.
    for (const document of ['**/pages/contact-us', '**/pages/privacy-policy']) {
      await page.route(document, (route) =>
        route.fulfill({ contentType: 'text/html', body: script }),
      )
    }
    await page.route('**/auth/status', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-web-build': 'newer' } })
    })
    const banner = page.getByRole('alert').filter({ hasText: shell('newerVersion') })
    await page.locator('a[href="/pages/privacy-policy"]').first().click()
    await banner.waitFor()
    // Loaded again by the reader it is the newest, until another one comes in the same tab.
    await page.unroute('**/pages/privacy-policy')
    await banner.getByRole('button', { name: shell('reload') }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await banner.count(), 0)
    await page.locator('a[href="/pages/contact-us"]').first().click()
    await banner.waitFor()
  })
})

test('DEC-15 R-41: by keyboard past the navigation, into menu and dialog, and back to where one was', async () => {
  await visit('keyboard', async (visitor) => {
    const { page } = visitor
    const { shell } = translatorsFor(visitor)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const focused = page.locator(':focus')
    await page.keyboard.press('Tab')
    assert.equal(await focused.innerText(), shell('skipToContent'))
    await page.keyboard.press('Enter')
    await until('the content', async () => (await focused.getAttribute('id')) === 'main')

    const what = page.getByRole('button', { name: shell('ribbonMore') })
    await what.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: shell('ribbonTitle') })
    await dialog.getByText('npm run reset').waitFor()
    assert.equal(await dialog.locator(':focus').count(), 1, 'the focus is inside')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await focused.innerText(), shell('ribbonMore'))

    const more = page.getByRole('banner').getByRole('button', { name: shell('more') })
    const panel = page.getByRole('group', { name: shell('more') })
    await more.focus()
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused.innerText(), shell('terms'))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.equal(await focused.innerText(), shell('more'))
    await page.keyboard.press('Enter')
    await panel.waitFor()
    await page.keyboard.press('Shift+Tab')
    await panel.waitFor({ state: 'detached' })
    await more.click()
    await panel.waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await panel.waitFor({ state: 'detached' })
  })
})

test('ROLE-01 ROLE-02: a guest sees the whole market, and Register and Login instead of the forms', async () => {
  await visit('guest', async (visitor) => {
    const { page } = visitor
    const { trade } = translatorsFor(visitor)
    await page.goto('/markets')
    await page.getByRole('link', { name: 'BTC/IDR' }).first().waitFor()
    await page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    await page.getByRole('heading', { name: trade('orderBook'), exact: true }).waitFor()
    await page.locator('tr[data-price]').first().waitFor()
    await page.locator('iframe').first().waitFor()
    const trades = page.getByRole('table', {
      name: trade('tradesCaption', { pair: 'BTC/IDR' }),
    })
    await trades.waitFor()
    const main = page.getByRole('main')
    const hrefOf = (name: string) =>
      main.getByRole('link', { name, exact: true }).getAttribute('href')
    assert.equal(await hrefOf(trade('register')), '/auth/register')
    assert.equal(await hrefOf(trade('login')), '/auth/login')
    assert.equal(await main.getByRole('form').count(), 0)
    assert.equal(await main.getByRole('region', { name: trade('ownLists') }).count(), 0)
    await page.goto('/pages/privacy-policy')
    await page.getByRole('article').waitFor()
  })
})

test('NAV-04 NAV-07 NAV-09 NAV-11 SESS-05: on a phone a dialog holds the same links and the way out', async () => {
  await visit(
    'nav-phone',
    async (visitor) => {
      const { page } = visitor
      const { shell } = translatorsFor(visitor)
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
      await until('no session', async () => !(await hasSessionCookies(visitor.context)))
      await page.waitForURL(isAt('/'))
    },
    phone,
  )
})

test('NAV-08 DEC-13 DEC-14 SESS-06: the home page drops an invalid token, and keeps one while the server does not refuse it', async () => {
  await visit('nav-token', async (visitor) => {
    const { page, context } = visitor
    await tryNow(visitor)
    const { token } = await sessionOf(visitor)
    visitor.expectTrouble(true)
    await page.route('**/users/check-token', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/users/check-token'),
    )
    await page.goto('/')
    await failed
    await waitUntilIdle(page)
    assert.equal((await sessionOf(visitor)).token, token)
    await page.unroute('**/users/check-token')
    for (const answer of [
      { status: 520, body: '<h1>Web server is returning an unknown error</h1>' },
      { status: 200, body: '<h1>Please sign in to this network</h1>' },
    ]) {
      await page.route('**/users/check-token', (route) => route.fulfill(answer))
      const answered = page.waitForResponse('**/users/check-token')
      await page.goto('/')
      await answered
      await waitUntilIdle(page)
      assert.equal((await sessionOf(visitor)).token, token, JSON.stringify(answer))
      await page.unroute('**/users/check-token')
    }
    await stage.server.client.call('POST', '/auth/signout', { token, body: {} })
    await page.goto('/')
    await until('the cookies to be deleted', async () => !(await hasSessionCookies(context)))
    const login = translatorsFor(visitor).shell('login')
    await page.getByRole('banner').getByRole('link', { name: login, exact: true }).waitFor()
    visitor.expectTrouble(false)
  })
})

test('GEN-05 GEN-07 GEN-08 GEN-09: a choice of language reloads, stays, and legal texts follow it', async () => {
  await visit('language', async (visitor) => {
    const { page } = visitor
    await page.goto('/pages/privacy-policy')
    const [en, id] = (['en', 'id'] as const).map((one) => createTranslator(legalMessages, one))
    assert.ok(en !== undefined && id !== undefined)
    await page.getByRole('heading', { level: 1, name: en('privacyTitle') }).waitFor()
    await page.getByText('2024-02-07').waitFor()
    await page.evaluate('window.wasHere = true')
    const { shell } = translatorsFor(visitor)
    const other = await visitor.context.newPage()
    await other.goto('/pages/contact-us')
    await other.getByRole('main').locator('textarea').fill('Half a sentence')
    const displayMenu = `${shell('language')}, ${shell('appearance')}`
    await page.getByRole('banner').getByRole('button', { name: displayMenu }).click()
    await page.getByRole('radio', { name: 'Indonesia' }).click()
    await page.getByRole('heading', { level: 1, name: id('privacyTitle') }).waitFor()
    assert.equal(await page.evaluate('window.wasHere'), undefined, 'the page was loaded anew')
    // Another tab keeps its input and shows what it waits for.
    await other
      .getByText(createTranslator(browserSupportMessages, 'en')('otherLanguageId'))
      .waitFor()
    assert.equal(await other.getByRole('main').locator('textarea').inputValue(), 'Half a sentence')
    await other.close()
    await page.goto('/pages/term-and-conditions')
    await page.getByRole('heading', { level: 1, name: id('termsTitle') }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'id')
  })
})

test('NAV-03 NOTIF-01 NOTIF-02 NOTIF-03 NOTIF-04 NOTIF-05 DEC-126 DEC-127: a notification lights the bell, is shown, and is cleared', async () => {
  await visit('bell', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(notificationMessages, 'en')
    await tryNow(visitor)
    const { token } = await sessionOf(visitor)
    await stage.server.client.call('POST', '/notifs/clear-all', { token, body: {} })
    // The socket of the previous page may open late and is not the awaited one.
    await page.goto('about:blank')
    const opened = waitForSocket(visitor)
    const listRequest = page.waitForRequest((request) => request.url().includes('/notifs?'))
    await page.goto('/pages/contact-us')
    const query = new URL((await listRequest).url()).searchParams
    const shape = ['page', 'rows', 'sort', 'order'].map((key) => query.get(key))
    assert.deepEqual(shape, ['1', '1', 'id', 'desc'])
    assert.deepEqual(JSON.parse(query.get('filter_rules') ?? ''), [
      { field: 'read_tf', op: 'equal', value: false },
    ])
    await page.getByRole('button', { name: translate('bell') }).waitFor()
    await opened

    await buyAtOnce(token)
    await page.getByRole('button', { name: translate('bellUnread') }).waitFor()
    await page.getByRole('status').filter({ hasText: 'BTC/IDR' }).first().waitFor()
    await page.getByRole('button', { name: translate('bellUnread') }).click()
    const panel = page.getByRole('group', { name: translate('title') })
    await panel.getByText('BTC/IDR').first().waitFor()
    assert.ok((await panel.getByRole('listitem').count()) <= 10)
    await panel.getByRole('button', { name: translate('clearAll') }).click()
    await page.getByRole('button', { name: translate('bell') }).waitFor()
    assert.ok((await panel.getByRole('listitem').count()) > 0, 'the rows stay (DEC-127)')
  })
})

/** Buys from the market makers, so that an order fills. */
async function buyAtOnce(token: string): Promise<void> {
  const { body } = await stage.server.client.call('GET', '/markets/1')
  const data = body['data']
  assert.ok(typeof data === 'object' && data !== null && 'price_sell' in data)
  const price = Math.round((Number(data.price_sell) * 1.01) / 1_000) * 1_000
  const { body: answer } = await stage.server.client.call('POST', '/exchange/1', {
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

test('GEN-13 CONST-06 CONST-17 LEGAL-03 LEGAL-04 LEGAL-05 LEGAL-06 LEGAL-07 LEGAL-08 DATA-24 DEC-09 DEC-41 ERR-22 ERR-28: a message thanks on success alone, and 2 s later the form is new', async () => {
  await visit('contact', async (visitor) => {
    const { page } = visitor
    const translate = createTranslator(contactMessages, 'en')
    await page.clock.install()
    await page.goto('/pages/contact-us')
    await page.getByRole('link', { name: 'halo@tukar.example' }).waitFor()
    const form = page.getByRole('form', { name: translate('formName') })
    const send = form.getByRole('button', { name: translate('send') })
    await send.click()
    await form.getByText(translate('messageEmpty')).waitFor()
    await form.getByLabel(translate('name')).fill('Sari Dewi')
    await form.getByLabel(translate('email')).fill('sari@contoh.example')
    await form.getByLabel(translate('subject')).fill('A question')
    await form.getByLabel(translate('message')).fill('When do you open?')

    visitor.expectTrouble(true)
    let refusals = 0
    await page.route('**/users/contact-us', (route) => {
      refusals += 1
      return route.fulfill({ json: { success: 0, msg: `Not today. ${refusals}` } })
    })
    // The first message would disappear after 12 s, which a slow machine may need for all of them.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
    for (let count = 0; count < 12; count += 1) await send.click()
    const refused = page.getByRole('alert').filter({ hasText: 'Not today.' })
    await until('the newest', () => refused.filter({ hasText: /\. 12$/m }).isVisible())
    const shown = (await refused.allTextContents()).map((text) => /\. (\d+)/.exec(text)?.[1])
    const newest = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']
    assert.deepEqual(shown, newest, 'ten and no more, newest on top')
    assert.equal(await form.getByLabel(translate('message')).inputValue(), 'When do you open?')
    assert.equal(await page.getByText(translate('thanks')).count(), 0)
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
    await page.getByText(translate('thanks'), { exact: true }).waitFor()
    const message = () => form.getByLabel(translate('message')).inputValue()
    await page.clock.runFor(1_900)
    assert.equal(await message(), 'When do you open?', 'not before it could be read')
    // The page may start its timer shortly after it shows the thanks.
    await page.clock.runFor(1_900)
    await until('the form to be as new', async () => (await message()) === '')
  })
})
