import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fieldsOf } from './fields.ts'
import { type Nodes, startNodes, temporaryFolder } from './testing/nodes.ts'

/** Only a failing test waits this long. */
const waitMs = 60_000
/** Restarts often enough to find a wrong block 0, which a node would serve by chance. */
const beginnings = 8
const someone = '0x00000000000000000000000000000000000000aa'

function folderOf(test: TestContext): string {
  const folder = temporaryFolder()
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const untilMs = performance.now() + waitMs
  while (!(await isSo())) {
    assert.ok(performance.now() < untilMs, 'it did not come about in time')
    await pause(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    // A zombie process has no command line.
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

async function heightOf(nodes: Nodes): Promise<number> {
  return Number((await nodes.order('bnb', 'state'))['height'])
}

/** The height of the chain once its clock stops making blocks. */
async function heightAtRest(nodes: Nodes): Promise<number> {
  let last = -1
  await until(async () => {
    const now = await heightOf(nodes)
    const isSame = now === last
    last = now
    if (!isSame) await pause(300)
    return isSame
  })
  return last
}

test('all four chains start in one process, and keep their state after a restart', async (t) => {
  const folder = folderOf(t)
  const first = await startNodes(folder, {})
  const heights: unknown[] = []
  for (const chain of ['bitcoin', 'ethereum', 'arbitrum', 'bnb']) {
    heights.push((await first.order(chain, 'mine', { blocks: 2 }))['height'])
  }
  await first.end()
  const ports = { bitcoin: String(fieldsOf(first.ready['bitcoin'])['url']).split(':').at(-1) }
  const again = await startNodes(folder, { CHAINS_PORTS: `bitcoin=${ports.bitcoin}` })
  const found: unknown[] = []
  for (const chain of ['bitcoin', 'ethereum', 'arbitrum', 'bnb']) {
    found.push((await again.order(chain, 'state'))['height'])
  }
  assert.deepEqual(found, heights)
  assert.deepEqual(again.ready['bitcoin'], first.ready['bitcoin'])
  await again.end()
})

test('ATT-78: the first block of a chain stays the same after any number of restarts', async (t) => {
  const folder = folderOf(t)
  const firsts = new Set<unknown>()
  for (let round = 0; round < beginnings; round += 1) {
    const nodes = await startNodes(folder, { CHAINS_ONLY: 'ethereum,bnb' })
    const blocks = ['ethereum', 'bnb'].map(async (chain) => {
      const block = await nodes.rpc(chain)('eth_getBlockByNumber', ['0x0', false])
      await nodes.order(chain, 'mine')
      return `${chain} ${String(fieldsOf(block)['hash'])}`
    })
    for (const first of await Promise.all(blocks)) firsts.add(first)
    await nodes.end()
    // Two first blocks differ only by the second in which they were made.
    await pause(1_000)
  }
  assert.equal(firsts.size, 2, [...firsts].join(', '))
})

test('no node outlives a process that was killed', async (t) => {
  const nodes = await startNodes(folderOf(t), { CHAINS_ONLY: 'bitcoin,bnb' })
  const pids: number[] = []
  for (const chain of ['bitcoin', 'bnb']) {
    pids.push(Number((await nodes.order(chain, 'state'))['pid']))
  }
  assert.ok(pids.every(isAlive))
  nodes.child.kill('SIGKILL')
  await until(() => !pids.some(isAlive))
})

test('FLT-26 FLT-28: a node that dies is restarted with its state', async (t) => {
  const nodes = await startNodes(folderOf(t), { CHAINS_ONLY: 'bitcoin,bnb' })
  for (const chain of ['bitcoin', 'bnb']) {
    const { height } = await nodes.order(chain, 'mine', { blocks: 2 })
    const { pid } = await nodes.order(chain, 'state')
    process.kill(Number(pid), 'SIGKILL')
    await until(() => !isAlive(Number(pid)))
    await until(() =>
      nodes.order(chain, 'state').then(
        (state) => state['height'] === height && state['pid'] !== pid,
        () => false,
      ),
    )
  }
  await nodes.end()
})

test('FLT-26 FLT-28: after a node’s restart new blocks are added, so that the state at its final block is known', async (t) => {
  const nodes = await startNodes(folderOf(t), {
    CHAINS_ONLY: 'bnb',
    CHAINS_BLOCK_MS: 'bnb=50',
    CHAINS_EPOCH_SLOTS: '2',
  })
  const isFinalKnown = (): Promise<boolean> =>
    nodes
      .rpc('bnb')('eth_getTransactionCount', [someone, 'finalized'])
      .then(
        () => true,
        () => false,
      )
  await heightAtRest(nodes)
  const { pid } = await nodes.order('bnb', 'state')
  process.kill(Number(pid), 'SIGKILL')
  await until(() => !isAlive(Number(pid)))
  await until(isFinalKnown)
  await nodes.end()
})

test('the clock makes blocks while transactions wait, and then stops', async (t) => {
  const nodes = await startNodes(folderOf(t), {
    CHAINS_ONLY: 'bnb',
    CHAINS_BLOCK_MS: 'bnb=20',
    CHAINS_EPOCH_SLOTS: '2',
  })
  const height = () => heightOf(nodes)
  const rest = () => heightAtRest(nodes)
  const before = await rest()
  await nodes.order('bnb', 'faucet', { address: someone, amount: '5' })
  await until(async () => (await height()) > before)
  // The block with the transaction, and the blocks that bury it under a finalized one.
  assert.equal(await rest(), before + 5)
  await nodes.order('bnb', 'clock', { blockMs: 0 })
  await nodes.order('bnb', 'faucet', { address: someone, amount: '5' })
  assert.equal((await nodes.order('bnb', 'mine'))['height'], before + 6)
  await nodes.end()
})

test('control calls require the key, and refuse invalid input', async (t) => {
  const nodes = await startNodes(folderOf(t), { CHAINS_ONLY: 'bnb' })
  const bare = await fetch(`${String(nodes.ready['control'])}/bnb/mine`, { method: 'POST' })
  assert.equal(bare.status, 401)
  const refused: readonly [string, object, RegExp][] = [
    ['nothing', {}, /no such chain or call/],
    ['mine', { blocks: 0 }, /whole number/],
    ['mine', { address: someone }, /no reward address/],
    ['fork', { depth: 500 }, /depth must be/],
    ['fork', { depth: 3, blocks: 2 }, /at least as long as/],
    ['faucet', { address: someone, amount: '0' }, /amount/],
    ['faucet', { address: 'bcrt1', amount: '1' }, /not an address/],
    ['deploy', { kind: 'Bank' }, /kind must be one of/],
  ]
  for (const [call, input, words] of refused) {
    await assert.rejects(nodes.order('bnb', call, input), { message: words })
  }
  await nodes.end()
})

test('missing or invalid settings are reported in one line', async () => {
  const program = path.join(import.meta.dirname, '../../../launch/chains.mjs')
  const wrong: readonly [Record<string, string>, RegExp][] = [
    [{}, /CHAINS_KEY must be set/],
    [{ CHAINS_KEY: 'a', CHAINS_FOLDER: '/nowhere', CHAINS_ONLY: 'doge' }, /names an unknown chain/],
    [{ CHAINS_KEY: 'a', CHAINS_FOLDER: '/nowhere', CHAINS_PORTS: 'bnb=x' }, /is not valid/],
  ]
  for (const [env, words] of wrong) {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(said, words)
  }
})
