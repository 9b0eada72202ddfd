import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadedPage, nextPageAfter, listRows, withOnTop } from './pages.ts'

const rowsMax = 3
const rows = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }))
const idsOf = (pages: readonly { readonly rows: readonly { readonly id: string }[] }[]) =>
  pages.map((page) => page.rows.map(({ id }) => id).join())

test('HIST-08: a closed order is added on top, and the last page stays the last', () => {
  const before = [loadedPage(rows(2, 1), rowsMax)]
  assert.equal(nextPageAfter(before), null)
  const after = withOnTop(before, { id: '3' })
  assert.deepEqual(idsOf(after), ['3,2,1'])
  assert.equal(nextPageAfter(after), null)
})

test('HIST-08: a full page is followed by another, also when orders close meanwhile', () => {
  const before = [loadedPage(rows(5, 4, 3), rowsMax)]
  assert.equal(nextPageAfter(before), 2)
  const closed = { id: '6' }
  const after = withOnTop([...before, loadedPage(rows(2), rowsMax)], closed)
  assert.deepEqual(idsOf(after), ['6,5,4,3', '2'])
  assert.equal(nextPageAfter(after), null)
  assert.deepEqual(idsOf(withOnTop(after, closed)), ['6,5,4,3', '2'], 'told twice it stands once')
})

test('DEC-91: a row that moved to the next page is shown once', () => {
  const pages = [loadedPage(rows(6, 5, 4), rowsMax), loadedPage(rows(4, 3), rowsMax)]
  assert.deepEqual(listRows(pages), rows(6, 5, 4, 3))
})
