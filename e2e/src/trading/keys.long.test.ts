/**
 * The trading page by keyboard, and its safeguards: no effect inside a field, the same confirmations as the
 * buttons, and a switch. The market is quiet, so every figure is known in advance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chartMessages,
  keyMessages,
  layoutMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import { createFixture, placedOrder, readMyOrders, placeOrder } from '../conformance/fixture.ts'
import { desktop, type Display, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../accounts/visits.ts'
import { type JsonObject, textAt } from '../harness/http.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { ticket, untilAvailableShown, untilLive } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'

const bid = 1_640_000_000n
const ask = 1_660_000_000n
const quantity = 100_000n
const translate = createTranslator(layoutMessages, 'en')
const translateKey = createTranslator(keyMessages, 'en')
const translateChart = createTranslator(chartMessages, 'en')
const translateTrade = createTranslator(tradeMessages, 'en')

const stage = openStage(quietMarket, async (server) => {
  const maker = await newPerson(server.client, 'pasang')
  for (const [side, price] of [
    ['buy', bid],
    ['sell', ask],
  ] as const)
    placedOrder(await placeOrder(createFixture(server.url), maker, { side, price, quantity }))
})
const fixture = () => createFixture(stage.server.url)

type Visit = { readonly visitor: Visitor; readonly person: Person }

async function visit(
  name: string,
  run: (visit: Visit) => Promise<void>,
  display: Display = desktop,
): Promise<void> {
  const enter = async (visitor: Visitor) => {
    const person = await newPerson(stage.server.client, 'ketik')
    await signInAs(visitor, person)
    await visitor.page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    await row(visitor, bid).waitFor()
    await run({ visitor, person })
  }
  await stage.visit(`keys-${name}`, enter, display)
}

const openOrders = (person: Person) => readMyOrders(fixture(), person, '/obooks/myobook-open')
const row = ({ page }: Visitor, price: bigint) => page.locator(`tr[data-price="${price * 100n}"]`)
/** Whether an element has the focus. */
const hasFocus = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(':focus')).count()) === 1

test('P0 55: a whole order by keys: price, share, and Enter, with the order in the ledger’s list', async () => {
  await visit('order', async ({ visitor, person }) => {
    const { page } = visitor
    const buy = ticket(visitor, 'buy')
    await page.keyboard.press('b')
    await until('the price to have the focus', () => hasFocus(buy.price))
    await page.keyboard.type('1600000000')
    await page.keyboard.press('Escape')
    assert.equal(await hasFocus(buy.price), false, 'Escape leaves the field')
    assert.equal(await buy.price.inputValue(), '1.600.000.000', 'and keeps what was typed')
    await untilAvailableShown(visitor, 'buy')
    await page.keyboard.press('2')
    await until('the amount to have the focus', () => hasFocus(buy.quantity))
    await page.keyboard.press('Enter')
    const order = await until('the order', async () => (await openOrders(person))[0])
    assert.equal(Number(order['market_position']), 1_600_000_000)
    assert.ok(Number(order['remaining_quantity']) > 0)
  })
})

test('P0 55: S, Q and the digits mean the form used last', async () => {
  await visit('sides', async ({ visitor }) => {
    const { page } = visitor
    const [buy, sell] = [ticket(visitor, 'buy'), ticket(visitor, 'sell')]
    await page.keyboard.press('s')
    await until('the sell price to have the focus', () => hasFocus(sell.price))
    await page.keyboard.press('Escape')
    await page.keyboard.press('q')
    await until('the sell amount to have the focus', () => hasFocus(sell.quantity))
    await page.keyboard.press('Escape')
    await untilAvailableShown(visitor, 'sell')
    await page.keyboard.press('4')
    await until(
      'the whole available balance',
      async () => (await sell.quantity.inputValue()) !== '',
    )
    assert.equal(await buy.quantity.inputValue(), '', 'the other form is untouched')
  })
})

test('P0 55: where one form is shown, its key brings it', async () => {
  await visit('beside', async ({ visitor }) => {
    const { page } = visitor
    await page.getByRole('button', { name: new RegExp(`^${translate('layout')}: `) }).click()
    await page.getByRole('radio', { name: new RegExp(`^${translate('pro')}\\b`) }).click()
    await page.keyboard.press('s')
    await until('the sell price to have the focus', () => hasFocus(ticket(visitor, 'sell').price))
  })
})

