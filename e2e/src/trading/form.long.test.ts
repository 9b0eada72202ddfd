/**
 * The order forms in a real browser on a real server: their requests, their texts before and after, and that
 * a click is one order. The market is quiet, so every figure is known in advance.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { orderMessages, tradeMessages, createTranslator } from '@tukar/i18n'
import type { Browser, Request, Route } from 'playwright-core'
import { signInAs, findToasts } from '../accounts/visits.ts'
import {
  createFixture,
  decimalText,
  placedOrder,
  type OrderInput,
  readMyOrders,
  placeOrder,
  readBalances,
  rupiahCents,
} from '../conformance/fixture.ts'
import {
  desktop,
  type Display,
  openVisitor,
  phone,
  type Visitor,
  withEvidence,
} from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { isObject, type Json, type JsonObject, newCommandId, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { fillTicket, openMyListTab, ticket, untilLive } from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { tradeBetween } from '../stranger/books.ts'

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger

before(async () => {
  postgres = await startPostgres('quiet')
  const environment = { TUKAR_MAKERS: 'off', TUKAR_CAPTCHA_COST: '1' }
  const starting = startServer({ databaseUrl: postgres.url, environment })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(postgres.url)
})

after(async () => {
  await browser.close()
  await ledger.close()
  await server.stop()
  await postgres.stop()
})

/** Everybody who traded in a test cancels all orders. */
const traders: Person[] = []
afterEach(async () => {
  for (const { token } of traders.splice(0)) {
    const path = '/obooks/cancel-all'
    await server.client.call('POST', path, { token, commandId: newCommandId(), body: {} })
  }
})

const fixture = () => createFixture(server.url)
const t = createTranslator(tradeMessages, 'en')
const tOrder = createTranslator(orderMessages, 'en')
/** The reference price of the listing, because nobody traded before these tests. */
const reference = 1_650_000_000n
/** Groups the digits of whole rupiah and satoshi as the page does. */
const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, '.')
const shown = (units: bigint, decimals: number) => {
  const [whole = '', fraction = ''] = decimalText(units, decimals).split('.')
  return fraction === '' ? grouped(whole) : `${grouped(whole)},${fraction}`
}

async function trader(): Promise<Person> {
  const person = await newPerson(server.client, 'pedagang')
  traders.push(person)
  return person
}

type Visit = { readonly visitor: Visitor; readonly person: Person }

/** Runs a visit of the trading page; it fails on unexpected errors of the console or the network. */
async function visit(
  name: string,
  run: (visit: Visit) => Promise<void>,
  display: Display = desktop,
): Promise<void> {
  const visitor = await openVisitor(browser, server, `form-${name}`, display)
  const check = async () => {
    const person = await trader()
    await signInAs(visitor, person)
    await visitor.page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    // The page loads the balance and the last price again when its socket opens.
    await waitUntilIdle(visitor.page)
    await run({ visitor, person })
    assert.deepEqual(visitor.troubles, [])
  }
  try {
    await withEvidence(
      `form-${name}`,
      () => server,
      () => [visitor],
      check,
    )
  } finally {
    await visitor.close()
  }
}

/** The orders that a page sends, in sequence. */
function placementsOf({ page }: Visitor): { readonly id: string; readonly body: JsonObject }[] {
  const sent: { id: string; body: JsonObject }[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !/\/exchange\/\d+$/.test(request.url())) return
    const body: Json = JSON.parse(request.postData() ?? '{}')
    const id = request.headers()['idempotency-key'] ?? ''
    if (isObject(body)) sent.push({ id, body })
  })
  return sent
}

async function placed(person: Person, wish: OrderInput): Promise<string> {
  return textAt(placedOrder(await placeOrder(fixture(), person, wish)), 'id')
}

const openOrders = (person: Person) => readMyOrders(fixture(), person, '/obooks/myobook-open')
const closedOrders = (person: Person) => readMyOrders(fixture(), person, '/obooks/myobook-close')

/** A line of a receipt by its label. */
function lineOf({ page }: Visitor, side: 'buy' | 'sell', name: string) {
  return page.locator(`form[data-side=${side}] dl > div`).filter({
    has: page.locator('dt', { hasText: new RegExp(`^${name}`) }),
  })
}

