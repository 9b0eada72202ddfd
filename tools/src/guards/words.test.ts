import assert from 'node:assert/strict'
import { test } from 'node:test'
import { treeOf } from './tree.ts'
import { type BannedWord, countedIn, wordFindings } from './words.ts'

const deed: BannedWord = { word: 'deed', pattern: /\bdeeds?\b/gi, instead: 'action', allowed: 1 }

/** How often the word occurs in a tree with this one file. */
const countIn = (file: string, text: string): number =>
  countedIn(treeOf({ [file]: text }), [deed])[0]?.count ?? 0

test('a word is found in comments, in parts of names, in names of files and in documents', () => {
  assert.equal(countIn('apps/web/src/a.ts', '/** A deed. */\nconst lastDeed = deed_of(1)'), 3)
  assert.equal(countIn('apps/web/src/deed-list.ts', ''), 1)
  assert.equal(countIn('docs/operations.md', 'Deeds of operators.'), 1)
  assert.equal(countIn('apps/web/src/a.ts', 'indeed(1)'), 0)
})

test('history, and generated files, are not counted', () => {
  assert.equal(countIn('CHANGELOG.md', 'deed'), 0)
  assert.equal(countIn('docs/reference/api.md', 'deed'), 0)
  assert.equal(countIn('apps/server/migrations/0001-a.sql', 'deed'), 0)
})

test('a word that occurs more often than before is found, one that became rarer is not', () => {
  const found = (text: string): number => wordFindings(treeOf({ 'docs/a.md': text }), [deed]).length
  assert.equal(found('deed deed'), 1)
  assert.equal(found('deed'), 0)
  assert.equal(found(''), 0)
})
