/**
 * A stranger's first five minutes. The product is started, one click signs in a demo trader, a second
 * person registers with the form, and the two trade. Screens, calls, candle and ledger must agree to the last
 * unit.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatAmount } from '@tukar/i18n'
import type { Browser } from 'playwright-core'
import { desktop, openVisitor, phone, type Visitor, withEvidence } from '../harness/browser.ts'
import { testBrowser } from '../harness/chromium.ts'
import { type JsonObject, listRows, rowsAt, textAt } from '../harness/http.ts'
import { type Ledger, openLedger } from '../harness/ledger.ts'
import { goodPassword, newIdentity, verifyPeople } from '../harness/people.ts'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import {
  bookRow,
  fillTicket,
  followMailbox,
  logInByForm,
  openMyListTab,
  registerByForm,
  sessionOf,
  ticket,
  tryNow,
  untilLive,
  translatorsFor,
} from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import {
  cancel,
  createFixture,
  decimalText,
  readMyOrders,
  publicBook,
  readBalances,
  tick,
  parseUnits,
} from '../conformance/fixture.ts'
import { historyRows } from '../conformance/suite/markets.ts'
import { createConsoleTranslator as deskWords } from '../desk/desk-visits.ts'
import {
  addBank,
  requestInvoice,
  checkFigures,
  confirmByMail,
  grouped,
  payInvoice,
  transferRow,
  withdrawForm,
  withdrawPath,
  createRupiahTranslators,
} from '../rupiah/rupiah-visits.ts'
import {
  chainMs,
  coinPath,
  coinRow,
  createCoinTranslators,
  openDepositAddress,
  untilStep,
} from '../coins/coin-visits.ts'
import { candleAt, ledgerBalance, tradeBetween } from './books.ts'

let postgres: RunningPostgres
let server: RunningServer
let browser: Browser
let ledger: Ledger
let maker: Visitor
let taker: Visitor

/** The holds for first uses have their default duration. */
const usualHolds = { TUKAR_NEW_DEVICE_HOLD_SECONDS: '', TUKAR_NEW_RECEIVER_HOLD_SECONDS: '' }
const holdMs = 120_000
/** The taker's rupiah before the withdrawal. */
let beforePayout = 0n

const identity = { ...newIdentity('Sari'), password: goodPassword }
const fixture = () => createFixture(server.url)
const evidence = <T>(name: string, run: () => Promise<T>) =>
  withEvidence(
    name,
    () => server,
    () => [maker, taker].filter(Boolean),
    run,
  )

