/** What somebody who can write into the database gets credited of coins: nothing (ATT-97, H-1). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command } from '@tukar/core'
import { createLog } from '../../../../platform/logging/log.ts'
import { openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { lookAt } from '../../machine/look.ts'
import { sealAddresses } from '../addresses/address-store.ts'
import {
  bitcoinAsset,
  block,
  look,
  output,
  personWithAddress,
  twoConfirmations,
} from '../testing/coins.ts'
import { createFinalLook } from '../tracking/final-look.ts'
import { openChain, takeIn } from '../tracking/tracker-store.ts'
import { chainDepositHands } from './deposit-hands.ts'
import { nothingKnown } from './deposit-row.ts'
import { proveReversals, readChainDeposit } from './deposit-store.ts'

const epoch = 0
const assets = [{ ...bitcoinAsset, travelLimit: null }]
const rules = { chain: 'bitcoin', finality: twoConfirmations, assets } as const

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** A chain of three blocks on which Dewi was paid 50,000, once or several times, and the machine beside it. */
async function setUp(t: TestContext, txids: readonly string[] = ['a']) {
  const log = createLog('silent')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const dewi = await personWithAddress(database, 'dewi')
  const thief = await personWithAddress(database, 'thief')
  const paid = txids.map((txid) => output(txid, 0, 'dewi', 50_000))
  await takeIn(database, {
    epoch,
    rules,
    view: look([block(0, 'main'), block(1, 'main', paid), block(2, 'main')]),
  })
  const booked: Command[] = []
  const engine = {
    submit(command: Command) {
      booked.push(command)
      return Promise.resolve({ status: 'accepted', seq: 1, timeMs: 0, events: [] } as const)
    },
  }
  /** The node of the chain: it has those outputs, in block 1 of 2. */
  const finalLook = createFinalLook({
    sources: new Map([['bitcoin', { head: async () => head }]]),
    finalityOf: () => twoConfirmations,
    nodes: {
      see: async ({ txid, index, toAddress, amount, place }) => {
        const isThere = txids.includes(txid) && index === 0 && place?.hash === 'main-1'
        return isThere && toAddress === 'dewi' && amount === 50_000n ? 'seen' : 'differs'
      },
    },
  })
  const tell = () => Promise.resolve()
  const parts = { database, engine, log, assets, witness: null, tell, finalLook }
  return {
    database,
    dewi,
    thief,
    booked,
    /** Looks at a row, and gives where it stands then. */
    async lookAt(rowId: number): Promise<string> {
      const hands = chainDepositHands({ ...parts, keys: testKeys }, rowId, epoch)
      await lookAt(hands, nothingKnown, () => false)
      const { state, alarm } = await readChainDeposit(database, rowId)
      return [state, alarm ?? []].flat().join(' ')
    },
  }
}

const head = {
  status: 'done',
  value: { height: 2, hash: 'main-2', final: null },
} as const

test('H-1 ATT-97: a deposit is credited to the owner of its address, once its node has it', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  assert.equal(on.booked.length, 1)
})

/** What a thief does to the row of Dewi's deposit, or puts beside it; and where the row is left then. */
const tamperings: readonly [what: string, sql: string, left: string][] = [
  ['another owner', 'user_id = $1', 'confirming deposit_forged'],
  ['his address', `user_id = $1, to_address = 'thief'`, 'confirming node_differs'],
  ['a larger amount', 'amount = 60000, units = 60000', 'confirming node_differs'],
  ['another transaction', `txid = 'other'`, 'confirming node_differs'],
  ['another block', `block_hash = 'main-x'`, 'confirming node_differs'],
  [
    'decided already',
    `state = 'crediting', amount = 60000, units = 60000`,
    'confirming node_differs',
  ],
  [
    'decided already, with some proof',
    `state = 'crediting', user_id = $1, credit_proof = sha256('x')`,
    'confirming deposit_forged',
  ],
  ['credited and taken back before', 'life = 2', 'confirming deposit_forged'],
  [
    'in suspense, and let go',
    `state = 'crediting', suspense_units = 50000, granted_life = 1, user_id = $1`,
    'crediting votes_unproven',
  ],
]

test('H-1 ATT-97: nothing is credited for a row that was changed, whatever of it was', async (t) => {
  const on = await setUp(
    t,
    tamperings.map((_, at) => `tx-${at}`),
  )
  for (const [at, [what, sql, left]] of tamperings.entries()) {
    await on.database.query(
      `update wallets.chain_deposit set ${sql} where id = $2 and $1::bigint is not null`,
      [on.thief, at + 1],
    )
    assert.equal(await on.lookAt(at + 1), left, what)
  }
  assert.deepEqual(on.booked, [])
})

test('H-1 ATT-97: an address that was given to another user in the database credits nobody, and what its chain has not said deep enough neither', async (t) => {
  const on = await setUp(t)
  await on.database.query(`delete from wallets.chain_address where address = 'thief'`)
  await on.database.query(`update wallets.chain_address set user_id = $1`, [on.thief])
  await on.database.query('update wallets.chain_deposit set user_id = $1', [on.thief])
  assert.equal(await on.lookAt(1), 'confirming deposit_forged')
  await on.database.query(`update wallets.chain_address set user_id = $1`, [on.dewi])
  await on.database.query(
    'update wallets.chain_deposit set user_id = $1, block_height = 2, needed = 1',
    [on.dewi],
  )
  assert.equal(await on.lookAt(1), 'confirming node_differs')
  await on.database.query('update wallets.chain_deposit set block_height = 1')
  assert.equal(await on.lookAt(1), 'credited')
  assert.equal(on.booked.length, 1)
})

test('H-1: addresses and reversals of before the seals are sealed once, as they were', async (t) => {
  const on = await setUp(t)
  await on.database.query('update wallets.chain_address set seal = null')
  await on.database.query('update wallets.chain_deposit set life = 2')
  assert.equal(await on.lookAt(1), 'confirming deposit_forged')
  await sealAddresses(on.database, testKeys)
  await proveReversals(on.database, testKeys)
  // Of a second life: a person looks at what became of the first one.
  assert.equal(await on.lookAt(1), 'credited claimed_back')
  assert.equal(on.booked.length, 1)
})

test('H-2 INV-22: a deposit that is credited says nothing of rulings without proof', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  await on.database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     values ('chain_deposit', 1, 'release', $1, 'Put here.')`,
    [on.thief],
  )
  assert.equal(await on.lookAt(1), 'credited')
})
