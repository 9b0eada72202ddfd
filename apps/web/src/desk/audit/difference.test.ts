import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDifferences } from './difference.ts'

test('a change shows only differing facts, and distinguishes added and removed ones', () => {
  const before = { tick: '1000', fee: { maker: 10, taker: 20 }, old: 1, markets: ['A'] }
  const after = { tick: '100', fee: { maker: 10, taker: 15 }, fresh: true, markets: ['A', 'B'] }
  assert.deepEqual(findDifferences(before, after), [
    { key: 'tick', before: '1000', after: '100' },
    { key: 'fee.taker', before: '20', after: '15' },
    { key: 'old', before: '1', after: null },
    { key: 'markets', before: '["A"]', after: '["A","B"]' },
    { key: 'fresh', before: null, after: 'true' },
  ])
})

test('a single state is shown completely, no state shows nothing', () => {
  assert.deepEqual(findDifferences(null, { decision: 'approve' }), [
    { key: 'decision', before: null, after: 'approve' },
  ])
  assert.deepEqual(findDifferences(null, null), [])
  assert.deepEqual(findDifferences({ same: 1 }, { same: 1 }), [])
  const deep = { a: { b: { c: { d: 1 } } } }
  assert.deepEqual(findDifferences(null, deep), [{ key: 'a.b.c', before: null, after: '{"d":1}' }])
})
