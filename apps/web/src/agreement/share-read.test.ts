import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareRead } from './share-read.ts'

test('AGR-03: a text counts as read once its end was visible, at any size', () => {
  assert.equal(shareRead({ top: 900, height: 4_000 }, 800), 0)
  assert.equal(shareRead({ top: 0, height: 4_000 }, 800), 20)
  assert.equal(shareRead({ top: -3_100, height: 4_000 }, 800), 97)
  assert.equal(shareRead({ top: -3_200, height: 4_000 }, 800), 100)
  assert.equal(shareRead({ top: -9_000, height: 4_000 }, 800), 100)
  assert.equal(shareRead({ top: 100, height: 300 }, 800), 100)
  assert.equal(shareRead({ top: 0, height: 0 }, 800), 0)
})
