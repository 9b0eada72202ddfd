/** Write access to the database gets no coins credited (ATT-97, H-1). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Command, CommandId } from '@tukar/core'
import { derivedCommandId } from '../../../../engine/index.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { audit } from '../../../desk/index.ts'
import { proofFindings } from '../../audit-proofs.ts'
import { advanceRow } from '../../machine/advance.ts'
import { sealAddresses } from '../addresses/address-store.ts'
import {
  bitcoinAsset,
  block,
  viewWith,
  output,
  personWithAddress,
  twoConfirmations,
} from '../testing/coins.ts'
import { createFinalCheck } from '../tracking/final-check.ts'
import { openChain, storeView } from '../tracking/tracker-store.ts'
import { createDepositExecutor } from './deposit-executor.ts'
import { nothingKnown } from './deposit-row.ts'
import { proveReversals, proveReversing, readChainDeposit } from './deposit-store.ts'

const epoch = 0
const assets = [{ ...bitcoinAsset, travelLimit: null }]
const rules = { chain: 'bitcoin', finality: twoConfirmations, assets } as const

const anyCommand = { kind: 'suspend_account', accountId: 1 } as const

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/**
 * A chain of three blocks that paid Dewi 50,000, once or several times, and the state machine of deposits.
 */
async function setUp(t: TestContext, txids: readonly string[] = ['a']) {
  const log = createLog('silent')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const dewi = await personWithAddress(database, 'dewi')
  const thief = await personWithAddress(database, 'thief')
  const paid = txids.map((txid) => output(txid, 0, 'dewi', 50_000))
  await storeView(
    { database, keys: testKeys },
    {
      epoch,
      rules,
      view: viewWith([block(0, 'main'), block(1, 'main', paid), block(2, 'main')]),
    },
  )
  const booked: Command[] = []
  const ids = new Set<string>()
  /** Books each command id once, as the engine does. */
  const engine = {
    submit(command: Command, id: CommandId | null) {
      const name = JSON.stringify(id)
      if (!ids.has(name)) booked.push(command)
      ids.add(name)
      return Promise.resolve({ status: 'accepted', seq: 1, timeMs: 0, events: [] } as const)
    },
  }
  /** The node of the chain: it has these outputs, in block 1 of 2. */
  const finalCheck = createFinalCheck({
    sources: new Map([['bitcoin', { head: async () => head }]]),
    finalityOf: () => twoConfirmations,
    nodes: {
      see: async ({ txid, index, toAddress, amount, block }) => {
        const isThere = txids.includes(txid) && index === 0 && block?.hash === 'main-1'
        return isThere && toAddress === 'dewi' && amount === 50_000n ? 'seen' : 'differs'
      },
    },
  })
  const notify = () => Promise.resolve()
  const deps = { database, engine, log, assets, witness: null, notify, finalCheck }
  return {
    database,
    dewi,
    thief,
    booked,
    /** Books a command under this name. */
    submit: (name: string) => engine.submit(anyCommand, derivedCommandId(name)),
    /** Processes a row and returns its state afterwards. */
    async lookAt(rowId: number): Promise<string> {
      const hands = createDepositExecutor({ ...deps, keys: testKeys }, rowId, epoch)
      await advanceRow(hands, nothingKnown, () => false)
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

/** Changes that a thief makes to Dewi's deposit or adds beside it, and the resulting state of the row. */
const tamperings: readonly [what: string, sql: string, left: string][] = [
  ['another owner', 'user_id = $1', 'confirming deposit_forged'],
  ['his address', `user_id = $1, to_address = 'thief'`, 'confirming node_differs'],
  ['more units than it is worth', 'units = 60000', 'confirming deposit_forged'],
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

test('H-1 ATT-97: a row with any changed value is not credited', async (t) => {
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

test('H-1 ATT-97: neither a reassigned address nor an insufficiently confirmed deposit is credited', async (t) => {
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

test('H-1 ATT-97: a credited deposit whose row was set to `reversing` stays credited while the chain has it', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  const setBack = `update wallets.chain_deposit set state = 'reversing', reversal_proof = credit_proof`
  await on.database.query(setBack)
  assert.equal(await on.lookAt(1), 'credited')
  assert.equal(on.booked.length, 1, 'nothing is taken back, and nobody is held')
  // A deposit that the chain no longer has is reversed.
  await on.database.query(
    'update wallets.chain_deposit set block_height = null, block_hash = null where id = 1',
  )
  assert.equal(await on.lookAt(1), 'claimed_back claimed_back')
  assert.equal(on.booked.length, 3)
})

/**
 * Changes the identity of the first row and inserts a second row with the original identity, as if it were
 * new.
 */
async function doubleFirst({ database }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  const columns = `chain, user_id, currency_id, output_index, to_address, amount, is_coinbase, units,
    block_height, block_hash, needed`
  await database.query(`update wallets.chain_deposit set txid = 'given-away' where id = 1`)
  await database.query(
    `insert into wallets.chain_deposit (${columns}, txid, state)
     select ${columns}, 'a', 'confirming' from wallets.chain_deposit where id = 1`,
  )
}

test('H-1 INV-12: a second row of one deposit gets the answer of the first', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  await doubleFirst(on)
  assert.equal(await on.lookAt(2), 'credited')
  assert.equal(on.booked.length, 1)
})

test('H-1 INV-12: a credit from before names by chain fact keeps its name, and so does a second row of it', async (t) => {
  const on = await setUp(t)
  await on.database.query(
    `insert into wallets.old_chain_deposit
     select chain, txid, output_index, to_address, '', amount, 77 from wallets.chain_deposit`,
  )
  // As an earlier version booked it.
  await on.submit('chain_deposit:77:credit:1')
  assert.equal(await on.lookAt(1), 'credited')
  await doubleFirst(on)
  assert.equal(await on.lookAt(2), 'credited')
  assert.deepEqual(on.booked, [anyCommand])
})

test('H-1: the audit reports changed addresses and credited deposits, except credits from before proofs existed', async (t) => {
  const on = await setUp(t)
  await on.lookAt(1)
  const alarmsAfter = async (sql: string) => {
    await on.database.query(sql)
    const findings = await proofFindings(on.database, testKeys)
    return findings.flatMap(({ wrong }) => wrong)
  }
  const addressForged = 'Address bitcoin 0 is not sealed to account'
  const creditForged = 'Chain deposit 1 is credited, and nothing proves it.'
  assert.deepEqual(await alarmsAfter('select 1'), [])
  const [forged = ''] = await alarmsAfter(
    `update wallets.chain_address set address = 'other' where index = 0`,
  )
  assert.ok(forged.startsWith(addressForged), forged)
  const more = await alarmsAfter('update wallets.chain_deposit set units = 60000')
  assert.deepEqual(more.slice(1), [creditForged])
  const noProof = await alarmsAfter('update wallets.chain_deposit set credit_proof = null')
  assert.deepEqual(noProof.slice(1), [creditForged])
  await inTransaction(on.database, (transaction) =>
    audit.record(transaction, {
      operatorId: null,
      action: 'seals.made',
      subject: 'people',
      reason: '',
    }),
  )
  assert.equal((await alarmsAfter('select 1')).length, 1)
})

test('H-1: addresses and reversals from before seals existed are sealed once, as they were', async (t) => {
  const on = await setUp(t)
  await on.database.query('update wallets.chain_address set seal = null')
  await on.database.query('update wallets.chain_deposit set life = 2')
  assert.equal(await on.lookAt(1), 'confirming deposit_forged')
  await sealAddresses(on.database, testKeys)
  await proveReversals(on.database, testKeys)
  // In a second life: an operator checks what became of the first one.
  assert.equal(await on.lookAt(1), 'credited claimed_back')
  assert.equal(on.booked.length, 1)
})

test('H-1: a reversal that an earlier version began is completed, even while the chain is being read', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  // Until then, a row without a proof would be credited again, and its owner could withdraw the money.
  await on.database.query('update wallets.chain_cursor set head_height = 9')
  await on.database.query(
    `update wallets.chain_deposit set state = 'reversing', reversal_proof = null, block_height = null,
       block_hash = null`,
  )
  await proveReversing(on.database, testKeys)
  assert.equal(await on.lookAt(1), 'claimed_back claimed_back')
  assert.equal(on.booked.length, 3)
})

test('H-2 INV-22: a credited deposit shows no alarm about unproven rulings', async (t) => {
  const on = await setUp(t)
  assert.equal(await on.lookAt(1), 'credited')
  await on.database.query(
    `insert into wallets.approval (kind, row_id, decision, operator_id, reason)
     values ('chain_deposit', 1, 'release', $1, 'Put here.')`,
    [on.thief],
  )
  assert.equal(await on.lookAt(1), 'credited')
})
