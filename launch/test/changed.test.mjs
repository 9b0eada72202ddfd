/** Which test files `npm test -- --changed` chooses, on small repositories and on this one. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { affectedTests, changedFiles } from './changed.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const built = (file) => ({ default: `./dist/${file}.js` })

// Inside of a git hook these name the repository of the hook.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('GIT_')) delete process.env[name]
}

/** A small exchange: a package, a server, a web app, and tests of the whole product. */
const small = {
  'package.json': JSON.stringify({ workspaces: ['packages/*', 'apps/*', 'e2e'] }),
  'package-lock.json': '{}',
  'README.md': 'Read me.',
  'docs/steps.md': 'Steps.',
  'launch/start.mjs': `const files = ['apps/web/index.html', 'apps/web/public']`,
  'packages/money/package.json': JSON.stringify({
    name: '@tukar/money',
    exports: { '.': { types: './dist/index.d.ts', ...built('index') }, './tax/*': built('tax/*') },
  }),
  'packages/money/src/index.ts': `export { round } from './round.ts'\nexport * from './sum.ts'`,
  'packages/money/src/round.ts': 'export const round = Math.round',
  'packages/money/src/sum.ts': 'export const sum = (a: number, b: number) => a + b',
  'packages/money/src/tax/rates.ts': 'export const rate = 11',
  'packages/money/src/sum.test.ts': `import { sum } from './sum.ts'`,
  'apps/server/package.json': JSON.stringify({
    name: '@tukar/server',
    exports: {},
    imports: { '#log': built('log') },
  }),
  'apps/server/migrations/1.sql': 'select 1',
  'apps/server/fixtures/plain.json': '{}',
  'apps/server/src/run.ts': `import '@tukar/money'`,
  'apps/server/src/log.ts': 'export const log = 1',
  'apps/server/src/types.ts': 'export type A = 1',
  'apps/server/src/lazy.ts': 'export const lazy = 1',
  'apps/server/src/worker.ts': 'export {}',
  'apps/server/src/pool.ts': `new Worker(new URL('./worker.js', import.meta.url))`,
  'apps/server/src/pool.test.ts': `import {\n  pool,\n} from './pool.ts'`,
  'apps/server/src/lazy.test.ts': `const { lazy } = await import('./lazy.ts')\nimport '#log'`,
  'apps/server/src/types.test.ts': `import type { A } from './types.ts'`,
  'apps/server/src/tax.test.ts': `import { rate } from '@tukar/money/tax/rates'`,
  'apps/server/src/testing/process.ts': `path.join(import.meta.dirname, '..', 'run.js')`,
  'apps/server/src/process.test.ts': `import './testing/process.ts'`,
  'apps/server/src/media/photo.png': 'png',
  'apps/server/src/media/read.ts': 'export const read = 1',
  'apps/server/src/media/read.test.ts': `import { read } from './read.ts'`,
  'apps/web/package.json': JSON.stringify({ name: '@tukar/web', exports: {} }),
  'apps/web/index.html': '<html>',
  'apps/web/public/icon.svg': '<svg>',
  'apps/web/src/page.css': 'a {}',
  'apps/web/src/page.tsx': `import './page.css'\nimport { sum } from '@tukar/money'`,
  'apps/web/src/page.test.ts': `import { Page } from './page.tsx'`,
  'apps/web/src/route.test.ts': `readFile(new URL('../../src/route.css', import.meta.url))`,
  'apps/web/src/route.css': 'b {}',
  'e2e/package.json': JSON.stringify({ name: '@tukar/e2e' }),
  'e2e/src/start.ts': `path.join(root, 'apps/server/dist/run.js')`,
  'e2e/src/coins/coins.test.ts': `import '../start.ts'`,
  'e2e/src/tax/tax.test.ts': `import '../start.ts'\nimport { rate } from '@tukar/money/tax/rates'`,
}
const serverTests = testsOf(small).filter((file) => file.startsWith('apps/server/'))
const webTests = testsOf(small).filter((file) => file.startsWith('apps/web/'))
const e2eTests = testsOf(small).filter((file) => file.startsWith('e2e/'))

function testsOf(files) {
  return Object.keys(files).filter((file) => file.includes('.test.'))
}

function folderWith(t, files) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-changed-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) write(folder, file, text)
  return folder
}

function write(folder, file, text) {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  fs.writeFileSync(path.join(folder, file), text)
}

