/** Slices of long proofs: together they are the whole proof, and each can be repeated. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemsOf, seedIn, shareOf, sliceIn } from './slice.ts'

const items = Array.from({ length: 53 }, (_, index) => index)
const all = Array.from({ length: 40 }, (_, index) => sliceIn({ TUKAR_SLICE: `${index}/40` }))

test('the slices of a rotation have every item once, and the whole has all', () => {
  const seen = all.flatMap((slice) => itemsOf(items, slice))
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    items,
  )
  assert.deepEqual(itemsOf(items, sliceIn({ TUKAR_SLICE: 'all' })), items)
  assert.deepEqual(itemsOf(items, sliceIn({})), itemsOf(items, { index: 0, count: 40 }))
})

test('the shares of a rotation come to the whole number or a little more', () => {
  assert.equal(shareOf(5_000, { index: 3, count: 40 }), 125)
  assert.equal(shareOf(50, { index: 0, count: 40 }), 2)
  assert.equal(shareOf(30, { index: 0, count: 1 }), 30)
})

test('random choices begin at the seed of the run, without one at a number for each slice', () => {
  const seeds = all.map(({ index }) => seedIn({ TUKAR_SLICE: `${index}/40` }))
  assert.equal(new Set(seeds).size, 40)
  assert.equal(seedIn({ TUKAR_SLICE: '3/40', TUKAR_SEED: '77' }), 77)
})

test('a slice that does not exist is refused', () => {
  for (const text of ['40/40', '3', 'x', '1/0', '-1/40']) {
    assert.throws(() => sliceIn({ TUKAR_SLICE: text }), /TUKAR_SLICE is/, text)
  }
})
