import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryTree, treeOf } from '../guards/tree.ts'
import { computeFigures, isWorse } from './figures.ts'

test('no figure of the tree is worse than it was', () => {
  assert.deepEqual(computeFigures(repositoryTree()).filter(isWorse), [])
})

/** The value of a figure whose name begins with this text, in a tree of these files. */
function valueOf(begin: string, texts: Readonly<Record<string, string>>): number | undefined {
  return computeFigures(treeOf(texts)).find(({ name }) => name.startsWith(begin))?.value
}

test('imports of features by lower layers, and between features, are counted', () => {
  const texts = {
    'apps/web/src/api/a.ts': `import { b } from '../trade/b.ts'`,
    'apps/web/src/trade/b.ts': `import { a } from '../api/a.ts'\nimport { c } from '../news/c.ts'`,
    'apps/web/src/news/c.ts': `import { d } from '../app/d.ts'\nimport { e } from './e.ts'`,
  }
  assert.equal(valueOf('imports of features', texts), 1)
  assert.equal(valueOf('imports between', texts), 1)
})

test('short files, readers and files of a folder are counted', () => {
  const texts = {
    'apps/web/src/news/wire-reading.ts': 'one\n',
    'apps/web/src/news/long.ts': 'line\n'.repeat(61),
    'apps/web/src/news/long.test.ts': 'line\n',
  }
  assert.equal(valueOf('files of at most', texts), 50)
  assert.equal(valueOf('hand-written', texts), 1)
  assert.equal(valueOf('files of the largest', texts), 3)
})

test('a figure that grew is worse, and one that more is better of only if it fell', () => {
  const figure = { name: 'a', goal: 0, floor: 5 }
  assert.deepEqual(
    [4, 5, 6].map((value) => isWorse({ ...figure, value })),
    [false, false, true],
  )
  assert.deepEqual(
    [4, 5, 6].map((value) => isWorse({ ...figure, value, isMoreBetter: true })),
    [true, false, false],
  )
  assert.equal(isWorse({ ...figure, floor: null, value: 9 }), false)
})
