/**
 * The order book in a real browser on a real server: its content and views, the effect of a click, the marks
 * of the user's orders, the pause, and that outdated prices cannot be clicked.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  contactMessages,
  shellMessages,
  statementMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { signInAs } from '../accounts/visits.ts'
import {
  cancel,
  createFixture,
  placedOrder,
  readMyOrders,
  placeOrder,
} from '../conformance/fixture.ts'
import { differences, readShown, readExpected } from '../drift/page-figures.ts'
import { openVisitor, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { type FaultyConnection, openFaultyConnection } from '../harness/faulty-connection.ts'
import { newCommandId, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'
import {
  bookRow,
  fillTicket,
  openMyListTab,
  ticket,
  untilLive,
  translatorsFor,
} from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { convertPrices, decorate, putAround, remove, wrapTexts } from './foreign-changes.ts'

const translate = createTranslator(tradeMessages, 'en')
/** Prices in rupiah. Only these people trade here. */
const bids = [1_649_000_000n, 1_648_000_000n]
const asks = [1_651_000_000n, 1_652_000_000n]
const [bestBid = 0n] = bids
const [bestAsk = 0n, secondAsk = 0n] = asks
const quantity = 200_000n
const shownQuantity = '0,00200000'
const grouped = (rupiah: bigint) => rupiah.toString().replaceAll(/\B(?=(\d{3})+$)/g, '.')
const sen = (rupiah: bigint) => rupiah * 100n

let server: RunningServer
let browser: Browser

before(async () => {
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off', TUKAR_CAPTCHA_COST: '1' } })
  browser = await testBrowser()
  server = await starting
  const maker = await fixture().person('pembuat')
  for (const price of bids)
    placedOrder(await placeOrder(fixture(), maker, { side: 'buy', price, quantity }))
  for (const price of asks)
    placedOrder(await placeOrder(fixture(), maker, { side: 'sell', price, quantity }))
})

after(async () => {
  await browser.close()
  await server.stop()
})

afterEach(async () => {
  const { token } = await visitorPerson()
  const path = '/obooks/cancel-all'
  await server.client.call('POST', path, { token, commandId: newCommandId(), body: {} })
})

let sharedFixture: ReturnType<typeof createFixture> | null = null
const fixture = () => (sharedFixture ??= createFixture(server.url))
const visitorPerson = () => fixture().person('pengunjung')

type Visit = { readonly visitor: Visitor; readonly person: Person; readonly line: FaultyConnection }

/** A person on the trading page, over a connection that a test may cut. */
async function visit(name: string, run: (visit: Visit) => Promise<void>): Promise<void> {
  const line = await openFaultyConnection(server.port, () => 0)
  const visitor = await openVisitor(browser, line, `book-${name}`)
  const check = async () => {
    const person = await visitorPerson()
    await signInAs(visitor, person)
    await visitor.page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    await bookRow(visitor, sen(bestAsk)).waitFor()
    await run({ visitor, person, line })
    assert.deepEqual(visitor.troubles, [])
  }
  const visitors = () => [visitor]
  try {
    await withEvidence(`book-${name}`, () => server, visitors, check)
  } finally {
    await visitor.close()
    await line.close()
  }
}

const bookOf = ({ page }: Visitor) =>
  page.getByRole('region', { name: translate('orderBook'), exact: true })
const bodyOf = (visitor: Visitor) => bookOf(visitor).locator('[data-fresh]').first()
const pricesOf = (visitor: Visitor) =>
  bookOf(visitor)
    .locator('tr[data-price]')
    .evaluateAll((rows) => rows.map((row) => String(row.getAttribute('data-price'))))

