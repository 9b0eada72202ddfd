/** Orders that must be refused, and that nothing is held, placed or lost when they are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Json, JsonObject } from '../../harness/http.ts'
import { withoutRequestId, newCommandId, objectAt, textAt } from '../../harness/http.ts'
import { createCommandId } from '../../harness/command-id.ts'
import type { Person } from '../../harness/people.ts'
import {
  cancel,
  decimalText,
  placedOrder,
  readMyOrders,
  placeOrder,
  placementBody,
  priceAt,
  readBalances,
  rupiahCents,
  tick,
  parseUnits,
  type Fixture,
} from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'
import { buyerChargesOf, tradeBetweenPeople, sellerChargesOf } from './orders.ts'

/** Sends a body to the market and asserts that it is refused and that nothing changed. */
async function assertNothingHappens(
  fixture: Fixture,
  person: Person,
  send: () => Promise<Answer>,
  ...statuses: readonly number[]
): Promise<Answer> {
  const before = await readBalances(fixture, person)
  const answer = await send()
  assertRefused(answer, ...statuses)
  assert.deepEqual(await readBalances(fixture, person), before, 'nothing is held or lost')
  assert.deepEqual(await readMyOrders(fixture, person, '/obooks/myobook-open'), [])
  return answer
}

const sendBody = (fixture: Fixture, person: Person, body: JsonObject, path = '/exchange/1') =>
  fixture.client.call('POST', path, { token: person.token, commandId: newCommandId(), body })

