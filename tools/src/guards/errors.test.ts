import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorFindings } from './errors.ts'
import { treeOf } from './tree.ts'

const text = { en: 'Text.', id: 'Teks.' }

/** The findings for one error with this source and test. */
function found(
  source: string,
  proof: string,
  facts: { readonly params?: readonly string[]; readonly en?: string; readonly untested?: boolean },
): readonly string[] {
  const tree = treeOf({
    'apps/server/src/a.ts': source,
    'apps/server/src/a.test.ts': proof,
  })
  const { params = [], en = 'Text.', untested = false } = facts
  return errorFindings(tree, {
    errors: { 'bank.locked': { status: 200, params } },
    sentences: { 'bank.locked': { ...text, en } },
    untested: untested ? ['bank.locked'] : [],
  }).map(({ message }) => message)
}

const thrown = `throw new Refusal('bank.locked')`
const proof = `refuses('bank.locked')`

test('an error that is thrown, tested and has its texts is sound', () => {
  assert.deepEqual(found(thrown, proof, {}), [])
  assert.deepEqual(found(thrown, proof, { params: ['min'], en: 'At least {min}.' }), [])
  assert.deepEqual(found(thrown, '', { untested: true }), [])
})

test('an error that is never thrown, that no test names, or whose text has an unknown parameter is found', () => {
  assert.deepEqual(found('', proof, {}), ['bank.locked is thrown nowhere'])
  assert.deepEqual(found(thrown, '', {}), ['bank.locked is named by no test'])
  assert.deepEqual(found(thrown, proof, { untested: true }), [
    'bank.locked is named by a test: take it off the list',
  ])
  assert.deepEqual(found(thrown, proof, { en: 'At least {min}.' }), [
    'bank.locked has no parameter min, which its text shows',
  ])
})

test('an error without a text, and one that is listed and not defined, are found', () => {
  const tree = treeOf({ 'apps/server/src/a.ts': thrown, 'apps/server/src/a.test.ts': proof })
  const errors = { 'bank.locked': { status: 200 } }
  const findings = errorFindings(tree, { errors, sentences: {}, untested: ['bank.gone'] })
  assert.deepEqual(
    findings.map(({ message }) => message),
    ['bank.locked has no text', 'bank.gone is on the list and not defined'],
  )
})
