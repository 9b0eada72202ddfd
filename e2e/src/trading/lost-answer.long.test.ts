/**
 * An order whose answers are lost while its form is closed, in a real browser on a real server: the page
 * repeats the request until there is an answer. The market is quiet, so the order rests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderMessages, tradeMessages, createTranslator } from '@tukar/i18n'
import { signInAs } from '../accounts/visits.ts'
import { createFixture, readMyOrders } from '../conformance/fixture.ts'
import { desktop, type Display, phone, type Visitor } from '../harness/browser.ts'
import { newPerson } from '../harness/people.ts'
import { fillTicket, ticket, untilLive } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const stage = openStage(quietMarket)
const translateTrade = createTranslator(tradeMessages, 'en')
const translateOrder = createTranslator(orderMessages, 'en')
const price = '1600000000'

const inSheet: Display = { ...phone, language: 'en' }

for (const [where, display, open, leave] of [
  [
    'in a sheet that is closed',
    inSheet,
    async ({ page }: Visitor) =>
      page.getByRole('button', { name: translateTrade('buyBase', { base: 'BTC' }) }).click(),
    async ({ page }: Visitor) => page.keyboard.press('Escape'),
  ],
  [
    'beside the book, where the other side is looked at',
    desktop,
    async ({ page }: Visitor) => {
      await page.evaluate(`localStorage.setItem('tukar.trade.layout', '{"preset":"pro"}')`)
      await page.reload()
    },
    async ({ page }: Visitor) =>
      page.getByRole('radio', { name: translateTrade('sell'), exact: true }).click(),
  ],
] as const) {
  test(`R-12 R-53: an order whose answers are lost is requested again ${where}`, async () => {
    const run = async (visitor: Visitor) => {
      const { page } = visitor
      const person = await newPerson(stage.server.client, 'hilang')
      await signInAs(visitor, person)
      await page.goto('/markets/1/BTC_IDR')
      await open(visitor)
      await untilLive(visitor)
      visitor.expectTrouble(true)
      const ids: string[] = []
      let isLost = true
      await page.route('**/exchange/1', async (route) => {
        ids.push(route.request().headers()['idempotency-key'] ?? '')
        if (!isLost) return route.continue()
        await route.fetch()
        return route.abort()
      })
      const { submit } = ticket(visitor, 'buy')
      await fillTicket(visitor, 'buy', { price, quantity: '0.001' })
      await submit.click()
      await page.getByText(translateTrade('outcomeOpen'), { exact: true }).waitFor()
      await leave(visitor)
      await submit.waitFor({ state: 'detached' })
      isLost = false
      await page.getByText(translateTrade('orderPlaced')).first().waitFor()
      visitor.expectTrouble(false)
      await page.getByRole('tab', { name: /^Order\s*\d*$/ }).click()
      await page.getByText(translateOrder('pendingAsked')).waitFor({ state: 'detached' })
      const fixture = createFixture(stage.server.url)
      await until(
        'the order',
        async () => (await readMyOrders(fixture, person, '/obooks/myobook-open')).length === 1,
      )
      assert.equal(new Set(ids).size, 1, 'with the same id')
    }
    await stage.visit(`lost-${display === desktop ? 'beside' : 'sheet'}`, run, display)
  })
}

test('R-12: an order whose page is reloaded before the first answer is requested again, and not placed twice', async () => {
  const run = async (visitor: Visitor) => {
    const { page } = visitor
    const person = await newPerson(stage.server.client, 'muat-ulang')
    await signInAs(visitor, person)
    await page.goto('/markets/1/BTC_IDR')
    await untilLive(visitor)
    visitor.expectTrouble(true)
    const ids: string[] = []
    let isSent = false
    await page.route('**/exchange/1', async (route) => {
      ids.push(route.request().headers()['idempotency-key'] ?? '')
      if (ids.length > 1) return route.continue()
      // The order reaches the exchange, but its answer does not reach the page.
      await route.fetch()
      isSent = true
      return undefined
    })
    await fillTicket(visitor, 'buy', { price, quantity: '0.001' })
    await ticket(visitor, 'buy').submit.click()
    await until('the order on its way', async () => isSent)
    await page.reload()
    await until('the same order once more', async () => ids[1])
    await page.getByText(translateTrade('orderPlaced')).first().waitFor()
    visitor.expectTrouble(false)
    const orders = await readMyOrders(
      createFixture(stage.server.url),
      person,
      '/obooks/myobook-open',
    )
    assert.equal(orders.length, 1)
    assert.deepEqual(ids, [ids[0], ids[0]], 'with the same id')
  }
  await stage.visit('lost-reload', run, desktop)
})
