import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileTexts, namesOfScripts } from '@tukar/i18n/corpus'
import { type TableDocument, writeDocument } from './table-document.ts'
import { readDocument } from './testing/read-document.ts'
import { hasLetter } from './typeface.ts'
import { letterWithoutFont } from './writing/line.ts'

const empty: TableDocument = {
  language: 'en',
  title: 'Evidence of tax',
  subtitle: 'March 2026',
  author: 'Tukar',
  createdMs: Date.UTC(2026, 2, 1),
  groups: [],
  tables: [],
  notes: [],
}

async function written(document: Partial<TableDocument>) {
  const pieces: Buffer[] = []
  for await (const piece of writeDocument({ ...empty, ...document })) pieces.push(piece)
  return { pieces, read: readDocument(Buffer.concat(pieces)) }
}

const columns = [
  { label: 'Number', share: 1 },
  { label: 'What', share: 3 },
  { label: 'Tax', share: 1, isFigure: true },
]

test('a document shows its title, facts, rows, sums and notes, and the page number with the total', async () => {
  const { read } = await written({
    groups: [{ heading: 'Taxpayer', facts: [{ label: 'Name', value: 'Dewi Lestari' }] }],
    tables: [
      {
        heading: 'Transactions',
        note: 'In rupiah.',
        columns,
        rows: [['1', 'Sale of 0.7 BTC', '735,000']],
        sums: () => [['', 'Total', '735,000']],
        emptyText: 'None.',
      },
    ],
    notes: ['Kept for ten years.'],
  })
  assert.equal(read.title, 'Evidence of tax')
  assert.deepEqual(read.pages, [
    [
      'Evidence of tax',
      'March 2026',
      'Made on 2026-03-01 07:00:00 WIB',
      'Taxpayer',
      'Name | Dewi Lestari',
      'Transactions',
      'In rupiah.',
      'Number | What | Tax',
      '1 | Sale of 0.7 BTC | 735,000',
      'Total | 735,000',
      'Kept for ten years.',
      'Evidence of tax | Page 1 of 1',
    ],
  ])
})

test('a table longer than a page continues under its header, each row once, and is sent page by page', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => [String(index + 1), 'Sale', '1'])
  async function* slowly() {
    for (const row of rows) yield await Promise.resolve(row)
  }
  const { pieces, read } = await written({
    language: 'id',
    tables: [{ heading: 'Transaksi', columns, rows: slowly(), emptyText: 'Tidak ada.' }],
  })
  const count = read.pages.length
  assert.ok(count > 5 && pieces.length >= count, `${count} pages in ${pieces.length} pieces`)
  const lines = read.pages.flat()
  assert.deepEqual(
    lines.filter((line) => line.endsWith('| Sale | 1')),
    rows.map((row) => row.join(' | ')),
  )
  assert.equal(lines.filter((line) => line === 'Number | What | Tax').length, count)
  for (const [index, page] of read.pages.entries()) {
    assert.equal(page.at(-1), `Evidence of tax | Halaman ${index + 1} dari ${count}`)
  }
})

test('long texts are parted between words, and within a word where it alone is too wide', async () => {
  const hash = '0123456789abcdef'.repeat(8)
  const words = 'a sentence that is much longer than its column is wide '.repeat(4).trim()
  const { read } = await written({
    tables: [{ heading: 'T', columns, rows: [[hash, words, '1']], emptyText: '' }],
  })
  const body = (read.pages[0] ?? []).slice(5, -1).map((line) => line.split(' | '))
  assert.ok(body.length > 3)
  const parts = body.flat()
  assert.equal(parts.filter((part) => /^[0-9a-f]{5,}$/.test(part)).join(''), hash)
  assert.equal(parts.filter((part) => part.includes(' ')).join(' '), words)
})

test('names keep their letters; letters that no font has are shown as missing, and nothing overflows', async () => {
  const { read } = await written({
    title: 'A) /Root (1 <x>',
    tables: [
      {
        heading: 'Names',
        columns: [{ label: 'Name', share: 1 }],
        rows: [...namesOfScripts, 'a\u202eb\nc'].map((name) => [name]),
        emptyText: '',
      },
    ],
  })
  assert.equal(read.title, 'A) /Root (1 <x>')
  assert.deepEqual(read.pages[0]?.slice(5, -1), [...namesOfScripts, 'ab c'])
  for (const name of namesOfScripts) assert.equal(letterWithoutFont(name, hasLetter), null, name)
  assert.equal(letterWithoutFont('Budi \u{1f600}', hasLetter), '\u{1f600}')
  assert.equal(letterWithoutFont('ᬓᬾᬢᬸᬢ', hasLetter), 'ᬓᬾ')
})

test('ATT-33: foreign text leaves a document intact, and stays in its cell', async () => {
  for (const text of hostileTexts) {
    const facts = [
      { label: 'Before', value: 'b' },
      { label: 'Text', value: text },
      { label: 'After', value: 'a' },
    ]
    const { read } = await written({ title: text.slice(0, 100), groups: [{ heading: 'H', facts }] })
    const lines = read.pages.flat()
    assert.ok(lines.includes('Before | b') && lines.includes('After | a'), text.slice(0, 60))
    for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  }
})

test('the same document has the same bytes', async () => {
  const groups = [
    { heading: 'Names', facts: namesOfScripts.map((value) => ({ label: 'N', value })) },
  ]
  const [one, other] = [await written({ groups }), await written({ groups })]
  assert.ok(Buffer.concat(one.pieces).equals(Buffer.concat(other.pieces)))
})

test('a table without rows says so', async () => {
  const { read } = await written({
    tables: [{ heading: 'Transactions', columns, rows: [], emptyText: 'No taxed trade.' }],
  })
  assert.ok(read.pages[0]?.includes('No taxed trade.'))
})

test('rows that fail end the file without an end', async () => {
  function* failing(): Generator<readonly string[]> {
    yield ['1', 'Sale', '1']
    throw new Error('the database went away')
  }
  const tables = [{ heading: 'T', columns, rows: failing(), emptyText: '' }]
  await assert.rejects(written({ tables }), /went away/)
})
