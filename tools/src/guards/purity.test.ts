import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purityGuard } from './purity.ts'
import { treeOf } from './tree.ts'

const file = 'packages/core/src/apply.ts'
const messagesFor = (text: string, at = file) =>
  purityGuard.check(treeOf({ [file]: '', [at]: text })).map(({ message }) => message)

const planted: readonly (readonly [text: string, name: string])[] = [
  ['export const now = () => Date.now()', 'Date'],
  ['export const chance = Math.random()', 'Math.random'],
  ['export const mode = process.env', 'process'],
  ['setTimeout(() => 1, 5)', 'setTimeout'],
  ['console.log(1)', 'console'],
  ['export const page = await fetch("x")', 'fetch'],
  ['export const now = globalThis.Date', 'globalThis'],
  [`import { hash } from 'node:crypto'\nhash()`, 'node:crypto'],
]

for (const [text, name] of planted) {
  test(`the core may not use ${name}`, () => {
    assert.deepEqual(messagesFor(text), [`uses ${name}`])
    assert.deepEqual(messagesFor(text, 'packages/money/src/exact.ts'), [`uses ${name}`])
  })
}

test('a field or a key of such a name is no use of it', () => {
  assert.deepEqual(messagesFor('export const a = { process: 1 }.process + Math.floor(2)'), [])
})

test('simulation and tests of the core may use impure functions', () => {
  assert.deepEqual(messagesFor('process.exit()', 'packages/core/src/sim/run.ts'), [])
  assert.deepEqual(messagesFor('process.exit()', 'packages/core/src/testing/world.ts'), [])
})

test('a tree without the core is not believed', () => {
  assert.equal(purityGuard.check(treeOf({})).length, 1)
})
