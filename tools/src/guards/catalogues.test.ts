import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cataloguesGuard, pageCatalogues, unusedKeys, wordsIn } from './catalogues.ts'
import { treeOf } from './tree.ts'

const web = /^apps\/web\//

test('an unused text is found', () => {
  const tree = treeOf({
    'apps/web/src/home/page.tsx': `say('title')`,
    'apps/web/src/home/page.test.ts': `say('lost')`,
  })
  const found = unusedKeys(wordsIn(tree, web), { name: 'home', keys: ['title', 'lost', 'tit'] })
  assert.deepEqual(
    found.map(({ message }) => message),
    ['nothing says "lost"', 'nothing says "tit"'],
  )
})

test('a code of the server with dots is found in quotes', () => {
  const tree = treeOf({ 'apps/server/src/a.ts': `refuse('order.unknown')` })
  const keys = ['order.unknown', 'order.known']
  const found = unusedKeys(wordsIn(tree, /^apps\/server\//), { name: 'server', keys })
  assert.deepEqual(
    found.map(({ message }) => message),
    ['nothing says "order.known"'],
  )
})

test('in an empty tree every catalogue is reported', () => {
  const names = new Set(cataloguesGuard.check(treeOf({})).map(({ file }) => file))
  for (const { name } of pageCatalogues()) assert.ok(names.has(`packages/i18n ${name}`), name)
})
