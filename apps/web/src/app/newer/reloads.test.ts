import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withReload } from './reloads.ts'

test('a page whose file does not load is reloaded automatically, not twice in a row, and at most three times an hour', () => {
  const minute = 60_000
  const begun = 1_000 * minute
  const first = withReload(null, begun)
  assert.equal(first, String(begun))
  assert.equal(withReload(first, begun + 29_999), null)
  const third = withReload(withReload(first, begun + minute), begun + 2 * minute)
  assert.equal(third, [begun, begun + minute, begun + 2 * minute].join(' '))
  assert.equal(withReload(third, begun + 59 * minute), null)
  assert.notEqual(withReload(third, begun + 60 * minute), null)
  assert.notEqual(withReload('what somebody else kept', begun), null)
})
