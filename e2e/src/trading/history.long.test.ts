/**
 * The user's orders and history on the trading page, in a real browser on a real server: the lists' requests
 * and rows, fills with taxes, and files. Each figure is compared with the ledger.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { exportMessages, createTranslator } from '@tukar/i18n'
import type { Browser, Locator } from 'playwright-core'
import {
  createFixture,
  placedOrder,
  type OrderInput,
  placeOrder,
  placementBody,
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
import { newCommandId, textAt } from '../harness/http.ts'
import { isProjected, type Ledger, openLedger } from '../harness/ledger.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { embeddedUrl } from '../harness/postgres.ts'
import { openMyListTab, untilLive, translatorsFor } from '../harness/product.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { readLayoutShifts, watchShifts } from '../routes/page-checks.ts'

const rowsOfPage = 20
const price = 1_600_000_000n
const tick = 1_000n

let server: RunningServer
let browser: Browser
let ledger: Ledger

before(async () => {
  // Only the people of these tests trade.
  const starting = startServer({ environment: { TUKAR_MAKERS: 'off' } })
  browser = await testBrowser()
  server = await starting
  ledger = await openLedger(embeddedUrl(server.dataFolder))
})

after(async () => {
  await ledger.close()
  await browser.close()
  await server.stop()
})

/** Opens the trading page as a person; unexpected errors fail the test. */
async function visitAs(
  person: Person,
  run: (visitor: Visitor) => Promise<void>,
  display: Display = desktop,
): Promise<void> {
  const visitor = await openVisitor(browser, server, person.name, display)
  const cookies = { jwt: person.token, usid: String(person.usid) }
  await visitor.context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })),
  )
  const seen = { server: () => server, visitors: () => [visitor] }
  try {
    await withEvidence(person.name, seen.server, seen.visitors, async () => {
      await visitor.page.goto('/markets/1/BTC_IDR')
      await run(visitor)
      assert.deepEqual(visitor.troubles, [])
    })
  } finally {
    await visitor.close()
  }
}

const personNamed = (name: string) => newPerson(server.client, name)

async function placed(person: Person, wish: OrderInput): Promise<string> {
  return textAt(placedOrder(await placeOrder(createFixture(server.url), person, wish)), 'id')
}

async function canceled(person: Person, id: string): Promise<void> {
  const answer = await server.client.call('POST', '/obooks/cancel', {
    token: person.token,
    commandId: newCommandId(),
    body: { id: Number(id) },
  })
  assert.equal(answer.body['success'], 1, answer.text)
}

const buyAt = (ticks: number): OrderInput => {
  return { side: 'buy', price: price - BigInt(ticks) * tick, quantity: 10_000n }
}

/** The prices in rupiah of a list's orders in the ledger, last changed first. */
async function pricesInLedger(person: Person, condition: string): Promise<readonly bigint[]> {
  await until('the tables', () => isProjected(ledger))
  const rows = await ledger.query<{ price: string }>(
    `select price from exchange.orders where account_id = $1 and market_id = 1 and ${condition}
     order by updated_ms desc, id desc`,
    [person.usid],
  )
  return rows.map((row) => BigInt(row.price) / 100n)
}

/** The prices in the rows of a list, from top to bottom. */
async function pricesShown(panel: Locator): Promise<readonly bigint[]> {
  const rows = await panel.locator('tbody > tr').allInnerTexts()
  return rows.flatMap((text) => {
    const shown = /\b1\.\d{3}\.\d{3}\.\d{3}\b/.exec(text)?.[0]
    return shown === undefined ? [] : [BigInt(shown.replaceAll('.', ''))]
  })
}

async function untilShown(panel: Locator, expected: readonly bigint[]): Promise<void> {
  await until(`${expected.length} rows as in the ledger`, async () => {
    assert.deepEqual(await pricesShown(panel), expected)
    return true
  })
}

/** Records the queries of a list's calls from now on. */
function queriesOf({ page }: Visitor, path: string): readonly URLSearchParams[] {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === path) queries.push(url.searchParams)
  })
  return queries
}

