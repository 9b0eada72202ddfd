import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dependenciesGuard } from './dependencies.ts'
import { treeOf } from './tree.ts'

const hash = `sha512-${'a'.repeat(86)}==`

/**
 * The findings for a manifest with these dependencies, a lock file with these packages, and these permissions
 * for scripts.
 */
function found(
  wanted: object,
  locked: object,
  {
    allowScripts = {},
    npmrc = 'min-release-age=7\n',
  }: { allowScripts?: object; npmrc?: string } = {},
): readonly string[] {
  const tree = treeOf({
    '.npmrc': npmrc,
    'package.json': JSON.stringify({ dependencies: wanted, allowScripts }),
    'package-lock.json': JSON.stringify({ packages: { '': {}, ...locked } }),
  })
  return dependenciesGuard.check(tree).map(({ message }) => message)
}

const whole = { 'node_modules/a': { version: '1.2.3', integrity: hash } }

test('ATT-116: one version, its hash and nothing that runs is right', () => {
  assert.deepEqual(found({ a: '1.2.3', '@tukar/core': '*' }, whole), [])
})

test('ATT-116: a range, a tag, an address and a link to elsewhere are found', () => {
  for (const version of [
    '^1.2.3',
    '~1.2.3',
    '*',
    'latest',
    'https://a.example/a.tgz',
    'npm:b@1.2.3',
  ]) {
    assert.deepEqual(found({ a: version }, whole), [`wants a ${version}: name one version`])
  }
})

test('ATT-116: a package without a hash, with a weak one, or with a URL is found', () => {
  for (const integrity of [undefined, 'sha1-abc=']) {
    const locked = { 'node_modules/a': { integrity } }
    assert.deepEqual(found({}, locked), ['has no hash of a'])
  }
  const placed = {
    'node_modules/b/node_modules/@c/a': { integrity: hash, resolved: 'https://x.example' },
  }
  assert.deepEqual(found({}, placed), ['names the place of @c/a'])
  assert.deepEqual(found({}, {}), ['has no package'])
})

test('ATT-116: an install script of an unlisted package is found', () => {
  const locked = { 'node_modules/a': { integrity: hash, hasInstallScript: true } }
  assert.deepEqual(found({}, locked), ['runs a script of a, which allowScripts does not name'])
  assert.deepEqual(found({}, locked, { allowScripts: { a: false } }), [])
})

test('ATT-116: without a week between a version and us it is found', () => {
  for (const npmrc of ['', 'min-release-age=6\n', '#min-release-age=7\n']) {
    assert.deepEqual(found({}, whole, { npmrc }), ['takes in versions of less than a week'])
  }
})

test('ATT-116: a tree without a lock file is found', () => {
  assert.equal(dependenciesGuard.check(treeOf({})).length, 1)
})
