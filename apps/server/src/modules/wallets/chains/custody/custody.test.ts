/** Holdings against liabilities, as pure functions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  assetsByCurrency,
  type CustodyFigures,
  type CustodyPart,
  heldOfPart,
  isStopping,
  judgeCustody,
  readingValidMs,
  reserveNeeded,
} from './custody.ts'
import { bitcoinAsset } from '../testing/coins.ts'

const nowMs = 1_000_000_000

function part(owed: number, held: number | null, more: Partial<CustodyPart> = {}): CustodyPart {
  const reading = held === null ? null : { hot: BigInt(held), unswept: 0n, readMs: nowMs }
  return { asset: bitcoinAsset, reading, owed, uncredited: 0n, inFlight: 0, ...more }
}

function judged(parts: readonly CustodyPart[], ownFees = 0) {
  return judgeCustody({ parts, ownFees }, nowMs)
}

test('INV-14: an uncovered liability is a gap, but coins in flight or our own fees are not', () => {
  assert.equal(judged([part(1_000, 1_000)]).verdict, 'whole')
  const gap = judged([part(1_000, 900)])
  assert.deepEqual([gap.verdict, gap.gap], ['gap', 100])
  assert.equal(judged([part(1_000, 900, { inFlight: 100 })]).verdict, 'whole')
  assert.equal(judged([part(1_000, 900)], 100).verdict, 'whole')
  assert.ok(isStopping('gap') && isStopping('stale') && !isStopping('whole'))
})

test('INV-14: a shortfall on one chain may be covered by another chain of the same currency', () => {
  assert.equal(judged([part(1_000, 400), part(0, 600)]).verdict, 'whole')
  assert.equal(judged([part(1_000, 400), part(0, 599)]).gap, 1)
})

test('INV-14 FLT-28: a missing or stale reading never counts as whole', () => {
  assert.equal(judged([part(1_000, null)]).verdict, 'stale')
  const readMs = nowMs - readingValidMs - 1
  const old = part(1_000, 1_000, { reading: { hot: 1_000n, unswept: 0n, readMs } })
  assert.equal(judged([old]).verdict, 'stale')
  // A chain whose node never started and that owes nothing stops nothing.
  assert.equal(judged([part(0, null)]).verdict, 'none')
  assert.equal(judged([part(1_000, 1_000), part(0, null)]).verdict, 'whole')
})

test('FLT-18 INV-26 INV-14: after the clock was set back an old reading is stale', () => {
  const readMs = nowMs + 3_600_000
  const ahead = part(1_000, 1_000, { reading: { hot: 1_000n, unswept: 0n, readMs } })
  assert.equal(judged([ahead]).verdict, 'stale')
})

test('R-02: remainders below the ledger’s unit do not count as holdings', () => {
  const asset = { ...bitcoinAsset, chainDecimals: 18 }
  const reading = { hot: 10n ** 10n, unswept: 10n ** 10n - 1n, readMs: nowMs }
  assert.equal(heldOfPart(part(2, 0, { asset, reading })), 1)
  const endless = { hot: 10n ** 60n, unswept: 0n, readMs: nowMs }
  assert.equal(heldOfPart(part(2, 0, { asset, reading: endless })), null)
})

test('INV-14: for all figures, a currency is whole only if its liabilities are covered', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000 })
  const parts = fc.array(
    fc.record({ owed: amounts, held: fc.option(amounts), inFlight: amounts, agoMs: amounts }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(parts, amounts, (made, ownFees) => {
      const figures: CustodyFigures = {
        ownFees,
        parts: made.map(({ owed, held, inFlight, agoMs }) => {
          const readMs = nowMs - agoMs
          const reading = held === null ? null : { hot: BigInt(held), unswept: 0n, readMs }
          return part(owed, 0, { reading, inFlight })
        }),
      }
      const { verdict, held, inFlight, liabilities, gap } = judgeCustody(figures, nowMs)
      if (verdict === 'whole') assert.ok(held !== null && held + inFlight >= liabilities)
      if (verdict === 'gap') assert.ok(gap !== null && gap > 0)
      if (verdict === 'none') assert.equal(liabilities + inFlight, 0)
    }),
  )
})

test('assets are judged by their currency, over all chains', () => {
  const bnb = { ...bitcoinAsset, chain: 'bnb', currencyId: 7 } as const
  const ethereum = { ...bnb, chain: 'ethereum' } as const
  const grouped = assetsByCurrency([bitcoinAsset, bnb, ethereum])
  assert.deepEqual([...grouped.keys()], [2, 7])
  assert.equal(grouped.get(7)?.length, 2)
})

test('FLT-32: a simulation tops up reserves used by network fees, and never hides a gap', () => {
  const share = 10_000_000
  const needs = (owed: number, held: number | null) => {
    const figures = { parts: [part(owed, held)], ownFees: 0 }
    return reserveNeeded(figures, judgeCustody(figures, nowMs)) !== null
  }
  assert.equal(needs(0, 0), true)
  assert.equal(needs(5 * share, 5 * share - 1), true)
  assert.equal(needs(5 * share, 6 * share), false)
  assert.equal(needs(5 * share, 4 * share), false)
  assert.equal(needs(5 * share, null), false)
  assert.equal(needs(0, null), false)
})