function assertListQuery(query: URLSearchParams | undefined, rule: object, rows: number): void {
  assert.equal(query?.get('rows'), String(rows))
  assert.equal(query.get('sort'), 'updated_at')
  assert.equal(query.get('order'), 'desc')
  assert.deepEqual(JSON.parse(query.get('filter_rules') ?? ''), [rule])
}

const ofPair = { field: 'market_pair', op: 'equal', value: 'BTC_IDR' }

test("HIST-03 HIST-09: the open list has only the user's orders of the market, all of them, last changed first", async () => {
  const [person, other] = [await personNamed('terbuka'), await personNamed('lain')]
  for (let i = 0; i < 23; i++) await placed(person, buyAt(1_000 + i))
  await placed(other, buyAt(2_000))
  const elsewhere = await server.client.call('POST', '/exchange/2', {
    token: person.token,
    commandId: newCommandId(),
    body: placementBody({ side: 'buy', price: 50_000_000n, quantity: 1_000_000n }),
  })
  placedOrder(elsewhere)
  await visitAs(person, async (visitor) => {
    const queries = queriesOf(visitor, '/obooks/myobook-open')
    await visitor.page.reload()
    const panel = await openMyListTab(visitor, 'tabOrder')
    const expected = await pricesInLedger(person, "status = 'open'")
    assert.equal(expected.length, 23)
    await untilShown(panel, expected)
    assertListQuery(queries[0], ofPair, rowsOfPage)
    // A new order of another user stays out of the open page's list; the user's own order appears in it.
    await placed(other, buyAt(2_001))
    await placed(person, buyAt(3_000))
    await untilShown(panel, await pricesInLedger(person, "status = 'open'"))
  })
})

test('HIST-04 HIST-05 HIST-08: closed orders are loaded by twenty, and one that closes now is inserted at the top by its id', async () => {
  const person = await personNamed('selesai')
  for (let i = 0; i < 25; i++) await canceled(person, await placed(person, buyAt(1_000 + i)))
  const last = await placed(person, buyAt(4_000))
  await visitAs(person, async (visitor) => {
    const queries = queriesOf(visitor, '/obooks/myobook-close')
    await visitor.page.reload()
    // A page that becomes live reloads everything that it shows.
    await untilLive(visitor)
    const panel = await openMyListTab(visitor, 'tabHistory')
    const expected = await pricesInLedger(person, "status <> 'open'")
    await untilShown(panel, expected.slice(0, rowsOfPage))
    assertListQuery(queries[0], ofPair, rowsOfPage)
    await panel.getByRole('button', { name: translatorsFor(visitor).trade('loadMore') }).click()
    await untilShown(panel, expected)
    assert.ok(queries.some((query) => query.get('page') === '2'))
    const before = queries.length
    await canceled(person, last)
    await untilShown(panel, await pricesInLedger(person, "status <> 'open'"))
    const single = queries.slice(before).find((query) => query.get('rows') === '1')
    assertListQuery(single, { field: 'id', op: 'equal', value: last }, 1)
  })
})

test('HIST-10 DEC-82: a failed cancel says why, and the list is reloaded', async () => {
  const [person, other] = [await personNamed('gagal'), await personNamed('pemilik')]
  await placed(person, buyAt(1_000))
  const foreign = await placed(other, buyAt(1_001))
  await visitAs(person, async (visitor) => {
    const { page } = visitor
    const { trade } = translatorsFor(visitor)
    const panel = await openMyListTab(visitor, 'tabOrder')
    await untilShown(panel, [price - 1_000n * tick])
    // The server is asked to cancel another user's order.
    await page.route('**/obooks/cancel', (route) =>
      route.continue({ postData: JSON.stringify({ id: foreign }) }),
    )
    visitor.expectTrouble(true)
    const queries = queriesOf(visitor, '/obooks/myobook-open')
    const answered = page.waitForResponse('**/obooks/cancel')
    await panel.locator('tbody > tr').getByRole('button').last().click()
    const { msg } = (await (await answered).json()) as { readonly msg: string }
    assert.notEqual(msg, '')
    const alert = page.getByRole('alert').filter({ hasText: trade('cancelFailed') })
    await alert.getByText(msg, { exact: true }).waitFor()
    await until('the list to be asked again', () => queries.length > 0)
    await untilShown(panel, [price - 1_000n * tick])
    assert.deepEqual(await pricesInLedger(other, "status = 'open'"), [price - 1_001n * tick])
  })
})

