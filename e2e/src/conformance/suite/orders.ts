/** The life of an order, as its owner and the counterparty see it: placed, filled, canceled, listed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../harness/http.ts'
import { newCommandId, objectAt, rowsAt, textAt } from '../../harness/http.ts'
import { newPerson, type Person } from '../../harness/people.ts'
import { until } from '../../harness/until.ts'
import {
  cancel,
  decimalText,
  placedOrder,
  readMyOrders,
  pair,
  placeOrder,
  placementBody,
  priceAt,
  publicBook,
  readBalances,
  rupiahCents,
  tick,
  parseUnits,
  type Fixture,
} from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'
import { historyRows } from './markets.ts'

const orderKeys = [
  'id',
  'orang_id',
  'market_position',
  'market_amount',
  'market_result_including_fee',
  'market_place',
  'market_status',
  'market_amount_start',
  'matched_count',
  'created_at',
  'updated_at',
  'market_pair',
]

/** Asserts the fields of a person's own order (DATA-20). */
function assertOwnOrder(row: JsonObject, owner: Person): void {
  for (const key of orderKeys) assert.ok(key in row, `${key} in ${JSON.stringify(row)}`)
  assert.equal(textAt(row, 'orang_id'), String(owner.usid))
  assert.equal(row['market_pair'], pair)
  assert.equal(typeof row['matched_count'], 'number')
}

/** The data that are needed to check a trade between two people to the last unit. */
export type CheckedTrade = {
  readonly price: bigint
  readonly quantity: bigint
  readonly makerOrder: JsonObject
  readonly takerOrder: JsonObject
  /** The time of the trade. */
  readonly filledMs: number
}

const tradeAttempts = 8

/**
 * Makes two people trade at a price inside the spread, so that no other order is between them. Others trade
 * in the same market. If another order matches first, it tries again.
 *
 * @param prepare runs before each attempt, because a failed attempt may have traded with somebody else
 */
export async function tradeBetweenPeople(
  fixture: Fixture,
  seller: Person,
  buyer: Person,
  quantity: bigint,
  prepare: () => Promise<void> = async () => {},
): Promise<CheckedTrade> {
  return untilTraded(async () => {
    await prepare()
    return tryTrade(fixture, seller, buyer, quantity)
  })
}

/** The same for new people, who have not traded before. */
export async function tradeBetweenNewPeople(
  fixture: Fixture,
  quantity: bigint,
): Promise<CheckedTrade & { readonly seller: Person; readonly buyer: Person }> {
  return untilTraded(async () => {
    const seller = await newPerson(fixture.client, 'penjual-baru')
    const buyer = await newPerson(fixture.client, 'pembeli-baru')
    const executed = await tryTrade(fixture, seller, buyer, quantity)
    return executed === null ? null : { ...executed, seller, buyer }
  })
}

async function untilTraded<D extends CheckedTrade>(attempt: () => Promise<D | null>): Promise<D> {
  for (let attempts = 0; attempts < tradeAttempts; attempts++) {
    const executed = await attempt()
    if (executed !== null) return executed
  }
  throw new Error('another order always matched first')
}

/** Null if another order matched first. */
async function tryTrade(
  fixture: Fixture,
  seller: Person,
  buyer: Person,
  quantity: bigint,
): Promise<CheckedTrade | null> {
  const book = await publicBook(fixture)
  const best = (side: string) =>
    parseUnits(textAt(rowsAt(book, side)[0] ?? {}, 'market_position'), 2) / 100n
  const price = best('sells') - tick
  if (price <= best('buys')) return null
  const extra = { post_only: true }
  const rested = await placeOrder(fixture, seller, { side: 'sell', price, quantity, extra })
  // The market has reached this price since.
  if (rested.body['code'] === 'order.post_only_would_take') return null
  const maker = placedOrder(rested)
  const taker = placedOrder(
    await placeOrder(fixture, buyer, {
      side: 'buy',
      price,
      quantity,
      extra: { time_in_force: 'IOC' },
    }),
  )
  const mine = await detailRows(fixture, seller, textAt(maker, 'id'))
  const theirs = await detailRows(fixture, buyer, textAt(taker, 'id'))
  const [fill = {}] = mine
  if (mine.length === 1 && theirs.length === 1 && fill['id'] === theirs[0]?.['id']) {
    const filledMs = Date.parse(textAt(fill, 'created_at'))
    return { price, quantity, makerOrder: maker, takerOrder: taker, filledMs }
  }
  await cancel(fixture, seller, textAt(maker, 'id'))
  return null
}

