import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasLetter } from '../typeface.ts'
import { plainText, splitRuns } from './line.ts'
import { fontFinder } from './outline-fonts.ts'

/** The visible result from left to right: letters unchanged, outlines by font, text and number of glyphs. */
function seen(text: string): readonly string[] {
  return splitRuns(text, hasLetter).map((run) =>
    run.kind === 'letters' ? run.text : `${run.font.name} ${run.text} ${run.glyphs.length}`,
  )
}

test('a line in letters of the product’s font is one run', () => {
  assert.deepEqual(seen('Siti (BTC) 1.500,00'), ['Siti (BTC) 1.500,00'])
})

test('right-to-left names are in their order, and numbers in them in theirs', () => {
  assert.deepEqual(seen('A محمد B'), ['A ', 'arabic محمد 4', ' B'])
  // The name before the number in reading is the one to its right.
  assert.deepEqual(seen('محمد 12'), ['12', ' ', 'arabic محمد 4'])
  assert.deepEqual(seen('דוד (א)'), ['(', 'hebrew א 1', ') ', 'hebrew דוד 3'])
})

test('Arabic letters join, Indic signs move before their consonants, marks stay on theirs', () => {
  const glyphs = (text: string) =>
    splitRuns(text, hasLetter).flatMap((run) =>
      run.kind === 'letters' ? [] : run.glyphs.map(({ glyph }) => glyph),
    )
  const apart = ['م', 'ح', 'م', 'د'].flatMap(glyphs)
  assert.equal(apart.length, 4)
  assert.notDeepEqual([...glyphs('محمد')].reverse(), apart)
  const [sign, consonant] = [glyphs('कि'), glyphs('क')]
  assert.equal(sign.at(-1), consonant[0])
  assert.equal(glyphs('ที่').length, 3)
})

test('a font whose file is missing does not break the document', () => {
  const scripts = /\p{Script=Hebrew}/u
  const gone = { name: 'gone', package: '@embedpdf/fonts-hebrew', file: 'gone.ttf', scripts }
  const never = { ...gone, name: 'never', package: '@embedpdf/fonts-never-installed' }
  const there = { ...gone, name: 'there', file: '../fonts/NotoSansHebrew-Regular.ttf' }
  assert.equal(fontFinder([gone, never])('א'), null)
  assert.equal(fontFinder([gone, never, there])('א')?.name, 'there')
})

test('ATT-36: excessive marks are cut before they are sorted, whatever is between them', (t) => {
  const sorting = t.mock.method(String.prototype, 'normalize')
  for (const part of ['', '\u200b', '\u202e']) {
    plainText(`a${`\u0316${part}`.repeat(50_000)}`)
  }
  const longest = sorting.mock.calls.map(({ this: text }) => String(text).length)
  assert.ok(Math.max(...longest) <= 31, longest.join(' '))
})

test('a letter that no font has is one question mark', () => {
  assert.deepEqual(seen('a\u{1f469}\u{1f3fd}b'), ['a?b'])
})
