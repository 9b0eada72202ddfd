import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFavorites } from './stored-choices.ts'

test('stored favorites are read, and malformed pairs are left out', () => {
  const kept = ['BTC_IDR', 'BTC_IDR', '<b>', 7, null, '__proto__', 'ETH_IDR']
  assert.deepEqual([...readFavorites(JSON.stringify(kept))], ['BTC_IDR', 'ETH_IDR'])
  for (const bad of [null, '', '{', '{}', '"BTC_IDR"']) assert.equal(readFavorites(bad).size, 0)
})

test('the number of read favorites is limited', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `A${i}_IDR`)
  assert.equal(readFavorites(JSON.stringify(many)).size, 200)
})
