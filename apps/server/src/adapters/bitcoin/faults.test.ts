/**
 * How the adapter handles a node that is unreachable, faulty, or of another network: it never guesses
 * (FLT-26).
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { planPayout } from './payout.ts'
import type { BitcoinFailureKind, BitcoinNode } from './port.ts'
import { checkAddress } from './addresses.ts'
import { until } from '../../engine/testing/until.ts'
import { madeAccount } from './testing/made.ts'
import { type NodeRig, startNodeRig, valueOf } from './testing/node-rig.ts'

const made = madeAccount('regtest')
const shortTimeoutMs = 500
let rig: NodeRig

before(async () => {
  rig = await startNodeRig()
})

afterEach(() => rig.behave())
after(() => rig.end())

/** One call of each method; all must fail with the same kind. */
async function allFail(node: BitcoinNode, kind: BitcoinFailureKind): Promise<void> {
  const outpoint = { txid: 'ab'.repeat(32), index: 0 }
  const limits = { floor: 1n, cap: 2n, fallback: 1n }
  const answers = [
    await node.head(),
    await node.blockIds({ fromHeight: 0, count: 2 }),
    await node.block('ab'.repeat(32)),
    await node.pool(new Set()),
    await node.pooled('ab'.repeat(32)),
    await node.unspent([outpoint]),
    await node.feeQuote(2, limits),
  ]
  for (const answer of answers) {
    assert.ok(answer.status === 'failed', answer.status)
    assert.equal(answer.kind, kind, answer.reason)
  }
  const sent = await node.broadcast(await signed())
  assert.equal(sent.status, 'unknown')
}

/** A signed payout that spends a fictitious output. */
async function signed(): Promise<string> {
  const { account } = made
  const to = checkAddress(account.at({ branch: 0, index: 0 }).address, 'regtest')
  assert.ok(to.status === 'valid')
  const plan = planPayout({
    account,
    coins: [{ txid: 'cd'.repeat(32), index: 0, amount: 9_000n, key: { branch: 0, index: 1 } }],
    to,
    amount: 5_000n,
    changeKey: { branch: 1, index: 0 },
    rate: 1_000n,
    feeMax: 9_000n,
  })
  assert.ok(plan.status === 'planned')
  return made.sign(plan.payout)
}

test('FLT-26: an unreachable node, or one without a URL, fails the calls', async () => {
  await allFail(rig.node({ reach: async () => null }), 'unsent')
  const nobody = { url: await closedUrl(), user: 'a', password: 'b' }
  await allFail(rig.node({ reach: async () => nobody }), 'unsent')
  const stopped = AbortSignal.abort()
  await allFail(rig.node({ signal: stopped }), 'unsent')
})

/** URL of a port that has just been closed. */
async function closedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return `http://127.0.0.1:${port}`
}

test('FLT-26: a node that rejects our password fails the calls, and is down after some of them', async () => {
  const { reach } = rig
  const node = rig.node({ reach: async () => ({ ...(await reach()), password: 'another' }) })
  assert.equal(node.health().state, 'ok')
  await allFail(node, 'unauthorized')
  assert.equal(node.health().state, 'down')
})

test('FLT-26: a closed keep-alive connection is opened again', async () => {
  const node = rig.node()
  const { blockId } = valueOf(await node.head())
  for (let time = 0; time < 5; time += 1) {
    rig.cut()
    assert.equal(valueOf(await node.head()).blockId, blockId)
  }
})

test('FLT-26: a node of another network gets no further call, and no payout', async () => {
  await allFail(rig.node({ network: 'mainnet' }), 'wrongChain')
  rig.tamper(({ method, params }, result) =>
    method === 'getblockhash' && params[0] === 0 ? 'ef'.repeat(32) : result,
  )
  await allFail(rig.node(), 'wrongChain')
  assert.deepEqual([...new Set(rig.calledMethods)], ['getblockhash', 'getblockchaininfo'])
})

const behind = [
  ['is in its first download', { initialblockdownload: true }],
  ['lacks blocks of which it knows', { headers: 10_000 }],
] as const

for (const [what, about] of behind) {
  test(`FLT-26: a node that ${what} fails the calls, and works again once it is synced`, async () => {
    const node = rig.node()
    rig.tamper(({ method }, result) =>
      method === 'getblockchaininfo' ? { ...(result as object), ...about } : result,
    )
    await allFail(node, 'syncing')
    assert.equal(node.health().state, 'down')
    rig.behave()
    assert.equal(valueOf(await node.blockIds({ fromHeight: 0, count: 2 })).length, 2)
    assert.equal(node.health().state, 'ok')
  })
}

test('FLT-26: a node that is starting fails the calls', async () => {
  const error = { code: -28, message: 'Loading block index...' }
  const said = {
    status: 500,
    body: JSON.stringify([0, 1].map((id) => ({ id, error, result: null }))),
  }
  rig.answerWith({ isAsked: false, said })
  await allFail(rig.node(), 'syncing')
})

test('FLT-26: a deleted block is reported as pruned', async () => {
  const node = rig.node()
  const { blockId } = valueOf(await node.head())
  const error = { code: -1, message: 'Block not available (pruned data)' }
  const body = JSON.stringify({ id: 0, error, result: null })
  rig.answerWith({ isAsked: false, said: { status: 500, body } })
  const answer = await node.block(blockId)
  assert.ok(answer.status === 'failed' && answer.kind === 'pruned')
  rig.behave()
  rig.tamper(({ method }, result) =>
    method === 'getblockchaininfo'
      ? { ...(result as object), pruned: true, pruneheight: 5 }
      : result,
  )
  assert.equal(valueOf(await node.head()).prunedBelow, 5)
})

