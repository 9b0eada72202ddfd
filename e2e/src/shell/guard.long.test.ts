/** The router guard and the maintenance page, in a browser and with the real switch. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { statusPageMessages } from '@tukar/i18n'
import type { Browser, Page } from 'playwright-core'
import { openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { untilLive, translatorsFor } from '../harness/product.ts'
import { root } from '../harness/paths.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { turnMaintenance } from './maintenance-switch.ts'

let server: RunningServer
let browser: Browser

before(async () => {
  const starting = startServer()
  browser = await testBrowser()
  server = await starting
})
after(async () => {
  await browser.close()
  await server.stop()
})

async function withVisitor(name: string, run: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await openVisitor(browser, server, name)
  // During maintenance calls answer 503, and some of these tests make the status call fail.
  visitor.expectTrouble(true)
  const seen = { server: () => server, visitors: () => [visitor] }
  try {
    await withEvidence(name, seen.server, seen.visitors, () => run(visitor))
  } finally {
    await visitor.close()
  }
}

/** The document of the trading page, as a browser receives it. */
async function tradingDocument(): Promise<string> {
  const url = `${server.url}/markets/1/BTC_IDR`
  return (await fetch(url, { headers: { accept: 'text/html' } })).text()
}

const isAt = (path: string) => (url: URL) => url.pathname === path

test('GUARD-01: every navigation asks the server for its status', async () => {
  await withVisitor('guard-asks', async ({ page, ...visitor }) => {
    const { shell } = translatorsFor(visitor)
    let requestCount = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/auth/status') requestCount += 1
    })
    await page.goto('/')
    await until('the first question', () => requestCount === 1)
    const places = [
      ['market', '/markets'],
      ['exchange', '/markets/1/BTC_IDR'],
      ['home', '/'],
    ] as const
    for (const [index, [place, path]] of places.entries()) {
      // A recent answer is reused for navigations that follow within a moment (DEC-10).
      await waitUntilIdle(page)
      await page
        .getByRole('banner')
        .getByRole('link', { name: shell(place), exact: true })
        .click()
      await page.waitForURL(isAt(path))
      await until(`the question of ${path}`, () => requestCount === index + 2)
    }
    await waitUntilIdle(page)
    assert.equal(requestCount, places.length + 1, 'one for each, and no more')
  })
})

test('GUARD-01 GUARD-02: the first page is shown before the status arrives, and is left during maintenance', async () => {
  await withVisitor('guard-first-page', async ({ page, ...visitor }) => {
    const { home } = translatorsFor(visitor)
    let tell: () => void = () => undefined
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    await page.route('**/auth/status', async (route) => {
      await told
      await route.fulfill({ status: 503 })
    })
    await page.goto('/markets')
    await page.getByRole('heading', { level: 1, name: home('marketsTitle') }).waitFor()
    tell()
    await page.waitForURL(isAt('/maintenance'))
    await page.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor()
  })
})

/** Presses the button in a later second than before and waits until the page shows the result. */
async function askAgain(page: Page): Promise<void> {
  const told = page.getByRole('main').getByRole('status')
  const before = await told.innerText()
  await page.clock.fastForward(2_000)
  await page.getByRole('main').getByRole('button').click()
  await until('a later time', async () => {
    const text = await told.innerText()
    return text !== before && /\d\d:\d\d:\d\d/.test(text)
  })
  await waitUntilIdle(page)
}

test('GUARD-02 GUARD-04 MAINT-01 MAINT-02 DEC-05 DEC-12 ERR-31: a closed exchange leads everybody to its page', async () => {
  assert.match(await tradingDocument(), /id="first-figures"/)
  await turnMaintenance(server, true)
  try {
    assert.doesNotMatch(
      await tradingDocument(),
      /id="first-figures"/,
      'no figures while it is closed',
    )
    await withVisitor('guard-closed', async ({ page, ...visitor }) => {
      const { shell } = translatorsFor(visitor)
      await page.clock.install()
      for (const path of [
        '/',
        '/markets',
        '/auth/login',
        '/pages/privacy-policy',
        '/no-such-page',
      ]) {
        await page.goto(path)
        await page.waitForURL(isAt('/maintenance'))
      }
      await page.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor()
      await page.getByText(shell('maintenanceText')).waitFor()
      // The status page tells operators the same: pending withdrawals wait, and none is paid out.
      const note = statusPageMessages[visitor.display.language].maintenanceNote
      assert.match(note, /Withdrawals under way wait until we open again\.$/)
      await page.getByText(note, { exact: true }).waitFor()
      const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8')
      assert.match(
        manual,
        /Withdrawals\s+keep their status meanwhile, those under way too.*?Nothing\s+is paid out until the exchange opens\./s,
      )
      assert.match(await page.title(), /\| Maintenance$/)

      await askAgain(page)
      assert.equal(new URL(page.url()).pathname, '/maintenance', 'still closed, so it stays')

      await page.route('**/auth/status', (route) => route.abort())
      await askAgain(page)
      assert.equal(new URL(page.url()).pathname, '/maintenance', 'no answer is not "open"')
      await page.unroute('**/auth/status')

      await turnMaintenance(server, false)
      await page.getByRole('button', { name: shell('maintenanceAsk') }).click()
      await page.waitForURL(isAt('/'))
    })
  } finally {
    await turnMaintenance(server, false)
  }
})

