import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, countOrders, judgeCandidates } from './rules.ts'

const isHouse = (partnerId: number) => partnerId < 1_000
const isSame = (partnerId: number) => partnerId === 1_999
const count = (...pairs: readonly (readonly [number, number])[]) =>
  countOrders(
    pairs.map(([partnerId, orders]) => ({ partnerId, orders })),
    isHouse,
    isSame,
  )

test('ATT-64 SRV-85: orders with the same counterparty count five times at most, with oneself never', () => {
  assert.deepEqual(count([1_002, 30]), { filled: 30, counted: 5 })
  assert.deepEqual(count([1_999, 30]), { filled: 30, counted: 0 })
  assert.deepEqual(count([1_002, 15], [1_003, 15]), { filled: 30, counted: 10 })
  const six = [2, 3, 4, 5, 6, 7].map((one) => [1_000 + one, 5] as const)
  assert.deepEqual(count(...six), { filled: 30, counted: 30 })
  assert.deepEqual(count([900, 29], [1_002, 1]), { filled: 30, counted: 30 })
})

test('ATT-64: an unverified user, or one whose identity has the bonus already, sees the reason', () => {
  const one: Candidate = { userId: 7, filled: 40, counted: 40, isVerified: true, identity: 'a' }
  const judged = judgeCandidates([
    { ...one, userId: 9 },
    one,
    { ...one, userId: 8, isVerified: false, identity: null },
    { ...one, userId: 10, counted: 29, identity: 'b' },
    { ...one, userId: 11, identity: null },
    { ...one, userId: 12, identity: null },
  ])
  assert.deepEqual(
    judged.map(({ userId, exclusion }) => [userId, exclusion]),
    [
      [7, null],
      [8, 'not_verified'],
      [9, 'same_identity'],
      [10, 'same_people'],
      [11, null],
      [12, null],
    ],
  )
})
