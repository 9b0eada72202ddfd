import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFavorites } from './stored-choices.ts'

test('favorites that the device kept are read, and what is no pair is left out', () => {
  const kept = ['BTC_IDR', 'BTC_IDR', '<b>', 7, null, '__proto__', 'ETH_IDR']
  assert.deepEqual([...readFavorites(JSON.stringify(kept))], ['BTC_IDR', 'ETH_IDR'])
  for (const bad of [null, '', '{', '{}', '"BTC_IDR"']) assert.equal(readFavorites(bad).size, 0)
})

test('not more favorites are read than a person marks', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `A${i}_IDR`)
  assert.equal(readFavorites(JSON.stringify(many)).size, 200)
})
