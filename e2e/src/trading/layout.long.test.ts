/**
 * The layout of the trading page in windows of all sizes, and its top line, in a real browser on a real
 * server. The market is quiet, so every figure is known in advance.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  formatPercent,
  formatPrice,
  layoutMessages,
  tradeMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import { signInAs } from '../accounts/visits.ts'
import { createFixture, placedOrder, placeOrder } from '../conformance/fixture.ts'
import { desktop, type Display, phone, type Visitor } from '../harness/browser.ts'
import { type JsonObject, listRows, textAt } from '../harness/http.ts'
import { newPerson, type Person, verifiedPerson } from '../harness/people.ts'
import { ticket, untilLive } from '../harness/product.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'

let trader: Person
let other: Person

const trading = '/markets/1/BTC_IDR'
/** The prices in the book and of the trade between them; nobody else trades. */
const bid = 1_640_000_000n
const ask = 1_660_000_000n
const traded = 1_650_000_000n
const tradedBefore = 1_645_000_000n

const stage = openStage(quietMarket, async (server) => {
  const fixture = createFixture(server.url)
  // Verified, so that no notice covers the forms.
  trader = await verifiedPerson(server, 'pasang')
  other = await newPerson(server.client, 'ambil')
  const wish = { quantity: 100_000n }
  for (const [person, side, price] of [
    // The last price has risen to its current value.
    [trader, 'sell', tradedBefore],
    [other, 'buy', tradedBefore],
    [trader, 'sell', traded],
    [other, 'buy', traded],
    [trader, 'buy', bid],
    [trader, 'sell', ask],
  ] as const)
    placedOrder(await placeOrder(fixture, person, { ...wish, side, price }))
})

async function visit(
  name: string,
  run: (visitor: Visitor) => Promise<void>,
  { display = desktop, person = trader }: { display?: Display; person?: Person | null } = {},
): Promise<void> {
  const enter = async (visitor: Visitor) => {
    if (person !== null) await signInAs(visitor, person)
    await visitor.page.goto(trading)
    await untilLive(visitor)
    await run(visitor)
  }
  await stage.visit(`layout-${name}`, enter, display)
}

const translateIn = ({ display }: Visitor) => ({
  trade: createTranslator(tradeMessages, display.language),
  layout: createTranslator(layoutMessages, display.language),
})
const onPhone: Display = { ...phone, language: 'en' }

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  assert.ok(box !== null, 'it is on the page')
  return box
}

const bottomOf = async (part: Locator): Promise<number> => {
  const { y, height } = await boxOf(part)
  return y + height
}

type PresetName = 'classic' | 'pro' | 'chartFocus' | 'bookFocus'

/** Applies a preset layout with the menu. */
async function arrange(visitor: Visitor, name: PresetName): Promise<void> {
  const { page } = visitor
  const { layout } = translateIn(visitor)
  await page.getByRole('button', { name: new RegExp(`^${layout('layout')}: `) }).click()
  await page.getByRole('radio', { name: new RegExp(`^${layout(name)}\\b`) }).click()
  const chosen = layout('layoutOf', { name: layout(name) })
  await page.getByRole('button', { name: chosen }).waitFor()
}

/** Resizes the window and waits until the page has adapted. */
async function resizeTo(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await waitUntilIdle(page)
}

const windows = [
  [1_440, 900],
  [1_440, 700],
  [1_280, 720],
  [1_024, 900],
  [1_024, 768],
  [768, 900],
] as const
/** By the specification and R-70. */
const chartPx = 550
/** Allows for rounded edges. */
const slackPx = 2

