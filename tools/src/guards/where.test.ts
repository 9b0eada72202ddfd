import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behaviorsMin, pathsGuard, placesIn, whereGuard } from './where.ts'
import { treeOf } from './tree.ts'

const head = '# Architecture\n\n## Where is …?\n\n| behavior | place |\n| --- | --- |\n'
const rows = (cell: string): string =>
  head + Array.from({ length: behaviorsMin }, (_, no) => `| thing ${no} | ${cell} |\n`).join('')
const foundIn = (text: string): readonly string[] =>
  whereGuard
    .check(treeOf({ 'ARCHITECTURE.md': text, 'a.ts': '', 'b.ts': '', 'c.ts': '' }))
    .map(({ message }) => message)

test('a table whose paths exist is sound', () => {
  assert.deepEqual(foundIn(rows('`a.ts`, `b.ts`')), [])
  const tree = treeOf({ 'ARCHITECTURE.md': `${head}| fee of a fill | \`a.ts\` |\n` })
  assert.deepEqual(placesIn(tree), [{ behavior: 'fee of a fill', paths: ['a.ts'] }])
})

test('a path that is gone, three paths, and a table that is too short are found', () => {
  assert.equal(foundIn(rows('`gone.ts`'))[0], 'thing 0: gone.ts is not there')
  assert.equal(foundIn(rows('`a.ts`, `b.ts`, `c.ts`'))[0], 'thing 0: 3 paths, at most 2')
  assert.deepEqual(foundIn(head), [`0 behaviors, ${behaviorsMin} are the least there can be`])
})

test('a document names files that exist, by their path or by its end', () => {
  const documents = { 'docs/a.md': '`web/b.ts` and `b.ts`', 'README.md': '`gone.ts`, `x/b.ts`' }
  const aside = { 'CHANGELOG.md': '`gone.ts`', 'docs/measured/tests.md': '`gone.ts`' }
  const found = pathsGuard.check(treeOf({ ...documents, ...aside, 'apps/web/b.ts': '' }))
  assert.deepEqual(found, [
    { file: 'README.md', message: 'names gone.ts, which does not exist' },
    { file: 'README.md', message: 'names x/b.ts, which does not exist' },
  ])
})
