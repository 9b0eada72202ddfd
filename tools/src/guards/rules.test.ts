import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesPages } from '../docs/rules.ts'
import { rulesGuard } from './rules.ts'
import { treeOf } from './tree.ts'

const page = (...ids: readonly string[]) =>
  [
    '| id | rule | proved by |',
    '| --- | --- | --- |',
    ...ids.map((id) => `| ${id} | Text. |  |`),
  ].join('\n')

test('an id that no page defines, one that is defined twice and one that nothing cites are found', () => {
  const findings = rulesGuard.check(
    treeOf({
      'apps/server/src/a.ts': '// INV-01 and XYZ-07, in UTF-8.',
      'docs/rules/invariants.md': page('INV-01', 'INV-02'),
      'docs/rules/other.md': page('INV-01'),
    }),
  )
  assert.deepEqual(findings, [
    { file: 'docs/rules/other.md', message: 'defines INV-01 again' },
    { file: 'apps/server/src/a.ts', message: 'cites XYZ-07: docs/rules has none' },
    { file: 'docs/rules/invariants.md', message: 'defines INV-02, which nothing cites' },
  ])
})

test('a rule names the cheapest tests that cite it first, or where else it is cited', () => {
  const [made] = rulesPages(
    treeOf({
      'apps/server/src/a.test.ts': "test('INV-01')",
      'apps/server/src/b.ts': '// INV-02',
      'docs/rules/invariants.md': page('INV-01', 'INV-02'),
      'e2e/src/a.long.test.ts': "test('INV-01')",
      'packages/core/src/a.test.ts': "test('INV-01')",
    }),
  )
  assert.deepEqual(made?.text.split('\n').slice(2), [
    '| INV-01 | Text. | `packages/core/src/a.test.ts`, `apps/server/src/a.test.ts` and 1 more |',
    '| INV-02 | Text. | cited in `apps/server/src/b.ts` |',
  ])
})