test('WCAG 2.1.4: keys in a field are text, and change nothing else', async () => {
  await visit('typing', async ({ visitor }) => {
    const { page } = visitor
    const buy = ticket(visitor, 'buy')
    await buy.quantity.focus()
    await page.keyboard.type('s?pP12')
    assert.equal(await hasFocus(buy.quantity), true)
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByText(/^Paused at/).count(), 0)
    assert.equal(await buy.quantity.inputValue(), 's?pP12')
  })
})

test('WCAG 2.1.4: the sheet lists the keys and switches them off, until they are switched on again', async () => {
  await visit('sheet', async ({ visitor }) => {
    const { page } = visitor
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: translate('keys') })
    await sheet.getByText(translateKey('cancelAll')).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.keyboard.press('b')
    assert.equal(await hasFocus(ticket(visitor, 'buy').price), false, 'not under a sheet')
    await sheet.getByRole('checkbox', { name: translateKey('on') }).uncheck()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    for (const key of ['b', 'p', '?']) await page.keyboard.press(key)
    await page.reload()
    await untilLive(visitor)
    for (const key of ['b', 'p', '?']) await page.keyboard.press(key)
    // A pause or an open sheet would be visible at once.
    await page.getByRole('button', { name: translate('pauseBook') }).waitFor()
    assert.equal(await hasFocus(ticket(visitor, 'buy').price), false)
    assert.equal(await sheet.count(), 0)
    await page.getByRole('button', { name: translate('keys'), exact: true }).click()
    await sheet.getByRole('checkbox', { name: translateKey('on') }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await page.getByRole('button', { name: translate('resumeBook') }).waitFor()
  })
})

const idOf = (order: JsonObject | undefined) => order && textAt(order, 'id')

const cancelButtons = ({ page }: Visitor) => page.getByRole('button', { name: /^Cancel order: / })

/** Places two orders that the page lists; returns the id of the older. */
async function placeTwo(visitor: Visitor, person: Person): Promise<string> {
  const ids: string[] = []
  for (const price of [1_610_000_000n, 1_600_000_000n]) {
    const order = placedOrder(
      await placeOrder(fixture(), person, { side: 'buy', price, quantity: 10_000n }),
    )
    ids.push(textAt(order, 'id'))
    await row(visitor, price).waitFor()
  }
  // The book is public and may show an order before the user's list does.
  await cancelButtons(visitor).nth(1).waitFor()
  return ids[0] ?? ''
}

test('P0 55: Shift and X asks, and cancels all only after the answer', async () => {
  await visit('cancel', async ({ visitor, person }) => {
    const { page } = visitor
    await placeTwo(visitor, person)
    await page.getByRole('tab', { name: new RegExp(`^${translateTrade('tabWallet')}`) }).click()
    await page.keyboard.press('Shift+X')
    const question = page.getByRole('dialog', {
      name: translateTrade('cancelAllTitle', { pair: 'BTC/IDR' }),
    })
    await question.waitFor()
    assert.equal((await openOrders(person)).length, 2, 'nothing is canceled by the key')
    await question.getByRole('button', { name: translateTrade('cancelAll') }).click()
    await until('no open orders', async () => (await openOrders(person)).length === 0)
  })
})

test('P0 55: Shift and X says when there is nothing to cancel', async () => {
  await visit('nothing', async ({ visitor: { page } }) => {
    await page.keyboard.press('Shift+X')
    await page
      .locator('output', { hasText: translate('nothingToCancel') })
      .waitFor({ state: 'attached' })
  })
})

test('P0 73: O announces best prices, spread and volume around them', async () => {
  await visit('speak', async ({ visitor: { page } }) => {
    await page.keyboard.press('o')
    const text = translate('spokenBook', {
      bid: '1.640.000.000',
      ask: '1.660.000.000',
      spread: '20.000.000',
      bids: '0,00100000',
      asks: '0,00100000',
      base: 'BTC',
    })
    await page.locator('output', { hasText: text }).waitFor({ state: 'attached' })
  })
})

