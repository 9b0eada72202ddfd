import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { amendKnown, queryClient } from './queries.ts'

const key = ['own', 'balances', 'all']

afterEach(() => queryClient.clear())

test('R-20: news of a part leave an answer old that was marked as old, so that it is asked for anew when it is shown', async () => {
  queryClient.setQueryData(key, ['IDR 1', 'BTC 1'])
  await queryClient.invalidateQueries({ queryKey: ['own'] })
  amendKnown<readonly string[]>(['own', 'balances'], ([idr = '']) => [idr, 'BTC 2'])
  assert.deepEqual(queryClient.getQueryData(key), ['IDR 1', 'BTC 2'])
  assert.equal(queryClient.getQueryState(key)?.isInvalidated, true)
})

test('R-20: news leave an answer known that was known, and make none of what was not loaded', () => {
  queryClient.setQueryData(key, ['IDR 1'])
  amendKnown<readonly string[]>(['own'], () => ['IDR 2'])
  assert.deepEqual(queryClient.getQueryData(key), ['IDR 2'])
  assert.equal(queryClient.getQueryState(key)?.isInvalidated, false)
  amendKnown<readonly string[]>(['none'], () => ['IDR 3'])
  assert.equal(queryClient.getQueryData(['none']), undefined)
})
