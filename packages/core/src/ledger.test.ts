/** The ledger itself refuses moves that no command should request: the last line of defense for balances. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitsMax } from '@tukar/money'
import type { BalanceChange, Bucket } from './events.ts'
import { InvariantViolation } from './invariant.ts'
import { Ledger } from './state/ledger.ts'
import { OrderPool } from './state/order-pool.ts'
import { Records } from './state/records.ts'
import { StateHasher } from './state/state-hash.ts'
import { MarketAccounts } from './state/market-accounts.ts'

const [seller, buyer, custody] = [1_001, 1_002, 100]
const market = { marketId: 1, baseId: 2, quoteId: 1 }

/** A seller with 10 of base, 4 of it held; a buyer with 100 of quote, 60 of it held; custody that owes both. */
function openBooks() {
  const records = new Records()
  const hasher = new StateHasher()
  const ledger = new Ledger(records, hasher)
  const marketAccounts = new MarketAccounts(records, ledger)
  const rows = {
    base: ledger.open(seller, 2),
    quote: ledger.open(buyer, 1),
    baseRail: ledger.open(custody, 2),
    quoteRail: ledger.open(custody, 1),
  }
  ledger.move(10, rows.baseRail, 'available', rows.base, 'available')
  ledger.move(100, rows.quoteRail, 'available', rows.quote, 'available')
  ledger.hold(rows.base, 4)
  ledger.hold(rows.quote, 60)
  const [sells, buys] = [marketAccounts.open(seller, market), marketAccounts.open(buyer, market)]
  return { ledger, rows, sells, buys, pool: new OrderPool(records, hasher) }
}

type Books = ReturnType<typeof openBooks>

const refused: Readonly<Record<string, (books: Books) => void>> = {
  'a hold of more than there is': ({ ledger, rows }) => ledger.hold(rows.base, 7),
  'a hold of less than nothing': ({ ledger, rows }) => ledger.hold(rows.base, -1),
  'a release of more than is held': ({ ledger, rows }) => ledger.release(rows.base, 5),
  'a release of less than nothing': ({ ledger, rows }) => ledger.release(rows.base, -1),
  'a payment of more than there is': ({ ledger, rows }) =>
    ledger.pay(rows.quote, rows.quoteRail, 41),
  'a payment of less than nothing': ({ ledger, rows }) =>
    ledger.pay(rows.quote, rows.quoteRail, -1),
  'a fill of more than the seller holds': ({ ledger, sells, buys }) => {
    ledger.payFill(buys, sells, 5, 1, 0)
  },
  'a fill for more than the buyer holds': ({ ledger, sells, buys }) => {
    ledger.payFill(buys, sells, 1, 61, 0)
  },
  'a fill that gives back more than is over': ({ ledger, sells, buys }) => {
    ledger.payFill(buys, sells, 1, 60, 1)
  },
  'a fill of a negative quantity': ({ ledger, sells, buys }) => {
    ledger.payFill(buys, sells, -1, 1, 0)
  },
  'a fill for a negative price': ({ ledger, sells, buys }) => ledger.payFill(buys, sells, 1, -1, 0),
  'a fill that gives back less than nothing': ({ ledger, sells, buys }) => {
    ledger.payFill(buys, sells, 1, 1, -1)
  },
}

/** Moves that `move` refuses: amount, source, target. */
const moves: readonly (readonly [
  string,
  number,
  keyof Books['rows'],
  Bucket,
  keyof Books['rows'],
  Bucket,
])[] = [
  ['more than there is', 7, 'base', 'available', 'baseRail', 'available'],
  ['more than is held', 5, 'base', 'held', 'baseRail', 'available'],
  ['less than nothing', -1, 'baseRail', 'available', 'base', 'available'],
  ['so that the house would owe an account its claim', 1, 'base', 'available', 'base', 'claim'],
  ['beyond what can be counted', unitsMax, 'baseRail', 'available', 'base', 'available'],
]
for (const [what, amount, from, fromBucket, to, toBucket] of moves) {
  test(`INV-02 INV-01: a move of ${what} is refused`, () => {
    const { ledger, rows } = openBooks()
    assert.throws(
      () => ledger.move(amount, rows[from], fromBucket, rows[to], toBucket),
      InvariantViolation,
    )
  })
}
for (const [what, ask] of Object.entries(refused)) {
  test(`INV-02: ${what} is refused`, () => {
    const books = openBooks()
    assert.throws(() => ask(books), InvariantViolation)
  })
}

test('INV-01: all of a balance can be held, released, filled and paid, to the last unit', () => {
  const { ledger, rows, sells, buys } = openBooks()
  ledger.hold(rows.base, 6)
  ledger.release(rows.base, 6)
  ledger.payFill(buys, sells, 4, 50, 10)
  ledger.pay(rows.quote, ledger.find(seller, 1), 50)
  const found = [...ledger.rows()].map(
    ({ accountId, currencyId, available, held, claim }: BalanceChange) =>
      `${accountId} ${currencyId}: ${available} ${held} ${claim}`,
  )
  assert.deepEqual(found.toSorted(), [
    '100 1: -100 0 0',
    '100 2: -10 0 0',
    '1001 1: 100 0 0',
    '1001 2: 6 0 0',
    '1002 2: 4 0 0',
  ])
})

test('a new order reuses the slot of a closed one, so that memory does not grow with orders', () => {
  const { pool, sells } = openBooks()
  const [one, other] = [1, 2].map((orderId) => pool.allocate(orderId, sells, true, 5, 1))
  pool.freeSlot(one)
  pool.freeSlot(other)
  const places = [3, 4].map((orderId) => pool.allocate(orderId, sells, true, 5, 1))
  assert.deepEqual(places, [other, one])
})