before(async () => {
  postgres = await startPostgres()
  const starting = startServer({ databaseUrl: postgres.url, environment: usualHolds })
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

/** The person of a page, for calls on the person's behalf. */
async function personOf(visitor: Visitor) {
  return { ...(await sessionOf(visitor)), name: visitor.name, email: '', password: '' }
}

async function openOrders(visitor: Visitor): Promise<readonly JsonObject[]> {
  return readMyOrders(fixture(), await personOf(visitor), '/obooks/myobook-open')
}

async function closedOrders(visitor: Visitor): Promise<readonly JsonObject[]> {
  return readMyOrders(fixture(), await personOf(visitor), '/obooks/myobook-close')
}

/**
 * Checks the taker's rupiah everywhere, including the bank's balance; returns the available balance in units.
 */
async function takerFigures(): Promise<bigint> {
  return checkFigures(server, ledger, taker, await personOf(taker))
}

/** The taker's deposits and withdrawals with all their fields. */
async function transfers(): Promise<readonly (readonly JsonObject[])[]> {
  const { token } = await sessionOf(taker)
  const query = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
  const lists = ['/wallets_idr/deposits', '/wallets_idr/withdraws'].map((path) =>
    server.client.call('GET', path, { token, query }),
  )
  return (await Promise.all(lists)).map(listRows)
}

/** The best price of a side, in rupiah. */
async function bestPrice(side: 'buys' | 'sells'): Promise<bigint> {
  // The market makers cancel their earlier quotes when they start.
  const best = await until('a price', async () => rowsAt(await publicBook(fixture()), side)[0])
  return parseUnits(textAt(best, 'market_position'), 2) / 100n
}

/** A price in rupiah so far from the market that no order there is filled. */
async function priceFarAway(tenths: bigint): Promise<bigint> {
  return (((await bestPrice('sells')) * tenths) / 10n / tick) * tick
}

const standAttempts = 8
/**
 * After this time the test replaces its resting order. Market makers do not trade with a user's new order for
 * the first 30 seconds.
 */
const takenWithinMs = 15_000

type RestingOrder = { readonly order: JsonObject; readonly price: bigint; readonly atMs: number }

/**
 * Sells with the form inside the spread until the whole order is first in the book. If the moving market
 * reaches the price first, cancels the rest and tries again.
 */
async function sellInFront(visitor: Visitor, quantity: bigint): Promise<RestingOrder> {
  const person = await personOf(visitor)
  const ordersNow = async () => [...(await openOrders(visitor)), ...(await closedOrders(visitor))]
  for (let attempt = 0; attempt < standAttempts; attempt++) {
    const known = new Set((await ordersNow()).map((order) => order['id']))
    const price = (await bestPrice('sells')) - tick
    if (price <= (await bestPrice('buys'))) continue
    const atMs = performance.now()
    await fillTicket(visitor, 'sell', {
      price: price.toString(),
      quantity: decimalText(quantity, 8),
    })
    await ticket(visitor, 'sell').submit.click()
    const order = await until('the order to be placed', async () =>
      (await ordersNow()).find((one) => !known.has(one['id'])),
    )
    const isWhole = order['remaining_quantity'] === decimalText(quantity, 8)
    if (isWhole && (await bestPrice('sells')) === price) return { order, price, atMs }
    await cancel(fixture(), person, textAt(order, 'id'))
  }
  throw new Error('another order always matched first')
}

test('R-53 R-41: a stranger lands, and one click makes him a trader on a live market', async () => {
  maker = await openVisitor(browser, server, 'maker', desktop)
  await evidence('one-click', async () => {
    await tryNow(maker)
    await untilLive(maker)
    await until(
      'a book on screen',
      async () => (await maker.page.locator('tr[data-price]').count()) > 5,
    )
    const { usid } = await sessionOf(maker)
    assert.ok(usid >= 1_001)
    // The output of the first start contains no log line for machines.
    assert.doesNotMatch(server.process.log(), /audit log/)
  })
})

test('R-53 R-43 REG-01 REG-20 MAIL-02 MAIL-03 LOGIN-05: a second person registers by the form, reads the real mail and signs in', async () => {
  taker = await openVisitor(browser, server, 'taker', {
    ...desktop,
    language: 'id',
    theme: 'light',
  })
  await evidence('register', async () => {
    await registerByForm(taker, identity)
    await followMailbox(taker, identity, '/auth/email-verification')
    const { account } = translatorsFor(taker)
    await taker.page.getByRole('heading', { level: 1, name: account('verifyGood') }).waitFor()
    // E-mails link to localhost; the browser stores sessions by host name.
    await taker.page.goto('/auth/login')
    await logInByForm(taker, identity)
    await taker.page.goto('/markets/1/BTC_IDR')
    await untilLive(taker)
  })
})

/** Small enough that the maker's funds cover all attempts, even if the market makers buy each of them. */
const quantity = 123_457n
let resting: RestingOrder
/** The taker's deposit and withdrawal through the bank, in whole rupiah. */
const [paidIn, paidOut] = [150_000n, 100_000n]
/** The faucet's amount on the local chain, as shown and in units of eight decimals. */
const [gift, giftUnits] = ['0,1', 10_000_000n]

test("R-53 BOOK-08: the maker’s order is in the maker's list and in the taker’s book", async () => {
  await evidence('maker', async () => {
    resting = await sellInFront(maker, quantity)
    await bookRow(taker, resting.price * 100n).waitFor()
    const [order] = await openOrders(maker)
    assert.equal(order?.['market_amount_start'], decimalText(quantity, 8))
    const panel = await openMyListTab(maker, 'tabOrder')
    await panel
      .getByText(formatAmount(decimalText(quantity, 8), 8))
      .first()
      .waitFor()
  })
})

test('R-53 INV-08 R-02 R-05: the taker fills it, and all figures agree to the last unit', async () => {
  await evidence('deal', async () => {
    const w = fixture()
    const [seller, buyer] = [await personOf(maker), await personOf(taker)]
    if (performance.now() - resting.atMs > takenWithinMs) {
      await cancel(w, seller, textAt(resting.order, 'id'))
      resting = await sellInFront(maker, quantity)
    }
    const makerId = textAt(resting.order, 'id')
    const price = resting.price * 100n
    const before = { seller: await readBalances(w, seller), buyer: await readBalances(w, buyer) }

    await bookRow(taker, price).click()
    const { submit, receipt, quantity: size } = ticket(taker, 'buy')
    // A market maker's order may be at the same price, behind the person's.
    await size.fill(decimalText(quantity, 8))
    const promised = await receipt.innerText()
    await submit.click()
    const closed = await until(
      'the taker’s order to close',
      async () => (await closedOrders(taker))[0],
    )
    const trade = await tradeBetween(ledger, makerId, textAt(closed, 'id'))

    assert.equal(trade.price, price)
    assert.equal(trade.quantity, quantity)
    assert.equal(trade.quote, (price * quantity) / 100_000_000n)
    const arrived = trade.quantity - trade.buyerCharges
    const proceeds = trade.quote - trade.sellerCharges
    assert.ok(promised.includes(formatAmount(decimalText(arrived, 8), 8)), promised)

    const after = { seller: await readBalances(w, seller), buyer: await readBalances(w, buyer) }
    assert.equal(after.buyer.btc - before.buyer.btc, arrived)
    assert.equal(before.buyer.idr - after.buyer.idr, trade.quote)
    assert.equal(before.seller.btcHeld - after.seller.btcHeld, trade.quantity)
    assert.equal(after.seller.idr - before.seller.idr, proceeds)
    for (const [person, own] of [
      [seller, after.seller],
      [buyer, after.buyer],
    ] as const) {
      const [idr, btc] = [
        await ledgerBalance(ledger, person.usid, 'IDR'),
        await ledgerBalance(ledger, person.usid, 'BTC'),
      ]
      assert.deepEqual(own, {
        idr: idr.available,
        idrHeld: idr.held,
        btc: btc.available,
        btcHeld: btc.held,
      })
    }

    assert.equal(closed['market_result_including_fee'], decimalText(arrived, 8))
    const [sold] = await closedOrders(maker)
    assert.equal(textAt(sold ?? {}, 'id'), makerId)
    assert.equal(sold?.['market_result_including_fee'], decimalText(proceeds, 2))

    const histories = await w.client.call('GET', '/histories/load-first-time', {
      query: { pair: 'BTC_IDR' },
    })
    const shown = historyRows(histories.body).find(
      (row) => textAt(row, 'no') === trade.no.toString(),
    )
    assert.equal(shown?.['mclose_symbol_a'], decimalText(quantity, 8))
    assert.equal(shown?.['aggressor'], 'buyer')

    const { kept, made } = await candleAt(ledger, trade.timeMs)
    assert.deepEqual(kept, made, 'the candle is made of the trades')
    assert.deepEqual(await ledger.brokenInvariants(), [])
  })
})

test('R-53 HIST-08 WAL-09: both screens show the fill and the new balances without a reload', async () => {
  await evidence('screens', async () => {
    const w = fixture()
    for (const visitor of [maker, taker]) {
      const own = await readBalances(w, await personOf(visitor))
      const history = await openMyListTab(visitor, 'tabHistory')
      await history
        .getByText(formatAmount(decimalText(quantity, 8), 8))
        .first()
        .waitFor()
      const wallet = await openMyListTab(visitor, 'tabWallet')
      await wallet
        .getByText(formatAmount(decimalText(own.btc, 8), 8))
        .first()
        .waitFor()
      await wallet
        .getByText(formatAmount(decimalText(own.idr, 2), 2))
        .first()
        .waitFor()
    }
  })
})

test('R-53 HIST-07: an order that rests is canceled from the list and its money is free again', async () => {
  await evidence('cancel', async () => {
    const w = fixture()
    const person = await personOf(taker)
    const before = await readBalances(w, person)
    const price = await priceFarAway(9n)
    await fillTicket(taker, 'buy', { price: price.toString(), quantity: '0.001' })
    await ticket(taker, 'buy').submit.click()
    await until('the order to rest', async () => (await openOrders(taker)).length === 1)
    const panel = await openMyListTab(taker, 'tabOrder')
    await panel.getByRole('button', { name: /Batalkan order/ }).click()
    await until('the order to disappear', async () => (await openOrders(taker)).length === 0)
    await until(
      'the row to be gone',
      async () => (await panel.getByRole('button', { name: /Batalkan order/ }).count()) === 0,
    )
    assert.deepEqual(await readBalances(w, person), before)
  })
})

test('R-53 R-12: an order whose answers are lost is requested by its own id, and exists once', async () => {
  await evidence('lost-answer', async () => {
    const { page } = taker
    const sent: string[] = []
    const price = await priceFarAway(11n)
    taker.expectTrouble(true)
    await page.route('**/exchange/1', async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return route.continue()
      sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`)
      await route.fetch()
      return route.abort()
    })
    await fillTicket(taker, 'sell', { price: price.toString(), quantity: '0.00067' })
    await ticket(taker, 'sell').submit.click()
    const { trade } = translatorsFor(taker)
    await page.getByText(trade('outcomeOpen'), { exact: true }).waitFor()
    await until('the order to rest', async () => (await openOrders(taker)).length === 1)
    await page.unroute('**/exchange/1')
    await page.getByText(trade('outcomeOpen'), { exact: true }).waitFor({ state: 'detached' })
    taker.expectTrouble(false)
    assert.ok(sent.length > 1, 'it was asked for again')
    assert.equal(new Set(sent).size, 1, 'with the same id and the same order')
    const [order, ...others] = await openOrders(taker)
    assert.equal(textAt(order ?? {}, 'quantity'), '0.00067000')
    assert.deepEqual(others, [])
    const panel = await openMyListTab(taker, 'tabOrder')
    await panel.getByRole('button', { name: /Batalkan order/ }).click()
    await until('the order to disappear', async () => (await openOrders(taker)).length === 0)
  })
})

test('R-53 IDRD-01 IDRD-07 WAL-09: rupiah are paid in on the page of the bank, and are there', async () => {
  await evidence('deposit', async () => {
    // The pages that lead here have their own tests.
    await verifyPeople(postgres.url, [await personOf(taker)])
    const before = await takerFigures()
    const bank = await requestInvoice(taker, String(paidIn))
    await payInvoice(bank)
    const row = transferRow(taker, paidIn)
    await row
      .getByText(createRupiahTranslators(taker).rupiah('chipPaid'), { exact: true })
      .waitFor()
    assert.equal(await takerFigures(), before + paidIn * 100n)
  })
})

test('R-53 IDRW-01 OTP-02 DEC-120: rupiah are withdrawn to a bank account, with the code of the mail', async () => {
  await evidence('withdrawal', async () => {
    const before = await takerFigures()
    const { page } = taker
    const form = withdrawForm(taker)
    await page.goto(withdrawPath)
    await form.amount.fill(String(paidOut))
    await form.next.click()
    await addBank(taker)
    await form.next.click()
    await form.review.getByText('1234567890', { exact: true }).waitFor()
    await confirmByMail(server, taker, identity.email)
    // This is the first withdrawal to this bank account, so it is held, and the row says why.
    const row = transferRow(taker, paidOut)
    await row
      .getByText(createRupiahTranslators(taker).rupiah('chipReceiver'), { exact: true })
      .waitFor()
    beforePayout = before
    await page.goto('/markets/1/BTC_IDR')
    await untilLive(taker)
  })
})

test("R-53 EVMD-05 EVMD-06 EVMD-08 EVMD-17: a coin is paid by the faucet to the person's address, and is credited", async () => {
  await evidence('coin', async () => {
    const { page } = taker
    const { coin } = createCoinTranslators(taker)
    const before = await ledgerBalance(ledger, (await personOf(taker)).usid, 'ETH')
    await page.goto(coinPath('ETH', 'deposit'))
    assert.match(await openDepositAddress(taker), /^0x[0-9a-fA-F]{40}$/)
    await page.getByRole('button', { name: coin('faucetAsk', { symbol: 'ETH' }) }).click()
    await coinRow(taker, `${gift} ETH`).waitFor({ timeout: chainMs })
    await untilStep(taker, `${gift} ETH`, 'credited')
    await readBalances(fixture(), await personOf(taker))
    const after = await ledgerBalance(ledger, (await personOf(taker)).usid, 'ETH')
    assert.equal(after.available - before.available, giftUnits)
    await page.goto('/settings/wallets')
    const row = page.getByRole('row').filter({ hasText: 'ETH' })
    await row.getByText(gift).locator('visible=true').first().waitFor()
    assert.deepEqual(await ledger.brokenInvariants(), [])
    await page.goto('/markets/1/BTC_IDR')
    await untilLive(taker)
  })
})

test('M-1 R-53: the first withdrawal to a bank account is paid after its hold', async () => {
  await evidence('arrival', async () => {
    const { page } = taker
    await page.goto(withdrawPath)
    const row = transferRow(taker, paidOut)
    const done = row.getByText(createRupiahTranslators(taker).rupiah('chipDone'), { exact: true })
    await done.waitFor({ timeout: holdMs })
    assert.equal(await takerFigures(), beforePayout - paidOut * 100n)
    await page.goto('/markets/1/BTC_IDR')
    await untilLive(taker)
  })
})

test('R-53 R-41 DEC-129: an operator enters by one click, and sees both, and that bank and ledger agree', async () => {
  const visitor = await openVisitor(browser, server, 'operator', desktop)
  const evidenceSource = { server: () => server, visitors: () => [visitor] }
  await withEvidence('operator', evidenceSource.server, evidenceSource.visitors, async () => {
    const { page } = visitor
    await page.goto('/auth/login?demo=Bayu')
    await page.getByRole('button', { name: /Bayu/ }).first().click()
    await page.waitForURL((url) => url.pathname === '/executor')
    const translate = deskWords('en')
    await page.getByText(translate('moneyEqual')).waitFor()
    const cases = [
      ['deposits', 'queueAllDeposits', paidIn, 'stateCredited'],
      ['withdrawals', 'queueAllPayouts', paidOut, 'stateCompleted'],
    ] as const
    for (const [part, name, amount, state] of cases) {
      await page.goto(`/executor/${part}/all`)
      await page.getByRole('heading', { level: 1, name: translate(name) }).waitFor()
      const shown = new RegExp(`Rp\\s${grouped(amount).replaceAll('.', '\\.')}`)
      await page.getByRole('link', { name: shown }).first().click()
      await page.waitForURL(new RegExp(`/executor/${part}/all/\\d+$`))
      await page.getByRole('article').getByText(translate(state), { exact: true }).first().waitFor()
      assert.equal(await page.getByText(identity.email).count(), 0, 'the address is masked')
    }
    assert.deepEqual(visitor.troubles, [])
  })
  await visitor.close()
})

test('R-53 DEC-90: after a restart of the server the page is right again without a reload', async () => {
  await evidence('restart', async () => {
    const price = await priceFarAway(11n)
    await fillTicket(maker, 'sell', { price: price.toString(), quantity: '0.00054321' })
    await ticket(maker, 'sell').submit.click()
    await until('the order to rest', async () => (await openOrders(maker)).length === 1)
    const [before] = await openOrders(maker)
    const transfersBefore = await transfers()
    assert.deepEqual(
      transfersBefore.map((rows) => rows.length),
      [1, 1],
    )
    for (const visitor of [maker, taker]) visitor.expectTrouble(true)
    assert.equal(await server.stop(), 0)
    server = await startServer({
      databaseUrl: postgres.url,
      port: server.port,
      dataFolder: server.dataFolder,
      environment: usualHolds,
    })
    for (const visitor of [maker, taker]) {
      await untilLive(visitor)
      await waitUntilIdle(visitor.page)
    }
    for (const visitor of [maker, taker]) visitor.expectTrouble(false)
    const [after] = await openOrders(maker)
    assert.deepEqual(after, before)
    assert.deepEqual(await transfers(), transfersBefore)
    const panel = await openMyListTab(maker, 'tabOrder')
    await panel.getByText('0,00054321').first().waitFor()
    const { price: shown } = await sellInFront(maker, 10_001n)
    await bookRow(taker, shown * 100n).waitFor()
  })
})

test('R-53: on the phone the market is there, and nothing is wider than the screen', async () => {
  const visitor = await openVisitor(browser, server, 'phone', phone)
  await withEvidence(
    'phone',
    () => server,
    () => [visitor],
    async () => {
      for (const path of ['/', '/markets', '/markets/1/BTC_IDR', '/auth/login', '/auth/register']) {
        await visitor.page.goto(path)
        await waitUntilIdle(visitor.page)
        const overflow = await visitor.page.evaluate(
          'document.documentElement.scrollWidth - innerWidth',
        )
        assert.ok(Number(overflow) <= 0, `${path} is ${String(overflow)} px too wide`)
      }
      await visitor.page.goto('/')
      await tryNow(visitor)
      await untilLive(visitor)
      assert.deepEqual(visitor.troubles, [])
    },
  )
  await visitor.close()
})

test('R-53: nobody saw an error in the console or a failed request', () => {
  assert.deepEqual(maker.troubles, [])
  assert.deepEqual(taker.troubles, [])
})
