import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnBalances } from './messages.ts'
import { createBalanceLoads, mergeBalances } from './balance-loads.ts'

const rupiah = { symbol: 'IDR', available: '10.00', held: '0.00', name: 'Rupiah' }
const bitcoin = { symbol: 'BTC', available: '1.00000000', held: '0.00000000', name: 'Bitcoin' }

test('RT-10 R-20: an event changes only its balances, and only the amounts that it has', () => {
  const news = { IDR: { available: '7.00', held: null }, ETH: { available: '1', held: '1' } }
  const next = mergeBalances([rupiah, bitcoin], news)
  assert.deepEqual(next, [{ ...rupiah, available: '7.00' }, bitcoin])
  assert.equal(next[1], bitcoin)
})

test('RT-10 DEC-90: an older answer does not undo events during its load', async () => {
  const loads = createBalanceLoads()
  loads.apply({ BTC: { available: '9', held: '9' } })
  let answer: (balances: readonly (typeof rupiah)[]) => void = () => undefined
  const loading = loads.load(
    () =>
      new Promise<readonly (typeof rupiah)[]>((resolve) => {
        answer = resolve
      }),
  )
  loads.apply({ IDR: { available: '8.00', held: '2.00' } })
  loads.apply({ IDR: { available: '7.00', held: null } })
  answer([rupiah, bitcoin])
  assert.deepEqual(await loading, [{ ...rupiah, available: '7.00', held: '2.00' }, bitcoin])
  assert.deepEqual(await loads.load(async () => [rupiah]), [rupiah], 'the next load knows nothing')
})

test('a failed load rejects and is removed', async () => {
  const loads = createBalanceLoads()
  let readings = 0
  const news = new Proxy<OwnBalances>(
    {},
    {
      ownKeys: () => {
        readings += 1
        return []
      },
    },
  )
  let fail: (reason: Error) => void = () => undefined
  const failing = loads.load(
    () =>
      new Promise<readonly (typeof rupiah)[]>((_, reject) => {
        fail = reject
      }),
  )
  loads.apply(news)
  assert.ok(readings > 0, 'while it is under way it is told')
  fail(new Error('no line'))
  await assert.rejects(failing, /no line/)
  readings = 0
  loads.apply(news)
  assert.equal(readings, 0, 'nothing is kept for it any more')
})
