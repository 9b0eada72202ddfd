import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyPage, pageRows } from './every-page.ts'

/** Serves pages of this many rows and records the requested pages. */
function paged(count: number) {
  const asked: number[] = []
  const ask = (page: number) => {
    asked.push(page)
    const rows = Array.from({ length: count }, (_, id) => ({ id: count - id }))
    return Promise.resolve(rows.slice((page - 1) * pageRows, page * pageRows))
  }
  return { asked, ask }
}

test('MKT-02 DEC-71: only the first page is requested if it is not full', async () => {
  const { asked, ask } = paged(pageRows - 1)
  assert.equal(pageRows, 20)
  assert.equal((await everyPage(ask)).length, 19)
  assert.deepEqual(asked, [1])
})

test('DEC-71: a full page is followed by the next one, until one is not full', async () => {
  const exact = paged(pageRows)
  assert.equal((await everyPage(exact.ask)).length, 20)
  assert.deepEqual(exact.asked, [1, 2])
  const more = paged(45)
  const rows = await everyPage(more.ask)
  assert.deepEqual(
    rows.map(({ id }) => id),
    Array.from({ length: 45 }, (_, id) => 45 - id),
  )
  assert.deepEqual(more.asked, [1, 2, 3])
})

test('DEC-71: a row that moved to the next page during the load is returned once', async () => {
  const pages = [Array.from({ length: 20 }, (_, i) => ({ id: 21 - i })), [{ id: 2 }, { id: 1 }]]
  const rows = await everyPage((page) => Promise.resolve(pages[page - 1] ?? []))
  assert.equal(rows.length, 21)
})

test('DEC-71: a server with endless full pages is not requested endlessly', async () => {
  let asked = 0
  await everyPage(() => {
    asked += 1
    return Promise.resolve(Array.from({ length: pageRows }, (_, i) => ({ id: asked * 100 + i })))
  })
  assert.equal(asked, 50)
})