/** Makes two fills of one taker order; returns its id. */
async function twoFills(buyer: Person, seller: Person, at: bigint): Promise<string> {
  for (const quantity of [23_457n, 34_561n]) {
    await placed(seller, { side: 'sell', price: at, quantity })
  }
  return placed(buyer, { side: 'buy', price: at, quantity: 58_018n })
}

type LedgerFill = {
  readonly price: bigint
  readonly quantity: bigint
  readonly quote: bigint
  readonly fee: bigint
  readonly bourse: bigint
  readonly tax: bigint
  readonly base_tax_rupiah: string | null
  readonly quote_tax_rupiah: string | null
}

/** The fills of an order in the ledger, newest first, with the charges of one side (0 buy, 1 sell). */
async function fillsInLedger(orderId: string, side: 0 | 1): Promise<readonly LedgerFill[]> {
  await until('the tables', () => isProjected(ledger))
  const rows = await ledger.query<
    Record<'price' | 'quantity' | 'quote', string> & {
      readonly charges: readonly string[]
      readonly base_tax_rupiah: string | null
      readonly quote_tax_rupiah: string | null
    }
  >(
    `select price, quantity, quote, charges::text[], base_tax_rupiah, quote_tax_rupiah
     from exchange.trade where $1 in (maker_order_id, taker_order_id) order by no desc`,
    [orderId],
  )
  return rows.map(({ price: at, quantity, quote, charges, ...taxes }) => {
    const sumOf = (...kinds: readonly number[]) => {
      const heads = charges.flatMap((value, i) => (i % 5 === 0 ? [{ value, i }] : []))
      return heads
        .filter(({ value, i }) => Number(value) === side && kinds.includes(Number(charges[i + 1])))
        .reduce((sum, { i }) => sum + BigInt(charges[i + 2] ?? 0), 0n)
    }
    const paid = { fee: sumOf(0), bourse: sumOf(1), tax: sumOf(2, 3) }
    return {
      price: BigInt(at),
      quantity: BigInt(quantity),
      quote: BigInt(quote),
      ...paid,
      ...taxes,
    }
  })
}

/** A figure of the page in its smallest unit: all digits, because all decimals are shown. */
const unitsShown = (text: string) => BigInt(text.replaceAll(/\D/g, ''))

/** The rows of an order's fills by the names in their header. */
async function fillsShown(visitor: Visitor, panel: Locator, orderId: string) {
  const { trade } = translatorsFor(visitor)
  await panel.getByRole('button', { name: trade('showFills', { id: orderId }) }).click()
  const table = panel.getByRole('table', { name: trade('fillsOf', { id: orderId }) })
  await table.and(visitor.page.locator('[aria-busy=false]')).waitFor()
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('cell').allInnerTexts()
      return (word: string) => cells[heads.indexOf(word)] ?? `no column ${word}`
    }),
  )
}

test('HIST-11 SRV-59 SRV-60: the fills of a closed order have charges and taxes as in the ledger', async () => {
  const [seller, buyer] = [await personNamed('penjual'), await personNamed('pembeli')]
  const orderId = await twoFills(buyer, seller, price)
  await visitAs(buyer, async (visitor) => {
    const { trade } = translatorsFor(visitor)
    const panel = await openMyListTab(visitor, 'tabHistory')
    const shown = await fillsShown(visitor, panel, orderId)
    const fills = await fillsInLedger(orderId, 0)
    assert.equal(shown.length, 2)
    for (const [i, fill] of fills.entries()) {
      const units = (word: string) => unitsShown(shown[i]?.(word) ?? '')
      assert.equal(units(trade('price')) * 100n, fill.price)
      assert.equal(units(trade('amount')), fill.quantity)
      assert.equal(units(trade('total')), fill.quote)
      assert.equal(units(trade('chargeFee')), fill.fee)
      assert.equal(units(trade('chargeBourse')), fill.bourse)
      assert.equal(units(trade('chargeTax')), fill.tax)
      const paid = fill.fee + fill.bourse + fill.tax
      assert.equal(units(trade('fillNet')), fill.quantity - paid)
      const tax = shown[i]?.(trade('taxRupiah')) ?? ''
      if (fill.base_tax_rupiah === null) assert.equal(tax, 'NA')
      else assert.equal(unitsShown(tax), BigInt(fill.base_tax_rupiah))
    }
  })
})