function registerRules(fixture: () => Fixture): void {
  const refused = async (name: string, wish: (price: bigint) => JsonObject, code: string) => {
    const w = fixture()
    const person = await w.person(name)
    const price = await priceAt(w, 900n)
    const answer = await assertNothingHappens(
      w,
      person,
      () => sendBody(w, person, wish(price)),
      200,
    )
    assert.equal(answer.body['code'], code)
    return answer
  }
  const refuse = async (...asked: Parameters<typeof refused>): Promise<void> => {
    await refused(...asked)
  }
  const sell = (price: string, amount: string): JsonObject => ({
    market_place: 'Limit Sell',
    market_position: price,
    market_amount: amount,
    market_amount_maxbalance_marking: false,
  })
  const buy = (price: bigint, quantity: bigint, extra: JsonObject = {}) =>
    placementBody({ side: 'buy', price, quantity, extra })

  test('ATT-52 R-11: a price between two ticks is refused', () =>
    refuse('oki', (price) => buy(price + 1n, 20_000n), 'order.off_tick'))

  test('ATT-52 R-11: an order below the least amount is refused', () =>
    refuse('oki', (price) => buy(price, 100n), 'order.below_minimum'))

  test('ATT-52 R-11: an order above the available balance is refused, with the currency that is short', async () => {
    const code = 'order.insufficient_balance'
    const bought = await refused('oki', (price) => buy(price, 100_000_000n), code)
    assert.match(textAt(objectAt(bought.body, 'params'), 'needed'), / IDR$/)
    const sold = await refused('oki', (price) => sell((price * 2n).toString(), '1.00000000'), code)
    assert.equal(textAt(objectAt(sold.body, 'params'), 'needed'), '1.00000000 BTC')
    assert.match(textAt(objectAt(sold.body, 'params'), 'available'), / BTC$/)
  })

  test('ATT-31 R-13: a quantity beside the whole balance is refused, and one that cannot be read too', async () => {
    const whole = { market_amount_maxbalance_marking: true }
    await refuse(
      'oki',
      (price) => buy(price, 20_000n, { ...whole, quantity: '0.00020000' }),
      'order.total_mismatch',
    )
    const w = fixture()
    const body = buy(await priceAt(w, 900n), 20_000n, { ...whole, quantity: 'much' })
    const person = await w.person('oki')
    const unread = await assertNothingHappens(w, person, () => sendBody(w, person, body), 400)
    assert.equal(unread.body['code'], 'amount.malformed')
  })

  test('ATT-61 R-10: a buy far above the last price is refused as out of band', () =>
    refuse('oki', (price) => buy(((price * 2n) / tick) * tick, 20_000n), 'order.out_of_band'))

  test('ATT-61 R-10: a sale far below the last price is refused as out of band', () =>
    refuse(
      'oki',
      (price) => sell((price / 2n / tick) * tick + '', '0.00020000'),
      'order.out_of_band',
    ))

  test('R-10 R-13: a post-only order that would take is refused', () =>
    refuse(
      'oki',
      (price) => buy(((price * 1_150n) / 900n / tick) * tick, 20_000n, { post_only: true }),
      'order.post_only_would_take',
    ))

  for (const time_in_force of ['IOC', 'FOK']) {
    test(`R-13: an order that only rests cannot be ${time_in_force}`, () =>
      refuse(
        'oki',
        (price) => buy(price, 20_000n, { post_only: true, time_in_force }),
        'order.post_only_ioc',
      ))
  }

  test('ATT-52 R-11: an order of an unknown market is refused', async () => {
    const w = fixture()
    const oki = await w.person('oki')
    const body = buy(await priceAt(w, 900n), 20_000n)
    for (const market of ['999', '0', '-1', 'XXX_IDR', '1%27', '__proto__']) {
      await assertNothingHappens(
        w,
        oki,
        () => sendBody(w, oki, body, `/exchange/${market}`),
        200,
        400,
        404,
      )
    }
  })

  test('ATT-63: numbers that are too big to be one of ours are refused, and break nothing', async () => {
    const { client, person } = fixture()
    const { token } = await person('oki')
    for (const id of ['9007199254740993', '9999999999999999', 1e300]) {
      const answer = await client.call('POST', '/obooks/cancel', { token, body: { id } })
      assert.ok(answer.status < 500, `${id}: ${answer.status}`)
      assertFrame(answer, 0)
    }
    for (const op of ['greater', 'equal']) {
      const rules = [{ field: 'matched_count', op, value: '999999999999999' }]
      const query = { page: 1, rows: 5, filter_rules: JSON.stringify(rules) }
      const answer = await client.call('GET', '/obooks/myobook-open', { token, query })
      assert.equal(answer.status, 200)
    }
  })

  test('ATT-52: prices and amounts of nothing or less are refused', async () => {
    const w = fixture()
    const oki = await w.person('oki')
    const good = buy(await priceAt(w, 900n), 20_000n)
    for (const value of ['0', '0.00', '-1', '-1000000', 0, -5]) {
      for (const field of ['market_position', 'market_amount']) {
        await assertNothingHappens(
          w,
          oki,
          () => sendBody(w, oki, { ...good, [field]: value }),
          200,
          400,
        )
      }
    }
  })

  test('ATT-52: an amount finer than its currency is refused, never rounded', async () => {
    const w = fixture()
    const oki = await w.person('oki')
    const price = await priceAt(w, 900n)
    await assertNothingHappens(
      w,
      oki,
      () => sendBody(w, oki, sell(price + '', '0.000200001')),
      200,
      400,
    )
    const fine = { ...buy(price, 20_000n), market_amount: '300000.001' }
    await assertNothingHappens(w, oki, () => sendBody(w, oki, fine), 200, 400)
    const finePrice = { ...buy(price, 20_000n), market_position: `${price}.001` }
    await assertNothingHappens(w, oki, () => sendBody(w, oki, finePrice), 200, 400)
  })

  test('ATT-63 CONST-10: an unknown side, and fields of wrong types, are refused', async () => {
    const w = fixture()
    const oki = await w.person('oki')
    const good = buy(await priceAt(w, 900n), 20_000n)
    const bad: readonly JsonObject[] = [
      { market_place: 'Market Buy' },
      { market_place: 'limit buy' },
      { market_place: ['Limit Buy'] },
      { market_place: null },
      { market_position: null },
      { market_position: {} },
      { market_position: true },
      { market_amount: [] },
      { market_amount_maxbalance_marking: 'yes' },
      { time_in_force: 'DAY' },
      { post_only: 'no' },
    ]
    for (const change of bad) {
      await assertNothingHappens(w, oki, () => sendBody(w, oki, { ...good, ...change }), 400)
    }
    await assertNothingHappens(w, oki, () => sendBody(w, oki, {}), 400)
  })
}