/** Chooses the time in force, by the texts of the control. */
async function chooseKind(
  { page }: Visitor,
  name: 'kindGtcName' | 'kindPostName' | 'kindIocName' | 'kindFokName',
): Promise<void> {
  const form = page.locator('form[data-side=buy]')
  await form.getByRole('button', { name: tOrder('kindOf', { kind: '' }) }).click()
  await form.getByRole('radio', { name: tOrder(name) }).click()
  await form.getByRole('radio').first().waitFor({ state: 'detached' })
}

test('FORM-01 FORM-03 FORM-05 CONST-09: both limit forms are under the chart, each with four shares', async () => {
  await visit('place', async ({ visitor }) => {
    const { page } = visitor
    const chart = await page.locator('iframe[src*="/chart/"]').boundingBox()
    for (const side of ['buy', 'sell'] as const) {
      const { form } = ticket(visitor, side)
      const box = await form.boundingBox()
      assert.ok(chart !== null && box !== null && box.y >= chart.y + chart.height - 1)
      assert.ok(box.y + box.height <= desktop.height, 'the form is in sight')
      const shares = form.getByRole('group', { name: t('available') }).getByRole('button')
      assert.deepEqual(await shares.allInnerTexts(), ['25%', '50%', '75%', '100%'])
    }
  })
})

test('FORM-02: a guest has Register instead of buying and Login instead of selling', async () => {
  const visitor = await openVisitor(browser, server, 'form-guest')
  const run = async () => {
    await visitor.page.goto('/markets/1/BTC_IDR')
    const main = visitor.page.getByRole('main')
    const register = await main.locator('a[href="/auth/register"]').first().boundingBox()
    const login = await main.locator('a[href="/auth/login"]').first().boundingBox()
    assert.ok(register !== null && login !== null && register.x < login.x)
    assert.equal(await visitor.page.locator('form[data-side]').count(), 0)
  }
  await withEvidence(
    'form-guest',
    () => server,
    () => [visitor],
    run,
  )
  await visitor.close()
})

test('FORM-04 FMT-13: the price is raw while it is edited and grouped after the focus leaves', async () => {
  await visit('grouped', async ({ visitor }) => {
    const { price } = ticket(visitor, 'buy')
    await price.fill('1650000000')
    assert.equal(await price.inputValue(), '1650000000')
    await price.blur()
    assert.equal(await price.inputValue(), '1.650.000.000')
    await price.focus()
    assert.equal(await price.inputValue(), '1650000000')
  })
})

test('FORM-06 FORM-08 FORM-09 DEC-84: shares by button and by slider come to the same size, never above the balance', async () => {
  await visit('shares', async ({ visitor, person }) => {
    const { page } = visitor
    const [buy, sell] = [ticket(visitor, 'buy'), ticket(visitor, 'sell')]
    const slider = buy.form.getByRole('slider', { name: tOrder('shareSlider') })
    await buy.form.getByRole('button', { name: t('ofAvailable', { percent: 25 }) }).click()
    const dialog = page.getByRole('dialog', { name: 'Please input price first' })
    await dialog.getByRole('button', { name: t('ok') }).click()
    assert.equal(await buy.quantity.inputValue(), '')

    const { idr, btc } = await readBalances(fixture(), person)
    await buy.price.fill(reference.toString())
    await buy.form.getByRole('button', { name: t('ofAvailable', { percent: 25 }) }).click()
    const expected = (idr * 25n * 1_000_000n) / (reference * 100n)
    const quarter = shown(expected, 8)
    await until('the quantity', async () => (await buy.quantity.inputValue()) === quarter)
    assert.ok(rupiahCents(reference, expected, 'up') <= (idr * 25n) / 100n)
    assert.equal(await slider.inputValue(), '25')
    await slider.focus()
    await slider.press('ArrowRight')
    await until('the next percent', async () => (await buy.quantity.inputValue()) !== quarter)
    assert.equal(await slider.getAttribute('aria-valuetext'), tOrder('shareOf', { percent: 26 }))
    await slider.press('ArrowLeft')
    await until('the same again', async () => (await buy.quantity.inputValue()) === quarter)

    const sent = placementsOf(visitor)
    await slider.press('Enter')
    await sell.form.getByRole('button', { name: t('ofAvailable', { percent: 100 }) }).click()
    const whole = shown(btc, 8).replace(/,?0+$/, '')
    await until('every row', async () => (await sell.quantity.inputValue()) === whole)
    assert.deepEqual(sent, [], 'Enter on a slider places nothing')
  })
})

