/** Batches, listings, schedules, invalid ids, the state hash. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyUnits as units, priceUnits, ratePpm } from '@tukar/money'
import { type Command, InvariantViolation, type PlaceOrder, restoreExchange } from './index.ts'
import { chargeOf, openStage, sceneStartMs, type Stage } from './testing/scenario.ts'

/** The refusal of a command, or the kind of its first event. */
function comesTo(stage: Stage, command: Command): string | undefined {
  const [event] = stage.apply(command)
  return event?.kind === 'refused' ? event.code : event?.kind
}

const sale: PlaceOrder = {
  kind: 'place',
  accountId: 1_001,
  marketId: 1,
  side: 'sell',
  price: priceUnits(165_000_000_000),
  size: { by: 'quantity', quantity: units(50_000_000) },
  timeInForce: 'GTC',
  postOnly: false,
}

test("R-06: an id that is no account's reads nobody's balance and places nothing", () => {
  const stage = openStage()
  stage.play('Sari gets 1 BTC -> available 1')
  for (const accountId of [1_001.5, 1_001 + 1 / 1_024, Number.NaN, Infinity, -1, 0, 2 ** 60]) {
    assert.equal(comesTo(stage, { ...sale, accountId }), 'order.insufficient_balance')
  }
  stage.play('1 gets 1 BTC -> available 1')
  assert.equal(comesTo(stage, { ...sale, accountId: 1 }), 'account.not_a_user')
  assert.equal(comesTo(stage, { ...sale, marketId: 1.5 }), 'market.unknown')
})

test("R-06 ATT-56: canceling all orders of a fractional id cancels nobody's", () => {
  const stage = openStage()
  const [market] = [...stage.exchange.state().markets]
  assert.ok(market)
  const { state: _, lastPrice: __, tradeCount: ___, ...rules } = market
  const other: Command = { kind: 'set_market', ...rules, marketId: 2, symbol: 'BTC2_IDR' }
  assert.equal(comesTo(stage, other), 'market_set')
  assert.equal(
    comesTo(stage, { kind: 'set_market_state', marketId: 2, state: 'open' }),
    'market_state_set',
  )
  stage.play('Sari gets 1 BTC -> available 1')
  assert.equal(comesTo(stage, { ...sale, marketId: 2 }), 'order_accepted')
  // In market 1 its key is that of Sari in market 2.
  for (const accountId of [1_001 + 1 / 1_024, 1_001 - 1 / 1_024, Number.NaN, Infinity]) {
    const command = { kind: 'cancel_all', accountId, marketId: null } as const
    assert.equal(comesTo(stage, command), 'orders_canceled')
  }
  stage.play('Sari has 0.5 BTC held')
})