const badNumbers: readonly Json[] = [
  '1e400',
  '1e5',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1.000,50',
  '1,5',
  '١٢٣',
  '１２３',
  ' 1',
  '1 ',
  '1e-19',
  '+1',
  '.5',
  '5.',
  '',
  '1'.repeat(40),
  `1.${'0'.repeat(30)}`,
  '1\u0000',
]

function registerNumbers(fixture: () => Fixture): void {
  test('ATT-31: an invalid decimal is refused as price and as amount', async () => {
    const w = fixture()
    const nina = await w.person('nina')
    const good = placementBody({ side: 'buy', price: await priceAt(w, 900n), quantity: 20_000n })
    const before = await readBalances(w, nina)
    for (const value of badNumbers) {
      for (const field of ['market_position', 'market_amount']) {
        const answer = await sendBody(w, nina, { ...good, [field]: value })
        assert.ok(
          [400, 429].includes(answer.status),
          `${field} ${JSON.stringify(value)}: ${answer.status} ${answer.text}`,
        )
      }
    }
    assert.deepEqual(await readBalances(w, nina), before)
  })

  test('ATT-31: plain digits that are more than any amount are too large, not malformed', async () => {
    const w = fixture()
    const nina = await w.person('nina')
    const good = placementBody({ side: 'buy', price: await priceAt(w, 900n), quantity: 20_000n })
    for (const digits of [21, 30, 40]) {
      const body = { ...good, market_position: '1'.repeat(digits) }
      const answer = await assertNothingHappens(w, nina, () => sendBody(w, nina, body), 400)
      assert.equal(answer.body['code'], 'amount.too_large', `${digits} digits`)
    }
  })

  test('ATT-31 R-07 SRV-06: a JSON number beyond the exact range is refused, a plain one is accepted', async () => {
    const w = fixture()
    const nur = await w.person('nur')
    const price = await priceAt(w, 850n)
    const raw = (position: string, amount: string) =>
      w.client.call('POST', '/exchange/1', {
        token: nur.token,
        commandId: newCommandId(),
        rawBody:
          `{"market_place":"Limit Buy","market_position":${position},"market_amount":${amount},` +
          '"market_amount_maxbalance_marking":false}',
      })
    for (const bad of ['1e400', '90071992547409930', '1e21', '0.1e-20', '-1']) {
      assert.ok([200, 400].includes((await raw(bad, '200000')).status))
      assert.equal((await raw(bad, '200000')).body['success'], 0)
      assert.equal((await raw(price.toString(), bad)).body['success'], 0)
    }
    const order = placedOrder(await raw(price.toString(), '200000.5'))
    assert.equal(parseUnits(textAt(order, 'market_position'), 2), price * 100n)
    await cancel(w, nur, textAt(order, 'id'))
  })

  test('ATT-53 R-01: a budget buys floor(budget / price) to the lot and never spends more', async () => {
    const w = fixture()
    const dewi = await w.person('dewi')
    const price = await priceAt(w, 850n)
    for (const cents of [2_000_000n, 2_000_001n, 3_333_333n, 12_345_678n, 99_999_999n]) {
      const before = await readBalances(w, dewi)
      const body = placementBody({
        side: 'buy',
        price,
        quantity: 1n,
        extra: { market_amount: decimalText(cents, 2) },
      })
      const order = placedOrder(await sendBody(w, dewi, body))
      const quantity = (cents * 100_000_000n) / (price * 100n)
      const hold = rupiahCents(price, quantity, 'up')
      assert.ok(hold <= cents)
      assert.equal(order['market_amount'], decimalText(hold, 2))
      assert.equal(before.idr - (await readBalances(w, dewi)).idr, hold)
      await cancel(w, dewi, textAt(order, 'id'))
      assert.deepEqual(await readBalances(w, dewi), before)
    }
  })

  test('R-01: a total rounded up from price × quantity buys exactly the typed quantity', async () => {
    const w = fixture()
    const dewi = await w.person('dewi')
    const price = await priceAt(w, 851n)
    for (const quantity of [10_001n, 12_347n, 77_777n, 100_003n]) {
      const order = placedOrder(await placeOrder(w, dewi, { side: 'buy', price, quantity }))
      assert.equal(order['quantity'], decimalText(quantity, 8))
      await cancel(w, dewi, textAt(order, 'id'))
    }
  })

  test('DEC-80: the marking uses the whole available balance', async () => {
    const w = fixture()
    const maya = await w.person('maya')
    const before = await readBalances(w, maya)
    const body = placementBody({
      side: 'sell',
      price: await priceAt(w, 1_500n),
      quantity: 1n,
      extra: { market_amount_maxbalance_marking: true },
    })
    const order = placedOrder(await sendBody(w, maya, body))
    const after = await readBalances(w, maya)
    assert.equal(after.btc, 0n)
    assert.equal(after.btcHeld, before.btc)
    await cancel(w, maya, textAt(order, 'id'))
    assert.deepEqual(await readBalances(w, maya), before)
  })
}