test('FORM-07 FORM-10 DEC-80: a buy sends its total and a sell its quantity, and nothing else', async () => {
  await visit('sent', async ({ visitor, person }) => {
    const sent = placementsOf(visitor)
    const quantity = 123_457n
    const [low, high] = [reference - 100_000_000n, reference + 100_000_000n]
    await fillTicket(visitor, 'buy', { price: `${low}`, quantity: decimalText(quantity, 8) })
    await ticket(visitor, 'buy').submit.click()
    await until('the buy', async () => (await openOrders(person)).length === 1)
    await fillTicket(visitor, 'sell', { price: `${high}`, quantity: decimalText(quantity, 8) })
    await ticket(visitor, 'sell').submit.click()
    await until('the sell', async () => (await openOrders(person)).length === 2)
    const total = decimalText(rupiahCents(low, quantity, 'up'), 2)
    const bodyOf = (place: string, price: bigint, amount: string) => ({
      market_place: place,
      market_position: `${price}`,
      market_amount: amount,
      market_amount_maxbalance_marking: false,
    })
    assert.deepEqual(
      sent.map(({ body }) => body),
      [bodyOf('Limit Buy', low, total), bodyOf('Limit Sell', high, decimalText(quantity, 8))],
    )
    const [first] = (await openOrders(person)).filter((row) => row['market_place'] === 'Limit Buy')
    assert.equal(textAt(first ?? {}, 'quantity'), decimalText(quantity, 8))
  })
})

test("FORM-11 FORM-12 DEC-81 ERR-29: a refusal is shown in the exchange's words, and the form keeps its input", async () => {
  await visit('refused', async ({ visitor, person }) => {
    const { page } = visitor
    visitor.expectTrouble(true)
    const cases = [
      { price: `${reference}`, quantity: '0.000001' },
      { price: `${reference}`, quantity: '5' },
      { price: `${reference + 1n}`, quantity: '0.001' },
      { price: `${reference}`, quantity: '0.0010000001' },
      { price: `${reference * 2n}`, quantity: '0.001' },
    ]
    for (const side of ['buy', 'sell'] as const) {
      for (const typed of cases) {
        if (side === 'sell' && typed.price === `${reference * 2n}`) continue
        const { form, price, quantity, submit } = ticket(visitor, side)
        await price.fill(typed.price)
        await quantity.fill(typed.quantity)
        const answer = page.waitForResponse((one) => one.url().endsWith('/exchange/1'))
        await submit.click()
        const body: Json = JSON.parse(await (await answer).text())
        assert.ok(isObject(body) && body['success'] === 0, JSON.stringify(typed))
        const alert = form.getByRole('alert')
        await alert.getByText(textAt(body, 'msg')).waitFor()
        const left = (await quantity.inputValue()).replace(',', '.')
        assert.equal(left, typed.quantity, 'still filled')
        assert.equal(await submit.isEnabled(), true)
      }
    }
    assert.deepEqual(await openOrders(person), [])
    visitor.expectTrouble(false)
  })
})

test('R-07 DEC-81: only an amount that may mean two things stops the press, and asks', async () => {
  await visit('question', async ({ visitor }) => {
    const sent = placementsOf(visitor)
    const { form, quantity, submit } = ticket(visitor, 'buy')
    await fillTicket(visitor, 'buy', { price: `${reference}`, quantity: '1.650' })
    await submit.click()
    const question = form.getByRole('alert').filter({ hasText: t('whichAmount') })
    await question.getByRole('button', { name: / \(1650\)$/ }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await quantity.inputValue(), '1.650')
    assert.deepEqual(sent, [])
  })
})