for (const [who, forms] of [
  ['a trader', 'form[data-side]'],
  ['a guest', 'section[data-side]'],
] as const) {
  test(`R-70 CHART-04 CONST-16: ${who} sees the forms in every window, and the chart shrinks first`, async () => {
    const person = who === 'a guest' ? null : trader
    const run = async ({ page }: Visitor) => {
      for (const [width, height] of windows) {
        await resizeTo(page, width, height)
        const where = `${width} × ${height}`
        const chart = await boxOf(page.locator('iframe'))
        const both = page.locator(forms)
        assert.equal(await both.count(), 2, where)
        const bottom = Math.max(await bottomOf(both.first()), await bottomOf(both.last()))
        assert.ok(bottom <= height + slackPx, `${where}: the forms end at ${bottom}`)
        const formsPx = bottom - (chart.y + chart.height)
        const room = height - chart.y - formsPx
        const expected = Math.min(chartPx, room)
        assert.ok(Math.abs(chart.height - expected) <= 2 * slackPx, `${where}: ${chart.height}`)
        assert.deepEqual(await tooWide(page), [], where)
      }
      await resizeTo(page, 1_440, 1_000)
      assert.equal((await boxOf(page.locator('iframe'))).height, chartPx, 'where there is room')
    }
    await visit(who.replace(' ', '-'), run, { person })
  })
}

test('R-70: one click puts the ticket beside the book, in sight in every window, and it is remembered', async () => {
  await visit('beside', async (visitor) => {
    const { page } = visitor
    const translate = translateIn(visitor)
    await arrange(visitor, 'pro')
    const form = page.locator('form[data-side]')
    for (const [width, height] of windows) {
      await resizeTo(page, width, height)
      const where = `${width} × ${height}`
      assert.equal(await form.count(), 1, where)
      const [ticketBox, bookBox] = [
        await boxOf(form),
        await boxOf(
          page.getByRole('region', { name: translate.trade('orderBook'), exact: true }).first(),
        ),
      ]
      assert.ok(ticketBox.x >= bookBox.x + bookBox.width, `${where}: beside the book`)
      const bottom = await bottomOf(form.locator('button[type=submit]'))
      assert.ok(bottom <= height, `${where}: the ticket ends at ${bottom}`)
      assert.deepEqual(await tooWide(page), [], where)
    }
    assert.deepEqual(await findAccessibilityBarriers(page), [])
    await resizeTo(page, desktop.width, desktop.height)
    await page.reload()
    await untilLive(visitor)
    await form.getByLabel(translate.trade('price'), { exact: true }).fill('1600000000')
    await page.getByRole('radio', { name: translate.trade('sell'), exact: true }).click()
    await page.locator('form[data-side=sell]').waitFor()
    await arrange(visitor, 'classic')
    await until('both forms', async () => (await form.count()) === 2)
    assert.equal(await ticket(visitor, 'buy').price.inputValue(), '1.600.000.000', 'kept')
  })
})

const sizes = [
  [1_440, 900],
  [1_280, 720],
  [1_024, 768],
  [1_920, 1_080],
] as const

/** The page elements that overlap, in words. */
async function overlaps(parts: Readonly<Record<string, Locator>>): Promise<readonly string[]> {
  const boxes: [string, Awaited<ReturnType<typeof boxOf>>][] = []
  for (const [name, part] of Object.entries(parts)) boxes.push([name, await boxOf(part)])
  return boxes.flatMap(([name, one], index) =>
    boxes
      .slice(index + 1)
      .filter(
        ([, two]) =>
          Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x) > slackPx &&
          Math.min(one.y + one.height, two.y + two.height) - Math.max(one.y, two.y) > slackPx,
      )
      .map(([second]) => `${name} and ${second}`),
  )
}

