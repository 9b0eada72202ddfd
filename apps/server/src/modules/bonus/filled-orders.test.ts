import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoreEvent } from '@tukar/core'
import { countFilled } from './filled-orders.ts'

const [citra, dewi, eka, house] = [1001, 1002, 1003, 900]

function traded(
  [taker, takerOrderId]: readonly [number, number],
  [maker, makerOrderId]: readonly [number, number],
  quantity: number,
) {
  const ids = { takerAccountId: taker, makerAccountId: maker, takerOrderId, makerOrderId }
  return { kind: 'traded', quantity, ...ids } as unknown as CoreEvent
}

function closed(accountId: number, orderId: number, reason = 'filled') {
  return { kind: 'order_closed', accountId, orderId, reason } as unknown as CoreEvent
}

function foundIn(events: readonly CoreEvent[], ordersMax = 100) {
  const filled = countFilled(ordersMax)
  filled.add(events)
  return [...filled.result()].map(([accountId, byPartner]) => [
    accountId,
    Object.fromEntries(byPartner),
  ])
}

test('ATT-64: a completely filled order counts for the counterparty that filled most of it', () => {
  const events = [
    traded([citra, 1], [house, 2], 3),
    traded([dewi, 3], [citra, 1], 4),
    closed(dewi, 3),
    traded([citra, 1], [house, 4], 2),
    closed(citra, 1),
    traded([eka, 5], [citra, 6], 1),
    closed(citra, 6, 'user'),
  ]
  assert.deepEqual(foundIn(events), [
    [dewi, { [citra]: 1 }],
    [citra, { [house]: 1 }],
  ])
})

test('ATT-64: with equal shares, an order counts for the older account', () => {
  const events = [
    traded([citra, 1], [eka, 2], 5),
    traded([citra, 1], [dewi, 3], 5),
    closed(citra, 1),
  ]
  assert.deepEqual(foundIn(events), [[citra, { [dewi]: 1 }]])
})

test("BONUS-01: at most a limited number of an account's orders is counted, and none of house accounts", () => {
  const orders = [1, 2, 3].flatMap((id) => [
    traded([citra, id], [house, 10 + id], 1),
    closed(house, 10 + id),
    closed(citra, id),
  ])
  assert.deepEqual(foundIn(orders, 2), [[citra, { [house]: 2 }]])
})