test('DEC-81: a click is one order, however often it repeats, and a row until it is answered', async () => {
  await visit('once', async ({ visitor, person }) => {
    const { page } = visitor
    const sent = placementsOf(visitor)
    const { submit, quantity } = ticket(visitor, 'buy')
    const order = { price: `${reference - 50_000_000n}`, quantity: '0.001' }
    const held: Route[] = []
    let isHeld = true
    await page.route('**/exchange/1', async (route) => {
      if (isHeld && route.request().method() === 'POST') held.push(route)
      else await route.continue()
    })
    await fillTicket(visitor, 'buy', order)
    await submit.dblclick()
    await until('the order on its way', () => held.length === 1)
    const panel = await openMyListTab(visitor, 'tabOrder')
    const row = panel.getByRole('row').filter({ hasText: tOrder('pendingOrder') })
    await row.getByText('0,00100000').waitFor()
    assert.equal(await submit.getAttribute('aria-busy'), 'true')
    isHeld = false
    for (const route of held) await route.continue()
    await row.waitFor({ state: 'detached' })
    await panel
      .getByRole('button', { name: t('cancel') })
      .first()
      .waitFor()

    await submit.dblclick()
    await fillTicket(visitor, 'buy', order)
    await quantity.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await until('the second order', async () => (await openOrders(person)).length === 2)
    await page.keyboard.press('Enter')
    await until(
      'the form to be free',
      async () => (await submit.getAttribute('aria-busy')) !== 'true',
    )
    assert.equal((await openOrders(person)).length, 2)
    assert.equal(new Set(sent.map(({ id }) => id)).size, 2)
    assert.equal(sent.length, 2)
  })
})

test('DEC-81 R-12: a form that is reopened while its order is under way sends no second one', async () => {
  const run = async ({ visitor, person }: Visit) => {
    const { page } = visitor
    const sent = placementsOf(visitor)
    const held: Route[] = []
    let isHeld = true
    await page.route('**/exchange/1', async (route) => {
      if (isHeld) held.push(route)
      else await route.continue()
    })
    const { submit } = ticket(visitor, 'buy')
    const open = page.getByRole('button', { name: t('buyBase', { base: 'BTC' }) })
    await open.click()
    await fillTicket(visitor, 'buy', { price: `${reference - 50_000_000n}`, quantity: '0.001' })
    await submit.click()
    await until('the order on its way', () => held.length === 1)
    await page.keyboard.press('Escape')
    await submit.waitFor({ state: 'detached' })
    await open.click()
    await submit.click({ force: true })
    assert.equal(await submit.getAttribute('aria-busy'), 'true')
    isHeld = false
    for (const route of held) await route.continue()
    await until('the order', async () => (await openOrders(person)).length === 1)
    assert.equal(sent.length, 1)
  }
  await visit('once-anew', run, { ...phone, language: 'en' })
})

/** A resting order of another person, for the visitor to fill. */
async function placeResting(wish: Omit<OrderInput, 'side'>): Promise<string> {
  return placed(await trader(), { side: 'sell', ...wish })
}

test('R-05 R-13: an immediate order shows what it cancels, and its receipt afterwards equals the ledger’s', async () => {
  await visit('ioc', async ({ visitor, person }) => {
    const { page } = visitor
    const sent = placementsOf(visitor)
    const price = reference - 10_000_000n
    const makerId = await placeResting({ price, quantity: 100_000n })
    await chooseKind(visitor, 'kindIocName')
    await fillTicket(visitor, 'buy', { price: `${price}`, quantity: '0.003' })
    await lineOf(visitor, 'buy', tOrder('canceledRest')).getByText('0,002').waitFor()
    const paid = rupiahCents(price, 100_000n, 'down')
    await lineOf(visitor, 'buy', tOrder('paidNow'))
      .getByText(shown(paid, 2), { exact: false })
      .waitFor()
    const before = await readBalances(fixture(), person)
    await ticket(visitor, 'buy').submit.click()

    const done = page.getByLabel(tOrder('placedReceipt'))
    await done.getByText('0,001 of 0,003').waitFor()
    const [order] = await closedOrders(person)
    assert.equal(textAt(order ?? {}, 'close_reason'), 'ioc_rest')
    assert.equal(sent[0]?.body['time_in_force'], 'IOC')
    const trade = await tradeBetween(ledger, makerId, textAt(order ?? {}, 'id'))
    const after = await readBalances(fixture(), person)
    assert.equal(after.idr, before.idr - trade.quote)
    assert.equal(after.idrHeld, 0n)
    assert.equal(after.btc, before.btc + trade.quantity - trade.buyerCharges)
    const figure = async (name: string) => {
      const line = lineOf(visitor, 'buy', name).locator('dd')
      await until(`${name} to be read`, async () => /\d/.test(await line.innerText()))
      return line.innerText()
    }
    assert.equal(await figure(tOrder('averagePrice')), `Rp\u00a0${shown(trade.price, 2)}`)
    const [fee, bourse] = [trade.quantity * 2_000n, trade.quantity * 111n].map(
      (n) => n / 1_000_000n,
    )
    assert.equal((fee ?? 0n) + (bourse ?? 0n), trade.buyerCharges)
    const feeLine = await figure(t('chargeFee'))
    assert.ok(feeLine.startsWith(shown(fee ?? 0n, 8)), feeLine)
    const feeRupiah = ((fee ?? 0n) * trade.price) / 100_000_000n / 100n
    assert.ok(
      feeLine.replaceAll('\u00a0', ' ').includes(`≈ Rp ${grouped(`${feeRupiah}`)}`),
      feeLine,
    )
    assert.ok((await figure(t('chargeBourse'))).startsWith(shown(bourse ?? 0n, 8)))
    const received = shown(trade.quantity - trade.buyerCharges, 8)
    assert.ok((await figure(t('received'))).startsWith(received))
    assert.ok((await figure(tOrder('canceledPart'))).startsWith('0,002'))

    await page.reload()
    const control = page.locator('form[data-side=sell]').getByRole('button', { name: /IOC/ })
    await control.waitFor()
    await signInAs(visitor, await trader())
    await page.reload()
    await page.locator('form[data-side=sell]').getByRole('button', { name: /GTC/ }).waitFor()
  })
})

