import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidyGuard } from './tidy.ts'
import { treeOf } from './tree.ts'

const source = 'apps/server/src/a.ts'
const aTest = 'apps/server/src/a.test.ts'
const planted: readonly (readonly [file: string, text: string, message: string])[] = [
  [source, '// TODO: later', 'leaves work for later'],
  ['docs/a.md', 'FIXME', 'leaves work for later'],
  [source, 'console.log(1)', 'prints to the console'],
  ['.npmrc', 'registry=https://packages.example/', 'names a package registry'],
  ['package.json', '"https://registry.example.org/x"', 'names a package registry'],
  ['package-lock.json', '  "resolved": "https://x/y.tgz"', 'names a registry'],
  [aTest, `test.skip('x', () => {})`, 'has a test that does not run, or hides others'],
  [aTest, `it.only('x', () => {})`, 'has a test that does not run, or hides others'],
  [aTest, `test('x', { skip: true }, () => {})`, 'has a test that does not run, or hides others'],
  [aTest, 'export const a = 1', 'holds no test'],
  ['apps/server/src/orderBook.ts', '', 'is not named in kebab-case'],
  ['packages/money/src/utils.ts', '', 'has a name that says nothing'],
]

for (const [file, text, message] of planted) {
  test(`${file} with ${JSON.stringify(text)} ${message}`, () => {
    const found = tidyGuard.check(treeOf({ [file]: text })).map((finding) => finding.message)
    assert.ok(found.includes(message), found.join())
  })
}

test('a tidy file has no finding', () => {
  const tree = treeOf({ [source]: 'export const a = 1', [aTest]: `test('a', () => {})` })
  assert.deepEqual(tidyGuard.check(tree), [])
})
