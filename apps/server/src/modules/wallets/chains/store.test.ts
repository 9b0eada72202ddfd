/** Chains, addresses and deposits in PostgreSQL: the stored rows equal the pure decisions. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Command } from '@tukar/core'
import type { Engine } from '../../../engine/index.ts'
import { createLog } from '../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { advanceRow } from '../machine/advance.ts'
import { claimDue } from '../machine/row-store.ts'
import { addressesFrom, assignAddress } from './addresses/address-store.ts'
import type { ChainView } from './tracking/chain-view.ts'
import { createDepositExecutor } from './deposits/deposit-executor.ts'
import { nothingKnown } from './deposits/deposit-row.ts'
import { readChainDeposit, storeSender } from './deposits/deposit-store.ts'
import { poolOf } from './testing/chain-model.ts'
import {
  bitcoinAsset,
  block,
  viewWith,
  nodesAgree,
  output,
  personWithAddress,
  twoConfirmations,
} from './testing/coins.ts'
import {
  findChainHalt,
  findChainHalts,
  haltChain,
  resumeChain,
  setPaused,
  unprovenChainHalts,
} from './tracking/halts.ts'
import { keyElsewhereCause } from './tracking/halt-causes.ts'
import {
  openChain,
  refreshHalt,
  storeView,
  storeClaim,
  tipOf,
  WrongChain,
} from './tracking/tracker-store.ts'
import { NotTheWriter } from '../machine/writer.ts'

const rules = { chain: 'bitcoin', finality: twoConfirmations, assets: [bitcoinAsset] } as const
const epoch = 0
/** Outputs to one address in one block. */
const crumbsCount = 10_000

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

type CommandId = Parameters<Engine['submit']>[1]

type Stage = {
  readonly database: Database
  readonly commands: Command[]
  see(view: ChainView): ReturnType<typeof storeView>
  /** Processes due rows until none is due; returns `id:state` of every deposit. */
  work(): Promise<readonly string[]>
}

async function stage(t: { after: (end: () => Promise<void>) => void }): Promise<Stage> {
  const log = createLog('silent')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const commands: Command[] = []
  const done = new Set<string>()
  const engine = {
    submit(command: Command, commandId: CommandId) {
      if (commandId === null) throw new Error('a step has no id of its own')
      const id = JSON.stringify(commandId)
      if (!done.has(id)) commands.push(command)
      done.add(id)
      return Promise.resolve({ status: 'accepted', events: [] } as never)
    },
  }
  const notify = () => Promise.resolve()
  const deps = { database, engine, log, assets: rules.assets, witness: null, notify, ...nodesAgree }
  return {
    database,
    commands,
    see: (view) => storeView({ database, keys: testKeys }, { epoch, rules, view }),
    async work() {
      for (let round = 0; round < 20; round += 1) {
        const due = await claimDue(database, 'chain_deposit', { epoch, max: 100 })
        if (due.length === 0) break
        for (const rowId of due) {
          await advanceRow(createDepositExecutor(deps, rowId, epoch), nothingKnown, () => false)
        }
      }
      const found = await database.query<{ id: number; state: string }>(
        'select id, state from wallets.chain_deposit order by id',
      )
      return found.rows.map(({ id, state }) => `${id}:${state}`)
    },
  }
}

function creditsOf({ commands }: Stage): readonly string[] {
  return commands.map((command) =>
    'amount' in command ? `${command.kind} ${command.amount}` : command.kind,
  )
}

test('SRV-63: concurrent requests give each user one address, with indexes without gaps', async (t) => {
  const { database } = await stage(t)
  const on = { database, seals: testKeys }
  const people: number[] = []
  for (const name of ['ayu', 'budi', 'citra']) people.push(await personWithAddress(database, name))
  await database.query('delete from wallets.chain_address')
  const asked = people.flatMap((userId) => [userId, userId, userId])
  const given = await Promise.all(
    asked.map((userId) => assignAddress(on, 'evm', userId, (index) => `0x${index}`)),
  )
  assert.equal(people.length, 3)
  assert.equal(new Set(given).size, people.length)
  const all = await addressesFrom(database, 'evm', { fromIndex: 0, max: 10 })
  assert.deepEqual(
    all.map(({ index }) => index),
    people.map((_, index) => index),
  )
})

