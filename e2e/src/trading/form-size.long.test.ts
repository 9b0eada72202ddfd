/**
 * Order sizes in a real browser on a real server: the available amount, and invalid quantities. ETH_IDR
 * trades in lots that are coarser than its unit.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixture, decimalText, readBalances } from '../conformance/fixture.ts'
import { desktop, type Visitor } from '../harness/browser.ts'
import { signInAs } from '../harness/enter.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  listRows,
  newCommandId,
  textAt,
} from '../harness/http.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { untilLive, translatorsFor } from '../harness/product.ts'
import { openStage, quietMarket } from '../harness/stage.ts'

const stage = openStage({ ...quietMarket, TUKAR_CAPTCHA_COST: '1' })
const fixture = () => createFixture(stage.server.url)

/** Multiplied by either quantity below, it gives a total in whole cents. */
const price = 60_000_000n
/** In units of 10^-8; a lot is ten of them. */
const offLot = '0.00100001'
const finerThanUnit = '0.001000004'

async function openOrders({ token }: Person): Promise<readonly JsonObject[]> {
  const query = { page: 1, rows: 20, sort: 'id', order: 'desc', filter_rules: '[]' }
  return listRows(await fixture().client.call('GET', '/obooks/myobook-open', { token, query }))
}

async function enter(visitor: Visitor, path: string): Promise<Person> {
  const person = await newPerson(stage.server.client, 'pedagang')
  await signInAs(visitor, person)
  await visitor.page.goto(path)
  await untilLive(visitor)
  return person
}

for (const language of ['en', 'id'] as const) {
  test(`R-01 DEC-81: a buy finer than the lot is refused in words and changes nothing (${language})`, async () => {
    const run = async (visitor: Visitor) => {
      const { page } = visitor
      const { trade } = translatorsFor(visitor)
      const person = await enter(visitor, '/markets/2/ETH_IDR')
      const before = await readBalances(fixture(), person)
      const form = page.locator('form[data-side=buy]')
      visitor.expectTrouble(true)
      for (const [typed, code] of [
        [offLot, 'order.off_lot'],
        [finerThanUnit, 'amount.too_precise'],
      ] as const) {
        await form.getByLabel(trade('price'), { exact: true }).fill(`${price}`)
        const quantity = form.getByLabel(trade('amount'), { exact: true })
        await quantity.fill(typed)
        const answer = page.waitForResponse((one) => one.url().endsWith('/exchange/2'))
        await form.locator('button[type=submit]').click()
        const body: Json = JSON.parse(await (await answer).text())
        assert.ok(isObject(body))
        assert.equal(body['code'], code, typed)
        await form.getByRole('alert').getByText(textAt(body, 'msg')).waitFor()
        assert.equal((await quantity.inputValue()).replace(',', '.'), typed, 'still filled')
      }
      assert.deepEqual(await openOrders(person), [])
      assert.deepEqual(await readBalances(fixture(), person), before)
      visitor.expectTrouble(false)
    }
    await stage.visit(`form-size-${language}`, run, { ...desktop, language })
  })
}

test('R-01: an order that names its quantity is of exactly that, or of none', async () => {
  const w = fixture()
  const person = await newPerson(stage.server.client, 'pembeli')
  const before = await readBalances(w, person)
  const lots = 12_345n
  const quantity = decimalText(lots * 10n, 8)
  const total = (price * lots * 10n * 100n + 99_999_999n) / 100_000_000n
  const send = (amount: bigint, named: string) =>
    w.client.call('POST', '/exchange/2', {
      token: person.token,
      commandId: newCommandId(),
      body: {
        market_place: 'Limit Buy',
        market_position: `${price}`,
        market_amount: decimalText(amount, 2),
        market_amount_maxbalance_marking: false,
        quantity: named,
      },
    })
  for (const other of [total + 1n, total - 1n]) {
    assert.equal((await send(other, quantity)).body['code'], 'order.total_mismatch')
  }
  assert.deepEqual(await readBalances(w, person), before)
  assert.equal((await send(total, quantity)).body['success'], 1)
  const [order] = await openOrders(person)
  assert.equal(order?.['quantity'], quantity)
  assert.equal(before.idr - (await readBalances(w, person)).idr, total)
})

test('TRADE-13 DEC-71: the available balance is requested as ten rows of the first page', async () => {
  await stage.visit('form-balances', async (visitor) => {
    const { page } = visitor
    const balanceQueries: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === 'GET' && pathname.endsWith('/balances'))
        balanceQueries.push(searchParams)
    })
    const person = await enter(visitor, '/markets/1/BTC_IDR')
    const { idr } = await readBalances(fixture(), person)
    const digits = decimalText(idr, 2).replace('.', '')
    const available = page.locator('form[data-side=buy] header b')
    await available.filter({ hasText: /\d/ }).waitFor()
    assert.equal((await available.textContent())?.replaceAll(/\D/g, ''), digits)
    const lookups = balanceQueries.filter((query) =>
      query.get('filter_rules')?.includes('ccurrency_symbol'),
    )
    assert.ok(lookups.length > 0, 'nothing was asked for')
    for (const query of lookups) {
      assert.deepEqual([query.get('page'), query.get('rows')], ['1', '10'])
    }
  })
})