test('ATT-56: an impossible order id is not open, even for the owner of the first order', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 1 BTC               -> available 1
    Sari sells 0.5 at 1,650,000,000 -> rests 0.5`)
  for (const orderId of [0, -0, -1, 0.5, 1.5, 2, Number.NaN, Infinity, 2 ** 60]) {
    const command = { kind: 'cancel', accountId: 1_001, orderId } as const
    assert.equal(comesTo(stage, command), 'order.not_open')
  }
  stage.play('Sari has 0.5 BTC held')
})

test('R-11: an order with many faults is refused for the first that is left', () => {
  const stage = openStage()
  stage.play(`
    Sari gets 1 BTC                    -> available 1
    Budi gets 3,000,000,000 IDR        -> available 3,000,000,000
    Budi buys 0.1 at 1,650,000,000     -> rests 0.1`)
  const quantity = (value: number) => ({ by: 'quantity', quantity: units(value) }) as const
  const mended: readonly (readonly [string, Partial<PlaceOrder>])[] = [
    ['market.unknown', { price: priceUnits(0.5), size: quantity(0.5), marketId: 7 }],
    ['order.off_tick', { marketId: 1 }],
    ['order.off_lot', { price: priceUnits(100_000_000) }],
    ['order.below_minimum', { size: quantity(100) }],
    ['order.above_maximum', { size: quantity(2e11) }],
    ['order.out_of_band', { size: quantity(900_000_000) }],
    ['order.insufficient_balance', { price: priceUnits(165_000_000_000), postOnly: true }],
    ['order.post_only_would_take', { size: quantity(50_000_000) }],
    ['order_accepted', { postOnly: false }],
  ]
  let order = sale
  for (const [expected, change] of mended) {
    order = { ...order, ...change }
    assert.equal(comesTo(stage, order), expected)
  }
})

test('R-60: batches are opened and closed in turn', () => {
  const { exchange } = openStage()
  assert.throws(() => exchange.endBatch(), InvariantViolation)
  assert.throws(() => exchange.beginBatch(0.5), InvariantViolation)
  assert.throws(() => exchange.apply({ command: sale, id: null }), InvariantViolation)
  exchange.beginBatch(sceneStartMs)
  assert.throws(() => exchange.beginBatch(sceneStartMs), InvariantViolation)
  assert.throws(() => exchange.hash(), InvariantViolation)
})

test('R-05: a tax on the fee is computed from the fee, after it', () => {
  const stage = openStage()
  const vat = { chargeKind: 'vat', payer: 'both', base: 'fee' } as const
  stage.apply(chargeOf(1, vat, 110_000))
  stage.apply(chargeOf(2, { chargeKind: 'fee', payer: 'both' }, 2_000))
  stage.play(`
    Sari gets 1 BTC                   -> available 1
    Budi gets 100,000,000 IDR         -> available 100,000,000
    Sari sells 0.01 at 1,650,000,000  -> rests 0.01
    Budi buys 0.01 at 1,650,000,000   -> fills 0.01 at 1,650,000,000, filled
    Budi has 0.0099778 BTC
    Sari has 16,463,370 IDR
    1 has 33,000 IDR
    3 has 3,630 IDR
    3 has 0.0000022 BTC`)
})

test('R-05: a schedule never changes: its id and its date are used once, and its rate is limited', () => {
  const stage = openStage()
  const fee = { chargeKind: 'fee', payer: 'maker' } as const
  assert.equal(comesTo(stage, chargeOf(1, fee, 1_000)), 'schedule_set')
  for (const wrong of [
    chargeOf(1, { ...fee, from: 5 }, 1_000),
    chargeOf(2, fee, 1_000),
    chargeOf(2, { ...fee, from: 5 }, 50_001),
    chargeOf(2, { ...fee, from: 5 }, -1),
    chargeOf(2, { ...fee, from: 5, base: 'fee' }, 1_000),
    chargeOf(2, { ...fee, from: 0.5 }, 1_000),
    chargeOf(0, { ...fee, from: 5 }, 1_000),
    chargeOf(2, { chargeKind: 'vat', payer: 'both', base: 'fee' }, 250_001),
  ]) {
    assert.equal(comesTo(stage, wrong), 'schedule.bad_rules', JSON.stringify(wrong))
  }
  assert.equal(comesTo(stage, chargeOf(2, { ...fee, marketId: 9 }, 1)), 'market.unknown')
})

test('R-03 ATT-65: a listed market keeps its names, and other rules change only while it is halted', () => {
  const stage = openStage()
  const [market] = [...stage.exchange.state().markets]
  assert.ok(market)
  const { state: _, lastPrice: __, tradeCount: ___, ...rules } = market
  const changed = (change: object) => comesTo(stage, { kind: 'set_market', ...rules, ...change })
  const tick = priceUnits(50_000)
  assert.equal(changed({ tick }), 'market.not_halted')
  stage.play('market halted -> done')
  assert.equal(changed({ baseId: 9 }), 'currency.unknown')
  assert.equal(changed({ symbol: 'OTHER' }), 'market.fixed_rules')
  assert.equal(changed({ marketId: 2 }), 'market.bad_rules')
  assert.equal(changed({ baseId: 1 }), 'market.bad_rules')
  assert.equal(changed({ tick: 0 }), 'market.bad_rules')
  assert.equal(changed({ lot: 1, priceMin: 100_000 }), 'market.bad_rules')
  assert.equal(changed({ tick }), 'market_set')
  stage.play(`
    market open                         -> done
    Sari gets 1 BTC                     -> available 1
    Sari sells 0.01 at 1,650,000,500    -> rests 0.01
    Sari sells 0.01 at 1,650,000,100    -> refused order.off_tick`)
})

test('ATT-65: a currency is listed once, under one id and one code', () => {
  const stage = openStage()
  const listed = (currencyId: number, code: string) => {
    const supplyMax = units(9)
    return comesTo(stage, { kind: 'list_currency', currencyId, code, decimals: 2, supplyMax })
  }
  assert.equal(listed(1, 'NEW'), 'currency.already_listed')
  assert.equal(listed(9, 'BTC'), 'currency.already_listed')
  assert.equal(listed(1_024, 'NEW'), 'currency.bad_rules')
  assert.equal(listed(9, ''), 'currency.bad_rules')
  assert.equal(listed(9, 'NEW'), 'currency_listed')
})

test('R-61: a state that differs in one row has another hash', () => {
  const stage = openStage()
  stage.apply(chargeOf(1, { chargeKind: 'fee', payer: 'maker' }, 1_000))
  stage.play(`
    Sari gets 1 BTC                   -> available 1
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Citra is-suspended                -> done`)
  const cause = { reason: 'scenario', source: 'scenario:1' }
  const amount = units(5)
  stage.apply({ kind: 'hold', accountId: 1_001, currencyId: 2, amount, ...cause })
  const id = { scope: 1_001, words: [1, 2, 3, 4], body: [5, 6] } as const
  stage.apply(sale, id)
  const state = stage.exchange.state()
  const { counters } = state
  const orders = [...state.orders]
  const markets = [...state.markets]
  const states = [
    state,
    { ...state, counters: { ...counters, seq: counters.seq + 1 } },
    { ...state, counters: { ...counters, time: counters.time + 1 } },
    { ...state, counters: { ...counters, lastHoldId: 7 } },
    { ...state, counters: { ...counters, forgottenAt: 7 } },
    { ...state, suspendedAccounts: [] },
    { ...state, holds: [] },
    { ...state, orders: [] },
    { ...state, orders: orders.map((order) => ({ ...order, orderId: order.orderId + 2 })) },
    { ...state, remembered: [] },
    { ...state, balances: [...state.balances].slice(1) },
    { ...state, schedules: [...state.schedules].map((row) => ({ ...row, ratePpm: ratePpm(9) })) },
    { ...state, markets: markets.map((row) => ({ ...row, openOrdersMax: 6 })) },
    { ...state, markets: markets.map((row) => ({ ...row, tradeCount: 1 })) },
    { ...state, markets: markets.map((row) => ({ ...row, state: 'halted' as const })) },
  ]
  const hashes = states.map((each) => restoreExchange(each).hash().join(' '))
  assert.equal(new Set(hashes).size, states.length)
  assert.equal(hashes[0], stage.exchange.hash().join(' '))
})
