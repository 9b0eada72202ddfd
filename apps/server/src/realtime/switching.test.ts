import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../engine/testing/until.ts'
import { createSwitching, switchesBurst, switchesPerSecond } from './switching.ts'

test('ATT-106: a client that switches markets too fast waits, and ends in the one chosen last', async () => {
  const entered: number[] = []
  const switching = createSwitching((market: number) => entered.push(market))
  const startedAt = performance.now()
  for (let market = 1; market <= 1_000; market++) switching.choose(market)
  assert.deepEqual(
    entered,
    Array.from({ length: switchesBurst }, (_, at) => at + 1),
  )
  await until('the last one is entered', () => entered.at(-1) === 1_000)
  const secondsGone = (performance.now() - startedAt) / 1_000
  assert.ok(entered.length <= switchesBurst + secondsGone * switchesPerSecond, `${entered.length}`)
  switching.stop()
})

test('ATT-106: a connection that has ended enters no market', async () => {
  const entered: number[] = []
  const [gone, here] = [
    createSwitching((market: number) => entered.push(market)),
    createSwitching((market: number) => entered.push(market)),
  ]
  for (let at = 0; at <= switchesBurst; at++) {
    gone.choose(1)
    here.choose(2)
  }
  gone.stop()
  const entries = entered.length
  await until('the other has entered', () => entered.length > entries)
  here.stop()
  assert.deepEqual(entered.slice(entries), [2])
})
