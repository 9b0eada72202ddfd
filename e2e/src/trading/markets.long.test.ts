/** The market list and the list beside the chart: sorting, search, favorites, and the day's curve. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeMessages, marketListMessages, tradeMessages, createTranslator } from '@tukar/i18n'
import type { Locator } from 'playwright-core'
import { phone, type Visitor } from '../harness/browser.ts'
import { listRows, textAt } from '../harness/http.ts'
import { openStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage()
const { visit } = stage

function wordsOf({ display }: Visitor) {
  return {
    home: createTranslator(homeMessages, display.language),
    list: createTranslator(marketListMessages, display.language),
    trade: createTranslator(tradeMessages, display.language),
  }
}

const tableOf = (visitor: Visitor): Locator =>
  visitor.page.getByRole('table', { name: wordsOf(visitor).home('marketTable') })
/** The pairs of the table, from top to bottom. */
const pairsOf = (visitor: Visitor): Promise<readonly string[]> =>
  tableOf(visitor).getByRole('link').allInnerTexts()

async function listedPairs(): Promise<readonly string[]> {
  const query = { page: 1, rows: 20, sort: 'id', order: 'asc' }
  const answer = await stage.server.client.call('GET', '/markets', { query })
  return listRows(answer).map((row) => textAt(row, 'pair').replace('_', '/'))
}

async function openList(visitor: Visitor, path = '/markets'): Promise<void> {
  await visitor.page.goto(path)
  await tableOf(visitor).getByRole('link').first().waitFor()
}

const untilPairs = (visitor: Visitor, what: string, wanted: readonly string[]) =>
  until(what, async () => (await pairsOf(visitor)).join() === wanted.join())

type Figure = 'last_price' | 'change_24h' | 'high_24h' | 'low_24h' | 'vol_24h_quote'

/** The pairs sorted by a figure of the calls, in rupiah for amounts; precise enough for an order. */
async function pairsBy(figure: Figure, sign: 1 | -1): Promise<readonly string[]> {
  const query = { page: 1, rows: 20, sort: 'id', order: 'asc' }
  const rows = listRows(await stage.server.client.call('GET', '/markets', { query }))
  const priceOf = (pair: string) =>
    Number(rows.filter((row) => row['pair'] === pair).map((row) => textAt(row, 'last_price'))[0])
  return rows
    .map((row) => {
      const pair = textAt(row, 'pair')
      const isForeign = figure !== 'change_24h' && pair.endsWith('_USDT')
      const value = Number(textAt(row, figure)) * (isForeign ? priceOf('USDT_IDR') : 1)
      return { pair: pair.replace('_', '/'), value }
    })
    .toSorted((one, other) => sign * (one.value - other.value))
    .map(({ pair }) => pair)
}

const star = (visitor: Visitor, pair: string): Locator =>
  visitor.page.getByRole('button', { name: wordsOf(visitor).list('favorite', { pair }) })

test('MKT-01 MKT-02 DEC-69: guests see all markets, the first one first, in the columns of the home page', async () => {
  await visit('list', async (visitor) => {
    const { home, list } = wordsOf(visitor)
    await openList(visitor)
    await visitor.page.getByRole('heading', { level: 1, name: home('marketsTitle') }).waitFor()
    assert.deepEqual(await tableOf(visitor).getByRole('columnheader').allInnerTexts(), [
      home('pair'),
      home('lastPrice'),
      home('change24h'),
      list('lastDay'),
      home('high24h'),
      home('low24h'),
      home('volume24h'),
    ])
    assert.deepEqual(await pairsOf(visitor), await listedPairs())
    assert.equal((await pairsOf(visitor))[0], 'BTC/IDR')
  })
})