for (const preset of ['chartFocus', 'bookFocus'] as const) {
  for (const who of ['a trader', 'a guest'] as const) {
    test(`P1 5 CONST-16: ${preset}, ${who}: one click, the form in every window, no overlaps`, async () => {
      const run = async (visitor: Visitor) => {
        const { page } = visitor
        const translate = translateIn(visitor)
        await arrange(visitor, preset)
        const form = page.locator('[data-side]:is(form, section)')
        const press = form.locator('button[type=submit], a').last()
        const book = page
          .getByRole('region', { name: translate.trade('orderBook'), exact: true })
          .first()
        const summary = page.getByRole('region', {
          name: translate.trade('marketSummary', { pair: 'BTC/IDR' }),
        })
        const chart = page.locator('iframe')
        for (const [width, height] of sizes) {
          await resizeTo(page, width, height)
          const where = `${width} × ${height}`
          assert.ok((await bottomOf(press)) <= height, `${where}: the form ends below`)
          const parts = { form: form.last(), book, summary, chart }
          assert.deepEqual(await overlaps(parts), [], where)
          assert.deepEqual(await tooWide(page), [], where)
          const [chartBox, bookBox] = [await boxOf(chart), await boxOf(book)]
          if (preset === 'chartFocus') {
            assert.ok(chartBox.width >= width - 320, `${where}: ${chartBox.width} px`)
            assert.ok(chartBox.height >= height - 220, `${where}: ${chartBox.height} px`)
          } else {
            const most = width >= 1_280 ? height - 160 : 220
            assert.ok(bookBox.height >= most, `${where}: ${bookBox.height} px`)
          }
        }
        assert.deepEqual(await findAccessibilityBarriers(page), [])
        await resizeTo(page, desktop.width, desktop.height)
        await page.reload()
        await untilLive(visitor)
        const name = translate.layout('layoutOf', { name: translate.layout(preset) })
        await page.getByRole('button', { name }).waitFor()
        await page
          .getByRole('button', { name: `BTC/IDR: ${translate.trade('showMarkets')}` })
          .click()
        await page.getByRole('navigation', { name: translate.trade('markets') }).waitFor()
      }
      await visit(`${preset}-${who.replace(' ', '-')}`, run, {
        person: who === 'a guest' ? null : trader,
      })
    })
  }
}

test('P1 5 DEC-86: in chart focus the book is below the form, and its rows fill it', async () => {
  await visit('chart-focus-take', async (visitor) => {
    const { page } = visitor
    const translate = translateIn(visitor)
    await arrange(visitor, 'chartFocus')
    await page.locator(`tr[data-price="${bid * 100n}"]`).click()
    await page.locator('form[data-side=sell]').waitFor()
    assert.equal(await ticket(visitor, 'sell').price.inputValue(), '1.640.000.000')
    await page.getByRole('tab', { name: translate.trade('newTransactions') }).click()
    await page
      .getByRole('region', { name: translate.trade('newTransactions') })
      .getByText('1.650.000.000')
      .first()
      .waitFor()
    await page.getByRole('tab', { name: new RegExp(`^${translate.trade('tabWallet')}`) }).click()
  })
})

for (const language of ['en', 'id'] as const)
  for (const theme of ['dark', 'light'] as const)
    test(`R-50: the menu of arrangements is whole in ${language}, ${theme}`, async () => {
      const run = async (visitor: Visitor) => {
        const { page } = visitor
        const { layout } = translateIn(visitor)
        await page.getByRole('button', { name: new RegExp(`^${layout('layout')}: `) }).click()
        await page.getByRole('group', { name: layout('layout') }).waitFor()
        assert.deepEqual(await findAccessibilityBarriers(page), [])
        assert.deepEqual(await findUntranslated(page, language), [])
        await page.keyboard.press('Escape')
        await page.getByRole('group', { name: layout('layout') }).waitFor({ state: 'detached' })
      }
      await visit(`menu-${language}-${theme}`, run, { display: { ...desktop, language, theme } })
    })

test('R-70: beside the book, a row of the book brings the form of the side that would take it', async () => {
  await visit('take', async (visitor) => {
    const { page } = visitor
    await arrange(visitor, 'pro')
    await page.locator(`tr[data-price="${bid * 100n}"]`).click()
    await page.locator('form[data-side=sell]').waitFor()
    assert.equal(await ticket(visitor, 'sell').price.inputValue(), '1.640.000.000')
    await page.locator(`tr[data-price="${ask * 100n}"]`).click()
    await page.locator('form[data-side=buy]').waitFor()
    assert.equal(await ticket(visitor, 'buy').price.inputValue(), '1.660.000.000')
  })
})

