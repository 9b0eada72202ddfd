import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvForms, csvLine } from './csv.ts'

const { en, id } = csvForms

test('ATT-33: what a spreadsheet could take for a formula is text', () => {
  for (const text of ['=cmd()', '+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\u200B=1', '\uFF1D1']) {
    assert.equal(csvLine([text], en), `"'${text}"\r\n`, JSON.stringify(text))
  }
  assert.equal(csvLine([{ figure: '=1' }], en), '"\'=1"\r\n')
  assert.equal(csvLine([{ figure: '-1' }], id), '"\'-1"\r\n')
})

test('figures have the decimal sign of the country, and its separator parts cells', () => {
  const cells = ['BTC_IDR', { figure: '0.01500000' }, { figure: '12' }]
  assert.equal(csvLine(cells, en), 'BTC_IDR,0.01500000,12\r\n')
  assert.equal(csvLine(cells, id), 'BTC_IDR;0,01500000;12\r\n')
})

/** Reads a line back as RFC 4180 says. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`,
    'gy',
  )
  return [...line.matchAll(cell)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

test('any texts are read back as they were, but for the mark of what looked like a formula', () => {
  const texts = fc.array(
    fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\r', '\n', '\t', '=', '-', 'é') }),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(texts, fc.constantFrom(en, id), (cells, form) => {
      const read = cellsOf(csvLine(cells, form), form.separator)
      assert.deepEqual(
        read.map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell)),
        cells,
      )
    }),
  )
})
