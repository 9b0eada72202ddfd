import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ArticleRow } from '@tukar/wire'
import { readArticle } from './wire.ts'

const row: ArticleRow = {
  id: 3,
  title: 'Fees',
  body: '<p>A <strong>taker</strong></p>',
  ext_link: 'https://www.ojk.go.id/',
  created_at: '2026-08-17T03:00:00.000Z',
}

test('NEWS-01 DATA-23: an article has title, body, date and an external link', () => {
  const article = readArticle(row)
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

test('ATT-34 ATT-35: a hostile body or link is harmless on the page', () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '', null]) {
    assert.equal(readArticle({ ...row, ext_link: link }).link, null, String(link))
  }
  const body =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'
  assert.deepEqual(readArticle({ ...row, body }).blocks, [
    {
      kind: 'paragraph',
      runs: [{ text: 'x', isStrong: false, isEmphasized: false, href: null }],
    },
  ])
})