test('SRV-64 ATT-79 ATT-83: a deposit is credited once it is final, and each block is stored once', async (t) => {
  const on = await stage(t)
  const userId = await personWithAddress(on.database, 'dewi')
  await on.see(viewWith([block(0, 'main')]))
  const paid = [
    output('a', 0, 'dewi', 50_000),
    output('a', 1, 'dewi', 20_000),
    output('a', 2, 'x', 9),
  ]
  await on.see(viewWith([], { headHeight: 0, pool: poolOf(paid) }))
  assert.deepEqual(await on.work(), ['1:seen', '2:seen'])
  const view = viewWith([block(1, 'main', paid)])
  await Promise.all([on.see(view), on.see(view), on.see(view)])
  assert.deepEqual(await on.work(), ['1:confirming', '2:confirming'])
  assert.deepEqual(creditsOf(on), [])
  await on.see(viewWith([block(2, 'main')]))
  assert.deepEqual(await on.work(), ['1:credited', '2:credited'])
  assert.deepEqual(creditsOf(on), ['credit 50000', 'credit 20000'])
  assert.equal((await readChainDeposit(on.database, 1)).userId, userId)
  assert.equal((await tipOf(on.database, 'bitcoin'))?.hash, 'main-2')
  const steps = await on.database.query(
    `select state from wallets.step where kind = 'chain_deposit' and row_id = 1 order by no`,
  )
  assert.deepEqual(
    steps.rows.map((row: { state: string }) => row.state),
    ['seen', 'confirming', 'crediting', 'credited'],
  )
})

test('ATT-80: a reorganized credit is reversed, its owner’s account is held, and it is credited again when it returns', async (t) => {
  const on = await stage(t)
  await personWithAddress(on.database, 'eka')
  const paid = [output('a', 0, 'eka', 50_000)]
  await on.see(viewWith([block(0, 'main'), block(1, 'main', paid), block(2, 'main')]))
  assert.deepEqual(await on.work(), ['1:credited'])
  const result = await on.see(viewWith([block(3, 'other')]))
  assert.deepEqual(result, { kind: 'reread', fromHeight: 2 })
  const branch = [block(1, 'other', [], 'main'), block(2, 'other'), block(3, 'other')]
  await on.see(viewWith(branch.slice(0, 1), { headHeight: 3 }))
  assert.deepEqual(await on.work(), ['1:credited'], 'it may come in the next block')
  await on.see(viewWith(branch.slice(1)))
  assert.deepEqual(await on.work(), ['1:claimed_back'])
  assert.equal((await readChainDeposit(on.database, 1)).alarm, 'claimed_back')
  await on.see(viewWith([block(4, 'other', paid), block(5, 'other')]))
  assert.deepEqual(await on.work(), ['1:credited'])
  const wanted = ['credit 50000', 'suspend_account', 'reverse_credit 50000', 'credit 50000']
  assert.deepEqual(creditsOf(on), wanted)
})

test('SRV-68 ATT-88: above the daily limit a deposit waits for the sender’s data, given once by its owner', async (t) => {
  const on = await stage(t)
  const userId = await personWithAddress(on.database, 'fitri')
  const other = await personWithAddress(on.database, 'gita')
  const paid = [output('a', 0, 'fitri', 60_000), output('b', 0, 'fitri', 60_000)]
  await on.see(viewWith([block(0, 'main'), block(1, 'main', paid), block(2, 'main')]))
  const states = await on.work()
  assert.equal(states.filter((one) => one.endsWith('credited')).length, 1)
  const rowId = states.findIndex((one) => one.endsWith('held')) + 1
  const sender = { name: 'Hadi', address: 'Jalan Merdeka 1', idNumber: null }
  assert.equal(await storeSender(on.database, { rowId, userId: other }, sender), 'unknown')
  const both = await Promise.all([
    storeSender(on.database, { rowId, userId }, sender),
    storeSender(on.database, { rowId, userId }, sender),
  ])
  assert.deepEqual(both.toSorted(), ['already_stored', 'stored'])
  assert.deepEqual(await on.work(), ['1:credited', '2:credited'])
})

