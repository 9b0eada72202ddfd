/** Scans of a real local chain: stored once, in order, by the current writer, and of one chain alone. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { localChainNodes } from '../../../../adapters/chain-nodes/index.ts'
import {
  temporaryChains,
  type TemporaryChains,
} from '../../../../adapters/chain-nodes/testing/chains.ts'
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { createRegister, localToken } from '../register.ts'
import { readChainSettings } from '../../../../platform/config/chain-settings.ts'
import { type ChainScan, createScan, wrongChainCause } from './scan.ts'
import { blocksPerScanMax, type EvmNode } from '../../../../adapters/evm/index.ts'
import { evmSource } from './sources.ts'
import { NotTheWriter } from '../../machine/writer.ts'
import { haltChain, resumeChain } from './halts.ts'
import { tipOf } from './tracker-store.ts'
import { createWatch } from '../addresses/watch.ts'

const epoch = 0
const log = createLog('silent')

let cluster: TestCluster
let chains: TemporaryChains

before(async () => {
  cluster = await temporaryCluster()
  chains = await temporaryChains({ only: ['bnb'], epochSlots: 2 })
})

after(async () => {
  await chains.end()
  await cluster.stop()
})

async function scanOn(
  t: TestContext,
  tokens: ReadonlyMap<string, number> = new Map(),
  asNode: (honest: EvmNode) => EvmNode = (honest) => honest,
): Promise<{ readonly database: Database; readonly scan: ChainScan }> {
  const database = openDatabase(await cluster.database(), log)
  const nodes = localChainNodes({ ...chains.process, stop: () => Promise.resolve() })
  t.after(async () => {
    await nodes.stop()
    await database.end()
  })
  await nodes.reach()
  const node = nodes.evm.bnb
  const profile = createRegister(readChainSettings({}, 'simulation'), []).chain('bnb')
  assert.ok(node !== null && profile !== null)
  const allowed = { contracts: new Set(tokens.keys()), expectedDecimals: tokens }
  const source = evmSource(asNode(node), () => allowed)
  const watch = createWatch(database, 'evm')
  return { database, scan: createScan({ database, keys: testKeys, log, profile, source, watch }) }
}

const cursorOf = async (database: Database) => {
  const found = await database.query<{ tip: number | null; head: number; paused: string | null }>(
    `select tip_height as tip, head_height as head, paused
     from wallets.chain_cursor where chain = 'bnb'`,
  )
  return found.rows[0]
}

test('ATT-83: a backlog is stored in steps, and a scan without news stores nothing', async (t) => {
  const { database, scan } = await scanOn(t)
  const first = await scan.runOnce(epoch)
  assert.equal(first.status, 'taken')
  const height = await chains.control.mine('bnb', blocksPerScanMax + 5)
  assert.equal((await scan.runOnce(epoch)).status, 'again')
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
  const tip = await tipOf(database, 'bnb')
  assert.equal(tip?.height, height)
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
  assert.deepEqual(await tipOf(database, 'bnb'), tip)
  assert.deepEqual(await cursorOf(database), { tip: height, head: height, paused: null })
})

test('ATT-78: a node of another chain is not read until an operator resumes', async (t) => {
  const { database, scan } = await scanOn(t)
  await database.query(
    `insert into wallets.chain_cursor (chain, genesis_hash) values ('bnb', '0xother')`,
  )
  const looked = await scan.runOnce(epoch)
  assert.deepEqual(looked, { status: 'halted', reason: wrongChainCause })
  assert.equal((await cursorOf(database))?.paused, wrongChainCause)
  assert.equal(await tipOf(database, 'bnb'), null)
})

test('ATT-75: a chain is not read while one of its tokens contradicts the settings', async (t) => {
  const { contract, decimals } = localToken
  const right = await scanOn(t, new Map([[contract, decimals]]))
  assert.equal((await right.scan.runOnce(epoch)).status, 'taken')
  for (const [named, expected] of [
    [contract, /6 decimals, not 18/],
    [`0x${'ab'.repeat(20)}`, /no decimals, not 18/],
  ] as const) {
    const wrong = await scanOn(t, new Map([[named, 18]]))
    const looked = await wrong.scan.runOnce(epoch)
    assert.equal(looked.status, 'failed')
    assert.match(looked.reason ?? '', expected)
    assert.equal(await tipOf(wrong.database, 'bnb'), null)
  }
})

test('FLT-28: a jumping head stores only blocks that exist', async (t) => {
  const lie = { by: 0, hash: '' }
  const { database, scan } = await scanOn(t, new Map(), (honest) => ({
    ...honest,
    async heads() {
      const answer = await honest.heads()
      if (answer.status !== 'done') return answer
      const { head } = answer.value
      const reported = { ...head, number: head.number + lie.by, hash: lie.hash || head.hash }
      return { ...answer, value: { ...answer.value, head: reported } }
    },
  }))
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
  const before = await tipOf(database, 'bnb')
  lie.by = 1_000_000
  assert.equal((await scan.runOnce(epoch)).status, 'failed')
  assert.deepEqual(await tipOf(database, 'bnb'), before)
  lie.by = -3
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
  assert.deepEqual(await tipOf(database, 'bnb'), before)
  lie.by = 0
  lie.hash = `0x${'ab'.repeat(32)}`
  await scan.runOnce(epoch)
  assert.deepEqual(await tipOf(database, 'bnb'), before)
  lie.hash = ''
  const height = await chains.control.mine('bnb', 2)
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
  assert.deepEqual(await cursorOf(database), { tip: height, head: height, paused: null })
})

test('R-62: a server that is not the writer stores nothing', async (t) => {
  const { database, scan } = await scanOn(t)
  await assert.rejects(scan.runOnce(epoch + 1), NotTheWriter)
  assert.equal(await tipOf(database, 'bnb'), null)
  assert.equal((await scan.runOnce(epoch)).status, 'taken')
})

test('FLT-26: a halted chain is not read, and continues where it was', async (t) => {
  const { database, scan } = await scanOn(t)
  await scan.runOnce(epoch)
  const tip = await tipOf(database, 'bnb')
  await inTransaction(database, (it) => haltChain(it, testKeys, 'bnb', 'deep_reorganization'))
  await chains.control.mine('bnb', 3)
  const looked = await scan.runOnce(epoch)
  assert.deepEqual(looked, { status: 'halted', reason: 'deep_reorganization' })
  assert.deepEqual(await tipOf(database, 'bnb'), tip)
  await inTransaction(database, (it) => resumeChain(it, testKeys, 'bnb'))
  await scan.runOnce(epoch)
  assert.equal((await tipOf(database, 'bnb'))?.height, (tip?.height ?? 0) + 3)
})

test('ATT-80: competing branches are read again from their fork', async (t) => {
  const { database, scan } = await scanOn(t)
  await scan.runOnce(epoch)
  for (const order of [{ depth: 1 }, { depth: 3 }, { depth: 2, blocks: 2 }]) {
    await chains.control.mine('bnb', 4)
    while ((await scan.runOnce(epoch)).status === 'again');
    await chains.control.fork('bnb', order)
    let looked = await scan.runOnce(epoch)
    for (let round = 0; looked.status === 'again' && round < 20; round += 1) {
      looked = await scan.runOnce(epoch)
    }
    assert.equal(looked.status, 'taken', looked.reason ?? '')
    const nodes = localChainNodes({ ...chains.process, stop: () => Promise.resolve() })
    await nodes.reach()
    const heads = await nodes.evm.bnb?.heads()
    assert.ok(heads?.status === 'done')
    const tip = await tipOf(database, 'bnb')
    assert.deepEqual([tip?.height, tip?.hash], [heads.value.head.number, heads.value.head.hash])
    await nodes.stop()
  }
})