/** A computed style of the first element in the book that the selector finds. */
const styleOf = ({ page }: Visitor, selector: string, property: string, part = '') =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('${selector}'), '${part}')['${property}']`,
  )

test('BOOK-01 BOOK-07 DEC-78: sells are at the top, the last price and the volume in the middle, buys below', () =>
  visit('rows', async ({ visitor }) => {
    const falling = [...asks].reverse().concat(bids)
    assert.deepEqual(
      await pricesOf(visitor),
      falling.map((price) => String(sen(price))),
    )
    const cells = await bookRow(visitor, sen(bestBid)).locator('td').allInnerTexts()
    // 0,002 BTC at this price.
    assert.deepEqual(cells, [grouped(bestBid), shownQuantity, grouped(bestBid / 500n)])
    const boxOf = async (price: bigint) => bookRow(visitor, sen(price)).boundingBox()
    const [ask, bid] = [await boxOf(bestAsk), await boxOf(bestBid)]
    const middle = await bookOf(visitor).getByTitle(translate('volume24h')).boundingBox()
    assert.ok(ask !== null && bid !== null && middle !== null)
    assert.ok(ask.y + ask.height <= middle.y && middle.y + middle.height <= bid.y)
    const spread = bookOf(visitor).getByText(grouped(bestAsk - bestBid))
    await spread.first().waitFor()
  }))

test('BOOK-02: both sides, buys alone, sells alone; the choice outlives the visit', () =>
  visit('sides', async ({ visitor }) => {
    const { page } = visitor
    const rows = (side: 'buy' | 'sell') =>
      bookOf(visitor).locator(`table[data-side=${side}] tr[data-price]`)
    const choose = (name: string) => bookOf(visitor).getByRole('radio', { name }).click()
    const counts = async () => `${await rows('sell').count()} ${await rows('buy').count()}`
    assert.equal(await counts(), '2 2')
    await choose(translate('viewBuys'))
    await until('buys alone', async () => (await counts()) === '0 2')
    await choose(translate('viewSells'))
    await until('sells alone', async () => (await counts()) === '2 0')
    await page.reload()
    await untilLive(visitor)
    await until('sells alone after a reload', async () => (await counts()) === '2 0')
    await choose(translate('viewBoth'))
    await until('both', async () => (await counts()) === '2 2')
  }))

test('BOOK-06 DEC-86: a click on a row copies its price and amount into both forms', () =>
  visit('take', async ({ visitor }) => {
    // A screen reader announces the figures and the effect of a click.
    const described = await bookOf(visitor)
      .locator('tr[data-price]')
      .evaluateAll((rows) =>
        rows.map(
          (row) =>
            row.ownerDocument.getElementById(row.getAttribute('aria-describedby') ?? '')
              ?.textContent,
        ),
      )
    assert.deepEqual([...new Set(described)], [translate('takesRow')])
    for (const price of [secondAsk, bestBid]) {
      await bookRow(visitor, sen(price)).click()
      for (const side of ['buy', 'sell'] as const) {
        const form = ticket(visitor, side)
        await until(`the price in the form ${side}`, async () => {
          const [shown, amount] = [await form.price.inputValue(), await form.quantity.inputValue()]
          return shown === grouped(price) && amount.startsWith('0,002')
        })
      }
    }
  }))

test("BOOK-01 R-20: a row with the user's own order is marked and says so, until it is canceled", () =>
  visit('own', async ({ visitor, person }) => {
    const price = bestBid - 500_000n
    const marked = bookOf(visitor).locator('tr[data-own=true]')
    assert.equal(await marked.count(), 0)
    const order = placedOrder(await placeOrder(fixture(), person, { side: 'buy', price, quantity }))
    const row = bookRow(visitor, sen(price))
    await until('the mark', async () => (await row.getAttribute('data-own')) === 'true')
    assert.equal(await marked.count(), 1)
    assert.ok((await row.textContent())?.includes(translate('ownOrderHere')))
    // The mark is visible, too: a dot before the price.
    const width = await styleOf(visitor, `tr[data-price="${sen(price)}"] td`, 'width', '::before')
    assert.equal(width, '6px')
    // An order at the price of another user's level marks that level.
    const second = placedOrder(
      await placeOrder(fixture(), person, { side: 'sell', price: bestAsk, quantity }),
    )
    const shared = bookRow(visitor, sen(bestAsk))
    await until('two marks', async () => (await marked.count()) === 2)
    // The list and the book arrive by different requests, in either order.
    await until('both amounts', async () => (await shared.textContent())?.includes('0,00400000'))
    for (const one of [order, second]) await cancel(fixture(), person, textAt(one, 'id'))
    await until('no mark', async () => (await marked.count()) === 0)
    await row.waitFor({ state: 'detached' })
  }))

test('BOOK-06: while the focus is in the book it is paused, Escape resumes it', () =>
  visit('freeze', async ({ visitor, person }) => {
    const { page } = visitor
    const row = bookRow(visitor, sen(bestAsk))
    await bookOf(visitor).getByRole('radio').first().focus()
    await until('the focus to reach the book', async () => {
      await page.keyboard.press('Tab')
      return (await bookOf(visitor).locator('tr:focus').count()) === 1
    })
    const notice = bookOf(visitor).locator('p', { hasText: /^Held still at \d\d[:.]\d\d[:.]\d\d/ })
    await notice.waitFor()
    const before = await pricesOf(visitor)
    const price = bestAsk - 500_000n
    placedOrder(await placeOrder(fixture(), person, { side: 'sell', price, quantity }))
    // The rest of the page stays live: the new order is in the user's list.
    const lists = page.getByRole('region', { name: translate('ownLists') })
    await lists
      .getByRole('row')
      .filter({ hasText: grouped(price) })
      .waitFor()
    assert.deepEqual(await pricesOf(visitor), before)
    await until('the focus on the best sell', async () => {
      if (await row.evaluate((one) => one.matches(':focus'))) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    await page.keyboard.press('Enter')
    await until('the price in the form', async () => {
      return (await ticket(visitor, 'buy').price.inputValue()) === grouped(bestAsk)
    })
    await row.focus()
    await page.keyboard.press('Escape')
    await bookRow(visitor, sen(price)).waitFor()
    await notice.waitFor({ state: 'detached' })
  }))

test('BOOK-06 DEC-90: prices of a lost connection are marked and cannot be clicked, and live ones can', () =>
  visit('stale', async ({ visitor, line }) => {
    const { page } = visitor
    const buy = ticket(visitor, 'buy')
    await fillTicket(visitor, 'buy', { price: '1600000000', quantity: '0.01' })
    const body = bodyOf(visitor)
    const colorOf = () => styleOf(visitor, `tr[data-price="${sen(bestAsk)}"] td`, 'color')
    const liveColor = await colorOf()
    visitor.expectTrouble(true)
    line.cut()
    await until('the mark', async () => (await body.getAttribute('data-fresh')) === 'false')
    await until('another color', async () => (await colorOf()) !== liveColor)
    const border = await styleOf(
      visitor,
      '[data-fresh=false][data-layout]',
      'borderTopStyle',
      '::after',
    )
    assert.equal(border, 'dashed')
    await bookRow(visitor, sen(bestAsk)).click()
    assert.equal(await buy.price.inputValue(), '1.600.000.000')
    await page.getByText(translate('linkOffline'), { exact: true }).first().waitFor()
    await bookRow(visitor, sen(bestAsk)).click()
    assert.equal(await buy.price.inputValue(), '1.600.000.000')
    assert.equal((await pricesOf(visitor)).length, asks.length + bids.length)
    line.restore()
    await untilLive(visitor)
    visitor.expectTrouble(false)
    await until('the mark to go', async () => (await body.getAttribute('data-fresh')) === 'true')
    await bookRow(visitor, sen(bestAsk)).click()
    await until('the price in the form', async () => {
      return (await buy.price.inputValue()) === grouped(bestAsk)
    })
  }))

test('R-20: after 3 s of silence an order asks once more, with the age of the prices', () =>
  visit('silence', async ({ visitor, person, line }) => {
    const { page } = visitor
    visitor.expectTrouble(true)
    await fillTicket(visitor, 'buy', { price: '1600000000', quantity: '0.01' })
    const { form } = ticket(visitor, 'buy')
    const old = form.getByRole('button', { name: translate('stalePlace') })
    const question = page.getByRole('dialog', { name: /^Prices are [345] s old$/ })
    let fresh: string | null = null
    // The page reopens a socket that was silent for 5 s, so the request may come too late.
    for (let round = 0; round < 5 && !(await question.isVisible()); round++) {
      await untilLive(visitor)
      line.silence()
      await old.waitFor()
      fresh = await bodyOf(visitor).getAttribute('data-fresh')
      await old.click({ timeout: 1_500 }).catch(() => null)
    }
    assert.equal(fresh, 'false', 'the book was marked before the question came')
    await untilLive(visitor)
    await question.waitFor()
    assert.deepEqual(await readMyOrders(fixture(), person, '/obooks/myobook-open'), [])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('placeIt') })
      .click()
    await until('the order', async () => {
      const orders = await readMyOrders(fixture(), person, '/obooks/myobook-open')
      return orders.length === 1
    })
  }))

const bookParts = ['bids', 'asks', 'trades', 'available'] as const

/** Waits until the page shows the API's figures. */
async function untilEqual({ visitor, person }: Visit, what: string): Promise<void> {
  await until(what, async () => {
    const { figures, visibleRows } = await readShown(visitor)
    assert.equal(
      differences(figures, await readExpected(fixture(), person, visibleRows), bookParts),
      '',
    )
    return figures.bids.length > 0 && figures.asks.length > 0
  })
}

/** Places an order with the form and cancels it in the list. */
async function placeAndCancel({ visitor, person }: Visit, price: bigint): Promise<void> {
  const open = async (count: number) =>
    (await readMyOrders(fixture(), person, '/obooks/myobook-open')).length === count
  await fillTicket(visitor, 'buy', { price: String(price), quantity: '0.001' })
  await ticket(visitor, 'buy').submit.click()
  await until('the order', () => open(1))
  await bookRow(visitor, sen(price)).waitFor()
  const panel = await openMyListTab(visitor, 'tabOrder')
  await panel
    .getByRole('button', { name: /^Cancel / })
    .first()
    .click()
  await until('no order', () => open(0))
}

/**
 * Other people's orders while the page is changed: levels appear, change and disappear, and a trade happens.
 */
async function tradeAround(): Promise<void> {
  const [maker, taker] = [await fixture().person('pembuat'), await fixture().person('pengambil')]
  for (const price of [1_650_400_000n, 1_650_600_000n]) {
    const sold = await placeOrder(fixture(), maker, { side: 'sell', price, quantity: 40_000n })
    await placeOrder(fixture(), taker, { side: 'buy', price, quantity: 20_000n })
    await cancel(fixture(), maker, textAt(placedOrder(sold), 'id'))
  }
}

for (const mode of ['once', 'always'] as const) {
  test(`a page whose texts a translator replaces ${mode} stays correct, trades, and continues`, () =>
    visit(`translated-${mode}`, async (visit) => {
      const { page } = visit.visitor
      assert.ok((await page.evaluate<number>(wrapTexts(mode))) > 100)
      await tradeAround()
      await untilEqual(visit, 'the book of a translated page')
      await placeAndCancel(visit, 1_600_000_000n)
      await tradeAround()
      await untilEqual(visit, 'the book after an order')
      await page
        .getByRole('link', { name: /ETH\/IDR/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'ETH' }).waitFor()
      await page
        .getByRole('link', { name: /BTC\/IDR/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: 'BTC' }).waitFor()
      await untilEqual(visit, 'the book after another market')
      await page.locator('[aria-label^="Account menu"]').click()
      await page.keyboard.press('Escape')
      const { shell } = translatorsFor(visit.visitor)
      const displayMenu = `${shell('language')}, ${shell('appearance')}`
      await page.getByRole('banner').getByRole('button', { name: displayMenu }).click()
      await page.getByRole('radio', { name: 'Indonesia' }).click()
      await page
        .getByText(createTranslator(tradeMessages, 'id')('newTransactions'))
        .first()
        .waitFor()
    }))
}

test('elements of extensions around and inside a page do not stop it', () =>
  visit('decorated', async (visit) => {
    const { page } = visit.visitor
    await page.addInitScript(putAround)
    await page.reload()
    await untilLive(visit.visitor)
    await bookRow(visit.visitor, sen(bestAsk)).waitFor()
    assert.equal(await page.getAttribute('html', 'data-darkreader-mode'), 'dynamic')
    await page.evaluate(decorate)
    await tradeAround()
    await untilEqual(visit, 'the book of a decorated page')
    await placeAndCancel(visit, 1_600_000_000n)
  }))

test('a panel whose elements were removed is mounted again alone and says so; the input stays', () =>
  visit('removed', async (visit) => {
    const { page } = visit.visitor
    visit.visitor.expectTrouble(true)
    await fillTicket(visit.visitor, 'sell', { price: '1700000000', quantity: '0.002' })
    assert.ok((await page.evaluate<number>(remove('tr[data-price], [class*=strip] tbody tr'))) > 3)
    await page.evaluate(remove('iframe'))
    await tradeAround()
    await untilEqual(visit, 'the book whose rows were removed')
    const shell = createTranslator(shellMessages, 'en')
    await page.getByText(shell('mendedTitle')).first().waitFor()
    assert.equal(await ticket(visit.visitor, 'sell').price.inputValue(), '1.700.000.000')
    await placeAndCancel(visit, 1_600_000_000n)
    visit.visitor.expectTrouble(false)
  }))

test('a part of an account page whose elements were removed is mounted again alone', () =>
  visit('removed-part', async (visit) => {
    const { page } = visit.visitor
    visit.visitor.expectTrouble(true)
    await page.goto('/settings/statements')
    const statement = createTranslator(statementMessages, 'en')
    const lines = page.getByRole('region', { name: statement('lines') })
    await lines.locator('tbody tr').first().waitFor()
    await page.evaluate("document.querySelector('h1').dataset.kept = 'yes'")
    // Choosing one currency makes React remove rows that the script has already removed.
    assert.ok((await page.evaluate<number>(remove('tbody tr'))) > 1)
    await page.getByLabel(statement('currency')).selectOption('BTC')
    await lines.locator('tbody tr').first().waitFor()
    await page.getByText(createTranslator(shellMessages, 'en')('mendedTitle')).first().waitFor()
    assert.equal(await page.locator('h1[data-kept=yes]').count(), 1, 'the rest of the page stayed')
    await page.goto('/pages/contact-us')
    const form = page.getByRole('form')
    const contact = createTranslator(contactMessages, 'en')
    const field = (name: 'email' | 'subject' | 'message') => form.getByLabel(contact(name))
    await field('subject').fill('A question')
    await field('message').fill('When do you open?')
    await field('email').fill('sari@')
    await form.getByRole('button', { name: contact('send') }).click()
    // A removed error element does not break the form when the field becomes valid.
    assert.ok((await page.evaluate<number>(remove('form p[id$="-error"]'))) > 0)
    await field('email').fill('sari@contoh.example')
    await page.getByText(createTranslator(shellMessages, 'en')('mendedTitle')).first().waitFor()
    const typed = () =>
      Promise.all(
        (['email', 'subject', 'message'] as const).map((name) => field(name).inputValue()),
      )
    const wanted = ['sari@contoh.example', 'A question', 'When do you open?']
    await until('the typed text', async () => isDeepStrictEqual(await typed(), wanted))
    visit.visitor.expectTrouble(false)
  }))

test('prices that a script overwrites are shown as stale, cannot be clicked, and recover', () =>
  visit('converted', async (visit) => {
    const { page } = visit.visitor
    visit.visitor.expectTrouble(true)
    const buy = ticket(visit.visitor, 'buy')
    await fillTicket(visit.visitor, 'buy', { price: '1600000000', quantity: '0.01' })
    await page.evaluate(convertPrices)
    await page.getByText(translate('linkNoteUndrawn')).first().waitFor()
    assert.equal(await bodyOf(visit.visitor).getAttribute('data-fresh'), 'false')
    await bookRow(visit.visitor, sen(bestAsk)).click()
    assert.equal(await buy.price.inputValue(), '1.600.000.000')
    await page.evaluate('window.stopConverting()')
    // Unchanged figures are replaced by the page's own again, too.
    const converted = bookOf(visit.visitor).locator('td', { hasText: 'USD' })
    await until('figures without a foreign word', async () => (await converted.count()) === 0)
    const body = bodyOf(visit.visitor)
    await until('the mark to go', async () => (await body.getAttribute('data-fresh')) === 'true')
    await tradeAround()
    await untilEqual(visit, 'the book that nothing writes over any more')
    visit.visitor.expectTrouble(false)
  }))

const chipOf = ({ page }: Visitor) =>
  page.locator('[data-state]:has(> [role=status])').getByRole('status')

/** Waits until the page shows this state of its connection. */
const untilSaid = (
  visitor: Visitor,
  word: 'linkLive' | 'linkLiveFallback' | 'linkStaleState' | 'linkUnloaded',
) => until(translate(word), async () => (await chipOf(visitor).innerText()) === translate(word))

test('where sockets are blocked the page trades whole over the fallback, and goes back to a socket', () =>
  visit('no-sockets', async (visit) => {
    const { visitor, person, line } = visit
    const { page } = visitor
    visitor.expectTrouble(true)
    line.setNetwork({ sockets: 'refuse', streams: 'pass' })
    await page.reload()
    await untilSaid(visitor, 'linkLiveFallback')
    const sockets = line.openings().count
    await untilEqual(visit, 'the book over the fallback')
    await tradeAround()
    await untilEqual(visit, 'the book after trades')
    await placeAndCancel(visit, 1_600_000_000n)
    // An order rests and is filled: the user's orders, balances and notifications arrive over the event
    // stream, too.
    const panel = await openMyListTab(visitor, 'tabOrder')
    await fillTicket(visitor, 'buy', { price: '1650500000', quantity: '0.001' })
    await ticket(visitor, 'buy').submit.click()
    await panel.getByText('1.650.500.000').first().waitFor()
    const other = await fixture().person('pengambil')
    await placeOrder(fixture(), other, { side: 'sell', price: 1_650_500_000n, quantity: 100_000n })
    await panel.getByText('1.650.500.000').first().waitFor({ state: 'detached' })
    await untilEqual(visit, 'balances after a fill')
    await page
      .getByRole('link', { name: /ETH\/IDR/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'ETH' }).waitFor()
    await page
      .getByRole('link', { name: /BTC\/IDR/ })
      .first()
      .click()
    await untilEqual(visit, 'the book after another market')
    assert.equal(line.openings().count, sockets, 'no socket was opened')
    assert.deepEqual(await readMyOrders(fixture(), person, '/obooks/myobook-open'), [])
    line.setNetwork({ sockets: 'pass', streams: 'pass' })
    await untilSaid(visitor, 'linkLive')
    await untilEqual(visit, 'the book over a socket')
    visitor.expectTrouble(false)
  }))

test('a proxy that swallows socket frames leads to the fallback; one that also buffers streams shows the page as stale', () =>
  visit('swallowed', async (visit) => {
    const { visitor, line } = visit
    visitor.expectTrouble(true)
    line.setNetwork({ sockets: 'swallow', streams: 'pass' })
    await untilSaid(visitor, 'linkLiveFallback')
    await untilEqual(visit, 'the book over the fallback')
    line.setNetwork({ sockets: 'swallow', streams: 'hold' })
    await untilSaid(visitor, 'linkStaleState')
    await tradeAround()
    // The page polls every few seconds: its figures are right, but late.
    await untilEqual(visit, 'the book that is asked for')
    // Prices that never arrived have no age.
    await visitor.page.route('**/load-first-time*', (route) => route.abort())
    await visitor.page.reload()
    await untilSaid(visitor, 'linkUnloaded')
    await visitor.page.getByText(translate('linkNoteUnloaded'), { exact: true }).first().waitFor()
    // The prices of the document are not shown as current.
    assert.equal(await visitor.page.locator('tr[data-price]').count(), 0)
    await visitor.page.unroute('**/load-first-time*')
    line.setNetwork({ sockets: 'pass', streams: 'pass' })
    await untilSaid(visitor, 'linkLive')
    visitor.expectTrouble(false)
  }))
