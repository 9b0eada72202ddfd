/**
 * Slips on the trading page, in a real browser on a real server: a double click, an empty field, and messages
 * and menus that cover a control.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderMessages, tradeMessages, createTranslator } from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import { findToasts } from '../accounts/visits.ts'
import { createFixture, placedOrder, readMyOrders, placeOrder } from '../conformance/fixture.ts'
import { desktop, type Display, phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { textAt } from '../harness/http.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { fillTicket, openMyListTab, ticket, untilLive } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage({ ...quietMarket, TUKAR_CAPTCHA_COST: '1' })
const fixture = () => createFixture(stage.server.url)
const translate = createTranslator(tradeMessages, 'en')
const translateOrder = createTranslator(orderMessages, 'en')
const reference = 1_650_000_000n
const english = { ...desktop, language: 'en' } as const

async function visit(
  name: string,
  run: (visitor: Visitor, person: Person) => Promise<void>,
  display: Display = english,
): Promise<void> {
  await stage.visit(
    `slips-${name}`,
    async (visitor) => {
      const person = await newPerson(stage.server.client, 'pedagang')
      await signInAs(visitor, person)
      await visitor.page.goto('/markets/1/BTC_IDR')
      await untilLive(visitor)
      await run(visitor, person)
    },
    display,
  )
}

const openOrders = (person: Person) => readMyOrders(fixture(), person, '/obooks/myobook-open')

/** Buy orders that rest far below the market; returns their ids, the newest last. */
async function waiting(person: Person, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const price = reference / 2n - BigInt(i) * 1_000_000n
    const answer = await placeOrder(fixture(), person, { side: 'buy', price, quantity: 100_000n })
    ids.push(textAt(placedOrder(answer), 'id'))
  }
  return ids
}

async function middleOf(one: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await one.boundingBox()
  assert.ok(box !== null)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/**
 * Advances the stopped clock of the page in steps of this many milliseconds until there are this many rows.
 */
async function untilCount(page: Page, rows: Locator, count: number, byMs: number): Promise<void> {
  await until(`${count} rows that left`, async () => {
    await page.clock.runFor(byMs)
    return (await rows.count()) === count
  })
}

test('HIST-07: two clicks on one spot cancel one order, whose row says so before the rows move', async () => {
  await visit('two-clicks', async (visitor, person) => {
    const { page } = visitor
    await waiting(person, 3)
    const panel = await openMyListTab(visitor, 'tabOrder')
    const buttons = panel.getByRole('button', { name: /^Cancel order/ })
    await until('the rows', async () => (await buttons.count()) === 3)
    // A closed row stays for two seconds, which a slow machine may need for a click, so the page's clock is
    // stopped.
    await page.clock.install()
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000)
    const first = buttons.first()
    await first.scrollIntoViewIfNeeded()
    const { x, y } = await middleOf(first)
    await page.mouse.click(x, y)
    const row = panel.locator('tbody > tr').filter({ hasText: translateOrder('canceledPart') })
    await untilCount(page, row, 1, 1)
    await page.clock.runFor(1_500)
    await page.mouse.click(x, y)
    await untilCount(page, row, 0, 500)
    assert.equal((await openOrders(person)).length, 2)

    const dialog = page.getByRole('dialog')
    await panel.getByRole('button', { name: translate('cancelAll'), exact: true }).click()
    await dialog.getByRole('button', { name: translate('cancelAll'), exact: true }).click()
    await untilCount(page, row, 2, 1)
    await page.clock.resume()
    await panel.getByText(translate('noOpenOrders')).waitFor()
    assert.deepEqual(await openOrders(person), [])
  })
})

