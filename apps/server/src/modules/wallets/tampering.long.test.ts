/**
 * Somebody who may write into the database, beside the running machine: rows of every table changed, removed and
 * doubled at random. Nothing is paid, sent, credited or carried out that its owner and two operators did not ask for,
 * and nobody has more or less than that (H-1, H-2, H-3).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import { createSimulatedChain } from '../../adapters/evm/testing/simulated-chain.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { createRandom } from '../../simulation/random.ts'
import { type Lasting, shortly } from '../../testing/desk.ts'
import { listedTables, tablesOf } from '../../testing/tampering.ts'
import { seedCommands } from '../markets/index.ts'
import { coinOutDesk } from './chains/testing/coin-out-desk.ts'
import { type RupiahDesk, rupiahDesk } from './rupiah/testing/rupiah-desk.ts'
import { changeSide } from './testing/change-side.ts'
import { coinSide, tamperedWaitMs } from './testing/coin-side.ts'
import { rupiahSide } from './testing/rupiah-side.ts'
import type { Side } from './testing/side.ts'
import { tamperWith } from './testing/tamper-with.ts'

/** Of ten thousand in a rotation of the slices. */
const tamperings = shareOf(10_000, sliceIn(process.env))
const ofRound = 50
const seed = seedIn(process.env)
const ethereum = 1

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('H-1: every table of the schema has its line in the list of those that are tampered with', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  assert.deepEqual(await tablesOf(desk.database), listedTables)
})

/** Rupiah, coins and decisions of one exchange. */
async function sidesOf(t: Lasting, desk: RupiahDesk): Promise<readonly Side[]> {
  const operator = await desk.operator('Ratna')
  const chains = { simulated: createSimulatedChain(ethereum) }
  const { engine, databaseUrl } = desk
  const coins = await coinOutDesk(t, databaseUrl, chains, {
    engine,
    overdueAfterMs: tamperedWaitMs,
  })
  return [
    await rupiahSide(desk, operator),
    await coinSide(coins, operator),
    changeSide(desk, operator),
  ]
}

async function playRound(t: Lasting, chance: () => number, count: number): Promise<number> {
  const desk = await rupiahDesk(t, await rig.database(), { seeds: seedCommands() })
  return tamperWith(desk, await sidesOf(t, desk), { chance, count })
}

test(`H-1 H-2 H-3 M-4 ATT-97: after ${tamperings} random tamperings with rows of any table nobody is paid or credited what was not asked for, and nobody's balance moved`, async () => {
  const random = createRandom(seed)
  let completed = 0
  for (let left = tamperings; left > 0; left -= ofRound) {
    const round = shortly()
    try {
      completed += await playRound(round, () => random.uniform(), Math.min(left, ofRound))
    } finally {
      await round.end()
    }
  }
  // The rounds are worth something: what was left alone went its way.
  assert.ok(completed > 0)
})