test('R-10 R-11: post-only and fill-or-kill orders warn before the click that nothing would happen, and nothing does', async () => {
  await visit('nothing', async ({ visitor, person }) => {
    const { form, submit } = ticket(visitor, 'buy')
    const price = reference - 10_000_000n
    await placeResting({ price, quantity: 100_000n })
    await fillTicket(visitor, 'buy', { price: `${price}`, quantity: '0.003' })
    await chooseKind(visitor, 'kindPostName')
    await lineOf(visitor, 'buy', tOrder('refusedNow')).getByText(tOrder('refusedPost')).waitFor()
    await submit.click()
    await form.getByRole('alert').getByText(t('orderRefused')).waitFor()
    assert.deepEqual(await openOrders(person), [])

    await chooseKind(visitor, 'kindFokName')
    await ticket(visitor, 'buy').quantity.fill('0.004')
    await lineOf(visitor, 'buy', tOrder('canceledWhole')).getByText('0,004').waitFor()
    const before = await readBalances(fixture(), person)
    await submit.click()
    const [order] = await until('the order to be closed', async () => {
      const orders = await closedOrders(person)
      return orders.length > 0 && orders
    })
    assert.equal(textAt(order ?? {}, 'close_reason'), 'fok_unfilled')
    assert.deepEqual(await readBalances(fixture(), person), before)
    await findToasts(visitor).getByText(tOrder('reasonFok')).waitFor()

    await chooseKind(visitor, 'kindPostName')
    await fillTicket(visitor, 'buy', { price: `${price - 1_000n}`, quantity: '0.003' })
    await submit.click()
    const [waiting] = await until('the order to wait', async () => {
      const orders = await openOrders(person)
      return orders.length > 0 && orders
    })
    assert.equal(waiting?.['post_only'], true)
  })
})

test('R-10 DEC-81: a price outside of the band is reported before the click, with the limit that then refuses', async () => {
  await visit('band', async ({ visitor }) => {
    const { page } = visitor
    const { form, submit } = ticket(visitor, 'buy')
    await fillTicket(visitor, 'buy', { price: `${reference * 2n}`, quantity: '0.001' })
    const line = lineOf(visitor, 'buy', tOrder('refusedNow')).locator('dd')
    const shownText = (await line.innerText()).replaceAll(/\D/g, '')
    await form
      .getByRole('status')
      .getByText(/1\.9\d\d\./)
      .waitFor()
    const answer = page.waitForResponse((one) => one.url().endsWith('/exchange/1'))
    await submit.click()
    const body: Json = JSON.parse(await (await answer).text())
    assert.ok(isObject(body))
    assert.equal(body['code'], 'order.out_of_band')
    assert.ok(
      textAt(body, 'msg').replaceAll(/\D/g, '').includes(shownText),
      `${shownText} in its words`,
    )
    await form.getByRole('alert').getByText(textAt(body, 'msg')).waitFor()
  })
})