/** The fills of a person's own order (API-43). */
export async function detailRows(
  fixture: Fixture,
  person: Person,
  orderId: string,
): Promise<readonly JsonObject[]> {
  const answer = await fixture.client.call('GET', '/histories/detail-for-one-orderbook', {
    token: person.token,
    query: { pair, orderbook_id: orderId },
  })
  assert.equal(answer.status, 200, answer.text)
  return historyRows(answer.body)
}

const floorPpm = (amount: bigint, ppm: bigint) => (amount * ppm) / 1_000_000n
/** The fee and the bourse fee, each rounded down separately. */
export const buyerChargesOf = (amount: bigint, feePpm: bigint) =>
  floorPpm(amount, feePpm) + floorPpm(amount, 111n)

/** A seller of crypto also pays income tax of 0.21 % (PMK 50/2025). */
export const sellerChargesOf = (amount: bigint, feePpm: bigint) =>
  buyerChargesOf(amount, feePpm) + floorPpm(amount, 2_100n)

function registerResting(fixture: () => Fixture): void {
  test('API-37 DATA-20 SRV-51 SRV-58 DEC-78: a resting buy holds its total, is in the open list, and marks its level for its owner', async () => {
    const w = fixture()
    const alice = await w.person('alice')
    const before = await readBalances(w, alice)
    const wish = { side: 'buy', price: await priceAt(w, 850n), quantity: 20_000n } as const
    const order = placedOrder(await placeOrder(w, alice, wish))
    assertOwnOrder(order, alice)
    const hold = rupiahCents(wish.price, wish.quantity, 'up')
    assert.equal(order['market_place'], 'Limit Buy')
    assert.equal(order['market_status'], 'open')
    assert.equal(parseUnits(textAt(order, 'market_position'), 2), wish.price * 100n)
    assert.equal(order['market_amount'], decimalText(hold, 2))
    assert.equal(order['market_amount_start'], decimalText(hold, 2))
    const after = await readBalances(w, alice)
    assert.equal(after.idr, before.idr - hold)
    assert.equal(after.idrHeld, before.idrHeld + hold)
    const [listed] = await readMyOrders(w, alice, '/obooks/myobook-open')
    assert.equal(textAt(listed ?? {}, 'id'), textAt(order, 'id'))
    const levelOf = async (token?: string) =>
      rowsAt(await publicBook(w, token), 'buys').filter((row) => row['orang_id'] !== null)
    const [marked, ...others] = await levelOf(alice.token)
    assert.equal(textAt(marked ?? {}, 'orang_id'), String(alice.usid))
    assert.equal(marked?.['market_position'], order['market_position'])
    assert.deepEqual(others, [])
    assert.deepEqual(await levelOf(), [], 'nobody else sees whose it is')
    await cancel(w, alice, textAt(order, 'id'))
  })

  test('DEC-95: an order that is canceled because it met an order of the same user says so', async () => {
    const w = fixture()
    const alice = await w.person('alice')
    for (let attempt = 0; attempt < tradeAttempts; attempt++) {
      const best = parseUnits(
        textAt(rowsAt(await publicBook(w), 'sells')[0] ?? {}, 'market_position'),
        2,
      )
      const wish = { price: best / 100n - tick, quantity: 20_000n } as const
      const extra = { post_only: true }
      const rested = await placeOrder(w, alice, { ...wish, side: 'sell', extra })
      // The market has reached this price since.
      if (rested.body['code'] === 'order.post_only_would_take') continue
      const met = await placeOrder(w, alice, { ...wish, side: 'buy' })
      const isMet = placedOrder(met)['close_reason'] === 'self_trade'
      if (!isMet) await cancel(w, alice, textAt(placedOrder(met), 'id'))
      await cancel(w, alice, textAt(placedOrder(rested), 'id'))
      if (!isMet) continue
      assert.notEqual(met.body['msg'], rested.body['msg'])
      assert.match(textAt(met.body, 'msg'), /order of your own.*canceled/)
      return
    }
    throw new Error('another order always matched first')
  })

  test('API-37 R-07 SRV-51 DEC-78: a sell that rests holds its base quantity', async () => {
    const w = fixture()
    const alice = await w.person('alice')
    const before = await readBalances(w, alice)
    const wish = { side: 'sell', price: await priceAt(w, 1_500n), quantity: 12_345n } as const
    const order = placedOrder(await placeOrder(w, alice, wish))
    assert.equal(order['market_place'], 'Limit Sell')
    assert.equal(order['market_amount'], '0.00012345')
    const after = await readBalances(w, alice)
    assert.equal(after.btc, before.btc - 12_345n)
    assert.equal(after.btcHeld, before.btcHeld + 12_345n)
    await cancel(w, alice, textAt(order, 'id'))
  })

  test('API-39 API-40 API-41 HIST-07 DEC-83 SRV-55 SRV-56: a canceled order returns its whole hold and moves to the closed list', async () => {
    const w = fixture()
    const alice = await w.person('alice')
    const before = await readBalances(w, alice)
    const order = placedOrder(
      await placeOrder(w, alice, { side: 'buy', price: await priceAt(w, 850n), quantity: 9_999n }),
    )
    const id = textAt(order, 'id')
    assertFrame(await cancel(w, alice, id), 1)
    assert.deepEqual(await readBalances(w, alice), before)
    const open = await readMyOrders(w, alice, '/obooks/myobook-open')
    assert.ok(!open.some((row) => textAt(row, 'id') === id))
    const [closed] = await readMyOrders(w, alice, '/obooks/myobook-close', [
      { field: 'id', op: 'equal', value: Number(id) },
    ])
    assertOwnOrder(closed ?? {}, alice)
    assert.equal(textAt(closed ?? {}, 'id'), id)
    assert.equal(closed?.['market_status'], 'cancel')
    assert.equal(closed?.['matched_count'], 0)
  })

  test('DEC-79: an order may name its market by pair', async () => {
    const w = fixture()
    const alice = await w.person('alice')
    const body = placementBody({ side: 'buy', price: await priceAt(w, 850n), quantity: 9_999n })
    const answer = await w.client.call('POST', `/exchange/${pair}`, {
      token: alice.token,
      commandId: newCommandId(),
      body,
    })
    await cancel(w, alice, textAt(placedOrder(answer), 'id'))
  })

  test('CONST-19 R-15 SRV-55 GEN-14: the open list is sorted by its last change, newest first, with an exact total', async () => {
    const w = fixture()
    const rita = await w.person('rita')
    const price = await priceAt(w, 850n)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const wish = { side: 'buy', price: price - BigInt(i) * tick, quantity: 10_000n } as const
      ids.push(textAt(placedOrder(await placeOrder(w, rita, wish)), 'id'))
    }
    const rows = await readMyOrders(w, rita, '/obooks/myobook-open')
    assert.deepEqual(
      rows.map((row) => textAt(row, 'id')),
      ids.toReversed(),
    )
    const answer = await w.client.call('GET', '/obooks/myobook-open', {
      token: rita.token,
      query: { page: 2, rows: 2, sort: 'updated_at', order: 'desc', filter_rules: '[]' },
    })
    const data = objectAt(answer.body, 'data')
    assert.equal(data['total'], 5)
    assert.deepEqual(
      rowsAt(data, 'datas').map((row) => textAt(row, 'id')),
      ids.toReversed().slice(2, 4),
    )
    const all = await w.client.call('POST', '/obooks/cancel-all', {
      token: rita.token,
      body: { pair },
    })
    assertFrame(all, 1)
    assert.deepEqual(await readMyOrders(w, rita, '/obooks/myobook-open'), [])
  })

  test('API-36 DATA-05 SRV-49: balances have one row a currency with its object', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    const query = { page: 1, rows: 50, sort: 'id', order: 'asc', filter_rules: '[]' }
    const answer = await client.call('GET', '/balances', { token, query })
    const rows = rowsAt(objectAt(answer.body, 'data'), 'datas')
    const decimals: Record<string, number> = { IDR: 2, BTC: 8, ETH: 8, BNB: 8, USDT: 6 }
    for (const [symbol, places] of Object.entries(decimals)) {
      const row = rows.find((one) => one['ccurrency_symbol'] === symbol)
      assert.ok(row !== undefined, symbol)
      const form = new RegExp(`^\\d+\\.\\d{${places}}$`)
      assert.match(textAt(row, 'saldo_value'), form)
      assert.match(textAt(row, 'saldo_lock'), form)
      assert.equal(typeof row['ccurrency_name'], 'string')
      assert.equal(objectAt(row, 'ccurrency_obj')['ccurrency_symbol'], symbol)
    }
    const ids = rows.map((row) => Number(row['id']))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  })
}

