import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../engine/testing/until.ts'
import { createLog } from '../../platform/logging/log.ts'
import { createLocalNodes, type LocalNodesProcess, nodesControl, NodesRefusal } from './index.ts'
import { temporaryChains } from './testing/chains.ts'

const log = createLog('fatal')
const someone = '0x00000000000000000000000000000000000000aa'

async function startBnb(test: TestContext): Promise<LocalNodesProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-nodes-'))
  const local = createLocalNodes({ log, folder, only: ['bnb'] })
  test.after(async () => {
    await local.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return local
}

test('R-42: nodes start on first use, once for concurrent callers', async (t) => {
  const local = await startBnb(t)
  assert.equal(local.pid(), null)
  const [first, second] = await Promise.all([local.reach(), local.reach()])
  assert.ok(first !== null)
  assert.deepEqual(second, first)
  assert.equal(first.bitcoin, undefined)
  assert.deepEqual(Object.keys(first.evm), ['bnb'])
  assert.equal(first.evm.bnb?.chainId, 56)
  assert.equal(first.evm.bnb?.token.decimals, 6)
})

test('FLT-28: killed nodes are restarted with their blocks', async (t) => {
  const local = await startBnb(t)
  const first = await local.reach()
  assert.ok(first !== null)
  const height = await nodesControl(first).mine('bnb', 3)
  process.kill(local.pid() ?? 0, 'SIGKILL')
  await until('the process is gone', () => local.pid() === null)
  const again = await local.reach()
  assert.ok(again !== null)
  assert.equal(await nodesControl(again).mine('bnb', 1), height + 1)
})

test('stopped nodes are not started again', async (t) => {
  const local = await startBnb(t)
  await local.reach()
  await local.stop()
  assert.equal(local.pid(), null)
  assert.equal(await local.reach(), null)
})

test('tests get their own nodes, whose errors keep their messages', async (t) => {
  const chains = await temporaryChains({ only: ['bnb'], epochSlots: 1 })
  t.after(() => chains.end())
  const { control } = chains
  const txid = await control.pay('bnb', { address: someone, amount: 5n, asset: 'token' })
  assert.match(txid, /^0x[0-9a-f]{64}$/)
  await control.mine('bnb', 2)
  const height = await control.mine('bnb', 1)
  assert.equal(await control.fork('bnb', { depth: 2 }), height + 1)
  await assert.rejects(control.fork('bnb', { depth: 900 }), NodesRefusal)
  await assert.rejects(control.mine('ethereum', 1), NodesRefusal)
  const payment = { address: 'nobody', amount: 5n, asset: 'coin' } as const
  await assert.rejects(control.pay('bnb', payment), /not an address of the chain/)
})