test('HIST-11: a tax without a known rupiah value is shown as "NA", beside one with a value', async () => {
  const [seller, buyer] = [await personNamed('penjual'), await personNamed('pembeli')]
  const makerIds = await ledger.query<{ max: string }>('select max(id) from exchange.orders')
  await twoFills(buyer, seller, price + 5n * tick)
  await until('the tables', () => isProjected(ledger))
  const [order] = await ledger.query<{ id: string }>(
    'select id from exchange.orders where account_id = $1 and id > $2 order by id limit 1',
    [seller.usid, makerIds[0]?.max ?? '0'],
  )
  const [second] = await ledger.query<{ id: string }>(
    'select id from exchange.orders where account_id = $1 and id > $2 order by id limit 1',
    [seller.usid, order?.id ?? '0'],
  )
  await ledger.query(
    'update exchange.trade set base_tax_rupiah = null, quote_tax_rupiah = null where maker_order_id = $1',
    [order?.id ?? '0'],
  )
  await visitAs(seller, async (visitor) => {
    const word = translatorsFor(visitor).trade('taxRupiah')
    const panel = await openMyListTab(visitor, 'tabHistory')
    const [unknown] = await fillsShown(visitor, panel, order?.id ?? '')
    assert.equal(unknown?.(word), 'NA')
    const [known] = await fillsShown(visitor, panel, second?.id ?? '')
    const [fill] = await fillsInLedger(second?.id ?? '', 1)
    assert.equal(unitsShown(known?.(word) ?? ''), BigInt(fill?.quote_tax_rupiah ?? -1))
  })
})

test('HIST-01 HIST-02: new transactions show price, amount and time, green where the buyer was the taker', async () => {
  const [seller, buyer] = [await personNamed('penjual'), await personNamed('pembeli')]
  await visitAs(buyer, async (visitor) => {
    const { trade } = translatorsFor(visitor)
    const tape = visitor.page.getByRole('region', { name: trade('newTransactions') }).first()
    const newest = tape.locator('tbody > tr').first()
    const colors: string[] = []
    const deals = [
      { maker: seller, taker: buyer, side: 'sell', aggressor: 'buy', quantity: 12_345n },
      { maker: buyer, taker: seller, side: 'buy', aggressor: 'sell', quantity: 12_346n },
    ] as const
    for (const { maker, taker, side, aggressor, quantity } of deals) {
      await placed(maker, { side, price, quantity })
      await placed(taker, { side: aggressor, price, quantity })
      await newest.filter({ hasText: `0,000${quantity}` }).waitFor()
      const [shownPrice, , time] = await newest.getByRole('cell').all()
      assert.equal(unitsShown((await shownPrice?.innerText()) ?? ''), price)
      assert.match((await time?.innerText()) ?? '', /^\d\d[.:]\d\d[.:]\d\d$/)
      const cell = `[role=region][aria-label="${trade('newTransactions')}"] tbody td`
      const color = `getComputedStyle(document.querySelector(${JSON.stringify(cell)})).color`
      colors.push(String(await visitor.page.evaluate(color)))
    }
    const rgbOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const [[upRed = 0, upGreen = 0] = [], [downRed = 0, downGreen = 0] = []] = colors.map(rgbOf)
    assert.ok(upGreen > upRed, `green: ${colors[0]}`)
    assert.ok(downRed > downGreen, `red: ${colors[1]}`)
  })
})

