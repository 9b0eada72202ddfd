/**
 * The rules of the exchange at its console, in a real browser. One person halts a market, two people change
 * and reopen it while somebody trades. A rate is previewed in rupiah before it is set.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleMarketMessages, type Language, tradeMessages, createTranslator } from '@tukar/i18n'
import { serverMessage } from '@tukar/i18n/server'
import type { Page } from 'playwright-core'
import { confirmChange, sendChange } from '../desk/change-visits.ts'
import { openConsole } from '../desk/desk-visits.ts'
import { phone, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import { listRows } from '../harness/http.ts'
import { newPerson } from '../harness/people.ts'
import { fillTicket, ticket, untilLive } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { waitUntilIdle } from '../harness/idle-page.ts'
import { until } from '../harness/until.ts'
import { findAccessibilityBarriers, tooWide, findUntranslated } from '../routes/page-checks.ts'

const stage = openStage(quietMarket)
const wordsIn = (language: Language) => createTranslator(consoleMarketMessages, language)
const translate = wordsIn('en')
const translateTrade = createTranslator(tradeMessages, 'en')
const marketPath = '/executor/markets/BTC_IDR'
const reason = 'Agreed in the morning meeting'

const propose = (page: Page, button: 'doIt' | 'propose') => sendChange(page, button, reason)
/** The second person confirms the newest change. */
const confirmNewest = (page: Page) => confirmChange(page, /./, 'Looked at it')

async function places(visitor: Visitor, price: string): Promise<void> {
  await fillTicket(visitor, 'buy', { price, quantity: '0.001' })
  await ticket(visitor, 'buy').submit.click()
}

test('SRV-62 ATT-65: one operator halts a market at once, two change its tick and reopen it, and open pages follow', async () => {
  const { server } = stage
  const trader = await newPerson(server.client, 'pedagang')
  const openOrders = async () => {
    const answer = await server.client.call('GET', '/obooks/myobook-open', { token: trader.token })
    return listRows(answer).length
  }
  await stage.visit('trader', async (trading) => {
    const { page: shown } = trading
    await signInAs(trading, trader)
    await shown.goto('/markets/1/BTC_IDR')
    await untilLive(trading)
    await places(trading, '1600001000')
    await until('the order rests', async () => (await openOrders()) === 1)
    await stage.visit('first', async (first) => {
      const { page } = first
      await openConsole(server, first, 'Ratna', marketPath)
      await page.getByRole('button', { name: translate('toCancelOnly') }).click()
      await propose(page, 'doIt')
      await page.getByText(translate('stateCancelOnly'), { exact: true }).waitFor()

      // A visitor of the market is notified without a reload.
      await shown.getByText(translateTrade('marketNoteCancelOnly')).first().waitFor()
      const { submit } = ticket(trading, 'buy')
      await until(
        'the button says so',
        async () => (await submit.textContent()) === translateTrade('shutCancelOnly'),
      )
      await places(trading, '1500000000')
      await shown
        .getByText(serverMessage('en', 'market.cancel_only', {}))
        .first()
        .waitFor()
      const { body } = await server.client.call('POST', '/obooks/cancel-all', {
        token: trader.token,
        body: { pair: 'BTC_IDR' },
      })
      assert.equal(body['success'], 1)
      await until('the order to disappear', async () => (await openOrders()) === 0)

      await page.getByRole('button', { name: translate('toHalted') }).click()
      await propose(page, 'doIt')
      await shown.getByText(translateTrade('marketNoteHalted')).first().waitFor()
      await page.getByRole('button', { name: translate('editRules') }).click()
      await page.getByLabel(translate('tick'), { exact: true }).fill('10000')
      await page.getByRole('button', { name: translate('showPreview') }).click()
      await page.getByRole('cell', { name: 'Rp 10.000', exact: true }).waitFor()
      await propose(page, 'propose')
      await stage.visit('second', async (second) => {
        await openConsole(server, second, 'Bayu')
        await confirmNewest(second.page)
        // Reopening takes two people: the first proposal changes nothing.
        await page.goto(marketPath)
        await page.getByRole('button', { name: translate('toOpen') }).click()
        await propose(page, 'propose')
        assert.equal(
          await shown.getByText(translateTrade('marketNoteHalted')).first().isVisible(),
          true,
        )
        await confirmNewest(second.page)
      })
    })
    await shown.getByText(translateTrade('marketNoteHalted')).first().waitFor({ state: 'hidden' })
    await places(trading, '1600001000')
    await shown
      .getByText(translateTrade('hintOffTick', { tick: 'Rp\u00a010.000' }))
      .first()
      .waitFor()
    await places(trading, '1600000000')
    await until('the new order rests', async () => (await openOrders()) === 1)
  })
})

test('SRV-60: the cost of a rate is shown in rupiah, and once two operators agree it is listed as upcoming', async () => {
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await stage.visit('rates', async (first) => {
    const { page } = first
    await openConsole(stage.server, first, 'Ratna', '/executor/fees')
    await page.getByLabel(translate('percent')).fill('0,25')
    await page.getByLabel(translate('fromDate')).fill(day)
    await page.getByRole('button', { name: translate('showPreview') }).click()
    const line = page.getByRole('row', { name: /the seller who takes pays/ })
    await line.getByText('Rp 4.211: ').waitFor()
    await line.getByText('Rp 4.711: trading fee Rp 2.500,').waitFor()
    await propose(page, 'propose')
    await stage.visit('rates-second', async (second) => {
      await openConsole(stage.server, second, 'Bayu')
      await confirmNewest(second.page)
    })
    await page.reload()
    const planned = page.getByRole('row', { name: new RegExp(`0,25% ${day}`) })
    await planned.getByText(translate('future')).waitFor()
  })
})

for (const display of [phone, { ...phone, width: 1024, height: 768, theme: 'light' }] as const) {
  test(`R-70: markets and rates are read at ${display.width} px without a barrier`, async () => {
    const words = wordsIn(display.language)
    await stage.visit(
      `rules-${display.width}`,
      async (visitor) => {
        const { page } = visitor
        for (const [path, shown] of [
          ['/executor/markets', words('add')],
          [marketPath, words('rules')],
          ['/executor/markets/new', words('addText')],
          ['/executor/fees', words('addRate')],
        ] as const) {
          await openConsole(stage.server, visitor, 'Ratna', path)
          await page.getByRole('main').getByText(shown).first().waitFor()
          await waitUntilIdle(page)
          assert.deepEqual(await findAccessibilityBarriers(page), [], path)
          assert.deepEqual(await tooWide(page), [], path)
          assert.deepEqual(await findUntranslated(page, display.language), [], path)
        }
      },
      display,
    )
  })
}