function registerFills(fixture: () => Fixture): void {
  test('API-43 DATA-22 SRV-52 INV-08 R-05 SRV-59: a fill moves money to the last unit, less the charges', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    const purses = async () => ({
      seller: await readBalances(w, seller),
      buyer: await readBalances(w, buyer),
    })
    let before = await purses()
    const quantity = 34_567n
    const executed = await tradeBetweenPeople(w, seller, buyer, quantity, async () => {
      before = await purses()
    })
    const quote = rupiahCents(executed.price, quantity, 'down')
    const after = await purses()
    assert.equal(after.buyer.btc - before.buyer.btc, quantity - buyerChargesOf(quantity, 2_000n))
    assert.equal(before.buyer.idr - after.buyer.idr, quote)
    assert.equal(before.seller.btc - after.seller.btc, quantity)
    assert.equal(after.seller.idr - before.seller.idr, quote - sellerChargesOf(quote, 1_000n))
    const [row] = await detailRows(w, buyer, textAt(executed.takerOrder, 'id'))
    assert.equal(parseUnits(textAt(row ?? {}, 'mclose_position'), 2), executed.price * 100n)
    assert.equal(row?.['mclose_symbol_a_nofee'], decimalText(quantity, 8))
    assert.equal(
      row?.['mclose_symbol_a'],
      decimalText(quantity - buyerChargesOf(quantity, 2_000n), 8),
    )
    assert.equal(row?.['mclose_symbol_b_nofee'], decimalText(quote, 2))
    const [mirror] = await detailRows(w, seller, textAt(executed.makerOrder, 'id'))
    assert.equal(
      mirror?.['mclose_symbol_b'],
      decimalText(quote - sellerChargesOf(quote, 1_000n), 2),
    )
    for (const one of [row, mirror]) {
      const conversion = objectAt(one ?? {}, 'price_conversion')
      assert.ok('a_tax_idr' in conversion && 'b_tax_idr' in conversion)
    }
  })

  test('SRV-53 HIST-06 DEC-76: filled orders are closed, counted, and show the amount after charges', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    const quantity = 11_111n
    const executed = await tradeBetweenPeople(w, seller, buyer, quantity)
    const quote = rupiahCents(executed.price, quantity, 'down')
    const closed = async (person: Person, order: JsonObject) => {
      const rules = [{ field: 'id', op: 'equal', value: Number(textAt(order, 'id')) }]
      const [row] = await readMyOrders(w, person, '/obooks/myobook-close', rules)
      assert.equal(row?.['market_status'], 'close')
      assert.equal(row['matched_count'], 1)
      return textAt(row, 'market_result_including_fee')
    }
    const arrived = quantity - buyerChargesOf(quantity, 2_000n)
    assert.equal(await closed(buyer, executed.takerOrder), decimalText(arrived, 8))
    assert.equal(
      await closed(seller, executed.makerOrder),
      decimalText(quote - sellerChargesOf(quote, 1_000n), 2),
    )
  })

  test('API-44 DATA-21 SRV-52: the public trade equals the fill, and names the aggressor', async () => {
    const w = fixture()
    const [seller, buyer] = [await w.person('penjual'), await w.person('pembeli')]
    const executed = await tradeBetweenPeople(w, seller, buyer, 22_222n)
    const [fill] = await detailRows(w, buyer, textAt(executed.takerOrder, 'id'))
    const trade = await until('the trade in public', async () => {
      const answer = await w.client.call('GET', '/histories/load-first-time', { query: { pair } })
      return historyRows(answer.body).find((row) => textAt(row, 'id') === textAt(fill ?? {}, 'id'))
    })
    assert.equal(trade['mclose_symbol_a'], '0.00022222')
    assert.equal(parseUnits(textAt(trade, 'mclose_position'), 2), executed.price * 100n)
    assert.equal(trade['aggressor'], 'buyer')
  })

  test('ATT-27 SRV-59: another person’s fills are not there', async () => {
    const w = fixture()
    const [seller, buyer, mallory] = [
      await w.person('penjual'),
      await w.person('pembeli'),
      await w.person('mallory'),
    ]
    const executed = await tradeBetweenPeople(w, seller, buyer, 10_000n)
    const ask = (token: string, orderbook_id: string) =>
      w.client.call('GET', '/histories/detail-for-one-orderbook', {
        token,
        query: { pair, orderbook_id },
      })
    assertRefused(await ask(mallory.token, textAt(executed.takerOrder, 'id')), 404)
    for (const bad of ['0', '-1', 'x', '1 or 1=1', '99999999999999999999']) {
      assertRefused(await ask(mallory.token, bad), 400, 404)
    }
  })
}

/** Registers the tests of orders. */
export function registerOrderSuite(fixture: () => Fixture): void {
  registerResting(fixture)
  registerFills(fixture)
}
