import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@tukar/wire'
import { referencePages } from '../docs/pages.ts'
import { referenceGuard } from './reference.ts'
import { repositoryTree, type Tree } from './tree.ts'

const tree = repositoryTree()

/** The repository with one file changed. */
function treeWith(changed: string, change: (text: string) => string): Tree {
  return {
    files: tree.files,
    read: (file) => (file === changed ? change(tree.read(file)) : tree.read(file)),
  }
}

test('the reference matches the sources', () => {
  assert.deepEqual(referenceGuard.check(tree), [])
})

test('a changed setting or event makes its page old', () => {
  const settings = 'apps/server/src/platform/config/settings.ts'
  const changed = treeWith(settings, (text) => text.replace("default: '3000'", "default: '8080'"))
  assert.deepEqual(
    referenceGuard.check(changed).map(({ file }) => file),
    ['docs/reference/configuration.md'],
  )
  const events = treeWith('packages/core/src/events.ts', (text) =>
    text.replace("kind: 'order_rested'", "kind: 'order_waits'"),
  )
  assert.deepEqual(
    referenceGuard.check(events).map(({ file }) => file),
    ['docs/reference/commands-and-events.md'],
  )
})

test('a setting whose default is a constant, or whose meaning has an apostrophe, is described as well', () => {
  const page = referencePages(tree).find(({ file }) => file.endsWith('/configuration.md'))
  for (const name of ['TUKAR_SOCIAL_LINKS', 'TUKAR_BITCOIN_CONFIRMATIONS', 'TUKAR_SIGNER_URL']) {
    assert.ok(page?.text.includes(`| \`${name}`), name)
  }
})

test('a setting that cannot be read from the source is refused, not left out', () => {
  const settings = 'apps/server/src/platform/config/settings.ts'
  const unread = treeWith(settings, (text) =>
    text.replace("default: '3000'", 'default: String(3000)'),
  )
  assert.throws(() => referencePages(unread), /1 documented settings cannot be read/)
  const unnamed = treeWith(settings, (text) => text.replace("default: '3000'", 'default: nowhere'))
  assert.throws(() => referencePages(unnamed), /nowhere/)
})

test('R-14: the additions to the wire name every refusal that is a 400', () => {
  const text = tree.read('docs/wire-additions.md')
  for (const [code, { status }] of Object.entries(errors)) {
    if (status === 400) assert.ok(text.includes(`\`${code}\``), code)
    assert.ok(new RegExp(`^\\| status \\|.*\\b${status}\\b`, 'm').test(text), String(status))
  }
})

test('a page that is missing is found', () => {
  const file = 'docs/reference/api.md'
  const without = { ...tree, files: tree.files.filter((one) => one !== file) }
  assert.deepEqual(
    referenceGuard.check(without).map((finding) => finding.file),
    [file],
  )
})

test('every setting, command and call is on its page', () => {
  const text = referencePages(tree)
    .map((page) => page.text)
    .join()
  for (const word of [
    '`DATA_DIR`',
    '`place`',
    '`traded`',
    '`POST /exchange/:id`',
    '`market_place`',
  ]) {
    assert.ok(text.includes(word), word)
  }
})
