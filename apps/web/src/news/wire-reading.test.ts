import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArticles } from './wire-reading.ts'

const row = {
  id: 3,
  title: 'Fees',
  body: '<p>A <strong>taker</strong></p>',
  ext_link: 'https://www.ojk.go.id/',
  created_at: '2026-08-17T03:00:00.000Z',
}

const read = (...datas: readonly unknown[]) => readArticles({ data: { datas } })

test('NEWS-01 DATA-23: an article has title, body, date and a link outside', () => {
  const [article] = read(row)
  const plain = { isStrong: false, isEmphasized: false, href: null }
  assert.deepEqual(article, {
    id: '3',
    title: 'Fees',
    blocks: [
      {
        kind: 'paragraph',
        runs: [
          { ...plain, text: 'A ' },
          { ...plain, text: 'taker', isStrong: true },
        ],
      },
    ],
    link: 'https://www.ojk.go.id/',
    createdAt: row.created_at,
  })
})

test('ATT-34 ATT-35: a body or link that a server let pass is harmless on the page', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '', null, 7]) {
    assert.equal(read({ ...row, ext_link: link })[0]?.link, null, String(link))
  }
  const body =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'
  assert.deepEqual(read({ ...row, body })[0]?.blocks, [
    {
      kind: 'paragraph',
      runs: [{ text: 'x', isStrong: false, isEmphasized: false, href: null }],
    },
  ])
})

test('GEN-15: an answer of another shape has no articles', () => {
  for (const body of [{}, { data: null }, { data: { datas: {} } }, { data: [] }]) {
    assert.deepEqual(readArticles(body), [])
  }
  assert.equal(read('x', null, row).length, 1)
})