function git(folder, ...parameters) {
  const person = ['-c', 'user.name=Sari', '-c', 'user.email=sari@example.test']
  const options = [...person, '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main']
  const { status, stderr } = spawnSync('git', [...options, ...parameters], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

/** A checkout with everything committed. */
function checkoutWith(t, files) {
  const folder = folderWith(t, files)
  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '--message', 'Begin')
  return folder
}

function assertAffected(t, changed, expected) {
  const affected = affectedTests(folderWith(t, small), testsOf(small), changed)
  assert.deepEqual(affected.toSorted(), expected.toSorted(), changed.join(', '))
}

test('a clean checkout has no changed files, and no change affects no tests', (t) => {
  const folder = checkoutWith(t, small)
  assert.deepEqual(changedFiles(folder), [])
  assert.deepEqual(affectedTests(folder, testsOf(small), []), [])
})

test('staged, unstaged, untracked and deleted files are changed; ignored files are not', (t) => {
  const files = { a: '1', 'b c': '1', d: '1', e: '1', '.gitignore': 'dist\n' }
  const folder = checkoutWith(t, files)
  write(folder, 'a', '2')
  write(folder, 'b c', '2')
  git(folder, 'add', 'b c')
  write(folder, 'e', '2')
  git(folder, 'add', 'e')
  write(folder, 'e', '1')
  fs.rmSync(path.join(folder, 'd'))
  write(folder, 'new/ü.ts', '')
  write(folder, 'dist/out.js', '')
  assert.deepEqual(changedFiles(folder), ['a', 'b c', 'd', 'e', 'new/ü.ts'])
})

test('a renamed file is changed under both names', (t) => {
  const folder = checkoutWith(t, { 'old.ts': 'export const same = 1\n' })
  git(folder, 'mv', 'old.ts', 'new.ts')
  assert.deepEqual(changedFiles(folder), ['new.ts', 'old.ts'])
})

test('with an upstream branch, commits since the merge base count too', (t) => {
  const folder = checkoutWith(t, { a: '1', b: '1', c: '1' })
  git(folder, 'checkout', '--quiet', '-b', 'work', '--track', 'main')
  write(folder, 'a', '2')
  git(folder, 'commit', '--quiet', '--all', '--message', 'Work')
  git(folder, 'checkout', '--quiet', 'main')
  write(folder, 'c', '2')
  git(folder, 'commit', '--quiet', '--all', '--message', 'Work of others')
  git(folder, 'checkout', '--quiet', 'work')
  write(folder, 'b', '2')
  assert.deepEqual(changedFiles(folder), ['a', 'b'])
})

test('before the first commit all files are changed', (t) => {
  const folder = folderWith(t, { a: '1', b: '1' })
  git(folder, 'init', '--quiet')
  git(folder, 'add', 'a')
  assert.deepEqual(changedFiles(folder), ['a', 'b'])
})

test('outside of a git checkout there is one sentence', (t) => {
  const folder = folderWith(t, { a: '1' })
  assert.throws(() => changedFiles(folder), /^Error: --changed needs a git checkout: [^\n]+\.$/)
})

test('a change affects the tests that import the file, also through packages', (t) => {
  const server = ['apps/server/src/process.test.ts']
  const web = 'apps/web/src/page.test.ts'
  assertAffected(t, ['packages/money/src/round.ts'], [...server, web])
  const sum = ['packages/money/src/sum.test.ts', web]
  assertAffected(t, ['packages/money/src/sum.ts'], [...server, ...sum])
})

test('exports with a star and imports of a package.json lead to their sources', (t) => {
  const tax = 'apps/server/src/tax.test.ts'
  assertAffected(t, ['packages/money/src/tax/rates.ts'], [tax])
  assertAffected(t, ['apps/server/src/log.ts'], ['apps/server/src/lazy.test.ts'])
})

test('dynamic imports and imports of types count as imports', (t) => {
  assertAffected(t, ['apps/server/src/lazy.ts'], ['apps/server/src/lazy.test.ts'])
  assertAffected(t, ['apps/server/src/types.ts'], ['apps/server/src/types.test.ts'])
})

test('workers and programs count as imported by the file that names them', (t) => {
  assertAffected(t, ['apps/server/src/worker.ts'], ['apps/server/src/pool.test.ts'])
  assertAffected(t, ['apps/server/src/run.ts'], ['apps/server/src/process.test.ts'])
})

test('a changed test affects itself alone, and nothing if it is not in the run', (t) => {
  assertAffected(t, ['apps/server/src/pool.test.ts'], ['apps/server/src/pool.test.ts'])
  assertAffected(t, ['apps/server/src/pool.long.test.ts'], [])
})

test('a deleted file affects the tests that still import it', (t) => {
  const folder = checkoutWith(t, small)
  fs.rmSync(path.join(folder, 'apps/server/src/lazy.ts'))
  const affected = affectedTests(folder, testsOf(small), changedFiles(folder))
  assert.deepEqual(affected, ['apps/server/src/lazy.test.ts'])
})

test('a rename affects the tests that import the new name or still import the old one', (t) => {
  const folder = checkoutWith(t, small)
  git(folder, 'mv', 'packages/money/src/round.ts', 'packages/money/src/rounding.ts')
  const expected = ['apps/server/src/process.test.ts', 'apps/web/src/page.test.ts']
  // No file imports the new name yet, so the tests beside it run too.
  const beside = 'packages/money/src/sum.test.ts'
  const affected = affectedTests(folder, testsOf(small), changedFiles(folder))
  assert.deepEqual(affected, [beside, ...expected])
  const sums = `export { round } from './rounding.ts'\nexport * from './sum.ts'`
  write(folder, 'packages/money/src/index.ts', sums)
  assert.deepEqual(affectedTests(folder, testsOf(small), changedFiles(folder)), expected)
})

test('a migration affects all tests of the server', (t) => {
  assertAffected(t, ['apps/server/migrations/2.sql'], serverTests)
})

test('manifests, the lock file, compiler settings and launch code affect all tests', (t) => {
  const files = ['package-lock.json', 'apps/web/package.json', 'tsconfig.base.json']
  for (const file of [...files, 'packages/money/tsconfig.test.json', 'launch/start.mjs']) {
    assertAffected(t, [file], testsOf(small))
  }
})

test('a file outside of all projects that no rule knows affects all tests', (t) => {
  assertAffected(t, ['settings.toml'], testsOf(small))
})

test('documents affect no tests', (t) => {
  assertAffected(t, ['README.md', 'docs/steps.md', 'docs/images/a.png', 'apps/web/NOTES.md'], [])
})

test('an asset that modules name affects the tests that depend on these modules', (t) => {
  assertAffected(t, ['apps/web/src/page.css'], ['apps/web/src/page.test.ts'])
  assertAffected(t, ['apps/web/src/route.css'], ['apps/web/src/route.test.ts'])
})

test('an asset that nothing names affects the tests that import from its folder', (t) => {
  assertAffected(t, ['apps/server/src/media/photo.png'], ['apps/server/src/media/read.test.ts'])
})

test('an asset that nothing names, in a folder without modules, affects its whole project', (t) => {
  assertAffected(t, ['apps/server/fixtures/plain.json'], serverTests)
  assertAffected(t, ['apps/web/public/icon.svg'], webTests)
  assertAffected(t, ['apps/web/index.html'], webTests)
})

test('e2e tests depend on their own files alone, not on the product that they start or import', (t) => {
  assertAffected(t, ['apps/server/src/testing/process.ts'], ['apps/server/src/process.test.ts'])
  assertAffected(t, ['packages/money/src/tax/rates.ts'], ['apps/server/src/tax.test.ts'])
  assertAffected(t, ['apps/web/src/page.tsx'], ['apps/web/src/page.test.ts'])
  assertAffected(t, ['e2e/src/start.ts'], e2eTests)
})

/** The test files of this repository. */
const sources = ['packages', 'apps', 'e2e'].flatMap(testsBelow)

function testsBelow(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isFile()) return /\.test\.tsx?$/.test(file) ? [file] : []
    return /^(?:node_modules|dist|\.cache)$/.test(entry.name) ? [] : testsBelow(file)
  })
}

