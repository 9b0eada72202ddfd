/** The checks of a state find each breach that is planted in it, and name it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyUnits, priceUnits } from '@tukar/money'
import { type BalanceChange, type CoreState, restoreExchange } from './index.ts'
import type { HoldRow, MarketRow, OpenOrderRow } from './state/state-rows.ts'
import { openStage } from './testing/scenario.ts'

type Rows = {
  readonly balances: readonly BalanceChange[]
  readonly orders: readonly OpenOrderRow[]
  readonly holds: readonly HoldRow[]
  readonly markets: readonly MarketRow[]
}

/** Orders on both sides, two of them at one price, a hold, and a claim of the house. */
function soundState(): CoreState & Rows {
  const stage = openStage()
  stage.play(`
    Sari gets 10 BTC                  -> available 10
    Budi gets 5,000,000,000 IDR       -> available 5,000,000,000
    Sari sells 0.5 at 1,660,000,000   -> rests 0.5
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Sari sells 0.5 at 1,650,000,000   -> rests 0.5
    Budi buys 0.5 at 1,640,000,000    -> rests 0.5
    Budi buys 0.5 at 1,630,000,000    -> rests 0.5`)
  const cause = { accountId: 1_002, currencyId: 1, reason: 'test', source: 'test:1' } as const
  const amount = currencyUnits(500)
  stage.apply({ kind: 'hold', ...cause, amount })
  const owing = { ...cause, accountId: 1_004, railId: 100 }
  stage.apply({ kind: 'credit', ...owing, amount })
  stage.apply({ kind: 'debit', ...owing, amount })
  stage.apply({ kind: 'reverse_credit', ...owing, amount })
  const state = stage.exchange.state()
  return {
    ...state,
    balances: [...state.balances],
    orders: [...state.orders],
    holds: [...state.holds],
    markets: [...state.markets],
  }
}

const sound = soundState()
const [firstOrder, secondOrder] = sound.orders.map(({ orderId }) => orderId)

/** The broken invariants of a state that differs from the sound one in these rows. */
function broken(changed: Partial<Rows> & Pick<Partial<CoreState>, 'counters'>): readonly string[] {
  return restoreExchange({ ...sound, ...changed }).brokenInvariants()
}

function withBalance(
  accountId: number,
  currencyId: number,
  more: Partial<Record<'available' | 'held' | 'claim', number>>,
): Pick<Rows, 'balances'> {
  const balances = sound.balances.map((row) => {
    if (row.accountId !== accountId || row.currencyId !== currencyId) return row
    const added = { ...row }
    for (const [bucket, amount] of Object.entries(more)) {
      const name = bucket as keyof typeof more
      added[name] = currencyUnits(row[name] + amount)
    }
    return added
  })
  return { balances }
}

function withOrder(
  orderId: number | undefined,
  changed: Partial<OpenOrderRow>,
): Pick<Rows, 'orders'> {
  return {
    orders: sound.orders.map((row) => (row.orderId === orderId ? { ...row, ...changed } : row)),
  }
}

const [sari, budi, dewi, custody] = [1_001, 1_002, 1_004, 100]

test('INV-01 INV-02 INV-04 INV-06: a sound state breaks nothing', () => {
  assert.deepEqual(broken({}), [])
  assert.ok(sound.balances.some(({ claim }) => claim < 0))
})

const breaches: readonly (readonly [string, Parameters<typeof broken>[0], readonly string[]])[] = [
  [
    'INV-01: money from nowhere',
    withBalance(sari, 2, { available: 1 }),
    ['INV-01 currency 2 sums to 1'],
  ],
  [
    'INV-01: a claim that is forgotten',
    withBalance(dewi, 1, { claim: 500 }),
    ['INV-01 currency 1 sums to 500'],
  ],
  [
    'INV-02: less than nothing',
    withBalance(dewi, 1, { available: -1 }),
    ['INV-02 sign of account 1004 currency 1'],
  ],
  [
    'INV-02: less than nothing is held',
    withBalance(dewi, 1, { held: -1 }),
    ['INV-02 sign of account 1004 currency 1'],
  ],
  [
    'INV-02: the house owes the account a claim',
    withBalance(budi, 1, { claim: 1 }),
    ['INV-02 sign of account 1002 currency 1'],
  ],
  [
    'INV-02: custody that is owed',
    withBalance(custody, 2, { available: 2_000_000_000 }),
    ['INV-02 sign of account 100 currency 2'],
  ],
  [
    'INV-02: custody that holds',
    withBalance(custody, 2, { held: 1 }),
    ['INV-02 sign of account 100 currency 2'],
  ],
  [
    'INV-04: more is held than set aside',
    withBalance(budi, 1, { held: 1, available: -1 }),
    ['INV-04 held of account 1002 currency 1'],
  ],
  [
    'INV-04: less is held than set aside',
    withBalance(sari, 2, { held: -1, available: 1 }),
    ['INV-04 held of account 1001 currency 2'],
  ],
  ['INV-04: a hold that is lost', { holds: [] }, ['INV-04 held of account 1002 currency 1']],
  [
    'INV-04: a hold of somebody who has nothing',
    { holds: sound.holds.map((row) => ({ ...row, accountId: 1_009 })) },
    ['INV-04 held of account 1002 currency 1', 'INV-04 nothing held for account 1009 currency 1'],
  ],
  [
    'INV-06: a crossed book',
    withOrder(firstOrder, { price: priceUnits(163_900_000_000) }),
    ['INV-06 BTC_IDR is crossed'],
  ],
  [
    'INV-06: a locked book',
    withOrder(firstOrder, { price: priceUnits(164_000_000_000) }),
    ['INV-06 BTC_IDR is crossed'],
  ],
  [
    'INV-06: an order of nothing',
    withOrder(firstOrder, { remaining: currencyUnits(0) }),
    [`INV-06 BTC_IDR order ${firstOrder} is empty`],
  ],
  [
    'INV-06: an order off the lot',
    withOrder(firstOrder, { remaining: currencyUnits(50_000_001) }),
    [`INV-06 BTC_IDR order ${firstOrder} is off the lot`],
  ],
  [
    'INV-16: an order that was never accepted',
    { counters: { ...sound.counters, lastOrderId: 4 } },
    ['INV-16 BTC_IDR order 5 is from the future'],
  ],
]
for (const [what, changed, wanted] of breaches) {
  test(`${what} is found`, () => {
    const found = broken(changed)
    for (const line of wanted)
      assert.ok(found.includes(line), `${line} is not in ${found.join('; ')}`)
  })
}

test('INV-07: of two orders at one price the later may not come first', () => {
  const [one, other] = [secondOrder, (secondOrder ?? 0) + 1]
  const swapped = sound.orders.map((row) => {
    if (row.orderId === one) return { ...row, orderId: other }
    return row.orderId === other ? { ...row, orderId: one ?? 0 } : row
  })
  assert.throws(() => broken({ orders: swapped }), { message: `order ${one} is out of order` })
})