test('MAINT-01: during maintenance the page offers only its button and the display settings', async () => {
  await turnMaintenance(server, true)
  try {
    await withVisitor('guard-closed-links', async ({ page, ...visitor }) => {
      const { shell } = translatorsFor(visitor)
      await page.goto('/')
      await page.waitForURL(isAt('/maintenance'))
      await page.getByRole('button', { name: shell('maintenanceAsk') }).waitFor()
      const links = await page.getByRole('link').allTextContents()
      assert.deepEqual(links, [shell('skipToContent')])
      const displayMenu = `${shell('language')}, ${shell('appearance')}`
      await page.getByRole('banner').getByRole('button', { name: displayMenu }).click()
      await page.getByRole('radio', { name: 'Indonesia' }).click()
      await page.getByRole('heading', { level: 1, name: 'Pemeliharaan' }).waitFor()
    })
  } finally {
    await turnMaintenance(server, false)
  }
})

test('DEC-12: a person on a page when maintenance begins is redirected by the next call', async () => {
  try {
    await withVisitor('guard-sitting', async ({ page, ...visitor }) => {
      const { shell } = translatorsFor(visitor)
      await page.goto('/pages/contact-us')
      // The page's automatic requests come first, so that the next call is the one of the click.
      await waitUntilIdle(page)
      await turnMaintenance(server, true)
      await page.route('**/auth/status', (route) => route.abort())
      await page
        .getByRole('banner')
        .getByRole('link', { name: shell('market') })
        .click()
      await page.waitForURL(isAt('/maintenance'))
    })
  } finally {
    await turnMaintenance(server, false)
  }
})

test('DEC-12: a guest who only watches a market is redirected when maintenance begins', async () => {
  try {
    await withVisitor('guard-watching', async (visitor) => {
      const { page } = visitor
      await page.goto('/markets/1/BTC_IDR')
      await untilLive(visitor)
      await turnMaintenance(server, true)
      await page.waitForURL(isAt('/maintenance'))
    })
  } finally {
    await turnMaintenance(server, false)
  }
})

test('DEC-12: the maintenance page polls every 30 s, and leaves when maintenance ends', async () => {
  await turnMaintenance(server, true)
  try {
    await withVisitor('guard-polls', async ({ page }) => {
      let requestCount = 0
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/auth/status') requestCount += 1
      })
      await page.clock.install()
      const beganMs = Date.now()
      await page.goto('/maintenance')
      await page.getByRole('heading', { level: 1, name: 'Maintenance' }).waitFor()
      const before = requestCount
      const loadedMs = Number(await page.evaluate('Date.now()'))
      // The page was opened between the two times, so its request falls between 30 s after either.
      await page.clock.pauseAt(beganMs + 29_500)
      // This request is answered after any that the page would have sent before it.
      await page.evaluate("fetch('/icon.svg').then((answer) => answer.text())")
      assert.equal(requestCount, before, 'not before its time')
      await page.clock.pauseAt(loadedMs + 30_000)
      await until('the question', () => requestCount === before + 1)
      await page.clock.resume()
      await page
        .getByRole('status')
        .filter({ hasText: /\d\d:\d\d:\d\d/ })
        .waitFor()
      assert.equal(new URL(page.url()).pathname, '/maintenance', 'still closed')
      await turnMaintenance(server, false)
      await page.clock.fastForward(30_000)
      await page.waitForURL(isAt('/'))
    })
  } finally {
    await turnMaintenance(server, false)
  }
})

test('GUARD-03: a status call answered with 503 counts as maintenance, whatever its body', async () => {
  await withVisitor('guard-503', async ({ page }) => {
    await page.route('**/auth/status', (route) => route.fulfill({ status: 503, body: 'no JSON' }))
    await page.goto('/pages/privacy-policy')
    await page.waitForURL(isAt('/maintenance'))
  })
})

test('GUARD-05 MAINT-03: while the exchange is open, /maintenance leads home', async () => {
  await withVisitor('guard-open', async ({ page }) => {
    await page.goto('/maintenance')
    await page.waitForURL(isAt('/'))
  })
})

test('GUARD-06 DEC-10: any other error of the status call lets the navigation proceed', async () => {
  await withVisitor('guard-trouble', async ({ page, ...visitor }) => {
    const { shell, home } = translatorsFor(visitor)
    const goOn = async () => {
      await page.goto('/pages/privacy-policy')
      await page.getByRole('heading', { level: 1, name: shell('privacy') }).waitFor()
      await waitUntilIdle(page)
      assert.equal(new URL(page.url()).pathname, '/pages/privacy-policy')
      await page
        .getByRole('banner')
        .getByRole('link', { name: shell('market') })
        .click()
      await page.getByRole('heading', { level: 1, name: home('marketsTitle') }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/markets')
    }
    for (const answer of [
      { status: 500 },
      { status: 404 },
      { status: 200, body: '{"success":0}' },
    ]) {
      await page.route('**/auth/status', (route) => route.fulfill(answer))
      await goOn()
      await page.unroute('**/auth/status')
    }
    await page.route('**/auth/status', (route) => route.abort())
    await goOn()
    await page.unroute('**/auth/status')

    // A missing answer blocks a navigation for 3 s, not for the 15 s of other calls.
    const at = { askedMs: 0, givenUpMs: 0 }
    const isStatus = (url: string) => new URL(url).pathname === '/auth/status'
    page.on('request', (request) => {
      if (isStatus(request.url())) at.askedMs = performance.now()
    })
    page.on('requestfailed', (request) => {
      if (isStatus(request.url())) at.givenUpMs = performance.now()
    })
    await page.route('**/auth/status', () => undefined)
    await goOn()
    assert.ok(at.givenUpMs - at.askedMs < 12_000, JSON.stringify(at))
    assert.ok(at.givenUpMs > 0)
  })
})