test("DEC-82 ERR-29: a failed cancel is reported in the exchange's words, and the list is correct again", async () => {
  await visit('cancel', async ({ visitor, person }) => {
    const { page } = visitor
    const id = await placed(person, { side: 'buy', price: reference / 2n, quantity: 100_000n })
    const panel = await openMyListTab(visitor, 'tabOrder')
    await page.route('**/obooks/cancel', async (route) => {
      // Another session of the same account cancels first.
      await server.client.call('POST', '/obooks/cancel', {
        token: person.token,
        commandId: newCommandId(),
        body: { id: Number(id) },
      })
      await route.continue()
    })
    const answer = page.waitForResponse((one) => one.url().endsWith('/obooks/cancel'))
    await panel.getByRole('button', { name: /^Cancel order/ }).click()
    const body: Json = JSON.parse(await (await answer).text())
    assert.ok(isObject(body) && body['success'] === 0)
    const shownText = findToasts(visitor).filter({ hasText: t('cancelFailed') })
    await shownText.getByText(textAt(body, 'msg')).waitFor()
    await panel.getByText(t('noOpenOrders')).waitFor()
  })
})

test('HIST-07: all orders of the market are canceled at once, after a confirmation that shows what is released', async () => {
  await visit('cancel-all', async ({ visitor, person }) => {
    const { page } = visitor
    const before = await readBalances(fixture(), person)
    for (const tenths of [5n, 6n]) {
      const price = (reference * tenths) / 10n
      await placed(person, { side: 'buy', price, quantity: 100_000n })
    }
    const panel = await openMyListTab(visitor, 'tabOrder')
    await panel.getByRole('button', { name: t('cancelAll'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const held = [5n, 6n].reduce(
      (sum, tenths) => sum + rupiahCents((reference * tenths) / 10n, 100_000n, 'up'),
      0n,
    )
    await dialog.getByText(shown(held, 2), { exact: false }).waitFor()
    await dialog.getByRole('button', { name: t('cancelAll'), exact: true }).click()
    await panel.getByText(t('noOpenOrders')).waitFor()
    assert.deepEqual(await openOrders(person), [])
    assert.deepEqual(await readBalances(fixture(), person), before)
  })
})

test('DEC-88: an order of this market that arrived while another market was open is there after the return', async () => {
  await visit('elsewhere', async ({ visitor, person }) => {
    const { page } = visitor
    const panel = await openMyListTab(visitor, 'tabOrder')
    await panel.getByText(t('noOpenOrders')).waitFor()
    const markets = page.getByRole('link', { name: /ETH\/IDR/ }).first()
    await markets.click()
    await page.waitForURL('**/markets/2/ETH_IDR')
    await (await openMyListTab(visitor, 'tabOrder')).getByText(t('noOpenOrders')).waitFor()
    await placed(person, { side: 'buy', price: reference / 2n, quantity: 100_000n })
    await page
      .getByRole('link', { name: /BTC\/IDR/ })
      .first()
      .click()
    await page.waitForURL('**/markets/1/BTC_IDR')
    // Well before the list would be reloaded because of its age.
    await panel.getByRole('button', { name: /^Cancel order/ }).waitFor({ timeout: 20_000 })
  })
})

test('R-13 FORM-10: a phone’s sheet has the same control, slider and receipt, and announces it', async () => {
  const display = { ...phone, language: 'en' } as const
  await visit(
    'phone',
    async ({ visitor, person }) => {
      const { page } = visitor
      const price = reference - 10_000_000n
      await placeResting({ price, quantity: 100_000n })
      await page.getByRole('button', { name: t('buyBase', { base: 'BTC' }) }).click()
      await chooseKind(visitor, 'kindFokName')
      const { submit, form } = ticket(visitor, 'buy')
      await fillTicket(visitor, 'buy', { price: `${price}`, quantity: '0.001' })
      await until('the share', async () => (await form.getByRole('slider').inputValue()) === '3')
      await lineOf(visitor, 'buy', t('fillsNow')).getByText('0,001').waitFor()
      await submit.click()
      await lineOf(visitor, 'buy', t('orderFilled')).getByText('0,001 BTC').waitFor()
      const said = page.locator('dialog[open]').getByRole('status')
      const shownText = said.filter({ hasText: t('asShown') }).first()
      await shownText.waitFor({ state: 'attached' })
      assert.match((await shownText.textContent()) ?? '', new RegExp(`^${t('orderFilled')}`))
      const [order] = await closedOrders(person)
      assert.equal(order?.['time_in_force'], 'FOK')
    },
    display,
  )
})
