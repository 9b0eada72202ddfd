/**
 * The trading page by keys alone, and what makes them safe: never in a field, with the questions of
 * the buttons, and with a switch. The market is quiet, so that every figure is known beforehand.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { layoutMessages, tradeMessages, translatorOf } from '@tukar/i18n'
import type { Browser, Locator } from 'playwright-core'
import { enterAs } from '../accounts/visits.ts'
import { createWorld, orderOf, ownOrders, place } from '../conformance/world.ts'
import { desk, openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { launchBrowser } from '../harness/chromium.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { ticket, untilLive } from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { barriersOf } from '../routes/page-checks.ts'

let server: RunningServer
let browser: Browser
let maker: Person

const bid = 1_640_000_000n
const ask = 1_660_000_000n
const quantity = 100_000n
const say = translatorOf(layoutMessages, 'en')
const sayTrade = translatorOf(tradeMessages, 'en')
const world = () => createWorld(server.url)

before(async () => {
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off' } })
  browser = await launchBrowser()
  server = await starting
  maker = await newPerson(server.client, 'pasang')
  for (const [side, price] of [
    ['buy', bid],
    ['sell', ask],
  ] as const)
    orderOf(await place(world(), maker, { side, price, quantity }))
})

after(async () => {
  await browser.close()
  await server.stop()
})

type Visit = { readonly visitor: Visitor; readonly person: Person }

async function visit(name: string, run: (visit: Visit) => Promise<void>): Promise<void> {
  const visitor = await openVisitor(browser, server, `keys-${name}`, desk)
  const check = async () => {
    const person = await newPerson(server.client, 'ketik')
    await enterAs(visitor, person)
    await visitor.page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    await row(visitor, bid).waitFor()
    await run({ visitor, person })
    assert.deepEqual(visitor.troubles, [])
  }
  try {
    await withEvidence(
      `keys-${name}`,
      () => server,
      () => [visitor],
      check,
    )
  } finally {
    await visitor.close()
  }
}

const openOrders = (person: Person) => ownOrders(world(), person, '/obooks/myobook-open')
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
    await page.keyboard.press('4')
    await until('all that is available', async () => (await sell.quantity.inputValue()) !== '')
    assert.equal(await buy.quantity.inputValue(), '', 'the other form is untouched')
  })
})

test('P0 55: where one form is shown, its key brings it', async () => {
  await visit('beside', async ({ visitor }) => {
    const { page } = visitor
    await page.getByRole('button', { name: say('toPro') }).click()
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
    const sheet = page.getByRole('dialog', { name: say('keys') })
    await sheet.getByText(say('keyCancelAll')).waitFor()
    assert.deepEqual(await barriersOf(page), [])
    await page.keyboard.press('b')
    assert.equal(await hasFocus(ticket(visitor, 'buy').price), false, 'not under a sheet')
    await sheet.getByRole('checkbox', { name: say('keysOn') }).uncheck()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    for (const key of ['b', 'p', '?']) await page.keyboard.press(key)
    await page.reload()
    await untilLive(visitor)
    for (const key of ['b', 'p', '?']) await page.keyboard.press(key)
    // A pause would be seen at once; the sheet is there already when its button is pressed.
    await page.getByRole('button', { name: say('pauseBook') }).waitFor()
    assert.equal(await hasFocus(ticket(visitor, 'buy').price), false)
    assert.equal(await sheet.count(), 0)
    await page.getByRole('button', { name: say('keys'), exact: true }).click()
    await sheet.getByRole('checkbox', { name: say('keysOn') }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await page.getByRole('button', { name: say('resumeBook') }).waitFor()
  })
})

test('P0 55: Shift and X asks, and cancels all only after the answer', async () => {
  await visit('cancel', async ({ visitor, person }) => {
    const { page } = visitor
    for (const price of [1_600_000_000n, 1_610_000_000n])
      orderOf(await place(world(), person, { side: 'buy', price, quantity: 10_000n }))
    await row(visitor, 1_610_000_000n).waitFor()
    await page.getByRole('tab', { name: new RegExp(`^${sayTrade('tabWallet')}`) }).click()
    await page.keyboard.press('Shift+X')
    const question = page.getByRole('dialog', {
      name: sayTrade('cancelAllTitle', { pair: 'BTC/IDR' }),
    })
    await question.waitFor()
    assert.equal((await openOrders(person)).length, 2, 'nothing is canceled by the key')
    await question.getByRole('button', { name: sayTrade('cancelAll') }).click()
    await until('no open orders', async () => (await openOrders(person)).length === 0)
  })
})

test('P0 55: Shift and X says it where there is nothing to cancel', async () => {
  await visit('nothing', async ({ visitor: { page } }) => {
    await page.keyboard.press('Shift+X')
    await page.locator('output', { hasText: say('nothingToCancel') }).waitFor({ state: 'attached' })
  })
})

test('P0 73: O says best prices, spread and volume around', async () => {
  await visit('speak', async ({ visitor: { page } }) => {
    await page.keyboard.press('o')
    const text = say('spokenBook', {
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

test('WCAG 2.2.2: a button and a key pause the book, which shows what came meanwhile when it goes on', async () => {
  await visit('pause', async ({ visitor, person }) => {
    const { page } = visitor
    await page.getByRole('button', { name: say('pauseBook') }).click()
    const resume = page.getByRole('button', { name: say('resumeBook') })
    await resume.waitFor()
    await page
      .getByText(/^Paused at/)
      .first()
      .waitFor()
    const price = 1_645_000_000n
    orderOf(await place(world(), person, { side: 'buy', price, quantity: 10_000n }))
    // The top line is not paused: when it knows of the order, the book would too.
    const best = page.locator('dl > div', { hasText: sayTrade('bestBuy') })
    await best.getByText('1.645.000.000').waitFor()
    assert.equal(await row(visitor, price).count(), 0, 'the book stands still')
    await page.keyboard.press('p')
    await row(visitor, price).waitFor()
  })
})

test('P0 55: L goes through the own lists, M enters the market list', async () => {
  await visit('lists', async ({ visitor: { page } }) => {
    const selected = (name: string) =>
      page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor()
    await selected(sayTrade('tabOrder'))
    await page.keyboard.press('l')
    await selected(sayTrade('tabHistory'))
    await page.keyboard.press('l')
    await selected(sayTrade('tabWallet'))
    await page.keyboard.press('m')
    const markets = page.getByRole('navigation', { name: sayTrade('markets') })
    await markets.locator(':focus').waitFor()
  })
})
