/** The home page's figures and its market table match the calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decimalsOf,
  formatDecimal,
  formatPercent,
  formatPrice,
  featureMessages,
  homeMessages,
  landingMessages,
  createTranslator,
} from '@tukar/i18n'
import type { Locator } from 'playwright-core'
import { phone, type Visitor } from '../harness/browser.ts'
import { type JsonObject, listRows, newCommandId, rowsAt, textAt } from '../harness/http.ts'
import { newPerson } from '../harness/people.ts'
import { openStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage()
const { visit } = stage

async function listed(): Promise<readonly JsonObject[]> {
  const query = { page: 1, rows: 20, sort: 'id', order: 'asc' }
  return listRows(await stage.server.client.call('GET', '/markets', { query }))
}

async function marketOf(pair: string): Promise<JsonObject> {
  const found = (await listed()).find((row) => row['pair'] === pair)
  assert.ok(found !== undefined, pair)
  return found
}

const wordsOf = ({ display }: Visitor) => createTranslator(homeMessages, display.language)
const tableOf = (visitor: Visitor): Locator =>
  visitor.page.getByRole('table', { name: wordsOf(visitor)('marketTable') })
const rowOf = (visitor: Visitor, pair: string): Locator =>
  tableOf(visitor)
    .getByRole('row')
    .filter({ hasText: pair.replace('_', '/') })

/** The visible texts of a row's cells. */
async function cellsOf(row: Locator): Promise<readonly string[]> {
  const cells = await row.getByRole('cell').all()
  const texts: string[] = []
  for (const cell of cells) {
    if (await cell.isVisible()) texts.push((await cell.innerText()).replaceAll(/\s+/g, ' ').trim())
  }
  return texts
}

/** The expected texts of a row for a choice of decimals, from the pair to the volume. */
function shownOf(market: JsonObject, step: string): readonly string[] {
  const tick = Number(textAt(market, 'price_decimals'))
  const price = (key: string) => formatPrice(textAt(market, key), decimalsOf(step), tick)
  const [base] = rowsAt(market, 'currencies')
  const decimals = Number(textAt(base ?? {}, 'decimal_display'))
  return [
    price('last_price'),
    formatPercent(textAt(market, 'change_24h')),
    price('high_24h'),
    price('low_24h'),
    formatDecimal(textAt(market, 'vol_24h'), { decimals, rounding: 'down' }),
  ]
}

/** Waits until a row shows the figures that the calls return at the same time. */
async function untilShown(visitor: Visitor, pair: string, step: string): Promise<void> {
  await until(`${pair} with ${step} as the calls tell it`, async () => {
    const wanted = shownOf(await marketOf(pair), step)
    const cells = (await cellsOf(rowOf(visitor, pair))).slice(1)
    return wanted.every((text, i) => cells[i] === text || cells[i]?.startsWith(`${text} `))
  })
}

test('a guest at the landing page has the files of the app and of the trading page before the first step', async () => {
  await visit('ahead', async ({ page }) => {
    await page.goto('/')
    await page.locator('link[rel=prefetch]').first().waitFor({ state: 'attached' })
    const hasAll = await page.evaluate<boolean>(`(() => {
      const { app, pages } = JSON.parse(document.getElementById('page-files').textContent)
      const trading = pages.find(({ path }) => new RegExp(path).test('/markets/1/BTC_IDR'))
      return [...app.files, ...trading.files, ...trading.wide].every(
        (file) => document.querySelector('link[rel=prefetch][href="/' + file + '"]') !== null,
      )
    })()`)
    assert.ok(hasAll)
  })
})

test('HOME-01 DEC-94: the hero shows 9,501 users, 50 assets, 5M IDR a day, as configured', async () => {
  await visit('hero', async (visitor) => {
    const translate = createTranslator(landingMessages, visitor.display.language)
    await visitor.page.goto('/')
    const figures = visitor.page.locator(`dl[aria-label="${translate('figures')}"] > div`)
    await figures.first().waitFor()
    assert.deepEqual(
      (await figures.allInnerTexts()).map((text) => text.split('\n').toSorted()),
      [
        ['9,501', translate('figureUsers')],
        ['50', translate('figureAssets')],
        ['5M IDR', translate('figureTransactions')],
      ].map((pair) => pair.toSorted()),
    )
  })
})

test('HOME-02 HOME-03 HOME-04: features, and a table of every market with the columns of the spec', async () => {
  await visit('columns', async (visitor) => {
    const translate = wordsOf(visitor)
    await visitor.page.goto('/')
    await visitor.page
      .getByRole('heading', {
        name: createTranslator(featureMessages, visitor.display.language)('featuresTitle'),
      })
      .waitFor()
    await rowOf(visitor, 'BTC_IDR').waitFor()
    const heads = await tableOf(visitor).getByRole('columnheader').allInnerTexts()
    assert.deepEqual(heads, [
      translate('pair'),
      translate('lastPrice'),
      translate('change24h'),
      translate('high24h'),
      translate('low24h'),
      translate('volume24h'),
    ])
    const links = await tableOf(visitor).getByRole('link').allInnerTexts()
    const pairs = (await listed()).map((row) => textAt(row, 'pair').replace('_', '/'))
    assert.deepEqual(links, pairs)
  })
})