test('MKT-01: every column sorts by keyboard both ways and back, money in rupiah, and announces it', async () => {
  await visit('sort', async (visitor) => {
    const { home } = wordsOf(visitor)
    await openList(visitor)
    const columns = [
      [home('lastPrice'), 'last_price'],
      [home('change24h'), 'change_24h'],
      [home('high24h'), 'high_24h'],
      [home('low24h'), 'low_24h'],
      [home('volume24h'), 'vol_24h_quote'],
    ] as const
    for (const [name, figure] of columns) {
      const head = tableOf(visitor).getByRole('columnheader', { name })
      const press = () => head.getByRole('button').press('Enter')
      for (const [word, sign] of [
        ['descending', -1],
        ['ascending', 1],
      ] as const) {
        await press()
        assert.equal(await head.getAttribute('aria-sort'), word)
        await until(`${name} ${word}`, async () => {
          const wanted = await pairsBy(figure, sign)
          return (await pairsOf(visitor)).join() === wanted.join()
        })
      }
      await press()
      assert.equal(await head.getAttribute('aria-sort'), 'none')
      await untilPairs(visitor, 'the listed order', await listedPairs())
    }
    const pair = tableOf(visitor).getByRole('columnheader', { name: home('pair') })
    await pair.getByRole('button').press('Space')
    assert.equal(await pair.getAttribute('aria-sort'), 'ascending')
    await untilPairs(visitor, 'A to Z', (await listedPairs()).toSorted())
  })
})

test('HOME-05: a row opens in a new tab by the middle button and with the key of the browser', async () => {
  await visit('new-tab', async (visitor) => {
    await openList(visitor)
    const { page } = visitor
    const cell = tableOf(visitor).locator('tbody tr').first().locator('td').nth(1)
    for (const click of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }] as const) {
      const opened = page.context().waitForEvent('page')
      await cell.click({ ...click, modifiers: 'modifiers' in click ? [...click.modifiers] : [] })
      const tab = await opened
      await tab.waitForURL('**/markets/1/BTC_IDR')
      await tab.close()
      assert.equal(new URL(page.url()).pathname, '/markets')
    }
  })
})

test('MKT-01: the sort order is kept for the next visit and beside the chart, and is in the URL', async () => {
  await visit('kept', async (visitor) => {
    const { page } = visitor
    const { home, list, trade } = wordsOf(visitor)
    const sorted = (await listedPairs()).toSorted()
    await openList(visitor)
    await tableOf(visitor)
      .getByRole('button', { name: home('pair') })
      .click()
    await page.waitForURL('**/markets?sort=pair-asc')
    await openList(visitor)
    await untilPairs(visitor, 'the kept order', sorted)
    await page.goto('/markets/1/BTC_IDR')
    const nav = page.getByRole('navigation', { name: trade('markets') })
    await nav.getByRole('link').first().waitFor()
    const beside = await nav
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => /[A-Z]+\/(?:IDR|USDT)/.exec(link.textContent ?? '')?.[0]),
      )
    assert.deepEqual(beside, sorted)
    const head = nav.getByRole('button', { name: list('pair') })
    assert.equal(await head.getAttribute('aria-pressed'), 'true')
  })
  await visit('address', async (visitor) => {
    await openList(visitor, '/markets?sort=pair-desc')
    await untilPairs(visitor, 'Z to A', (await listedPairs()).toSorted().toReversed())
    await openList(visitor, '/markets?sort=__proto__-asc')
    await untilPairs(visitor, 'the listed order', await listedPairs())
  })
})

test('MKT-01: markets are searched by pair and name; where none matches there is a way back', async () => {
  await visit('search', async (visitor) => {
    const { page } = visitor
    const { list } = wordsOf(visitor)
    await openList(visitor)
    const all = await listedPairs()
    const field = page.getByRole('searchbox', { name: list('search') })
    await field.fill('bitcoin')
    await untilPairs(
      visitor,
      'by name',
      all.filter((pair) => pair.startsWith('BTC')),
    )
    await page.getByText(list('found', { count: 2 })).waitFor({ state: 'attached' })
    await field.fill('eth/i')
    await untilPairs(visitor, 'by pair', ['ETH/IDR'])
    await field.press('Escape')
    assert.equal(await field.inputValue(), '')
    await untilPairs(visitor, 'all again', all)
    await field.fill('zzz')
    await page.getByText(list('noMatch', { query: 'zzz' })).waitFor()
    await page.getByRole('button', { name: list('showAll') }).click()
    await untilPairs(visitor, 'all of them', all)
  })
})