/** How many tests of a folder are among those that a change affects. */
function countIn(changed, folder) {
  const affected = affectedTests(root, sources, [changed])
  return affected.filter((file) => file.startsWith(`${folder}/`)).length
}

test('here, a change of the money package affects the core, the server and the web app', () => {
  for (const project of ['packages/core', 'apps/server', 'apps/web']) {
    assert.ok(countIn('packages/money/src/index.ts', project) > 0, project)
  }
})

test('here, a change of a trading page affects tests of the web app and none of the server', () => {
  const [page] = sources.filter((file) => file.startsWith('apps/web/src/trade/'))
  const changed = page.replace('.test.', '.')
  assert.ok(countIn(changed, 'apps/web') > 0)
  assert.equal(countIn(changed, 'apps/server'), 0)
})

/** A module in the middle of its part, where most changes are. */
const usual = [
  'apps/server/src/modules/orders/service.ts',
  'apps/server/src/modules/wallets/rupiah/service.ts',
  'apps/web/src/app/router.tsx',
]

test('here, a usual change affects less than a fifth of the tests, and none that drive the product', () => {
  for (const changed of usual) {
    assert.equal(countIn(changed, 'e2e'), 0, changed)
    const affected = affectedTests(root, sources, [changed])
    assert.ok(affected.length < sources.length / 5, `${changed}: ${affected.length}`)
  }
})

test('here, a change of the signer affects tests of the server that start it', () => {
  assert.ok(countIn('apps/signer/src/run.ts', 'apps/server') > 0)
  assert.equal(countIn('apps/signer/src/run.ts', 'apps/web'), 0)
})

test('here, most tests of the web app do not depend on a page of it', () => {
  const all = sources.filter((file) => file.startsWith('apps/web/')).length
  assert.ok(countIn('apps/web/src/app/router.tsx', 'apps/web') < all / 2)
})
