import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMending, isForeignChange } from './mending.ts'

test('a part that keeps failing is mounted again three times, and again after ten seconds', () => {
  const mayMend = createMending()
  assert.deepEqual([0, 1, 2, 3, 9_999].map(mayMend), [true, true, true, false, false])
  assert.deepEqual([10_000, 10_001, 10_002, 10_003].map(mayMend), [true, true, true, false])
})

test('only failures of the DOM itself count as changes by others', () => {
  assert.equal(isForeignChange(new DOMException('not a child', 'NotFoundError')), true)
  assert.equal(isForeignChange(new DOMException('stopped', 'AbortError')), false)
  assert.equal(isForeignChange(new TypeError('null')), false)
})
