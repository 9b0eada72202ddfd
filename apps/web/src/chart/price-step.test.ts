import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOnStep, stepIn } from './price-step.ts'

test('R-15: a price under the crosshair is a valid order price', () => {
  assert.equal(priceOnStep(165_012_345_678.4, 100_000), 165_012_300_000)
  assert.equal(priceOnStep(165_012_350_001, 100_000), 165_012_400_000)
  assert.equal(priceOnStep(1_650.6, 1), 1_651)
})

test('R-15: the step is in the last shown digit', () => {
  const measures = { tick: 100_000, priceDecimals: 2 }
  assert.equal(stepIn(measures, { priceDecimals: 2 }), 100_000)
  assert.equal(stepIn(measures, { priceDecimals: 0 }), 1_000)
  assert.equal(stepIn({ tick: 1, priceDecimals: 2 }, { priceDecimals: 0 }), 1)
})