const wrong: readonly (readonly [string, BitcoinFailureKind, number, string])[] = [
  ['is too busy', 'limited', 503, 'Work queue depth exceeded'],
  ['answers with a page', 'unreadable', 200, '<html>'],
  ['answers another question', 'unreadable', 200, '{"id":99,"result":"x","error":null}'],
  ['answers with an error page', 'silent', 502, '<html>'],
  ['answers nothing of use', 'unreadable', 200, '[]'],
]

for (const [what, kind, status, body] of wrong) {
  test(`FLT-26: a node that ${what} fails the calls`, async () => {
    rig.answerWith({ isAsked: false, said: { status, body } })
    await allFail(rig.node(), kind)
  })
}

test('FLT-26: a node that does not reply in time fails the calls', async () => {
  rig.answerWith({ isAsked: false, said: null })
  const answer = await rig.node({ timeoutMs: shortTimeoutMs }).head()
  assert.ok(answer.status === 'failed' && answer.kind === 'silent')
})

test('FLT-30 ATT-94: a payout whose reply is lost is unknown; sending the same bytes shows the outcome', async () => {
  const { account } = made
  const { address } = account.at({ branch: 0, index: 1 })
  const txid = await rig.pay(address, 9_000n)
  const raw = valueOf(await rig.node().pooled(txid))
  const index = raw.outputs.findIndex((output) => output.address === address)
  await rig.mine()
  const to = checkAddress(address, 'regtest')
  assert.ok(to.status === 'valid')
  const coins = [{ txid, index, amount: 9_000n, key: { branch: 0, index: 1 } as const }]
  const plan = planPayout({
    account,
    coins,
    to,
    amount: 5_000n,
    changeKey: { branch: 1, index: 0 },
    rate: 1_000n,
    feeMax: 9_000n,
  })
  assert.ok(plan.status === 'planned')
  const signedHex = made.sign(plan.payout)
  const node = rig.node()
  const impatient = rig.node({ timeoutMs: shortTimeoutMs })
  await until(
    'the impatient client is connected',
    async () => (await impatient.head()).status === 'done',
  )
  rig.answerWith({ isAsked: true, said: null })
  assert.equal((await impatient.broadcast(signedHex)).status, 'unknown')
  rig.behave()
  const { txid: sentId } = plan.payout
  await until('the node has it', async () => (await node.pooled(sentId)).status === 'done')
  assert.equal(valueOf(await node.pooled(sentId)).txid, sentId)
  assert.equal((await node.broadcast(signedHex)).status, 'accepted')
  await rig.mine()
  const again = await node.broadcast(signedHex)
  assert.ok(again.status === 'known' && again.inChain)
})

const lies: readonly (readonly [string, string, (result: unknown) => unknown])[] = [
  ['a block of another id', 'getblock', () => `00${'00'.repeat(300)}`],
  ['a block with a changed amount', 'getblock', (hex) => flipped(String(hex), 240)],
  ['a block that is cut', 'getblock', (hex) => String(hex).slice(0, -2)],
  ['a number instead of hex', 'getblock', () => 7],
]

function flipped(hex: string, at: number): string {
  return `${hex.slice(0, at)}${hex[at] === '0' ? '1' : '0'}${hex.slice(at + 1)}`
}

for (const [what, method, change] of lies) {
  test(`FLT-26 ATT-79: ${what} is no block`, async () => {
    const node = rig.node()
    const { blockId } = valueOf(await node.head())
    rig.tamper((call, result) => (call.method === method ? change(result) : result))
    const answer = await node.block(blockId)
    assert.ok(answer.status === 'failed' && answer.kind === 'unreadable')
  })
}

test('ATT-81: a flood in the mempool is read in bounded parts, and transactions that leave meanwhile are skipped', async () => {
  const node = rig.node()
  const { address } = made.account.at({ branch: 0, index: 2 })
  const txid = await rig.pay(address, 8_000n)
  const flood = Array.from({ length: 600 }, (_, at) => at.toString(16).padStart(64, '0'))
  rig.tamper(({ method }, result) =>
    method === 'getrawmempool' ? [txid, ...flood].concat(result as string[]) : result,
  )
  const first = valueOf(await node.pool(new Set()))
  assert.equal(first.isWhole, false)
  assert.deepEqual(
    first.news.map((one) => one.txid),
    [txid],
  )
  assert.equal(rig.calledMethods.filter((method) => method === 'getrawtransaction').length, 500)
  const second = valueOf(await node.pool(new Set(flood)))
  assert.equal(second.isWhole, true)
  await rig.mine()
})

test('FLT-26: a stopped node is unreachable, and works again after its restart', async () => {
  const node = rig.node({ timeoutMs: 5_000 })
  const { height, blockId } = valueOf(await node.head())
  await rig.control.stop('bitcoin', true)
  const away = await node.blockIds({ fromHeight: height, count: 1 })
  assert.equal(away.status, 'failed')
  await rig.control.start('bitcoin')
  assert.deepEqual(valueOf(await node.blockIds({ fromHeight: height, count: 1 })), [blockId])
})