test('FORM-11: a missing or invalid number is reported at its field, which gets the focus, and nothing is sent', async () => {
  await visit('faults', async (visitor, person) => {
    const { page } = visitor
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/exchange/')) {
        sent.push(request.url())
      }
    })
    const many = '9'.repeat(22)
    const cases = [
      { price: '', quantity: '', field: 'price', text: translate('hintPriceMissing') },
      {
        price: `${reference}`,
        quantity: '',
        field: 'quantity',
        text: translate('hintQuantityMissing'),
      },
      {
        price: `${reference}`,
        quantity: '0',
        field: 'quantity',
        text: translate('hintQuantityMissing'),
      },
      {
        price: `${reference}`,
        quantity: 'abc',
        field: 'quantity',
        text: translate('hintUnreadable'),
      },
      { price: many, quantity: '1', field: 'price', text: translate('hintTooLarge') },
    ] as const
    for (const side of ['buy', 'sell'] as const) {
      for (const { price, quantity, field, text } of cases) {
        const parts = ticket(visitor, side)
        await fillTicket(visitor, side, { price, quantity })
        await parts.submit.click()
        await parts.form.getByRole('alert').getByText(text).waitFor()
        const input = parts[field]
        assert.equal(await input.getAttribute('aria-invalid'), 'true')
        assert.equal(await input.and(page.locator(':focus')).count(), 1, text)
      }
      const { form, price } = ticket(visitor, side)
      await price.fill('')
      await price.fill(many)
      await form.getByRole('status').getByText(translate('hintTooLarge')).waitFor()
      assert.equal(await price.getAttribute('aria-invalid'), 'true', 'told while typing')
    }
    assert.deepEqual(sent, [])
    assert.deepEqual(await openOrders(person), [])
  })
})

/** The control of the page under the first message; null if there is none. */
const controlUnderMessage = ({ page }: Visitor): Promise<string | null> =>
  page.evaluate(`(() => {
    const box = document.querySelector('section[aria-live] > [role=alert]')
    const { left, right, top, bottom } = box.getBoundingClientRect()
    for (let x = left + 1; x < right; x += 8) {
      for (let y = top + 1; y < bottom; y += 8) {
        for (const one of document.elementsFromPoint(x, y)) {
          const control = one.closest('a, button, input, select, tr[data-price]')
          if (control !== null && !box.contains(control)) return control.outerHTML.slice(0, 200)
        }
      }
    }
    return null
  })()`)

/** Makes a cancel fail: the page requests it for an unknown order. */
async function failedCancel(visitor: Visitor, panel: Locator): Promise<Locator> {
  const { page } = visitor
  await page.route('**/obooks/cancel', (route) =>
    route.continue({ postData: JSON.stringify({ id: 999_999_999 }) }),
  )
  visitor.expectTrouble(true)
  await panel
    .getByRole('button', { name: /^Cancel order/ })
    .first()
    .click()
  const told = findToasts(visitor).filter({ hasText: translate('cancelFailed') })
  await told.waitFor()
  return told
}

test('FORM-05: shares are disabled while the available balance is unknown', async () => {
  await visit('shares', async (visitor) => {
    const { page } = visitor
    let tell = (): void => undefined
    const told = new Promise<void>((resolve) => (tell = resolve))
    await page.route(/\/balances\?/, async (route) => {
      await told
      await route.continue()
    })
    await page.reload()
    const { form } = ticket(visitor, 'sell')
    const slider = form.getByRole('slider', { name: translateOrder('shareSlider') })
    const share = form.getByRole('button', { name: translate('ofAvailable', { percent: 25 }) })
    assert.deepEqual([await share.isDisabled(), await slider.isDisabled()], [true, true])
    tell()
    await until(
      'a known outcome',
      async () => (await share.isEnabled()) && (await slider.isEnabled()),
    )
  })
})

test('GEN-13: at 1440 a message covers no control of the trading page', async () => {
  await visit('toast-wide', async (visitor, person) => {
    await waiting(person, 1)
    const told = await failedCancel(visitor, await openMyListTab(visitor, 'tabOrder'))
    await visitor.page.evaluate('scrollTo(0, 0)')
    await told.getByRole('button').hover()
    assert.equal(await controlUnderMessage(visitor), null)
  })
})

test('GEN-13: over a phone’s sheet a message is above the backdrop, beside its close button', async () => {
  await visit(
    'toast-sheet',
    async (visitor, person) => {
      const { page } = visitor
      await waiting(person, 1)
      await page
        .getByRole('tab', { name: new RegExp(`^${translate('tabOrder')}\\s*\\d*$`) })
        .click()
      const told = await failedCancel(visitor, page.getByRole('tabpanel'))
      const bar = await page
        .getByRole('button', { name: translate('buyBase', { base: 'BTC' }) })
        .boundingBox()
      const below = await told.boundingBox()
      assert.ok(bar !== null && below !== null && below.y + below.height <= bar.y, 'above the bar')
      await page.getByRole('button', { name: translate('buyBase', { base: 'BTC' }) }).click()
      const close = page.locator('dialog > header').getByRole('button')
      await close.waitFor()
      await told.getByRole('button').hover()
      const [toast, corner] = [await told.boundingBox(), await close.boundingBox()]
      assert.ok(toast !== null && corner !== null)
      assert.ok(toast.x + toast.width <= corner.x, 'the close button is free')
      await told.getByRole('button').click()
      await told.waitFor({ state: 'detached' })
    },
    { ...phone, language: 'en' },
  )
})

