import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsAfter, type ShownOrder, stayAfter, withoutLeft } from './left-rows.ts'
import type { MyOrder } from '../wire.ts'

const order = (id: string): MyOrder => ({
  id,
  pair: 'BTC_IDR',
  side: 'buy',
  price: 1,
  quantity: 1,
  remaining: 1,
  matchedCount: 0,
  status: 'open',
  received: 0,
  closeReason: '',
  createdAt: '',
  updatedAt: '',
})
const [a, b, c, d] = [order('a'), order('b'), order('c'), order('d')]
const words = (rows: readonly ShownOrder[]) =>
  rows.map((row) => (row.isLeft ? `-${row.order.id}` : row.order.id)).join(' ')

test('HIST-07: a closed order keeps its position, so that a second click hits no other order', () => {
  const all = rowsAfter([], [a, b, c])
  const one = rowsAfter(all, [b, c])
  assert.equal(words(one), '-a b c')
  assert.equal(words(rowsAfter(one, [c])), '-a -b c')
  assert.equal(words(rowsAfter(all, [a, b])), 'a b -c')
  assert.equal(words(rowsAfter(all, [])), '-a -b -c', 'all of them alike')
})

test('HIST-07: a new order is above those that left', () => {
  const one = rowsAfter(rowsAfter([], [a, b]), [b])
  assert.equal(words(rowsAfter(one, [d, b])), 'd -a b')
})

test('HIST-07: rows that left are removed together, some time after the last change, within a limit', () => {
  const left = rowsAfter(rowsAfter(rowsAfter([], [a, b, c]), [b, c]), [c])
  assert.equal(words(withoutLeft(left)), 'c')
  assert.equal(stayAfter(1_000, 1_000), 2_000)
  assert.equal(stayAfter(1_000, 8_000), 2_000)
  assert.equal(stayAfter(1_000, 10_500), 500)
  assert.equal(stayAfter(1_000, 99_000), 0)
})

test('HIST-07: an unchanged list is the same object', () => {
  const one = rowsAfter(rowsAfter([], [a, b]), [b])
  assert.equal(rowsAfter(one, [b]), one)
  assert.equal(words(rowsAfter(one, [a, b])), 'a b', 'an order that is open after all')
})