test('WCAG 2.2.2: a button and a key pause the book, which shows the missed changes when it resumes', async () => {
  await visit('pause', async ({ visitor, person }) => {
    const { page } = visitor
    await page.getByRole('button', { name: translate('pauseBook') }).click()
    const resume = page.getByRole('button', { name: translate('resumeBook') })
    await resume.waitFor()
    await page
      .getByText(/^Paused at/)
      .first()
      .waitFor()
    const price = 1_645_000_000n
    placedOrder(await placeOrder(fixture(), person, { side: 'buy', price, quantity: 10_000n }))
    // The top line is not paused. When it shows the order, a running book would, too.
    const best = page.locator('dl > div', { hasText: translateTrade('bestBuy') })
    await best.getByText('1.645.000.000').waitFor()
    assert.equal(await row(visitor, price).count(), 0, 'the book stands still')
    await page.keyboard.press('p')
    await row(visitor, price).waitFor()
  })
})

/** The text that a screen reader announces for a key. */
const spoken = (page: Page, text: string) =>
  page.locator('output', { hasText: text }).waitFor({ state: 'attached' })

test('P0 55: X cancels the last placed order, and no other', async () => {
  await visit('newest', async ({ visitor, person }) => {
    const { page } = visitor
    const older = await placeTwo(visitor, person)
    await page.getByRole('tab', { name: new RegExp(`^${translateTrade('tabWallet')}`) }).click()
    await page.keyboard.press('x')
    await until('one open order', async () => (await openOrders(person)).length === 1)
    assert.equal(idOf((await openOrders(person))[0]), older)
    // A click before the page knows that the first order is gone would hit that order again.
    const cancels = cancelButtons(visitor)
    await until('one order to cancel', async () => (await cancels.count()) === 1)
    await page.keyboard.press('x')
    await until('no open orders', async () => (await openOrders(person)).length === 0)
    await page.getByText(translateTrade('noOpenOrders')).waitFor()
    await page.keyboard.press('x')
    await spoken(page, translate('nothingToCancel'))
  })
})

test('P0 55 R-72: where each order asks, X asks too, and cancels only after the answer', async () => {
  await visit('newest-asks', async ({ visitor, person }) => {
    const { page } = visitor
    await page.evaluate("localStorage.setItem('tukar.order.confirm', 'each')")
    await page.reload()
    await untilLive(visitor)
    const older = await placeTwo(visitor, person)
    const question = page.getByRole('dialog', { name: translate('cancelNewestTitle') })
    await page.keyboard.press('x')
    await question.getByText('1.600.000.000').waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.keyboard.press('x')
    await question.getByRole('button', { name: translate('keepOrder') }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal((await openOrders(person)).length, 2, 'nothing is canceled by the key')
    await page.keyboard.press('x')
    await question.getByRole('button', { name: translate('cancelNewest') }).click()
    await until('one open order', async () => (await openOrders(person)).length === 1)
    assert.equal(idOf((await openOrders(person))[0]), older)
  })
})

test('P0 55: brackets group the book finer and coarser, announce it, and the choice is remembered', async () => {
  await visit('grouping', async ({ visitor }) => {
    const { page } = visitor
    const choice = page.getByRole('combobox', { name: translateTrade('precision') })
    const first = await choice.inputValue()
    await page.keyboard.press(']')
    const coarser = await until('a coarser book', async () => {
      const value = await choice.inputValue()
      return value === first ? null : value
    })
    const label = await choice.locator('option:checked').innerText()
    await spoken(page, translate('groupedBy', { step: label }))
    await page.reload()
    await untilLive(visitor)
    assert.equal(await choice.inputValue(), coarser)
    await page.keyboard.press('[')
    await until('the restored book', async () => (await choice.inputValue()) !== coarser)
  })
})

const chartBox = (page: Page) => page.locator('[popover]', { has: page.locator('iframe') })

test('P0 55 CHART-03: F brings the chart over the page and back, and nothing else works meanwhile', async () => {
  await visit('full-screen', async ({ visitor }) => {
    const { page } = visitor
    const full = page.getByRole('dialog', { name: translateChart('title', { pair: 'BTC/IDR' }) })
    await page.keyboard.press('f')
    await full.waitFor()
    for (const key of ['?', 'p', 'b']) await page.keyboard.press(key)
    assert.equal(await page.getByRole('dialog', { name: translate('keys') }).count(), 0)
    await page.keyboard.press('f')
    await full.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: translate('pauseBook') }).waitFor()
  })
})