test('ATT-81: ten thousand tiny deposits are stored within bounded time, and added up once they reach the minimum', async (t) => {
  const on = await stage(t)
  await personWithAddress(on.database, 'indah')
  await personWithAddress(on.database, 'joko')
  const crumbs = Array.from({ length: crumbsCount }, (_, index) =>
    output('flood', index, 'joko', 1),
  )
  const small = [output('a', 0, 'indah', 12_000), output('b', 0, 'indah', 7_999)]
  const begun = performance.now()
  await on.see(viewWith([block(0, 'main'), block(1, 'main', [...small, ...crumbs])]))
  await on.see(viewWith([block(2, 'main')]))
  const states = await on.work()
  assert.ok(performance.now() - begun < 30_000)
  assert.equal(states.length, crumbsCount + 2)
  assert.ok(states.every((one) => one.endsWith('too_small')))
  assert.deepEqual(creditsOf(on), [])
  const more = [output('c', 0, 'indah', 1)]
  await on.see(viewWith([block(3, 'main', more), block(4, 'main')]))
  const later = await on.work()
  const credited = later.filter((one) => one.endsWith('credited'))
  assert.deepEqual(credited, ['1:credited', '2:credited', `${crumbsCount + 3}:credited`])
  assert.deepEqual(creditsOf(on).toSorted(), ['credit 1', 'credit 12000', 'credit 7999'])
})

test('ATT-72 SRV-65: a claim credits the owner of the address, once, and only for a mined transaction', async (t) => {
  const on = await stage(t)
  await on.see(viewWith([block(0, 'main'), block(1, 'main'), block(2, 'main')]))
  const userId = await personWithAddress(on.database, 'kiki')
  const named = block(1, 'main', [output('a', 0, 'kiki', 50_000), output('a', 1, 'x', 5)]).sightings
  const claims = await Promise.all(
    [1, 2].map(() => storeClaim(on.database, { epoch, rules, sightings: named })),
  )
  assert.ok(claims.every(({ kind }) => kind === 'write'))
  const forked = block(1, 'fake', [output('b', 0, 'kiki', 50_000)]).sightings
  const ahead = block(9, 'main', [output('c', 0, 'kiki', 50_000)]).sightings
  const strange = block(1, 'main', [output('d', 0, 'x', 50_000)]).sightings
  const kinds = await Promise.all(
    [forked, ahead, strange].map(
      async (sightings) => (await storeClaim(on.database, { epoch, rules, sightings })).kind,
    ),
  )
  assert.deepEqual(kinds, ['retry', 'not_yet', 'nothing'])
  await on.work()
  const rows = await on.database.query('select user_id, state from wallets.chain_deposit')
  assert.deepEqual(rows.rows, [{ user_id: userId, state: 'credited' }])
})

test('ATT-97 FLT-28: a halted chain credits and pays nothing, even if its row is cleared', async (t) => {
  const on = await stage(t)
  await personWithAddress(on.database, 'lina')
  await on.see(viewWith([block(0, 'main')]))
  const pausing = { database: on.database, keys: testKeys }
  const limits = { lookMs: 60_000, tipMs: 3_600_000, finalMs: null }
  const halt = 'deep_reorganization'
  // The scan that finds it stores the proof at once.
  assert.equal((await on.see(viewWith([block(1, 'other')]))).kind, 'halt')
  const clear = () => setPaused(on.database, 'bitcoin', null)
  await clear()
  assert.equal(await findChainHalt(on.database, testKeys, 'bitcoin'), halt)
  const paid = [output('a', 0, 'lina', 50_000)]
  await on.see(viewWith([block(1, 'main', paid), block(2, 'main')]))
  assert.deepEqual(await on.work(), ['1:confirming'])
  assert.deepEqual(creditsOf(on), [])
  for (const _ of ['once', 'twice']) {
    await clear()
    assert.equal(await refreshHalt(pausing, 'bitcoin', limits), halt)
  }
  const found = await on.database.query<{ paused: string; alarms: string[] }>(
    `select paused, array(select subject from desk.audit_entry where action = 'row.unproven') as alarms
     from wallets.chain_cursor where chain = 'bitcoin'`,
  )
  assert.deepEqual(found.rows, [{ paused: halt, alarms: ['chain:bitcoin'] }])
})

