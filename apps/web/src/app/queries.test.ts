import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { updateCached, refetchShown, queryClient } from './queries.ts'

const key = ['own', 'balances', 'all']

afterEach(() => queryClient.clear())

test('R-20: an event leaves a stale answer stale, so that it is loaded again when it is shown', async () => {
  queryClient.setQueryData(key, ['IDR 1', 'BTC 1'])
  await queryClient.invalidateQueries({ queryKey: ['own'] })
  updateCached<readonly string[]>(['own', 'balances'], ([idr = '']) => [idr, 'BTC 2'])
  assert.deepEqual(queryClient.getQueryData(key), ['IDR 1', 'BTC 2'])
  assert.equal(queryClient.getQueryState(key)?.isInvalidated, true)
})

test('R-20: an event keeps a fresh answer fresh and creates none', () => {
  queryClient.setQueryData(key, ['IDR 1'])
  updateCached<readonly string[]>(['own'], () => ['IDR 2'])
  assert.deepEqual(queryClient.getQueryData(key), ['IDR 2'])
  assert.equal(queryClient.getQueryState(key)?.isInvalidated, false)
  updateCached<readonly string[]>(['none'], () => ['IDR 3'])
  assert.equal(queryClient.getQueryData(['none']), undefined)
})

test('DEC-88 R-20: an event during a first load is not lost to an older answer', async () => {
  const answers: ((orders: readonly string[]) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: () => new Promise<readonly string[]>((resolve) => void answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const requested = refetchShown(['own'])
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(answers.length, 2)
  answers[0]?.([])
  answers[1]?.(['placed meanwhile'])
  await requested
  assert.deepEqual(observer.getCurrentResult().data, ['placed meanwhile'])
  assert.equal(observer.getCurrentResult().status, 'success')
  stop()
})

test('HIST-08 R-20: an event during the load of a further page waits for it and then reloads all pages', async () => {
  const answers: ((orders: readonly string[]) => void)[] = []
  const requested: number[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['own', 'closed'],
    queryFn: ({ pageParam }) => {
      requested.push(pageParam)
      return new Promise<readonly string[]>((resolve) => void answers.push(resolve))
    },
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
  })
  const stop = observer.subscribe(() => undefined)
  const answer = async (...orders: readonly string[]) => {
    answers.at(-1)?.(orders)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await answer('third')
  const more = observer.fetchNextPage()
  queryClient.setQueryData(key, ['IDR 1'])
  const anew = refetchShown(['own'])
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(queryClient.getQueryState(key)?.isInvalidated, true, 'nothing else waits for it')
  await answer('first')
  assert.deepEqual(requested, [1, 2, 1])
  await answer('fourth')
  await answer('third')
  await Promise.all([more, anew])
  assert.deepEqual(requested, [1, 2, 1, 2])
  assert.deepEqual(observer.getCurrentResult().data?.pages, [['fourth'], ['third']])
  stop()
})
