/** Concurrent requests: each race has one winner, and nobody else is affected. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommandId, textAt } from '../../harness/http.ts'
import {
  cancel,
  placedOrder,
  readMyOrders,
  placeOrder,
  placementBody,
  priceAt,
  readBalances,
  rupiahCents,
  type Fixture,
} from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const parallel = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

/** Registers the tests of races. */
export function registerRaceSuite(fixture: () => Fixture): void {
  test('ATT-54 G-08: one id sent 60 times concurrently makes one order and one answer', async () => {
    const w = fixture()
    const person = await w.person('rangga')
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n } as const
    const commandId = newCommandId()
    const answers = await parallel(60, () => placeOrder(w, person, { ...wish, commandId }))
    const final = answers.filter(({ status }) => status === 200)
    assert.ok(final.length > 0)
    const ids = new Set(final.map((answer) => textAt(placedOrder(answer), 'id')))
    assert.equal(ids.size, 1)
    assert.equal((await readMyOrders(w, person, '/obooks/myobook-open')).length, 1)
    const [id = ''] = ids
    await cancel(w, person, id)
  })

  test('ATT-55 G-08 SRV-51: of 60 concurrent orders for the whole balance, one is accepted', async () => {
    const w = fixture()
    const person = await w.person('bima')
    const before = await readBalances(w, person)
    const price = await priceAt(w, 850n)
    const quantity = (before.idr * 1_000_000n) / price - 10_000n
    const answers = await parallel(60, () =>
      placeOrder(w, person, { side: 'buy', price, quantity }),
    )
    const accepted = answers.filter(({ body }) => body['success'] === 1)
    assert.equal(accepted.length, 1)
    for (const answer of answers) {
      if (answer.status === 200 && answer.body['success'] === 0) {
        assert.equal(answer.body['code'], 'order.insufficient_balance')
      }
    }
    const after = await readBalances(w, person)
    assert.equal(after.idrHeld, rupiahCents(price, quantity, 'up'))
    assert.equal(after.idr + after.idrHeld, before.idr)
    const [one] = accepted
    if (one !== undefined) await cancel(w, person, textAt(placedOrder(one), 'id'))
    assert.deepEqual(await readBalances(w, person), before)
  })

  test('ATT-56 G-08 SRV-56: of 40 concurrent cancels, one wins and the hold is returned once', async () => {
    const w = fixture()
    const person = await w.person('citra')
    const before = await readBalances(w, person)
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n } as const
    const id = textAt(placedOrder(await placeOrder(w, person, wish)), 'id')
    const answers = await parallel(40, () => cancel(w, person, id))
    assert.equal(answers.filter(({ body }) => body['success'] === 1).length, 1)
    assert.deepEqual(await readBalances(w, person), before)
    const late = await cancel(w, person, id)
    assertRefused(late, 200, 404)
    assert.equal(late.status === 200 ? late.body['code'] : 'order.not_open', 'order.not_open')
    assert.deepEqual(await readBalances(w, person), before)
  })

  test("ATT-27 ATT-56 SRV-56: a cancel of another user's order is refused like that of an unknown one", async () => {
    const w = fixture()
    const [owner, mallory] = [await w.person('citra'), await w.person('mallory')]
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n } as const
    const id = textAt(placedOrder(await placeOrder(w, owner, wish)), 'id')
    const foreign = await cancel(w, mallory, id)
    const absent = await cancel(w, mallory, '9007199254740000')
    assertRefused(foreign, 404)
    assertRefused(absent, 404)
    assert.equal(foreign.body['msg'], absent.body['msg'])
    for (const bad of [null, 'x', -1, 0, 1.5, [1], { a: 1 }, true]) {
      const body = { id: bad }
      assertRefused(
        await w.client.call('POST', '/obooks/cancel', { token: mallory.token, body }),
        400,
        404,
      )
    }
    const [still] = await readMyOrders(w, owner, '/obooks/myobook-open')
    assert.equal(textAt(still ?? {}, 'id'), id)
    assertFrame(await cancel(w, owner, id), 1)
  })

  test("ATT-27 SRV-55: lists have only the user's own orders, whatever the filter", async () => {
    const w = fixture()
    const [owner, mallory] = [await w.person('citra'), await w.person('mallory')]
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n } as const
    const id = textAt(placedOrder(await placeOrder(w, owner, wish)), 'id')
    const rules = [{ field: 'id', op: 'equal', value: Number(id) }]
    assert.deepEqual(await readMyOrders(w, mallory, '/obooks/myobook-open', rules), [])
    await cancel(w, owner, id)
    assert.deepEqual(await readMyOrders(w, mallory, '/obooks/myobook-close', rules), [])
  })

  test('ATT-62 R-30: orders beyond the rate are answered 429 with Retry-After, the rest is served', async () => {
    const w = fixture()
    const [hasty, other] = [await w.person('cepat'), await w.person('tenang')]
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 10n } as const
    // The number of limited requests depends on the speed of the machine.
    const answers = await parallel(250, () => placeOrder(w, hasty, wish))
    for (const answer of answers.filter(({ status }) => status === 429)) {
      assertFrame(answer, 0)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    }
    const served = await placeOrder(w, other, { ...wish, quantity: 15_000n })
    await cancel(w, other, textAt(placedOrder(served), 'id'))
  })

  test('ATT-57: the account and the currency of an order come from session and market alone', async () => {
    const w = fixture()
    const [alice, victim] = [await w.person('alice'), await w.person('tenang')]
    const before = await readBalances(w, victim)
    const body = placementBody({ side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n })
    const extra = {
      user_id: victim.usid,
      orang_id: victim.usid,
      accountId: victim.usid,
      currency: 'USDT',
    }
    const answer = await w.client.call('POST', '/exchange/1', {
      token: alice.token,
      commandId: newCommandId(),
      body: { ...body, ...extra },
    })
    const order = placedOrder(answer)
    assert.equal(textAt(order, 'orang_id'), String(alice.usid))
    assert.deepEqual(await readBalances(w, victim), before)
    await cancel(w, alice, textAt(order, 'id'))
  })
}
