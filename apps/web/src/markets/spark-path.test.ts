import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sparkPath } from './spark-path.ts'

const box = { width: 100, height: 20, margin: 2 }

test('a curve goes from left to right, the highest price at the top', () => {
  assert.equal(sparkPath(['1', '3', '2'], box), 'M2.0 18.0L50.0 2.0L98.0 10.0')
})

test('equal prices are a line in the middle, fewer than two give no path', () => {
  assert.equal(sparkPath(['7', '7'], box), 'M2.0 10.0L98.0 10.0')
  assert.equal(sparkPath(['7'], box), '')
  assert.equal(sparkPath(['x', '7'], box), '')
})
