/**
 * A thief with write access to the database, beside the running exchange: rows of every table are changed,
 * removed and duplicated at random. Nothing is paid, sent, credited or carried out that its owner and two
 * operators did not request, and all balances are right (H-1, H-2, H-3).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedIn, shareOf, sliceIn } from '@tukar/core/sim/slice'
import { createSimulatedBitcoin } from '../../adapters/bitcoin/testing/simulated-bitcoin.ts'
import { createSimulatedChain } from '../../adapters/evm/testing/simulated-chain.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { createRandom } from '../../simulation/random.ts'
import { type Lasting, shortly } from '../../testing/desk.ts'
import { listedTables, tablesOf } from '../../testing/tampering.ts'
import { seedCommands } from '../markets/index.ts'
import { type CoinOutDesk, coinOutDesk } from './chains/testing/coin-out-desk.ts'
import { prepareOperator } from './rupiah/testing/operators.ts'
import { type RupiahDesk, rupiahDesk } from './rupiah/testing/rupiah-desk.ts'
import { createAbsentSigner } from './testing/absent-signer.ts'
import { changeSide } from './testing/change-side.ts'
import { bitcoin, type CoinMoney, ether, tether } from './testing/coin-money.ts'
import { thiefName } from './testing/coin-moves.ts'
import { coinSide, type CoinSideOptions, tamperedWaitMs } from './testing/coin-side.ts'
import { limitSide } from './testing/limit-side.ts'
import { gainsThroughHole, withHole, withRightsHole } from './testing/planted-hole.ts'
import { rupiahSide } from './testing/rupiah-side.ts'
import type { Side } from './testing/side.ts'
import { tamperWith } from './testing/tamper.ts'

/** The share of this slice; all slices together make 10,000. */
const tamperings = shareOf(10_000, sliceIn(process.env))
/** A round costs eight seconds of processor time and a tampering almost nothing; a slice has two rounds. */
const ofRound = 125
const seed = seedIn(process.env)
const ethereum = 1

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('H-1: every table of the schema is in the list of tampered tables', async (t) => {
  const desk = await rupiahDesk(t, await rig.database())
  assert.deepEqual(await tablesOf(desk.database), listedTables)
})

/** The kinds of coins that are tampered with in addition to rupiah and changes; rounds alternate them. */
const coins: readonly CoinMoney[] = [bitcoin, tether, ether]

type CoinWorld = { readonly desk: CoinOutDesk; readonly options: Omit<CoinSideOptions, 'money'> }

/** A setup of coins over simulated chains, and a thief who has none. */
async function coinWorld(
  t: Lasting,
  databaseUrl: string,
  engine?: RupiahDesk['engine'],
): Promise<CoinWorld> {
  const signer = createAbsentSigner()
  const chains = { simulated: createSimulatedChain(ethereum), bitcoin: createSimulatedBitcoin() }
  const options = { asSigner: signer.asSigner, overdueAfterMs: tamperedWaitMs }
  const desk = await coinOutDesk(
    t,
    databaseUrl,
    chains,
    engine === undefined ? options : { ...options, engine },
  )
  return { desk, options: { signer, thief: await desk.person(thiefName) } }
}

/** Rupiah, one kind of coins, and changes of one exchange. */
async function sidesOf(t: Lasting, desk: RupiahDesk, money: CoinMoney): Promise<readonly Side[]> {
  const operator = await desk.operator('Ratna')
  const world = await coinWorld(t, desk.databaseUrl, desk.engine)
  return [
    changeSide(desk, operator),
    await rupiahSide(desk, operator),
    await coinSide(world.desk, operator, { ...world.options, money }),
    await limitSide(world.desk, operator),
  ]
}

async function playRound(
  t: Lasting,
  money: CoinMoney,
  { chance, count }: Parameters<typeof tamperWith>[2],
): Promise<number> {
  const desk = await rupiahDesk(t, await rig.database(), { seeds: seedCommands() })
  return tamperWith(desk, await sidesOf(t, desk, money), { chance, count })
}

/** The kinds in rotation. */
function moneyOf(turn: number): CoinMoney {
  return coins[turn % coins.length] ?? ether
}

test(`H-1 H-2 H-3 M-4 ATT-97: after ${tamperings} random tamperings with rows of any table nobody is paid or credited what was not asked for, and nobody's balance moved`, async () => {
  const random = createRandom(seed)
  const chance = () => random.uniform()
  const first = Math.floor(chance() * coins.length)
  let completed = 0
  for (let done = 0; done < tamperings; done += ofRound) {
    const round = shortly()
    try {
      const count = Math.min(tamperings - done, ofRound)
      completed += await playRound(round, moneyOf(first + done / ofRound), { chance, count })
    } finally {
      await round.end()
    }
  }
  // Checks that untouched transfers completed, so that the rounds are meaningful.
  assert.ok(completed > 0)
})

/** A chance function that picks this many moves in order, each with its first row. */
function eachMove(count: number): () => number {
  // Whether to move, which move, and two rows.
  const picked = Array.from({ length: count }, (_, at) => [0, at / count, 0, 0]).flat()
  return () => picked.shift() ?? 0
}

/** One kind per slice; all slices together cover all rules. */
const holed = moneyOf(sliceIn(process.env).index)

test(`H-1 M-4: where nobody checks what ${holed.name}, limits, settings, sessions and roles are proven by, the tamperings find out`, async (t) => {
  const { desk, options } = await coinWorld(t, await rig.database())
  const operator = await desk.person('Ratna')
  await prepareOperator(desk.database, operator.userId, 'Ratna')
  const side = await coinSide(desk, operator, { ...options, money: holed })
  const rights = await limitSide(desk, operator)
  const other = await desk.person('Sinta')
  await prepareOperator(desk.database, other.userId, 'Sinta')
  const people = { thief: options.thief, other }
  const sides = [withHole(desk, side, holed, people), withRightsHole(desk, rights)]
  const count = sides.reduce((sum, { moves }) => sum + moves.length, 0)
  const tampered = tamperWith(desk, sides, { chance: eachMove(count), count })
  await assert.rejects(tampered, ({ actual }: { readonly actual: readonly string[] }) => {
    const auditText = actual.join('\n')
    for (const part of [
      'may send more than its own limit',
      'a setting is what nobody set',
      'a dead session lives',
      'has the roles finance',
      ...gainsThroughHole(holed),
    ]) {
      assert.ok(auditText.toLowerCase().includes(part.toLowerCase()), `${part}: ${auditText}`)
    }
    assert.match(auditText, /the thief has \d+ of/)
    return true
  })
})
