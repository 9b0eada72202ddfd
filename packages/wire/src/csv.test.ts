import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileTexts } from '@tukar/i18n/corpus'
import fc from 'fast-check'
import { csvForms, csvLine } from './csv.ts'

const { en, id } = csvForms

test('ATT-33: cells that a spreadsheet could take for a formula become text', () => {
  for (const text of ['=cmd()', '+1', '-2+3', '@SUM(A1)', ' =1', '\u200B=1', '\uFF1D1']) {
    assert.equal(csvLine([text], en), `"'${text}"\r\n`, JSON.stringify(text))
  }
  assert.equal(csvLine(['\t=1'], en), `"'\t'=1"\r\n`)
  assert.equal(csvLine([{ figure: '=1' }], en), '"\'=1"\r\n')
  assert.equal(csvLine([{ figure: '-1' }], id), '"\'-1"\r\n')
})

test('ATT-33: no text becomes a formula with another separator', () => {
  const texts: readonly (readonly [string, typeof en, string])[] = [
    ["ok;=cmd|' /C calc'!A0", en, `"ok;'=cmd|' /C calc'!A0"`],
    ["ok,=cmd|' /C calc'!A0", id, `"ok,'=cmd|' /C calc'!A0"`],
    ['a\t@SUM(A1)', en, `"a\t'@SUM(A1)"`],
    ['a; \u200B=1;-2', en, `"a; \u200B'=1;'-2"`],
    // To the other spreadsheet the line ends here, and our quotes are ordinary characters.
    ['a\n=1;', en, `"a\n'=1;"`],
    ['a;"=1', en, `"a;""'=1"`],
    ['-1,-', id, `"'-1,'-"`],
  ]
  for (const [text, form, line] of texts) assert.equal(csvLine([text], form), `${line}\r\n`)
  // Ordinary texts are unchanged.
  assert.equal(
    csvLine(['Refund, -50', 'a=b; c+d', 'e-mail;'], en),
    '"Refund, -50",a=b; c+d,e-mail;\r\n',
  )
  assert.equal(csvLine(['Rp 5.000,-', 'a=b, c+d', 'x; -5'], id), 'Rp 5.000,-;a=b, c+d;"x; -5"\r\n')
})

/**
 * Cells as a spreadsheet reads them: a quote counts only at the start of a cell, and text after its closing
 * quote is appended.
 */
function shownCells(file: string, separator: string): readonly string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(${separator}|[\\r\\n]+|$)`,
    'gy',
  )
  return [...file.matchAll(cell)].map(
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  )
}

test('ATT-33: no text of a file starts a formula with any separator', () => {
  const unit = fc.constantFrom('a', ',', ';', '"', '\n', '\t', ' ', '=', '-')
  const lines = fc.array(fc.array(fc.string({ unit }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(lines, fc.constantFrom(en, id), (cells, form) => {
      const file = cells.map((one) => csvLine(one, form)).join('')
      for (const separator of [',', ';', '\t']) {
        for (const shown of shownCells(file, separator)) {
          // A sign at the end or before a separator is not a formula.
          assert.doesNotMatch(shown, /^\s*[=-](?![,;]|$)/, JSON.stringify({ file, shown }))
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('ATT-33: no untrusted text is a formula, splits a line, or changes the text direction', () => {
  for (const text of hostileTexts) {
    for (const form of [en, id]) {
      const line = csvLine(['before', text, 'after'], form)
      for (const separator of [',', ';', '\t']) {
        for (const cell of shownCells(line, separator))
          assert.doesNotMatch(cell, /^\s*[=+\-@\uff1d]/, line)
      }
      const cells = cellsOf(line, form.separator)
      assert.deepEqual([cells.length, cells[0], cells[2]], [3, 'before', 'after'], line)
      assert.doesNotMatch(
        line,
        /(?![\t\r\n])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
      )
    }
  }
})

test('figures and cells have the decimal sign and separator of the language', () => {
  const cells = ['BTC_IDR', { figure: '0.01500000' }, { figure: '12' }]
  assert.equal(csvLine(cells, en), 'BTC_IDR,0.01500000,12\r\n')
  assert.equal(csvLine(cells, id), 'BTC_IDR;0,01500000;12\r\n')
})

/** Parses a line by RFC 4180. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`,
    'gy',
  )
  return [...line.matchAll(cell)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

test('all texts are read back unchanged, except for the mark before apparent formulas', () => {
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
        read.map((cell) => cell.replaceAll("'", '')),
        cells,
      )
    }),
  )
})
