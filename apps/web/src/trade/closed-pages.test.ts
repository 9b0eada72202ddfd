import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadedPage, nextPageAfter, withClosed } from './closed-pages.ts'

const rows = 3
const orders = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }))
const idsOf = (pages: readonly { readonly orders: readonly { readonly id: string }[] }[]) =>
  pages.map((page) => page.orders.map(({ id }) => id).join())

test('HIST-08: an order that closed stands on top, and makes no more to load of a page that was the last', () => {
  const before = [loadedPage(orders(2, 1), rows)]
  assert.equal(nextPageAfter(before), null)
  const after = withClosed(before, { id: '3' })
  assert.deepEqual(idsOf(after), ['3,2,1'])
  assert.equal(nextPageAfter(after), null)
})

test('HIST-08: after a full page there is one more, also when orders close meanwhile', () => {
  const before = [loadedPage(orders(5, 4, 3), rows)]
  assert.equal(nextPageAfter(before), 2)
  const closed = { id: '6' }
  const after = withClosed([...before, loadedPage(orders(2), rows)], closed)
  assert.deepEqual(idsOf(after), ['6,5,4,3', '2'])
  assert.equal(nextPageAfter(after), null)
  assert.deepEqual(idsOf(withClosed(after, closed)), ['6,5,4,3', '2'], 'told twice it stands once')
})
