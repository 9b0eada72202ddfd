import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bordersGuard, modulesMin } from './borders.ts'
import { treeOf } from './tree.ts'

/** The guard's findings in these files, without the one about their number. */
function messagesFor(texts: Readonly<Record<string, string>>): readonly string[] {
  return bordersGuard
    .check(treeOf(texts))
    .filter(({ file }) => file !== '.')
    .map(({ file, message }) => `${file} ${message}`)
}

const planted: readonly (readonly [file: string, from: string])[] = [
  ['packages/money/src/units.ts', 'zod'],
  ['packages/money/src/units.ts', 'node:fs'],
  ['packages/core/src/apply.ts', '@tukar/wire'],
  ['packages/core/src/apply.ts', 'node:crypto'],
  ['packages/wire/src/calls/index.ts', '@tukar/core'],
  ['packages/i18n/src/short-names.ts', '@tukar/server/engine'],
  ['apps/web/src/main.tsx', '@tukar/core'],
  ['apps/web/src/main.tsx', '@tukar/server/engine'],
  ['apps/web/src/main.tsx', '@tukar/i18n/server'],
  ['apps/web/src/main.tsx', 'node:path'],
  ['apps/web/src/main.tsx', '../../server/src/main.ts'],
  ['apps/server/src/modules/orders/routes.ts', '../accounts/store.ts'],
  ['apps/server/src/modules/orders/routes.ts', '../../engine/journal.ts'],
  ['apps/server/src/modules/orders/routes.ts', '../../main.ts'],
  ['apps/server/src/engine/worker.ts', '../platform/database/pool.ts'],
  ['apps/server/src/engine/worker.ts', '@tukar/wire'],
  ['apps/server/src/platform/http/standby.ts', '../../engine/index.ts'],
  ['apps/server/src/market-data/follower.ts', '../engine/journal.ts'],
  ['apps/server/src/realtime/connection-limits.ts', '../modules/accounts/index.ts'],
  ['apps/server/src/simulation/makers.ts', '../engine/writer.ts'],
  ['apps/server/src/run.ts', './engine/index.ts'],
  ['e2e/src/kills/writer.ts', '@tukar/core'],
  ['packages/i18n/src/numbers.ts', '@tukar/money'],
  ['apps/new/src/part.ts', 'node:fs'],
]

for (const [file, from] of planted) {
  test(`${file} may not import ${from}`, () => {
    const expected = [`${file} may not import ${from}`]
    assert.deepEqual(messagesFor({ [file]: `import { x } from '${from}'\nx()` }), expected)
    assert.deepEqual(messagesFor({ [file]: `import type { X } from '${from}'` }), expected)
    assert.deepEqual(messagesFor({ [file]: `export * from '${from}'` }), expected)
    assert.deepEqual(messagesFor({ [file]: `await import('${from}')` }), expected)
  })
}

test('imports that the map of ARCHITECTURE.md allows are allowed', () => {
  const allowed = {
    'packages/core/src/apply.ts': `import '@tukar/money'; import './state.ts'`,
    'apps/web/src/main.tsx': `import 'react'; import '@tukar/wire'; import './app/router.tsx'`,
    'apps/server/src/modules/orders/routes.ts': `import '../accounts/index.ts'; import '../../engine/port.ts'`,
    'apps/server/src/main.ts': `import './engine/index.ts'; import './modules/orders/index.ts'`,
  }
  assert.deepEqual(messagesFor(allowed), [])
})

test('a cycle is found, one of types alone is none', () => {
  const cycle = {
    'packages/money/src/a.ts': `import { b } from './b.ts'\nexport const a = b`,
    'packages/money/src/b.ts': `import { a } from './a.ts'\nexport const b = a`,
  }
  assert.match(messagesFor(cycle).join(), /imports itself: .*a\.ts → .*b\.ts → .*a\.ts/)
  const types = {
    'packages/money/src/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
    'packages/money/src/b.ts': `import type { A } from './a.ts'\nexport type B = A`,
  }
  assert.deepEqual(messagesFor(types), [])
})

test('a tree with too few modules is not believed', () => {
  const few = { 'packages/money/src/a.ts': 'export const a = 1' }
  const [finding] = bordersGuard.check(treeOf(few))
  assert.match(finding?.message ?? '', new RegExp(`1 modules seen, ${modulesMin}`))
})