test('BOOK-03: the steps of the precision are read whole', async () => {
  await visit('precision', async ({ page }) => {
    const label = translate('precision')
    await page.getByLabel(label, { exact: true }).waitFor()
    const missing: number = await page.evaluate(`(() => {
      const select = document.querySelector('select[aria-label="${label}"]')
      // The closed menu shows only the step.
      const shown = select.nextElementSibling
      const { paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      pen.font = getComputedStyle(shown).font
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      const steps = [...select.options].map(({ text }) => text.split(' ')[0])
      return Math.max(...steps.map((step) => pen.measureText(step).width)) - room
    })()`)
    assert.ok(missing <= 0, `${missing} px are missing`)
  })
})

test('TRADE-11: on a low phone the sheet’s button stays in sight, and the receipt scrolls', async () => {
  await visit(
    'low-phone',
    async (visitor) => {
      const { page } = visitor
      await page.setViewportSize({ width: 390, height: 560 })
      await page.getByRole('button', { name: translate('buyBase', { base: 'BTC' }) }).click()
      const { submit, receipt, price } = ticket(visitor, 'buy')
      await price.waitFor()
      const inSight = async () => {
        const box = await submit.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= 560
      }
      assert.equal(await inSight(), true)
      await receipt.locator('dt').last().scrollIntoViewIfNeeded()
      assert.equal(await inSight(), true)
    },
    { ...phone, language: 'en' },
  )
})

test('R-71: the menu of averages closes by a press in the page around the chart', async () => {
  await visit('averages', async ({ page }) => {
    const frame = page.frameLocator('iframe').first()
    const open = frame.locator('details[open]')
    await frame.locator('summary').first().click()
    await open.waitFor()
    await page.getByRole('heading', { name: translate('orderBook'), exact: true }).click()
    await open.waitFor({ state: 'detached' })
  })
})

test('R-72: with confirmations on, Enter in the confirmation places the order', async () => {
  await visit('enter', async (visitor, person) => {
    const { page } = visitor
    await page
      .getByRole('button', { name: translate('orderSettings') })
      .first()
      .click()
    await page.getByLabel(translate('confirmEach')).click()
    await page.keyboard.press('Escape')
    await fillTicket(visitor, 'buy', { price: `${reference / 2n}`, quantity: '0.001' })
    await ticket(visitor, 'buy').quantity.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('placeIt') })
      .waitFor()
    await page.keyboard.press('Enter')
    await until('the order', async () => (await openOrders(person)).length === 1)
  })
})

test('R-61: the state of the connection is announced, without figures that change each second', async () => {
  await visit('spoken', async ({ page }) => {
    const chip = page.locator('[data-state=live]').first()
    await until('the figure', async () => /\d/.test(await chip.innerText()))
    assert.equal(await chip.getByRole('status').innerText(), translate('linkLive'))
  })
})

test('HIST-04: a history page that fails to load is reported, and can be loaded again', async () => {
  await visit('more', async (visitor, person) => {
    const { page } = visitor
    const secondPage = /\/obooks\/myobook-close\?.*\bpage=2\b/
    const ids = await waiting(person, 21)
    const { token } = person
    const answer = await stage.server.client.call('POST', '/obooks/cancel-all', { token, body: {} })
    assert.equal(answer.body['success'], 1, answer.text)
    assert.equal(textAt(answer.body, 'msg'), `Orders canceled: ${ids.length}.`)
    const panel = await openMyListTab(visitor, 'tabHistory')
    const more = panel.getByRole('button', { name: translate('loadMore') })
    await more.waitFor()
    visitor.expectTrouble(true)
    await page.route(secondPage, (route) => route.abort())
    await more.click()
    await panel
      .getByRole('alert')
      .getByText(translateOrder('moreFailed'))
      .waitFor({ timeout: 60_000 })
    await page.unroute(secondPage)
    await more.click()
    await more.waitFor({ state: 'detached' })
    await panel.getByRole('alert').waitFor({ state: 'detached' })
  })
})
