import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './difference.ts'

test('a change shows only differing facts, and distinguishes added and removed ones', () => {
  const before = { tick: '1000', fee: { maker: 10, taker: 20 }, old: 1, markets: ['A'] }
  const after = { tick: '100', fee: { maker: 10, taker: 15 }, fresh: true, markets: ['A', 'B'] }
  assert.deepEqual(differencesOf(before, after), [
    { key: 'tick', before: '1000', after: '100' },
    { key: 'fee.taker', before: '20', after: '15' },
    { key: 'old', before: '1', after: null },
    { key: 'markets', before: '["A"]', after: '["A","B"]' },
    { key: 'fresh', before: null, after: 'true' },
  ])
})

test('a single state is shown completely, no state shows nothing', () => {
  assert.deepEqual(differencesOf(null, { decision: 'approve' }), [
    { key: 'decision', before: null, after: 'approve' },
  ])
  assert.deepEqual(differencesOf(null, null), [])
  assert.deepEqual(differencesOf({ same: 1 }, { same: 1 }), [])
  const deep = { a: { b: { c: { d: 1 } } } }
  assert.deepEqual(differencesOf(null, deep), [{ key: 'a.b.c', before: null, after: '{"d":1}' }])
})