test('HOME-06 HOME-07 DEC-70 CONST-08: the selector changes price, high and low, not the volume', async () => {
  await visit('selector', async (visitor) => {
    const translate = wordsOf(visitor)
    await visitor.page.goto('/')
    const menu = visitor.page
      .getByLabel(translate('decimals'), { exact: true })
      .and(visitor.page.locator('select'))
    await rowOf(visitor, 'BTC_USDT').waitFor()
    assert.equal(await menu.inputValue(), '0.0001', 'the default')
    for (const step of ['0.0001', '0.001', '0.01', '0.1', '1']) {
      await menu.selectOption(step)
      await untilShown(visitor, 'BTC_USDT', step)
    }
    await untilShown(visitor, 'BTC_IDR', '1')
    const [, price] = await cellsOf(rowOf(visitor, 'BTC_IDR'))
    assert.match(price ?? '', /^\d{1,3}(\.\d{3})+$/, 'thousands are parted')
  })
})

test('HOME-08: a change has two decimals and %, green from 0 on, else red', async () => {
  await visit('change', async (visitor) => {
    await visitor.page.goto('/')
    await rowOf(visitor, 'BTC_IDR').waitFor()
    const color = (name: string) =>
      visitor.page.evaluate(`(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--${name})'
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      })()`)
    const [up, down] = [await color('up'), await color('down')]
    assert.notEqual(up, down)
    // The figures may change between two reads, so texts and colors are read together.
    const seen = await visitor.page.evaluate(`
      [...document.querySelectorAll('tr:has(a[href^="/markets/"]) > td:nth-child(3)')].map((cell) => ({
        text: cell.textContent,
        color: getComputedStyle(cell.querySelector('span')).color,
      }))`)
    const changes = seen as readonly { readonly text: string; readonly color: string }[]
    assert.equal(changes.length, (await listed()).length)
    for (const { text, color: shown } of changes) {
      assert.match(text, /^[+-]\d+,\d{2}%$/)
      assert.equal(shown, text.startsWith('+') ? up : down)
    }
  })
})

test('HOME-05: a click on a row opens its market, and so does its link by keyboard', async () => {
  await visit('row-click', async (visitor) => {
    const { page } = visitor
    await page.goto('/')
    await rowOf(visitor, 'ETH_IDR').getByRole('cell').nth(3).click()
    const id = textAt(await marketOf('ETH_IDR'), 'id')
    await page.waitForURL(`**/markets/${id}/ETH_IDR`)
    await page.goto('/')
    await rowOf(visitor, 'BTC_IDR').getByRole('link').press('Enter')
    await page.waitForURL('**/markets/1/BTC_IDR')
  })
})

test('HOME-09 DEC-70: on a phone a row is pair, price, change, and volume with all its decimals', async () => {
  await visit(
    'narrow',
    async (visitor) => {
      const translate = wordsOf(visitor)
      await visitor.page.goto('/')
      await rowOf(visitor, 'BTC_IDR').waitFor()
      await until('the row of BTC/IDR as the calls tell it', async () => {
        const wanted = shownOf(await marketOf('BTC_IDR'), '0.0001')
        const cells = await cellsOf(rowOf(visitor, 'BTC_IDR'))
        return (
          cells.length === 2 &&
          cells[0] === `BTC/IDR ${translate('volumeShort')} ${wanted[4]}` &&
          cells[1] === `${wanted[0]} ${wanted[1]}`
        )
      })
      const wide = await visitor.page.evaluate('document.documentElement.scrollWidth')
      assert.equal(wide, phone.width, 'nothing stands out at the side')
    },
    phone,
  )
})

test('HOME-11 RT-02: rows follow trades while the page is open, without a call', async () => {
  await visit('live', async (visitor) => {
    const { page } = visitor
    await page.goto('/')
    await rowOf(visitor, 'BTC_IDR').waitFor()
    await page.getByText(wordsOf(visitor)('live'), { exact: true }).first().waitFor()
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const seller = await newPerson(stage.server.client, 'penjual')
    const volumeBefore = (await cellsOf(rowOf(visitor, 'BTC_IDR')))[5]
    const { token } = seller
    const traded = await until('a sale to the best buyer', async () => {
      const price = textAt(await marketOf('BTC_IDR'), 'last_bid')
      const answer = await stage.server.client.call('POST', '/exchange/1', {
        token,
        commandId: newCommandId(),
        body: {
          market_place: 'Limit Sell',
          market_position: price,
          market_amount: '0.00100000',
          time_in_force: 'IOC',
        },
      })
      return answer.body['success'] === 1
    })
    assert.ok(traded)
    await until('the volume to grow', async () => {
      const volume = (await cellsOf(rowOf(visitor, 'BTC_IDR')))[5]
      return volume !== undefined && volume !== volumeBefore
    })
    await untilShown(visitor, 'BTC_IDR', '0.0001')
    assert.ok(!requested.includes('/markets'), 'the list was not asked for again')
  })
})
