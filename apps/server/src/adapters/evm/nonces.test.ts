/** Nonces that were assigned and lost: single cases, and random histories of a wallet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nonceGaps, type NonceUse } from './nonces.ts'

const live = (nonce: number): NonceUse => ({ nonce, isLive: true })
const dropped = (nonce: number): NonceUse => ({ nonce, isLive: false })

function gaps(uses: readonly NonceUse[], latest: number, next: number): readonly number[] | string {
  const found = nonceGaps({ uses, latest, next })
  return found.status === 'gaps' ? found.nonces : `stranger ${found.nonce}`
}

test('FLT-30: a gap is filled by a self-send where others wait behind it, and only there', () => {
  assert.deepEqual(gaps([], 5, 5), [])
  assert.deepEqual(gaps([live(5), live(6)], 5, 7), [])
  assert.deepEqual(gaps([dropped(5), live(6)], 5, 7), [5])
  assert.deepEqual(gaps([live(5), live(7)], 5, 8), [6])
  assert.deepEqual(gaps([dropped(5)], 5, 6), [])
  assert.deepEqual(gaps([dropped(5), dropped(6), live(7), dropped(8)], 5, 9), [5, 6])
})

test('FLT-30: what the chain used up is filled no more', () => {
  assert.deepEqual(gaps([dropped(5), live(6), dropped(7), live(8)], 7, 9), [7])
})

test('SRV-80: a nonce that we never assigned means that the key is used elsewhere: stop', () => {
  assert.equal(gaps([], 7, 6), 'stranger 6')
  assert.deepEqual(gaps([], 6, 6), [])
})

test('FLT-30: once gaps are filled, all live transactions are mined in order, and no live nonce is filled', () => {
  const lives = fc.array(fc.boolean(), { maxLength: 30 })
  fc.assert(
    fc.property(lives, fc.nat(10), (isLive, latest) => {
      const uses = isLive.map((each, at) => ({ nonce: latest + at, isLive: each }))
      const found = nonceGaps({ uses, latest, next: latest + uses.length })
      assert.ok(found.status === 'gaps')
      const living = uses.filter((use) => use.isLive).map(({ nonce }) => nonce)
      const all = [...found.nonces, ...living].toSorted((a, b) => a - b)
      assert.deepEqual(
        all,
        all.map((_, at) => latest + at),
      )
    }),
  )
})