test('WCAG 2.1.1 WCAG 2.5.7: splitters move by keys, pointer and single clicks, are remembered and can be reset', async () => {
  await visit('splitters', async (visitor) => {
    const { page } = visitor
    const translate = translateIn(visitor)
    const list = page.getByRole('separator', { name: translate.layout('splitList') })
    const valueOf = async (part: Locator, name = 'now') =>
      Number(await part.getAttribute(`aria-value${name}`))
    const listPx = async () =>
      (await boxOf(page.getByRole('navigation', { name: translate.trade('markets') }))).width
    const first = await valueOf(list)
    assert.equal(await listPx(), first)
    await list.press('ArrowRight')
    assert.equal(await valueOf(list), first + 8)
    await until('the pane to follow', async () => (await listPx()) === first + 8)
    await list.press('Home')
    assert.equal(await valueOf(list), await valueOf(list, 'min'))
    await list.press('End')
    assert.equal(await valueOf(list), await valueOf(list, 'max'))
    const wide = await valueOf(list, 'max')
    await until('the widest list', async () => (await listPx()) === wide)
    await page.reload()
    await untilLive(visitor)
    await until('a remembered list', async () => (await listPx()) === wide)
    // Away from the middle, which has the buttons.
    await list.dblclick({ position: { x: 4, y: 40 } })
    await until('the restored list', async () => (await listPx()) === first)

    const book = page.getByRole('separator', { name: translate.layout('splitSide') })
    const before = await valueOf(book)
    const { x, y, height } = await boxOf(book)
    await page.mouse.move(x + 5, y + height / 4)
    await page.mouse.down()
    await page.mouse.move(x + 5 - 40, y + height / 4, { steps: 4 })
    await page.mouse.up()
    await until('a dragged book', async () => (await valueOf(book)) === before + 40)
    await book.focus()
    const wider = book.locator('xpath=..').locator('button[data-direction="-1"]')
    await wider.click()
    await until('a pressed book', async () => (await valueOf(book)) === before + 88)

    const chart = page.getByRole('separator', { name: translate.layout('splitChart') })
    const chartHeight = async () => (await boxOf(page.locator('iframe'))).height
    const high = await chartHeight()
    await chart.press('Shift+ArrowUp')
    await until('a lower chart', async () => (await chartHeight()) === high - 48)
    assert.ok((await bottomOf(page.locator('form[data-side]').last())) <= desktop.height - 40)
    await chart.press('End')
    await until('the highest chart', async () => (await chartHeight()) >= high)
    const bottom = await bottomOf(page.locator('form[data-side]').last())
    assert.ok(bottom <= desktop.height + slackPx, 'the forms stay in sight whatever was chosen')
  })
})

test('invalid stored settings of a device do not harm the page', async () => {
  await visit('kept', async (visitor) => {
    const { page } = visitor
    const kept = '{"preset":"no such","sizes":{"list":9e9,"chart":"x"}}'
    await page.evaluate(`localStorage.setItem('tukar.trade.layout', ${JSON.stringify(kept)})`)
    await page.reload()
    await untilLive(visitor)
    assert.equal(await page.locator('form[data-side]').count(), 2)
    assert.equal((await boxOf(page.locator('iframe'))).height, chartPx)
  })
})

async function marketRow({ client } = stage.server): Promise<JsonObject> {
  const query = { page: 1, rows: 10, sort: 'id', order: 'asc', filter_rules: '[]' }
  const rows = listRows(await client.call('GET', '/markets', { query }))
  const row = rows.find((one) => one['pair'] === 'BTC_IDR')
  assert.ok(row !== undefined)
  return row
}

