import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBudget, fullPaceMs, slowestPaceMs } from './budget.ts'

const plan = { fastestMs: fullPaceMs, share: 0.2 }

/** The interval after this many drawings of the same cost. */
function paceAfter(costMs: number, drawings: number): number {
  const budget = createBudget(plan)
  let paceMs = fullPaceMs
  for (let i = 0; i < drawings; i++) paceMs = budget.spent(costMs)
  return paceMs
}

test('a device with cheap drawing draws every frame', () => {
  assert.equal(paceAfter(4, 50), fullPaceMs)
})

test('drawing takes at most a fifth of the time, and every device draws at least twice a second', () => {
  assert.equal(paceAfter(60, 50), 300)
  assert.equal(paceAfter(900, 50), slowestPaceMs)
  assert.ok(slowestPaceMs <= 500)
})

test('one delayed drawing changes nothing, and a device that is fast again draws more often', () => {
  const budget = createBudget(plan)
  for (let i = 0; i < 20; i++) budget.spent(4)
  for (let i = 0; i < 3; i++) assert.equal(budget.spent(2_000), fullPaceMs)
  for (let i = 0; i < 20; i++) budget.spent(80)
  assert.equal(budget.spent(80), 400)
  for (let i = 0; i < 20; i++) budget.spent(4)
  assert.equal(budget.spent(4), fullPaceMs)
})
