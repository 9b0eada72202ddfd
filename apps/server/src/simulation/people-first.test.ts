import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoreEvent } from '@tukar/core'
import type { CommittedBatch } from '../engine/port.ts'
import { createRecentUserOrders } from './people-first.ts'

const person = 1_001
const maker = 901

function batchOf(timeMs: number, ...events: object[]): CommittedBatch {
  const commands = [{ seq: 1, events: events as CoreEvent[] }]
  return { row: 1, seq: 1, timeMs, commands, balances: [] }
}

function rested(orderId: number, accountId: number, side: string, price: number): object {
  return { kind: 'order_rested', orderId, accountId, marketId: 1, side, price, remaining: 10 }
}

test("R-40: the market makers leave a user's new order to other users for half a minute", () => {
  const people = createRecentUserOrders()
  people.follow(batchOf(1_000, rested(7, person, 'sell', 500), rested(8, person, 'sell', 505)))
  assert.equal(people.bestPrice(1, 'sell', 20_000), 500)
  assert.equal(people.bestPrice(1, 'buy', 20_000), null, 'it stands on the other side')
  assert.equal(people.bestPrice(2, 'sell', 20_000), null, 'it stands in another market')
  assert.equal(people.bestPrice(1, 'sell', 31_001), null, 'it stood long enough')
})

test('R-40: closed orders, and those of the market makers, are not reserved', () => {
  const people = createRecentUserOrders()
  people.follow(batchOf(1_000, rested(7, person, 'buy', 500), rested(8, maker, 'buy', 510)))
  assert.equal(people.bestPrice(1, 'buy', 2_000), 500)
  people.follow(batchOf(1_500, { kind: 'order_closed', orderId: 7 }))
  assert.equal(people.bestPrice(1, 'buy', 2_000), null)
})
