/** A phone's layout: folded contents, scrolling tabs, figures in its own format. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  homeMessages,
  landingMessages,
  layoutMessages,
  legalMessages,
  shellMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import { desktop, phone } from '../harness/browser.ts'
import { builtFile } from '../harness/paths.ts'
import { tryNow } from '../harness/product.ts'
import { openStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage()
const { visit } = stage

test('GEN-09: the contents of a legal text are folded on a phone and open at a desk', async () => {
  for (const [display, isOpen] of [
    [phone, false],
    [desktop, true],
  ] as const) {
    await visit(
      `contents-${display.width}`,
      async ({ page }) => {
        const translate = createTranslator(legalMessages, display.language)
        await page.goto('/pages/privacy-policy')
        const contents = page.getByRole('navigation', { name: translate('contents') })
        await contents.waitFor()
        const last = contents.locator('a').last()
        assert.equal(await last.isVisible(), isOpen)
        if (!isOpen) await contents.getByText(translate('contents'), { exact: true }).click()
        await last.click()
        await until('the clause', async () => Number(await page.evaluate('scrollY')) > 1_000)
      },
      display,
    )
  }
})

test('HOME-01 CONST-22 R-70: the hero shows the three default figures, in Indonesian format', async () => {
  await visit(
    'figures',
    async ({ page }) => {
      await page.goto('/')
      for (const figure of ['9.501', '50', '5 juta IDR']) {
        await page.getByRole('definition').getByText(figure, { exact: true }).waitFor()
      }
      // A new visitor sees the link to register without scrolling.
      const signUp = page.getByRole('main').locator('a[href="/auth/register"]').first()
      const box = await signUp.boundingBox()
      assert.ok(box !== null && box.y + box.height <= phone.height, JSON.stringify(box))
    },
    phone,
  )
})

test('R-45: a phone shows the first words before any script has come, where the page then has them', async () => {
  await visit(
    'first-view',
    async ({ page }) => {
      const translate = createTranslator(landingMessages, phone.language)
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      const lead = page.getByText(translate('heroText'), { exact: true }).filter({ visible: true })
      await lead.waitFor()
      await page.evaluate('document.fonts.ready.then(() => null)')
      const before = await lead.boundingBox()
      release()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await until('the document’s words are gone', async () => {
        return (await page.locator('#first-view').count()) === 0
      })
      assert.deepEqual(await lead.boundingBox(), before)
    },
    phone,
  )
})

/** Changes the page as a translator does: each text gets an element of its own. */
const translatePage = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.parentElement.closest('script, svg, [translate=no]')) continue
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
})()`

test('R-41: the landing page stays readable after a translator replaced its texts', async () => {
  await visit(
    'translated-landing',
    async ({ page }) => {
      const translate = createTranslator(homeMessages, phone.language)
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/simulation/enter', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/')
      const enter = page.getByRole('button', { name: translate('tryNow'), exact: true })
      await enter.waitFor()
      await page.evaluate(translatePage)
      await enter.click()
      await page.getByRole('button', { name: translate('tryNowBusy'), exact: true }).waitFor()
      release()
      await page.waitForURL('**/markets/1/BTC_IDR')
    },
    phone,
  )
})

test('CONST-08 DEC-70: the decimals of the market list have the format of its prices', async () => {
  for (const display of [phone, desktop]) {
    await visit(
      `decimals-${display.width}`,
      async ({ page }) => {
        const translate = createTranslator(homeMessages, display.language)
        await page.goto('/markets')
        const menu = page
          .getByLabel(translate('decimals'), { exact: true })
          .and(page.locator('select'))
        await menu.waitFor()
        const shown = await menu.locator('option').allTextContents()
        assert.deepEqual(shown, ['0,0001', '0,001', '0,01', '0,1', '1'])
      },
      display,
    )
  }
})

test('R-70: tabs that are wider than a phone show on which side there are more', async () => {
  await visit(
    'tabs',
    async (visitor) => {
      const { page } = visitor
      await tryNow(visitor)
      const tabs = page.getByRole('tablist')
      await tabs.getByRole('tab').nth(5).waitFor({ state: 'attached' })
      const showsSides = (sides: string) =>
        until(`more at the ${sides}`, async () => (await tabs.getAttribute('data-more')) === sides)
      await showsSides('end')
      await page.evaluate("document.querySelector('[role=tablist]').scrollLeft = 40")
      await showsSides('both')
      await page.evaluate("document.querySelector('[role=tablist]').scrollLeft = 9_999")
      await showsSides('start')
      const fade = "getComputedStyle(document.querySelector('[role=tablist]')).maskImage"
      assert.match(String(await page.evaluate(fade)), /gradient/)
    },
    phone,
  )
})

test('R-41: the demo people are in two columns of equal size', async () => {
  await visit(
    'people',
    async ({ page }) => {
      await page.goto('/auth/login')
      const people = page.locator('section[aria-labelledby="demo-title"] li button')
      await people.nth(3).waitFor()
      const boxes = await Promise.all([0, 1, 2, 3].map((index) => people.nth(index).boundingBox()))
      assert.equal(new Set(boxes.map((box) => `${box?.width} ${box?.height}`)).size, 1)
      assert.equal(new Set(boxes.map((box) => box?.x)).size, 2)
      assert.equal(new Set(boxes.map((box) => box?.y)).size, 2)
    },
    phone,
  )
})

test('WCAG 2.1.4: where there is no pointer but fingers nothing leads to the list of keys', async () => {
  await visit(
    'no-keys',
    async ({ page }) => {
      const translate = createTranslator(tradeMessages, phone.language)
      await page.goto('/markets/1/BTC_IDR')
      await page.getByRole('tab', { name: translate('info'), exact: true }).click()
      await page.getByText(translate('ruleMinimum'), { exact: true }).waitFor()
      const keys = createTranslator(layoutMessages, phone.language)('keys')
      assert.equal(await page.getByRole('button', { name: keys, exact: true }).count(), 0)
    },
    phone,
  )
})

/** The height of the area in which a touch hits the selected element. */
const foundHigh = (selector: string) => `(() => {
  const found = document.querySelector('${selector}')
  found.scrollIntoView({ block: 'center' })
  const { left, width, top, height } = found.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const isFound = (at) => found.contains(document.elementFromPoint(x, at))
  let [above, below] = [y, y]
  while (isFound(above - 1)) above -= 1
  while (isFound(below + 1)) below += 1
  return below - above
})()`

test('WCAG 2.5.8: small links and buttons of a phone have a larger touch area than their drawing', async () => {
  await visit(
    'fingers',
    async ({ page }) => {
      const places = [
        ['/auth/login', 'a[href="/auth/forgot-password"]'],
        ['/auth/login', 'main a[href="/auth/register"]'],
        ['/auth/login', 'a[href="/auth/email-verification-token-request"]'],
        ['/markets/1/BTC_IDR', 'main button[aria-expanded]'],
        ['/markets/1/BTC_IDR', 'main [role=tab]'],
        ['/markets/1/BTC_IDR', '[role=tabpanel] [role=radio]'],
        ['/markets/1/BTC_IDR', '[role=tabpanel] [role=radiogroup] ~ button'],
      ] as const
      for (const [path, selector] of places) {
        if (new URL(page.url(), 'http://-').pathname !== path) await page.goto(path)
        await page.locator(selector).first().waitFor()
        const high = Number(await page.evaluate(foundHigh(selector)))
        assert.ok(high >= 39, `${selector}: ${high} px`)
      }
    },
    phone,
  )
})

test('SRV-01: an invalid URL shows a page that says so', async () => {
  await visit(
    'unreadable',
    async (visitor) => {
      const { page } = visitor
      visitor.expectTrouble(true)
      const answer = await page.goto('/markets/1/%E0%A4%A')
      assert.equal(answer?.status(), 400)
      const title = createTranslator(shellMessages, phone.language)('notFound')
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    },
    phone,
  )
})

test('an order form whose file fails to load on a phone says so, and loads on request', async () => {
  await visit(
    'sheet-again',
    async (visitor) => {
      const { page } = visitor
      const translate = createTranslator(tradeMessages, phone.language)
      const translateShell = createTranslator(shellMessages, phone.language)
      const file = `**/${builtFile('src/trade/layout/phone-sheet.tsx')}`
      visitor.expectTrouble(true)
      await page.route(file, (route) => route.abort())
      await tryNow(visitor)
      const buy = page.getByRole('button', {
        name: translate('buyBase', { base: 'BTC' }),
        exact: true,
      })
      await buy.first().click()
      const dialog = page.getByRole('dialog', { name: translate('orderSheet') })
      const missing = dialog.getByRole('alert').filter({ hasText: translateShell('panelFailed') })
      await missing.waitFor()
      await page.unroute(file)
      await missing.getByRole('button', { name: translateShell('retry'), exact: true }).click()
      // This browser caches the failure of a module, so the page was reloaded.
      await missing.waitFor({ state: 'detached' })
      await buy.first().click()
      await dialog.getByRole('form').waitFor()
      // The page behind the sheet stays usable; Escape inside the sheet closes it.
      const tabs = page.getByRole('tablist').getByRole('tab')
      await tabs.first().focus()
      await page.keyboard.press('ArrowRight')
      await until('the tab behind', async () => {
        return (await tabs.nth(1).getAttribute('aria-selected')) === 'true'
      })
      const { height, y } = (await dialog.boundingBox()) ?? { height: 0, y: 0 }
      assert.ok(Math.round(y + height) === phone.height && y > 0, 'at the foot of the window')
      await dialog.getByRole('textbox').first().focus()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    },
    phone,
  )
})

test('R-45: the first view of a market needs the files that its document names, and no call: its figures come with the document, and are not called live', async () => {
  for (const display of [phone, desktop]) {
    await visit(
      `first-figures-${display.width}`,
      async ({ page }) => {
        const translate = createTranslator(tradeMessages, display.language)
        const requested: string[] = []
        let release = (): void => undefined
        const held = new Promise<void>((resolve) => (release = resolve))
        const isCall = /^\/(?:markets|exchange|histories|socket\.io|realtime|auth|chart)\b/
        await page.route(
          (url) => isCall.test(url.pathname),
          async (route) => {
            if (route.request().resourceType() === 'document') return route.continue()
            requested.push(route.request().url())
            await held
            await route.continue().catch(() => undefined)
          },
        )
        // Scripts that the document does not name are held back, too.
        const headers = { accept: 'text/html' }
        const answer = await fetch(`${stage.server.url}/markets/1/BTC_IDR`, { headers })
        const document = await answer.text()
        // The bytes that arrive before the first acknowledgement, without another round trip.
        assert.ok(Buffer.byteLength(document) < 14_000, `${Buffer.byteLength(document)} bytes`)
        await page.route('**/assets/*.js', async (route) => {
          if (!document.includes(new URL(route.request().url()).pathname)) await held
          await route.continue().catch(() => undefined)
        })
        await page.goto('/markets/1/BTC_IDR', { waitUntil: 'commit' })
        const book = page.locator('table[data-side="buy"] tr[data-price]')
        await book.first().waitFor()
        const price = page.getByTitle(translate('lastPrice'), { exact: true })
        assert.match(await price.innerText(), /^[\d.]{7,}$/)
        // No price can be taken from a book that is not yet confirmed as current.
        assert.equal(await page.locator('[data-fresh="false"] table').count(), 2)
        const before = await Promise.all([price.boundingBox(), book.first().boundingBox()])
        release()
        await page.locator('[data-fresh="true"] table').first().waitFor()
        assert.deepEqual(
          await Promise.all([price.boundingBox(), book.first().boundingBox()]),
          before,
        )
        assert.ok(requested.length > 0, 'the calls were held')
      },
      display,
    )
  }
})
