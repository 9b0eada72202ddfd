import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMending, decideFate, isForeignChange } from './mending.ts'

test('a failing part is mounted again three times, and again after ten seconds', () => {
  const mayMend = createMending()
  assert.deepEqual([0, 1, 2, 3, 9_999].map(mayMend), [true, true, true, false, false])
  assert.deepEqual([10_000, 10_001, 10_002, 10_003].map(mayMend), [true, true, true, false])
})

test('a part recovers alone until it fails too often; failures of the page are passed on and do not count', () => {
  const mayMend = createMending()
  const fails = (isOfPage: boolean) => decideFate(isOfPage, () => mayMend(0))
  assert.deepEqual([true, true, true, true].map(fails), ['page', 'page', 'page', 'page'])
  assert.deepEqual([false, false, false, false].map(fails), ['again', 'again', 'again', 'shown'])
})

test('only DOM failures count as foreign changes', () => {
  assert.equal(isForeignChange(new DOMException('not a child', 'NotFoundError')), true)
  assert.equal(isForeignChange(new DOMException('stopped', 'AbortError')), false)
  assert.equal(isForeignChange(new TypeError('null')), false)
})