function registerTimeInForce(fixture: () => Fixture): void {
  test('R-10 R-11: a fill-or-kill order that cannot fill is an order that is canceled at once', async () => {
    const w = fixture()
    const fitri = await w.person('fitri')
    const before = await readBalances(w, fitri)
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 20_000n } as const
    const order = placedOrder(
      await placeOrder(w, fitri, { ...wish, extra: { time_in_force: 'FOK' } }),
    )
    assert.equal(order['market_status'], 'cancel')
    assert.equal(order['matched_count'], 0)
    assert.deepEqual(await readBalances(w, fitri), before)
  })

  test('R-10 R-11: the rest of an immediate-or-cancel order does not rest in the book', async () => {
    const w = fixture()
    const fitri = await w.person('fitri')
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 20_000n } as const
    const order = placedOrder(
      await placeOrder(w, fitri, { ...wish, extra: { time_in_force: 'IOC' } }),
    )
    assert.equal(order['market_status'], 'cancel')
    assert.deepEqual(await readMyOrders(w, fitri, '/obooks/myobook-open'), [])
  })

  test('ATT-58 R-10 DEC-95: an order stops at its owner’s resting order, and no trade is made with oneself', async () => {
    const w = fixture()
    const [sari, other] = [await w.person('sari'), await w.person('pembeli')]
    await tradeBetweenPeople(w, sari, other, 10_000n)
    const before = await readBalances(w, sari)
    const price = await priceAt(w, 1_100n)
    const rest = placedOrder(
      await placeOrder(w, sari, { side: 'sell', price: price + tick * 5n, quantity: 10_000n }),
    )
    const taker = placedOrder(
      await placeOrder(w, sari, {
        side: 'buy',
        price: price + tick * 5n,
        quantity: 10_000n,
        extra: { post_only: false, time_in_force: 'FOK' },
      }),
    )
    const status = textAt(taker, 'market_status')
    assert.ok(['cancel', 'close'].includes(status), status)
    const [still] = await readMyOrders(w, sari, '/obooks/myobook-open')
    assert.equal(textAt(still ?? {}, 'id'), textAt(rest, 'id'), 'the resting order is untouched')
    await cancel(w, sari, textAt(rest, 'id'))
    if (status === 'cancel') assert.deepEqual(await readBalances(w, sari), before)
  })
}

