import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoreEvent } from '@tukar/core'
import type { CommittedBatch } from '../engine/port.ts'
import { collectUpdates, type UserUpdates } from './user-updates.ts'

const sari = 1_001
const budi = 1_002
const maker = 901

function batchOf(seq: number, events: readonly object[], balances: readonly object[] = []) {
  const batch = { row: seq, seq, timeMs: 0, commands: [{ seq, events }], balances }
  return batch as unknown as CommittedBatch & { readonly commands: { events: CoreEvent[] }[] }
}

function newsOf(...batches: readonly CommittedBatch[]): Map<number, UserUpdates> {
  const waiting = new Map<number, UserUpdates>()
  for (const batch of batches) collectUpdates(batch, waiting, () => true)
  return waiting
}

test("RT-06 RT-10 INV-21: each owner is notified of the user's own orders and balances, and nobody of the house’s", () => {
  const waiting = newsOf(
    batchOf(
      5,
      [
        { kind: 'order_rested', orderId: 1, accountId: sari },
        { kind: 'order_rested', orderId: 2, accountId: maker },
      ],
      [
        { accountId: sari, currencyId: 1, available: 7, held: 3, claim: 0 },
        { accountId: maker, currencyId: 1, available: 1, held: 0, claim: 0 },
      ],
    ),
  )
  assert.deepEqual([...waiting.keys()], [sari])
  const news = waiting.get(sari)
  assert.deepEqual([...(news?.orders.keys() ?? [])], [1])
  assert.deepEqual(news?.balances.get(1), { currencyId: 1, available: 7, held: 3 })
})

test('RT-06 HIST-08: a fill tells both sides its quantity and whether anything remains', () => {
  const fill = {
    kind: 'traded',
    makerAccountId: sari,
    makerOrderId: 1,
    makerRemaining: 5,
    takerAccountId: budi,
    takerOrderId: 2,
    takerRemaining: 0,
  }
  const closed = { kind: 'order_closed', orderId: 2, accountId: budi, reason: 'filled' }
  const waiting = newsOf(batchOf(6, [fill, { ...fill, makerRemaining: 3 }, closed]))
  assert.deepEqual(waiting.get(sari)?.orders.get(1), {
    orderId: 1,
    status: 'open',
    fillCount: 2,
    result: 'matched',
  })
  assert.equal(waiting.get(budi)?.orders.get(2)?.status, 'filled')
})

test('R-20: later facts replace earlier ones, and the number is the last batch’s', () => {
  const rested = { kind: 'order_rested', orderId: 1, accountId: sari }
  const closed = { kind: 'order_closed', orderId: 1, accountId: sari, reason: 'user' }
  const waiting = newsOf(batchOf(8, [rested]), batchOf(9, [closed]))
  assert.equal(waiting.get(sari)?.seq, 9)
  assert.equal(waiting.get(sari)?.orders.get(1)?.status, 'canceled')
})

test('INV-27: nothing waits for users who do not listen', () => {
  const waiting = new Map<number, UserUpdates>()
  const rested = { kind: 'order_rested', orderId: 1, accountId: sari }
  collectUpdates(batchOf(8, [rested]), waiting, () => false)
  assert.equal(waiting.size, 0)
})
