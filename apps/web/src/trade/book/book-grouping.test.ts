/** Goal: one press changes the grouping of the book by one step, up to the coarsest and the finest. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listPrecisions } from '../../feed/levels.ts'
import { steppedPrecision } from './book-grouping.ts'

test('P0 55: each press groups the book one step coarser or finer, up to the last one', () => {
  const decimals = fc.integer({ min: 0, max: 8 })
  fc.assert(
    fc.property(fc.constantFrom(1, 5, 10, 1_000, 250_000), decimals, (tick, priceDecimals) => {
      const precisions = listPrecisions(tick, priceDecimals)
      const steps = [...new Set(precisions.map(({ step }) => step))].toSorted((a, b) => a - b)
      for (const precision of precisions) {
        const at = steps.indexOf(precision.step)
        const coarser = steppedPrecision(precisions, precision, 'coarser')
        const finer = steppedPrecision(precisions, precision, 'finer')
        assert.equal(coarser.step, steps[Math.min(at + 1, steps.length - 1)])
        assert.equal(finer.step, steps[Math.max(at - 1, 0)])
      }
    }),
  )
})