function registerIds(fixture: () => Fixture): void {
  const wishAt = async (w: Fixture) =>
    ({ side: 'buy', price: await priceAt(w, 850n), quantity: 15_000n }) as const

  test('ATT-54 R-12 INV-15: the same id again gives the same answer and no second order', async () => {
    const w = fixture()
    const ida = await w.person('ida')
    const wish = { ...(await wishAt(w)), commandId: newCommandId() }
    const first = await placeOrder(w, ida, wish)
    const held = (await readBalances(w, ida)).idrHeld
    for (let i = 0; i < 3; i++) {
      const again = await placeOrder(w, ida, wish)
      assert.deepEqual(withoutRequestId(again.body), withoutRequestId(first.body))
      assert.equal(again.status, first.status)
    }
    assert.equal((await readBalances(w, ida)).idrHeld, held)
    assert.equal((await readMyOrders(w, ida, '/obooks/myobook-open')).length, 1)
    await cancel(w, ida, textAt(placedOrder(first), 'id'))
  })

  test('ATT-54 R-12: the same id with another body is answered 409 and does nothing', async () => {
    const w = fixture()
    const ida = await w.person('ida')
    const wish = { ...(await wishAt(w)), commandId: newCommandId() }
    const order = placedOrder(await placeOrder(w, ida, wish))
    const held = (await readBalances(w, ida)).idrHeld
    assertRefused(await placeOrder(w, ida, { ...wish, quantity: 16_000n }), 409)
    assertRefused(
      await w.client.call('POST', '/obooks/cancel', {
        token: ida.token,
        commandId: wish.commandId,
        body: { id: Number(textAt(order, 'id')) },
      }),
      409,
    )
    assert.equal((await readBalances(w, ida)).idrHeld, held)
    await cancel(w, ida, textAt(order, 'id'))
  })

  test('R-12: two people may use the same id', async () => {
    const w = fixture()
    const [ida, eka] = [await w.person('ida'), await w.person('eka')]
    const wish = { ...(await wishAt(w)), commandId: newCommandId() }
    const [one, two] = [
      placedOrder(await placeOrder(w, ida, wish)),
      placedOrder(await placeOrder(w, eka, wish)),
    ]
    assert.notEqual(textAt(one, 'id'), textAt(two, 'id'))
    await cancel(w, ida, textAt(one, 'id'))
    await cancel(w, eka, textAt(two, 'id'))
  })

  test('R-12: an id from the future, and one that is no UUIDv7, is refused', async () => {
    const w = fixture()
    const eka = await w.person('eka')
    const ahead = createCommandId(Date.now() + 600_000)
    const future = await placeOrder(w, eka, { ...(await wishAt(w)), commandId: ahead })
    assert.equal(future.body['success'], 0)
    assert.equal(future.body['code'], 'command.id_expired')
    for (const commandId of [
      'x',
      '1',
      "' or 1=1",
      'z'.repeat(36),
      '00000000-0000-4000-8000-000000000000',
    ]) {
      assertRefused(await placeOrder(w, eka, { ...(await wishAt(w)), commandId }), 400)
    }
    assert.deepEqual(await readMyOrders(w, eka, '/obooks/myobook-open'), [])
  })

  test('ATT-60 R-02: fifteen least trades to farm rounding leave both together with less', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('tani'), await w.person('padi')]
    const total = async () => {
      const [a, b] = [await readBalances(w, seller), await readBalances(w, buyer)]
      return {
        idr: a.idr + a.idrHeld + b.idr + b.idrHeld,
        btc: a.btc + a.btcHeld + b.btc + b.btcHeld,
      }
    }
    for (let i = 0; i < 15; i++) {
      const quantity = 10_007_00n / 1_000n
      let before = await total()
      const deal = await tradeBetweenPeople(w, seller, buyer, quantity, async () => {
        before = await total()
      })
      const quote = rupiahCents(deal.price, quantity, 'down')
      const [idr, btc] = [sellerChargesOf(quote, 1_000n), buyerChargesOf(quantity, 2_000n)]
      assert.ok(idr > 0n && btc > 0n)
      assert.deepEqual(await total(), { idr: before.idr - idr, btc: before.btc - btc })
    }
  })
}

/** Registers the tests of refusals. */
export function registerRefusalSuite(fixture: () => Fixture): void {
  registerRules(fixture)
  registerNumbers(fixture)
  registerTimeInForce(fixture)
  registerIds(fixture)
}