test('TRADE-01 TRADE-02 TRADE-04 TRADE-05 TRADE-06: the top line shows the figures of the market call', async () => {
  await visit('summary', async (visitor) => {
    const { page } = visitor
    const translate = translateIn(visitor)
    const summary = page.getByRole('region', {
      name: translate.trade('marketSummary', { pair: 'BTC/IDR' }),
    })
    await summary.getByRole('heading', { level: 1, name: 'BTC/IDR' }).waitFor()
    await summary.locator('img, svg').first().waitFor()
    const last = summary.getByTitle(translate.trade('lastPrice'))
    const figure = async (name: string) =>
      summary
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
        .locator('dd')
        .innerText()
    // The top line loads them with a separate call, which may end after the page is live.
    await until('the figures of the market call', async () => {
      const row = await marketRow()
      assert.equal(textAt(row, 'last_price'), traded.toString())
      assert.equal(await last.innerText(), formatPrice(textAt(row, 'last_price'), 0, 0))
      assert.equal(await last.getAttribute('data-move'), 'up')
      assert.equal(
        await figure(translate.trade('bestBuy')),
        formatPrice(textAt(row, 'price_buy'), 0, 0),
      )
      assert.equal(
        await figure(translate.trade('bestSell')),
        formatPrice(textAt(row, 'price_sell'), 0, 0),
      )
      assert.equal(textAt(row, 'price_buy'), bid.toString())
      assert.equal(textAt(row, 'price_sell'), ask.toString())
      const [whole = '', fraction = ''] = textAt(row, 'vol_24h').split('.')
      const volume = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${fraction.slice(0, 4)} BTC`
      assert.equal(await figure(translate.trade('volume24h')), volume)
      const fee = (Number(textAt(row, 'ticker_percent_spread')) * 100).toFixed(2)
      assert.equal(await figure(translate.trade('fee')), `${fee.replace('.', ',')}%`)
      return true
    })
  })
})

test('GEN-10 R-70: the tab’s title is price, pair and product, with the price first', async () => {
  await visit('title', async ({ page }) => {
    await until('the title', async () => (await page.title()) === '1.650.000.000 · BTC/IDR | Tukar')
  })
})

test('ROLE-02 TRADE-10 TRADE-12: a guest has Register and Login for Buy and Sell and no order lists, but book, trades and chart', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const translate = translateIn(visitor)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: translate.trade('register') }).waitFor()
    await main.getByRole('link', { name: translate.trade('login') }).waitFor()
    assert.equal(await page.locator('form[data-side]').count(), 0)
    for (const tab of ['tabOrder', 'tabHistory', 'tabWallet'] as const)
      assert.equal(
        await page.getByRole('tab', { name: translate.trade(tab), exact: true }).count(),
        0,
        tab,
      )
    await page.locator(`tr[data-price="${bid * 100n}"]`).waitFor()
    await page
      .getByRole('region', { name: translate.trade('newTransactions') })
      .first()
      .waitFor()
    await page.locator('iframe').waitFor()
  }
  await visit('guest', run, { person: null })
})

test('TRADE-10: a signed-in person has the tabs Order, Order History and Wallet', async () => {
  await visit('tabs', async (visitor) => {
    const { trade } = translateIn(visitor)
    for (const tab of ['tabOrder', 'tabHistory', 'tabWallet'] as const)
      await visitor.page
        .getByRole('tab', { name: new RegExp(`^${trade(tab)}`) })
        .first()
        .waitFor()
  })
})

test('TRADE-07 TRADE-11: on a phone the top line is compact, the pair opens the market list, and the bar stays', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const { trade } = translateIn(visitor)
    const pair = page.getByRole('button', { name: `BTC/IDR: ${trade('showMarkets')}` })
    const list = page.getByRole('navigation', { name: trade('markets') })
    assert.equal(await list.count(), 0)
    await pair.tap()
    await list.waitFor()
    await pair.tap()
    await list.waitFor({ state: 'detached' })
    const summary = page.getByRole('region', { name: trade('marketSummary', { pair: 'BTC/IDR' }) })
    assert.ok((await boxOf(summary)).height <= 64)
    const buy = page.getByRole('button', { name: trade('buyBase', { base: 'BTC' }) })
    await page.mouse.wheel(0, 2_000)
    const { y, height } = await boxOf(buy)
    assert.ok(y + height <= onPhone.height && y > onPhone.height / 2, 'at the bottom of the window')
    assert.deepEqual(await tooWide(page), [])
  }
  await visit('phone', run, { display: onPhone })
})

test('ROLE-02 TRADE-11: the bar of a guest’s phone has Register and Login', async () => {
  const run = async (visitor: Visitor) => {
    const { trade } = translateIn(visitor)
    const main = visitor.page.getByRole('main')
    await main.getByRole('link', { name: trade('register') }).waitFor()
    await main.getByRole('link', { name: trade('login') }).waitFor()
    assert.equal(
      await main.getByRole('button', { name: trade('buyBase', { base: 'BTC' }) }).count(),
      0,
    )
  }
  await visit('phone-guest', run, { display: onPhone, person: null })
})

test('BOOK-01 BOOK-02: the phone’s book has the three views, and last price and volume between the sides', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const { trade } = translateIn(visitor)
    const book = page.getByRole('region', { name: trade('orderBook'), exact: true })
    const tables = {
      buy: book.locator('table[data-side=buy]'),
      sell: book.locator('table[data-side=sell]'),
    }
    await book.getByText('1.650.000.000').waitFor()
    await book.getByTitle(trade('volume24h')).waitFor()
    assert.deepEqual([await tables.buy.count(), await tables.sell.count()], [1, 1])
    await book.getByRole('radio', { name: trade('viewBuys') }).tap()
    await tables.sell.waitFor({ state: 'detached' })
    await book.getByRole('radio', { name: trade('viewSells') }).tap()
    await tables.buy.waitFor({ state: 'detached' })
    const [sells, last] = [await boxOf(tables.sell), await boxOf(book.getByText('1.650.000.000'))]
    assert.ok(sells.y + sells.height <= last.y, 'sells stand above the last price')
  }
  await visit('phone-book', run, { display: onPhone })
})

test('DEC-86: a tap on a bid of the phone’s book fills both forms and opens the sale that would take it', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const { trade } = translateIn(visitor)
    await page.locator(`tr[data-price="${bid * 100n}"]`).tap()
    const sheet = page.getByRole('dialog')
    await sheet.locator('form[data-side=sell]').waitFor()
    assert.equal(await ticket(visitor, 'sell').price.inputValue(), '1.640.000.000')
    assert.equal(await ticket(visitor, 'sell').quantity.inputValue(), '0,001')
    await sheet.getByRole('radio', { name: trade('buy'), exact: true }).tap()
    assert.equal(await ticket(visitor, 'buy').price.inputValue(), '1.640.000.000')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.locator(`tr[data-price="${ask * 100n}"]`).tap()
    await sheet.locator('form[data-side=buy]').waitFor()
  }
  await visit('phone-take', run, { display: onPhone })
})

test('TRADE-02: the last price turns when a trade is made below the one before', async () => {
  await visit('fall', async (visitor) => {
    const last = visitor.page.getByTitle(translateIn(visitor).trade('lastPrice'))
    const moveOf = () => last.getAttribute('data-move')
    await until('the rise before', async () => (await moveOf()) === 'up')
    const wish = { price: 1_648_000_000n, quantity: 100_000n }
    const fixture = createFixture(stage.server.url)
    placedOrder(await placeOrder(fixture, other, { ...wish, side: 'buy' }))
    placedOrder(await placeOrder(fixture, trader, { ...wish, side: 'sell' }))
    await until('the fall', async () => (await moveOf()) === 'down')
    assert.equal(await last.innerText(), '1.648.000.000')
  })
})

describe('in a market that moves', () => {
  const lively = openStage()

  test('TRADE-03: where there was a price a day ago, the change is that of the market call', async () => {
    await lively.visit('layout-change', async (visitor) => {
      const { page } = visitor
      const figure = page.locator('dl > div', { hasText: translateIn(visitor).trade('change24h') })
      await page.goto(trading)
      await untilLive(visitor)
      // Both figures change, so the test waits until they match between two trades.
      await until('the change on the screen to be that of the call', async () => {
        const change = textAt(await marketRow(lively.server), 'change_24h')
        return (await figure.innerText()).includes(formatPercent(change))
      })
    })
  })
})
