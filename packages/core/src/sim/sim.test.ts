/** Commands against the oracle, with the seed of this run's slice and all recorded regressions. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { closeReasons, type CoreEvent, refusalCodes } from '../index.ts'
import { simulate, type SimulationResult } from './simulate.ts'
import { itemsOf, sliceIn } from './slice.ts'

/** One for each of forty slices. */
const allSeeds = [7, 19, 101, 4_242, 90_001, 123_456, 777_777, 31_415_926].concat(
  Array.from({ length: 32 }, (_, index) => 1_000_003 * (index + 1)),
)
/** Also part of every run: with this seed every event and refusal occurs. */
const wideSeed = 19
const seeds = [...new Set([wideSeed, ...itemsOf(allSeeds, sliceIn(process.env))])]
const commandsEach = 125_000
/** The rarest event occurs six times with the wide seed. */
const timesMin = 4

const otherOutcomes: readonly (CoreEvent['kind'] | 'repeated id')[] = [
  'order_accepted',
  'order_rested',
  'traded',
  'orders_canceled',
  'transferred',
  'hold_changed',
  'currency_listed',
  'market_set',
  'market_state_set',
  'schedule_set',
  'account_suspended',
  'account_resumed',
  'epoch_begun',
  'repeated id',
]
const outcomes: readonly string[] = [
  ...refusalCodes,
  ...closeReasons.map((reason) => `order_closed ${reason}`),
  ...otherOutcomes,
  'transferred to suspense',
  'claim made',
  'claim covered',
]

function assertAgreement({ seed, failure }: SimulationResult): void {
  if (failure === null) return
  const replay = `npm run sim -- --seed ${seed} --commands ${failure.command}`
  assert.fail(`command ${failure.command}: ${failure.what}\n${replay}`)
}

const totals = new Map<string, number>()
for (const seed of seeds) {
  const names = 'INV-01 INV-02 INV-04 INV-06 INV-07 INV-14 INV-15 INV-17 R-50'
  test(`${names}: core and oracle agree, and restarts change nothing, with seed ${seed}`, () => {
    const result = simulate(seed, commandsEach)
    assertAgreement(result)
    assert.equal(result.commands, commandsEach)
    for (const [name, times] of result.counts) totals.set(name, (totals.get(name) ?? 0) + times)
  })
}

test('R-11 R-50: the simulation meets every event, every refusal and every way to close', () => {
  assert.deepEqual(
    outcomes.filter((name) => (totals.get(name) ?? 0) < timesMin),
    [],
  )
})

test('INV-17: the same seed gives the same outcomes and the same hash', () => {
  const [one, other] = [simulate(5, 4_500), simulate(5, 4_500)]
  assertAgreement(one)
  assert.deepEqual(one, other)
  assert.notDeepEqual(simulate(6, 4_500).hash, one.hash)
})

const regressionsFile = new URL('../../src/sim/regressions.txt', import.meta.url)
const regressions = readFileSync(regressionsFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

for (const line of regressions) {
  test(`R-50: earlier failures agree now: ${line}`, () => {
    const [seed = 0, commands = 0] = line.split(' ').map(Number)
    assert.ok(Number.isSafeInteger(seed) && commands > 0, line)
    assertAgreement(simulate(seed, commands))
  })
}
