/** The ledger at the console: every entry links to its cause, and a mismatch halts one currency. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { consoleBookMessages, consoleMarketMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import type { Page } from 'playwright-core'
import { confirmChange, sendChange } from '../desk/change-visits.ts'
import { openConsole } from '../desk/desk-visits.ts'
import { desktop, phone } from '../harness/browser.ts'
import { isProjected, type Ledger, openLedger } from '../harness/ledger.ts'
import { databaseUrlOf, type Person, verifiedPerson } from '../harness/people.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import {
  findAccessibilityBarriers,
  findSidewaysScrolling,
  tooWide,
  findUntranslated,
} from '../routes/page-checks.ts'

let ledger: Ledger
const stage = openStage(quietMarket, async (server) => {
  ledger = await openLedger(databaseUrlOf(server))
})
after(() => ledger.close())
const translate = createTranslator(consoleBookMessages, 'en')
const translateMarket = createTranslator(consoleMarketMessages, 'en')

/** Checks that a console page fits its window, is translated and has no accessibility barriers. */
async function checkPage(page: Page): Promise<void> {
  assert.deepEqual(await tooWide(page), [])
  assert.deepEqual(await findUntranslated(page, 'en'), [])
  assert.deepEqual(await findAccessibilityBarriers(page), [])
}

async function place({ token }: Person, side: 'Buy' | 'Sell', amount: string): Promise<void> {
  const { body } = await stage.server.client.call('POST', '/exchange/1', {
    token,
    body: {
      market_place: `Limit ${side}`,
      market_position: '1650000000',
      market_amount: amount,
      market_amount_maxbalance_marking: false,
    },
  })
  assert.equal(body['success'], 1, JSON.stringify(body))
}

async function statesOf(): Promise<readonly string[]> {
  const rows = await ledger.query<{ symbol: string; state: string }>(
    'select symbol, state from exchange.market order by id limit 2',
  )
  return rows.map(({ symbol, state }) => `${symbol} ${state}`)
}

test('INV-01 DEC-129: the books balance, and an entry leads to the trade and to the person that it is of', async () => {
  const [seller, buyer] = [await verifiedPerson(stage.server), await verifiedPerson(stage.server)]
  await place(seller, 'Sell', '0.01')
  await place(buyer, 'Buy', '16500000')
  await until('the trade is in the tables', () => isProjected(ledger))
  await stage.visit('bookkeeper', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Ratna', '/executor/books')
    const bitcoin = page.getByRole('region', { name: 'BTC' }).first()
    await bitcoin.getByText(/^Both sides come to [\d.,]+\sBTC\.$/).waitFor()
    await bitcoin.getByRole('row', { name: /^Trading fees/ }).waitFor()
    await checkPage(page)
    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', { name: translate('csvOf', { what: translate('books') }) })
      .click()
    assert.equal((await saved).suggestedFilename(), 'tukar-books.csv')
    await page
      .getByRole('link', { name: translate('transfers') })
      .first()
      .click()
    await page.getByLabel(translate('accountLabel')).fill(String(buyer.usid))
    await page.getByLabel(translate('kindLabel')).selectOption('trade')
    await page.getByRole('button', { name: translate('search') }).click()
    const entries = page.getByRole('row', { name: new RegExp(`^.*User ${buyer.usid} .*Trade`) })
    await until('his two entries alone', async () => (await entries.count()) === 2)
    await checkPage(page)
    await entries
      .first()
      .getByRole('link', { name: /^trade:BTC_IDR:1$/ })
      .click()
    await page
      .getByRole('row', { name: new RegExp(`User ${seller.usid} .*Trade`) })
      .first()
      .waitFor()
    await page
      .getByRole('row', { name: /Trading fees .*Trading fee/ })
      .first()
      .waitFor()
    await page.goto(`/executor/people/${buyer.usid}`)
    const own = page.getByRole('region', { name: translate('personLedger') }).first()
    await own
      .getByRole('row', { name: /Starting funds/ })
      .first()
      .waitFor()
  })
  await stage.visit(
    'bookkeeper-phone',
    async (visitor) => {
      const { page } = visitor
      for (const path of ['books', 'transfers', 'reconciliation']) {
        await openConsole(stage.server, visitor, 'Ratna', `/executor/${path}`)
        await page.getByRole('table').first().waitFor()
        assert.deepEqual([await tooWide(page), await findSidewaysScrolling(page)], [[], []], path)
      }
    },
    phone,
  )
})

test('R-50: a table wider than a small desktop scrolls sideways, and shows at which edge there is more', async () => {
  await stage.visit(
    'bookkeeper-small-desk',
    async (visitor) => {
      const { page } = visitor
      await openConsole(stage.server, visitor, 'Ratna', '/executor/reconciliation')
      const figures = page.locator('section[tabindex][data-more=end]').first()
      await figures.waitFor()
      assert.deepEqual(await tooWide(page), [])
      assert.equal((await findSidewaysScrolling(page)).length > 0, true)
      await figures.focus()
      const last = page.locator('section[tabindex][data-more=start]')
      await until('its end to be reached', async () => {
        await page.keyboard.press('ArrowRight')
        return (await last.count()) === 1
      })
    },
    { ...desktop, width: 1024 },
  )
})

test('INV-03 INV-14 INV-22: a balance that was changed manually halts its currency alone, until it is repaired and two people resume it', async () => {
  const person = await verifiedPerson(stage.server)
  const change = async (sign: '+' | '-') =>
    ledger.query(
      `update exchange.balance set available = available ${sign} 7
       where account_id = $1 and currency_id = (select id from exchange.currency where code = 'BTC')`,
      [person.usid],
    )
  await change('+')
  await stage.visit('watcher', async (visitor) => {
    const { page } = visitor
    // The server refuses once, because the books still do not match.
    visitor.expectTrouble(true)
    await openConsole(stage.server, visitor, 'Ratna', '/executor/reconciliation')
    const lookNowButton = page.getByRole('button', { name: translate('lookNow') })
    await lookNowButton.click()
    await page.getByRole('row', { name: new RegExp(`${person.usid}: expected`) }).waitFor()
    await checkPage(page)
    const [stopped, open] = await until('the market to be stopped', async () => {
      const states = await statesOf()
      return states[0]?.endsWith('cancel_only') === true ? states : false
    })
    assert.deepEqual([stopped, open?.split(' ')[1]], ['BTC_IDR cancel_only', 'open'])
    const resume = page.getByRole('button', { name: translate('resume', { currency: 'BTC' }) })
    await resume.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(serverMessage('en', 'books.still_broken', { currency: 'BTC' })).waitFor()
    await page.keyboard.press('Escape')
    await change('-')
    await lookNowButton.click()
    await page.getByText(translate('allFits')).waitFor()
    await resume.click()
    await sendChange(page, 'propose', 'The balance was mended')
    assert.equal((await statesOf())[0], 'BTC_IDR cancel_only')
  })
  await stage.visit('second', async (visitor) => {
    const { page } = visitor
    await openConsole(stage.server, visitor, 'Bayu')
    await confirmChange(page, /^Let BTC go on/, 'Looked at it myself')
    await until('the market to be open', async () => (await statesOf())[0] === 'BTC_IDR open')
    await page
      .getByRole('link', { name: translateMarket('markets') })
      .first()
      .click()
    await page
      .getByRole('row', { name: new RegExp(`BTC/IDR ${translateMarket('stateOpen')}`) })
      .waitFor()
  })
})