test('HIST-02 R-45: new trades shift no row, and do not move the older ones that a person reads', async () => {
  const [seller, buyer] = [await personNamed('penjual-tenang'), await personNamed('pembeli-tenang')]
  const deal = async (quantity: bigint) => {
    await placed(seller, { side: 'sell', price, quantity })
    await placed(buyer, { side: 'buy', price, quantity })
  }
  for (let more = 0n; more < 20n; more++) await deal(30_000n + more)
  // A visitor without orders has no lists that change.
  await visitAs(await personNamed('pembaca'), async (visitor) => {
    const { page } = visitor
    const { trade } = translatorsFor(visitor)
    await watchShifts(visitor)
    await page.reload()
    const tape = page.getByRole('region', { name: trade('newTransactions') })
    const lines = tape.locator('tbody > tr')
    const topOf = async (inTape: Locator) => Math.round((await inTape.boundingBox())?.y ?? NaN)
    await lines.first().filter({ hasText: '0,00030019' }).waitFor()
    await waitUntilIdle(page)
    const before = (await readLayoutShifts(page)).said
    const [headAt, firstAt] = [await topOf(tape.locator('thead')), await topOf(lines.first())]
    await deal(20_001n)
    await lines.first().filter({ hasText: '0,00020001' }).waitFor()
    assert.equal(await topOf(lines.first()), firstAt)
    assert.equal(await topOf(lines.nth(1)), firstAt + 20)

    await tape.evaluate((list) => list.scrollBy(0, 60))
    const read = lines.filter({ hasText: '0,00030010' })
    const readAt = await topOf(read)
    for (const quantity of [20_002n, 20_003n, 20_004n]) await deal(quantity)
    await lines.first().filter({ hasText: '0,00020004' }).waitFor()
    assert.equal(await topOf(read), readAt)
    assert.equal(await topOf(tape.locator('thead')), headAt)
    assert.doesNotMatch((await readLayoutShifts(page)).said.slice(before.length), /<t[rd]/)
  })
})

for (const display of [desktop, phone]) {
  test(`SRV-55 SRV-59: orders and fills are saved as files, as in the ledger, ${display.width} px, ${display.language}`, async () => {
    const [seller, buyer] = [await personNamed('penjual'), await personNamed('pembeli')]
    const orderId = await twoFills(buyer, seller, price)
    await visitAs(
      buyer,
      async (visitor) => {
        const { page } = visitor
        const translate = createTranslator(exportMessages, display.language)
        if (display === desktop) await openMyListTab(visitor, 'tabHistory')
        else
          await page.getByRole('tab', { name: translatorsFor(visitor).trade('tabHistory') }).click()
        const group = page.getByRole('group', { name: translate('group') })
        const rows = { downloadOrders: 1, downloadFills: 2 }
        for (const [key, count] of Object.entries(rows)) {
          const name =
            key === 'downloadFills' ? translate('downloadFills') : translate('downloadOrders')
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            group.getByRole('button', { name }).click(),
          ])
          const text = readFileSync(await download.path(), 'utf8')
          assert.ok(text.startsWith('\u{feff}'))
          const [, ...lines] = text.split('\r\n').filter((line) => line !== '')
          assert.equal(lines.length, count)
          assert.ok(lines.every((line) => line.split(/[,;]/).includes(orderId)))
          await group.getByText(translate('done', { name: download.suggestedFilename() })).waitFor()
        }
        await waitUntilIdle(page)
      },
      display,
    )
  })
}

test('ATT-62: a refused file is reported, although the list loads later, and can be requested again', async () => {
  const person = await personNamed('sabar')
  await visitAs(person, async (visitor) => {
    const { page } = visitor
    const { trade } = translatorsFor(visitor)
    const translate = createTranslator(exportMessages, 'en')
    let letListCome = () => {}
    const mayCome = new Promise<void>((resolve) => {
      letListCome = resolve
    })
    await page.route('**/obooks/myobook-close', async (route) => {
      await mayCome
      await route.continue()
    })
    const panel = await openMyListTab(visitor, 'tabHistory')
    const group = page.getByRole('group', { name: translate('group') })
    const button = group.getByRole('button', { name: translate('downloadFills') })
    visitor.expectTrouble(true)
    await page.route('**/histories/export', (route) => route.abort())
    await button.click()
    await group.getByText(translate('failed'), { exact: true }).waitFor()
    letListCome()
    await panel.getByText(trade('noHistory')).waitFor()
    assert.ok(await group.getByText(translate('failed'), { exact: true }).isVisible())
    await page.unroute('**/histories/export')
    await until('too many', async () => {
      await button.click()
      // While a file is being requested the button shows no result of the previous one.
      await button.and(page.locator(':not([aria-busy=true])')).waitFor()
      return group.getByText(translate('tooOften'), { exact: true }).isVisible()
    })
  })
})
