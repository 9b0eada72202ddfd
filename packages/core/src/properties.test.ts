/** What must hold after every command, whatever the commands are: generated and shrunk sequences. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencyUnits as units, priceUnits } from '@tukar/money'
import type { Charge, Command, CoreEvent, Exchange } from './index.ts'
import { chargeOf, openStage } from './testing/scenario.ts'

const accountId = fc.constantFrom(1_001, 1_002, 1_003)
const currencyId = fc.constantFrom(1, 2)
const amount = fc.integer({ min: 1, max: 5_000_000_000 }).map(units)
const cause = fc.constant({ reason: 'property', source: 'property:1' })
const railId = fc.constant(100)
const kind = <Name extends string>(name: Name) => fc.constant(name)

const placing = fc.record({
  kind: kind('place'),
  accountId,
  marketId: fc.constant(1),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price: fc.integer({ min: 1_640, max: 1_660 }).map((step) => priceUnits(step * 100_000_000)),
  size: fc.oneof(
    fc.record({
      by: kind('quantity'),
      quantity: fc.integer({ min: 1, max: 99_999 }).map((lots) => units(lots * 100)),
    }),
    fc.record({ by: kind('budget'), budget: amount }),
    fc.constant({ by: 'balance' as const }),
  ),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  postOnly: fc.boolean(),
})

const moving = fc.record({ accountId, currencyId, amount, railId, cause })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: placing },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('cancel'),
      accountId,
      orderId: fc.integer({ min: 0, max: 30 }),
    }),
  },
  fc.record({ kind: kind('cancel_all'), accountId, marketId: fc.constantFrom(null, 1) }),
  ...(['credit', 'debit', 'reverse_credit'] as const).map((name) =>
    moving.map(({ cause: why, ...money }) => ({ kind: name, ...money, ...why })),
  ),
  fc
    .record({ accountId, currencyId, amount, cause })
    .map(({ cause: why, ...money }) => ({ kind: 'hold' as const, ...money, ...why })),
  fc
    .record({ holdId: fc.integer({ min: 1, max: 5 }), cause })
    .map(({ holdId, cause: why }) => ({ kind: 'release' as const, holdId, ...why })),
  fc
    .record({ holdId: fc.integer({ min: 1, max: 5 }), amount, cause })
    .map(({ cause: why, ...part }) => ({
      kind: 'settle' as const,
      ...part,
      houseAccountId: 100,
      ...why,
    })),
)
const commands = fc.array(command, { minLength: 1, maxLength: 60 })

function fundedStage() {
  const stage = openStage()
  stage.apply(chargeOf(1, { chargeKind: 'fee', payer: 'maker' }, 1_000))
  stage.apply(chargeOf(2, { chargeKind: 'fee', payer: 'taker' }, 2_000))
  stage.apply(chargeOf(3, { chargeKind: 'income_tax', payer: 'seller' }, 2_100))
  for (const name of ['Sari', 'Budi', 'Citra']) {
    stage.play(`
      ${name} gets 1 BTC              -> available 1
      ${name} gets 500,000,000 IDR    -> available 500,000,000`)
  }
  return stage
}

function check(
  verify: (events: readonly CoreEvent[], exchange: Exchange, before: Exchange['state']) => void,
): void {
  fc.assert(
    fc.property(commands, (drawn) => {
      const stage = fundedStage()
      for (const each of drawn) {
        const before = stage.exchange.state()
        verify(stage.apply(each), stage.exchange, () => before)
      }
    }),
    { numRuns: 150 },
  )
}

test('INV-01 INV-02 INV-04 INV-06 INV-07 INV-14 SRV-07: sums, signs, holds and books after each command', () => {
  check((_events, exchange) => assert.deepEqual(exchange.brokenInvariants(), []))
})

test('INV-08 INV-10: a fill is worth floor(price × quantity), and its charges less than that', () => {
  check((events) => {
    for (const event of events) {
      if (event.kind !== 'traded') continue
      const quote = (BigInt(event.price) * BigInt(event.quantity)) / 100_000_000n
      assert.equal(BigInt(event.quote), quote)
      assert.ok(event.buyerRefund >= 0)
      for (const side of ['buy', 'sell'] as const) {
        const gross: number = side === 'buy' ? event.quantity : event.quote
        const own: readonly Charge[] = event.charges.filter((charge) => charge.side === side)
        assert.ok(own.reduce((sum, charge) => sum + charge.amount, 0) < gross)
        for (const { amount: taken, ratePpm } of own) {
          assert.equal(BigInt(taken), (BigInt(gross) * BigInt(ratePpm)) / 1_000_000n)
        }
      }
    }
  })
})

test('INV-09: an accepted order is filled, rests or is canceled, to the last unit', () => {
  check((events) => {
    const [first] = events
    if (first?.kind !== 'order_accepted') return
    let left: number = first.quantity
    for (const event of events) {
      if (event.kind === 'traded') left -= event.quantity
    }
    const end = events.findLast(
      (event) =>
        (event.kind === 'order_rested' || event.kind === 'order_closed') &&
        event.orderId === first.orderId,
    )
    assert.ok(end?.kind === 'order_rested' || end?.kind === 'order_closed')
    assert.equal(end.remaining, left)
  })
})

test('INV-16: commands, orders and trades are numbered without a gap', () => {
  let trades = 0
  check((events, exchange, before) => {
    const { counters, markets } = before()
    const [market] = [...markets]
    trades = market?.tradeCount ?? 0
    assert.equal(exchange.seq, counters.seq + 1)
    for (const event of events) {
      if (event.kind === 'traded') assert.equal(event.no, (trades += 1))
      if (event.kind === 'order_accepted') assert.equal(event.orderId, counters.lastOrderId + 1)
    }
  })
})

test('INV-20: a refused command changes nothing but the number of commands', () => {
  check((events, exchange, before) => {
    if (events[0]?.kind !== 'refused') return
    const old = before()
    const now = exchange.state()
    assert.equal(events.length, 1)
    assert.deepEqual({ ...now.counters, seq: 0 }, { ...old.counters, seq: 0 })
    assert.deepEqual([...now.balances], [...old.balances])
    assert.deepEqual([...now.orders], [...old.orders])
    assert.deepEqual([...now.holds], [...old.holds])
  })
})