test('P0 55: keys work while the chart has the focus, but for those that it uses and in its fields', async () => {
  await visit('from-chart', async ({ visitor }) => {
    const { page } = visitor
    const chart = page.frameLocator('iframe')
    const canvas = chart.locator('.canvas')
    await canvas.focus()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: translate('resumeBook') }).waitFor()
    await page.keyboard.press('f')
    await until('a chart over the page', async () => {
      return (await chartBox(page).getAttribute('data-full')) === 'true'
    })
    await canvas.focus()
    await page.keyboard.press('Escape')
    await until('the chart in its place', async () => {
      return (await chartBox(page).getAttribute('data-full')) === 'false'
    })
    await chart.getByTitle(translateChart('averages')).click()
    await chart.getByRole('checkbox').first().focus()
    await page.keyboard.press('b')
    assert.equal(await hasFocus(ticket(visitor, 'buy').price), false, 'not from a field')
    await canvas.focus()
    await page.keyboard.press('b')
    await until('the price to have the focus', () => hasFocus(ticket(visitor, 'buy').price))
    assert.equal(await ticket(visitor, 'buy').price.inputValue(), '')
  })
})

const keyButton = (page: Page, action: 'buy' | 'sell' | 'cancelAll') =>
  page.getByRole('button', { name: new RegExp(`: ${translateKey(action)}\\. `) })

test('WCAG 2.1.4: a key is replaced by another in the sheet, which persists and can be reset', async () => {
  await visit('chosen', async ({ visitor }) => {
    const { page } = visitor
    const price = ticket(visitor, 'buy').price
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: translate('keys') })
    const said = sheet.getByRole('status')
    await keyButton(page, 'buy').press('Enter')
    await said.getByText(translateKey('pressNew', { does: translateKey('buy') })).waitFor()
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await page.keyboard.press('s')
    await said
      .getByText(translateKey('keyTaken', { key: 'S', does: translateKey('sell') }))
      .waitFor()
    await page.keyboard.press('F5')
    await said.getByText(translateKey('noSuchKey')).waitFor()
    await page.keyboard.press('Shift+G')
    await said
      .getByText(translateKey('keyChosen', { key: 'Shift + G', does: translateKey('buy') }))
      .waitFor()
    assert.equal(await hasFocus(keyButton(page, 'buy')), true)
    await keyButton(page, 'sell').click()
    await page.keyboard.press('Escape')
    await said.getByText(translateKey('kept')).waitFor()
    assert.equal(await sheet.count(), 1, 'Escape left the choice, not the sheet')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.reload()
    await untilLive(visitor)
    await page.keyboard.press('b')
    await page.keyboard.press('g')
    assert.equal(await hasFocus(price), false)
    await page.keyboard.press('Shift+G')
    await until('the price to have the focus', () => hasFocus(price))
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await sheet.getByRole('button', { name: translateKey('reset') }).click()
    await said.getByText(translateKey('wereReset')).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('b')
    await until('the price to have the focus again', () => hasFocus(price))
  })
})

for (const language of ['en', 'id'] as const)
  for (const theme of ['dark', 'light'] as const)
    test(`R-50 WCAG 2.1.4: the list of keys is whole in ${language}, ${theme}`, async () => {
      const run = async ({ visitor: { page } }: Visit) => {
        await page.keyboard.press('?')
        const title = createTranslator(layoutMessages, language)('keys')
        const sheet = page.getByRole('dialog', { name: title })
        await sheet.getByText(createTranslator(keyMessages, language)('cancelNewest')).waitFor()
        assert.deepEqual(await findAccessibilityBarriers(page), [])
        assert.deepEqual(await findUntranslated(page, language), [])
        assert.deepEqual(await tooWide(page), [])
      }
      await visit(`sheet-${language}-${theme}`, run, { ...desktop, language, theme })
    })

test("P0 55: L cycles through the user's lists, M opens the market list", async () => {
  await visit('lists', async ({ visitor: { page } }) => {
    const selected = (name: string) =>
      page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor()
    await selected(translateTrade('tabOrder'))
    await page.keyboard.press('l')
    await selected(translateTrade('tabHistory'))
    await page.keyboard.press('l')
    await selected(translateTrade('tabWallet'))
    await page.keyboard.press('m')
    const markets = page.getByRole('navigation', { name: translateTrade('markets') })
    await markets.locator(':focus').waitFor()
  })
})