test('ATT-97 FLT-28: a row that somebody wrote halts no chain', async (t) => {
  const on = await stage(t)
  await personWithAddress(on.database, 'lina')
  const pausing = { database: on.database, keys: testKeys }
  const limits = { lookMs: 60_000, tipMs: 3_600_000, finalMs: null }
  await on.see(viewWith([block(0, 'main')]))
  await setPaused(on.database, 'bitcoin', 'deep_reorganization')
  assert.equal(await findChainHalt(on.database, testKeys, 'bitcoin'), null)
  assert.deepEqual([...(await findChainHalts(on.database, testKeys))], [['bitcoin', null]])
  const paid = [output('a', 0, 'lina', 50_000)]
  await on.see(viewWith([block(1, 'main', paid), block(2, 'main')]))
  assert.deepEqual(await on.work(), ['1:credited'])
  assert.deepEqual(await unprovenChainHalts(on.database, testKeys), ['bitcoin'])
  assert.equal(await refreshHalt(pausing, 'bitcoin', limits), null)
  assert.deepEqual(await unprovenChainHalts(on.database, testKeys), [])
  const found = await on.database.query(
    `select paused, array(select subject from desk.audit_entry where action = 'row.unproven') as alarms
     from wallets.chain_cursor`,
  )
  assert.deepEqual(found.rows, [{ paused: null, alarms: ['chain:bitcoin'] }])
})

test('FLT-26 FLT-28: a halt by an operator outlives what the machine finds, and the end of a pause', async (t) => {
  const on = await stage(t)
  const pausing = { database: on.database, keys: testKeys }
  const limits = { lookMs: 60_000, tipMs: 3_600_000, finalMs: null }
  const halt = (cause: string) =>
    inTransaction(on.database, (it) => haltChain(it, testKeys, 'bitcoin', cause))
  const paused = async () => [
    await findChainHalt(on.database, testKeys, 'bitcoin'),
    await refreshHalt(pausing, 'bitcoin', limits),
  ]
  assert.equal(await refreshHalt(pausing, 'bitcoin', limits), 'never_looked')
  assert.equal(await halt('operator'), 'operator')
  await on.see(viewWith([block(0, 'main')]))
  assert.deepEqual(await paused(), ['operator', 'operator'])
  assert.equal((await on.see(viewWith([block(1, 'other')]))).kind, 'halt')
  assert.equal(await halt(keyElsewhereCause), 'operator')
  assert.deepEqual(await paused(), ['operator', 'operator'])
  await inTransaction(on.database, (it) => resumeChain(it, testKeys, 'bitcoin'))
  assert.deepEqual(await paused(), [null, null])
  const alarms = await on.database.query(
    `select from desk.audit_entry where action = 'row.unproven'`,
  )
  assert.equal(alarms.rows.length, 0)
})

test('ATT-78 FLT-26 FLT-28 INV-25: another chain, a halt or an older writer credits nothing', async (t) => {
  const on = await stage(t)
  await personWithAddress(on.database, 'lina')
  await assert.rejects(openChain(on.database, 'bitcoin', 'test-0'), WrongChain)
  await on.see(viewWith([block(0, 'main')]))
  const pausing = { database: on.database, keys: testKeys }
  const limits = { lookMs: 60_000, tipMs: 3_600_000, finalMs: null }
  assert.equal(await refreshHalt(pausing, 'bitcoin', limits), null)
  const long = `update wallets.chain_cursor set looked_at = now() - interval '2 minutes'`
  await on.database.query(long)
  assert.equal(await refreshHalt(pausing, 'bitcoin', limits), 'node_silent')
  const paid = [output('a', 0, 'lina', 50_000)]
  await on.see(viewWith([block(1, 'main', paid), block(2, 'main')]))
  assert.deepEqual(await on.work(), ['1:confirming'])
  assert.deepEqual(creditsOf(on), [])
  assert.equal(await refreshHalt(pausing, 'bitcoin', limits), null)
  await on.database.query('update wallets.chain_deposit set next_look_at = now()')
  assert.deepEqual(await on.work(), ['1:credited'])
  const late = { epoch: 7, rules, view: viewWith([block(3, 'main')]) }
  await assert.rejects(storeView(pausing, late), NotTheWriter)
  assert.equal((await tipOf(on.database, 'bitcoin'))?.height, 2)
})