test('MKT-01: favorites are marked by keyboard, come first, are kept, and can be shown alone', async () => {
  await visit('favorites', async (visitor) => {
    const { page } = visitor
    const { list, trade } = wordsOf(visitor)
    await openList(visitor)
    const all = await listedPairs()
    const last = all.at(-1) ?? ''
    const filter = page.getByRole('button', { name: list('favorites'), exact: true })
    await filter.click()
    await page.getByText(list('noFavorites')).waitFor()
    await page.getByRole('button', { name: list('showAll') }).click()
    await star(visitor, last).press('Enter')
    assert.equal(await star(visitor, last).getAttribute('aria-pressed'), 'true')
    const first = [last, ...all.slice(0, -1)]
    await untilPairs(visitor, 'the favorite first', first)
    assert.equal(new URL(page.url()).pathname, '/markets', 'a star opens no market')
    await openList(visitor)
    await untilPairs(visitor, 'the favorite first after a reload', first)
    await filter.click()
    assert.equal(await filter.getAttribute('aria-pressed'), 'true')
    await untilPairs(visitor, 'favorites alone', [last])
    await page.goto('/markets/1/BTC_IDR')
    const nav = page.getByRole('navigation', { name: trade('markets') })
    await nav.getByRole('link').first().filter({ hasText: last }).waitFor()
    await star(visitor, last).click()
    await nav.getByRole('link').last().filter({ hasText: last }).waitFor()
  })
})

test('MKT-01: each market has the curve of its day, all by one call', async () => {
  await visit('curves', async (visitor) => {
    const { page } = visitor
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await openList(visitor)
    const curves = tableOf(visitor).getByRole('img')
    const pairs = (await listedPairs()).length
    await until('a curve of each', async () => (await curves.count()) === pairs)
    for (const curve of await curves.all()) {
      assert.match((await curve.getAttribute('aria-label')) ?? '', /\d/)
      assert.match((await curve.locator('path').getAttribute('d')) ?? '', /^M[\d.]+ [\d.]+(L|$)/)
    }
    assert.equal(requested.filter((path) => path === '/chart/last-day').length, 1)
    assert.ok(!requested.includes('/chart/history'))
  })
})

test('TRADE-08 TRADE-09: beside the chart a market is found by typing and opened with Enter', async () => {
  await visit('beside', async (visitor) => {
    const { page } = visitor
    const { list, trade } = wordsOf(visitor)
    await page.goto('/markets/1/BTC_IDR')
    const nav = page.getByRole('navigation', { name: trade('markets') })
    const field = nav.getByRole('searchbox', { name: list('search') })
    await nav.getByRole('link').first().waitFor()
    await field.fill('zzz')
    await nav.getByText(list('noMatch', { query: 'zzz' })).waitFor()
    await field.fill('ethereum')
    await nav.getByRole('link').filter({ hasText: 'ETH/IDR' }).waitFor()
    assert.equal(await nav.getByRole('link').count(), 1)
    await field.press('Enter')
    await page.waitForURL('**/ETH_IDR')
  })
})

test('HOME-09 MKT-01: a phone sorts with a menu, searches, and nothing overflows sideways', async () => {
  for (const display of [phone, { ...phone, width: 320, height: 640 }]) {
    await visit(
      `phone-${display.width}`,
      async (visitor) => {
        const { page } = visitor
        const { list } = wordsOf(visitor)
        await openList(visitor)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), display.width)
        const fits = 'document.querySelector("table").parentElement'
        assert.equal(await page.evaluate(`${fits}.scrollWidth - ${fits}.clientWidth`), 0)
        await page.locator(`select[aria-label="${list('sort')}"]`).selectOption('pair-asc')
        await untilPairs(visitor, 'A to Z', (await listedPairs()).toSorted())
        await page.getByRole('searchbox', { name: list('search') }).fill('tether')
        await untilPairs(visitor, 'by name', ['USDT/IDR'])
      },
      display,
    )
  }
})
