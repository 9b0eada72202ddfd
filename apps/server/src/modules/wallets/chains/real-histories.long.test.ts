/**
 * Random histories on real nodes, with forks up to twelve blocks deep. The credits must equal the final
 * chain, and nothing may be credited before it was final. All slices together play 120 of each; a failure
 * prints its seed as `TUKAR_SEED`.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { seedIn, sliceIn } from '@tukar/core/sim/slice'
import fc from 'fast-check'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../adapters/chain-nodes/testing/chains.ts'
import { type TestCluster, temporaryCluster } from '../../../platform/database/testing/cluster.ts'
import type { RealChain } from './testing/real-chain.ts'
import { realBitcoin } from './testing/real-bitcoin.ts'
import { evmEpochSlots, realEvm } from './testing/real-evm.ts'
import { type Played, playReal, realSteps } from './testing/real-history.ts'

const slice = sliceIn(process.env)
const count = slice.count === 1 ? 60 : 3
const seed = seedIn(process.env)

const batchMax = 10
const fields = [
  'rows',
  'credited',
  'undone',
  'reversed',
  'forks',
  'doubleSpent',
  'replaced',
  'wrong',
] as const

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

type Open = (chains: TemporaryChains) => RealChain | Promise<RealChain>

/**
 * Plays this many histories, sometimes on new nodes: local nodes forget old states, to which forks return.
 */
async function playAll(
  t: TestContext,
  only: 'bitcoin' | 'ethereum',
  open: Open,
): Promise<readonly Played[]> {
  t.diagnostic(`TUKAR_SEED=${seed}`)
  const all: Played[] = []
  for (let batch = 0; all.length < count; batch += 1) {
    const chains = await temporaryChains({ only: [only], epochSlots: evmEpochSlots })
    try {
      const chain = await open(chains)
      await fc.assert(
        fc.asyncProperty(realSteps, async (steps) => {
          all.push(await playReal(chain, await cluster.database(), steps))
        }),
        {
          seed: seed + batch,
          numRuns: Math.min(batchMax, count - all.length),
          includeErrorInReport: true,
          endOnFailure: true,
        },
      )
    } finally {
      await chains.end()
    }
  }
  return all
}

async function playMany(
  t: TestContext,
  of: { readonly only: 'bitcoin' | 'ethereum'; readonly mayReverse: boolean; readonly open: Open },
): Promise<void> {
  const all = await playAll(t, of.only, of.open)
  const sumOf = (field: keyof Played): number => all.reduce((sum, one) => sum + one[field], 0)
  const sums = Object.fromEntries(fields.map((field) => [field, sumOf(field)]))
  t.diagnostic(`${all.length} histories: ${JSON.stringify(sums)}`)
  // A few histories need not contain every event.
  const met =
    slice.count === 1
      ? (['credited', 'undone', 'forks', 'doubleSpent', 'replaced'] as const)
      : (['credited', 'forks'] as const)
  for (const field of met) assert.ok(sumOf(field) > 0, `${field} never happened`)
  if (!of.mayReverse)
    assert.equal(sumOf('reversed'), 0, 'what the chain calls final is never taken back')
}

test(`ATT-72 ATT-79 ATT-80 ATT-81 ATT-83 INV-11 INV-12 FLT-27: ${count} histories of a real bitcoin node end as its final chain`, async (t) => {
  const rules = { minUnits: 900, travelLimit: 400_000 }
  const open = (chains: TemporaryChains) => realBitcoin(chains, rules)
  await playMany(t, { only: 'bitcoin', mayReverse: true, open })
})

test(`ATT-74 ATT-75 ATT-80 ATT-83 INV-11 INV-12: ${count} histories of a real token, with fakes and failures, end as its final chain`, async (t) => {
  const rules = { isToken: true, minUnits: 900, travelLimit: null }
  const open = (chains: TemporaryChains) => realEvm(chains, rules)
  await playMany(t, { only: 'ethereum', mayReverse: false, open })
})

test(`ATT-74 ATT-80 ATT-83 INV-11 INV-12: ${count} histories of a real EVM coin end as its final chain`, async (t) => {
  const rules = { isToken: false, minUnits: 1, travelLimit: null }
  const open = (chains: TemporaryChains) => realEvm(chains, rules)
  await playMany(t, { only: 'ethereum', mayReverse: false, open })
})
