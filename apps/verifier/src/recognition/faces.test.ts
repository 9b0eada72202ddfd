import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceBetween, distanceThreshold, toProbability } from './faces.ts'

test('KYCM-10: probability is 1 at distance 0, a half at the threshold, and falls all the way', () => {
  assert.equal(toProbability(0), 1)
  assert.equal(toProbability(distanceThreshold), 0.5)
  assert.equal(toProbability(Infinity), 0)
  const steps = Array.from({ length: 100 }, (_, i) => toProbability(i / 50))
  for (const [i, value] of steps.entries()) if (i > 0) assert.ok(value < (steps[i - 1] ?? 0))
})

test('KYCM-10: the distance of two descriptors is that of two points', () => {
  assert.equal(distanceBetween([0, 0, 0], [2, 3, 6]), 7)
})
