import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenBucket } from './token-bucket.ts'

test('ATT-62 INV-27: a burst passes at once, then this many per second, never more than the burst', () => {
  const take = createTokenBucket(3, 2)
  assert.deepEqual([take(0), take(0), take(0), take(0)], [true, true, true, false])
  assert.equal(take(499), false)
  assert.equal(take(500), true)
  assert.equal(take(500), false)
  const later = [1, 2, 3, 4].map(() => take(60_000))
  assert.deepEqual(later, [true, true, true, false])
})
