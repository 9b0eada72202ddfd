/**
 * A node that is unreachable, on another chain, behind, lying or incomplete: the adapter fails instead of
 * returning wrong data.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { addressKey } from './addresses.ts'
import { chainState, evmChainOf } from './chains.ts'
import { toQuantity } from './hex.ts'
import type { EvmAnswer, EvmBlock, EvmNode } from './port.ts'
import { type ChainRig, deadUrl, type RpcReply, startChainRig } from './testing/chain-rig.ts'
import { addressAt } from './testing/keys.ts'

let rig: ChainRig
let node: EvmNode
const ours = addressAt(50)
const range = { from: 0, to: 0 }
let truth: readonly EvmBlock[]

before(async () => {
  rig = await startChainRig()
  node = rig.node()
  range.from = (await rig.height()) + 1
  for (const amount of [1n, 2n, 3n, 4n]) {
    await rig.pay(ours, amount, 'token')
    await rig.pay(ours, amount)
    await rig.mine()
  }
  range.to = await rig.height()
  const whole = await scan()
  truth = whole.status === 'done' ? whole.value : assert.fail(whole.reason)
  assert.equal(truth.flatMap(({ transfers }) => transfers).length, 8)
})

beforeEach(() => rig.behave())
after(() => rig.stop())

function scan(): Promise<EvmAnswer<readonly EvmBlock[]>> {
  return node.scan(range, {
    addresses: new Set([addressKey(ours)]),
    contracts: new Set([addressKey(rig.token)]),
  })
}

function kindOf(answer: EvmAnswer<unknown>): string {
  return answer.status === 'failed' ? answer.kind : 'done'
}

/** Changes the results of one method. */
function changing(method: string, change: (result: unknown) => unknown): void {
  rig.tamper((call, reply) =>
    call.method === method ? { ...reply, result: change(reply.result) } : reply,
  )
}

function refusing(when: (call: { method: string; params: readonly unknown[] }) => string | null) {
  rig.tamper((call, { id, ...reply }): RpcReply => {
    const message = when(call)
    return message === null ? { id, ...reply } : { id, error: { code: -32_000, message } }
  })
}

test('ATT-78: replies of a node on another chain are rejected, even if they are valid', async () => {
  const bnb = rig.node({ chainId: 56 })
  for (const answer of [
    await bnb.heads(),
    await bnb.facts(),
    await bnb.blockAt(1),
    await bnb.balances(ours, [], 'latest'),
    await bnb.nonceCounts(ours),
    await bnb.scan({ from: 1, to: 1 }, { addresses: new Set(), contracts: new Set() }),
  ]) {
    assert.equal(kindOf(answer), 'wrongChain')
  }
  // A node that was correct at first fails as well.
  assert.equal(kindOf(await node.heads()), 'done')
  changing('eth_chainId', () => '0x38')
  assert.equal(kindOf(await node.heads()), 'wrongChain')
})

test('FLT-28: a node that reports final blocks above its head is not trusted', async () => {
  for (const tag of ['safe', 'finalized']) {
    rig.tamper(({ method, params }, reply) => {
      const { result } = reply
      if (method !== 'eth_getBlockByNumber' || params[0] !== tag || result === null) return reply
      return { ...reply, result: { ...Object(result), number: toQuantity(1_000_000) } }
    })
    assert.equal(kindOf(await node.heads()), 'unreadable', tag)
  }
})

test('FLT-28: unreachable, slow, locked, overloaded and invalid are distinct failures', async () => {
  const kinds: Record<string, string> = {}
  const dead = await deadUrl()
  const away = rig.node({ url: () => dead })
  kinds['down'] = kindOf(await away.heads())
  kinds['nowhere'] = kindOf(await rig.node({ url: () => null }).heads())
  rig.answerWith(null)
  kinds['slow'] = kindOf(await rig.node({ timeoutMs: 200 }).heads())
  for (const [name, status, body] of [
    ['locked', 401, ''],
    ['busy', 429, 'slow down'],
    ['broken', 502, '<html>'],
    ['odd', 200, '{}'],
    ['other', 200, '[]'],
    ['refusing', 200, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"no batches"}}'],
  ] as const) {
    rig.answerWith({ status, body })
    kinds[name] = kindOf(await node.heads())
  }
  assert.deepEqual(kinds, {
    down: 'unsent',
    nowhere: 'unsent',
    slow: 'silent',
    locked: 'unauthorized',
    busy: 'limited',
    broken: 'silent',
    odd: 'unreadable',
    other: 'unreadable',
    refusing: 'refused',
  })
  assert.equal(away.health().state, 'slow')
  await away.heads()
  await away.heads()
  assert.equal(away.health().state, 'down')
})

test('FLT-28: logs that a node omits are requested by block, and found', async () => {
  rig.tamper(({ method, params }, reply) => {
    const isByBlock = 'blockHash' in Object(params[0])
    return method === 'eth_getLogs' && !isByBlock ? { ...reply, result: [] } : reply
  })
  const again = await scan()
  assert.deepEqual(again.status === 'done' && again.value, truth)
  assert.ok(rig.calledMethods.filter((method) => method === 'eth_getLogs').length > 4)
})

test('FLT-28: a node that accepts few calls per batch gets more batches, with the same result', async () => {
  for (const callsPerRequest of [0, 2, 51]) {
    assert.throws(() => rig.node({ callsPerRequest }), RangeError)
  }
  const narrow = rig.node({ callsPerRequest: 3 })
  const watch = {
    addresses: new Set([addressKey(ours)]),
    contracts: new Set([addressKey(rig.token)]),
  }
  const answer = await narrow.scan(range, watch)
  assert.deepEqual(answer.status === 'done' && answer.value, truth)
})

test('FLT-28: a range that a node finds too large is halved until it takes it', async () => {
  for (const message of [
    'query returned more than 10000 results',
    'block range is too wide',
    'exceed maximum block range: 2',
    'Log response size exceeded.',
  ]) {
    refusing(({ method, params }) => {
      const { fromBlock, toBlock } = Object(params[0]) as Record<string, unknown>
      return method === 'eth_getLogs' && fromBlock !== toBlock ? message : null
    })
    const halved = await scan()
    assert.deepEqual(halved.status === 'done' && halved.value, truth, message)
  }
  refusing(({ method }) => (method === 'eth_getLogs' ? 'response size exceeded' : null))
  assert.equal(kindOf(await scan()), 'tooLarge')
  rig.behave()
  const small = rig.node({ answerBytesMax: 6_000 })
  const watch = { addresses: new Set([addressKey(ours)]), contracts: new Set<string>() }
  const bounded = await small.scan(range, watch)
  assert.deepEqual(
    bounded.status === 'done' && bounded.value.map(({ hash }) => hash),
    truth.map(({ hash }) => hash),
  )
})

test('FLT-28: blocks that do not link, are missing or are others fail the scan', async () => {
  const other = `0x${'ab'.repeat(32)}`
  const second = toQuantity(range.from + 1)
  const changeSecond = (change: (block: object) => unknown): void =>
    rig.tamper(({ method, params }, reply) =>
      method === 'eth_getBlockByNumber' && params[0] === second
        ? { ...reply, result: change(Object(reply.result) as object) }
        : reply,
    )
  changeSecond((block) => ({ ...block, parentHash: other }))
  assert.equal(kindOf(await scan()), 'moved')
  changeSecond((block) => ({ ...block, hash: other }))
  assert.equal(kindOf(await scan()), 'moved')
  changeSecond(() => null)
  assert.equal(kindOf(await scan()), 'behind')
  changeSecond((block) => ({ ...block, number: '0x1' }))
  assert.equal(kindOf(await scan()), 'unreadable')
  changeSecond((block) => ({ ...block, timestamp: 'soon' }))
  assert.equal(kindOf(await scan()), 'unreadable')
  refusing(({ method }) => (method === 'eth_getBlockByNumber' ? 'header not found' : null))
  assert.equal(kindOf(await scan()), 'behind')
})

test('FLT-28: logs that are of another block, removed or malformed fail the scan', async () => {
  const everyLog = (change: object): void =>
    changing('eth_getLogs', (logs) => (logs as object[]).map((log) => ({ ...log, ...change })))
  everyLog({ blockHash: `0x${'ab'.repeat(32)}` })
  assert.equal(kindOf(await scan()), 'moved')
  everyLog({ removed: true })
  assert.equal(kindOf(await scan()), 'unreadable')
  everyLog({ logIndex: null })
  assert.equal(kindOf(await scan()), 'unreadable')
  changing('eth_getLogs', (logs) => [...(logs as object[]), ...(logs as object[])])
  const doubled = await scan()
  assert.deepEqual(doubled.status === 'done' && doubled.value, truth)
})

test('ATT-75: logs of other contracts, forms and amounts are no transfers, whatever the node adds', async () => {
  const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
  const changes: readonly object[] = [
    { address: addressAt(61) },
    { data: '0x' },
    { data: word(0n) },
    { data: `${word(1n)}00` },
  ]
  for (const change of changes) {
    changing('eth_getLogs', (logs) => (logs as object[]).map((log) => ({ ...log, ...change })))
    const answer = await scan()
    const found = answer.status === 'done' ? answer.value.flatMap((each) => each.transfers) : []
    assert.ok(found.length === 4 && found.every(({ contract }) => contract === null))
  }
  // Extra logs that the receipt does not contain are rejected.
  changing('eth_getLogs', (logs) =>
    (logs as object[]).map((log) => ({ ...log, data: word(10n ** 12n) })),
  )
  assert.equal(kindOf(await scan()), 'unreadable')
})

test('ATT-74: a coin transfer counts by its receipt: a failed one is marked, a missing receipt or one of another block fails the scan', async () => {
  const method = 'eth_getTransactionReceipt'
  changing(method, (receipt) => {
    const { logs, ...rest } = receipt as { logs: unknown[] }
    return { ...rest, logs, ...(logs.length === 0 ? { status: '0x0' } : {}) }
  })
  const failed = await scan()
  const found = (failed.status === 'done' ? failed.value : []).flatMap((each) => each.transfers)
  assert.equal(found.length, 8)
  assert.ok(found.every(({ contract, isSuccess }) => isSuccess === (contract !== null)))
  changing(method, () => null)
  assert.equal(kindOf(await scan()), 'moved')
  changing(method, (receipt) => ({ ...(receipt as object), status: null }))
  assert.equal(kindOf(await scan()), 'unreadable')
  // A failed transaction has no logs.
  changing(method, (receipt) => ({ ...(receipt as object), status: '0x0' }))
  assert.equal(kindOf(await scan()), 'unreadable')
  changing(method, (receipt) => ({ ...(receipt as object), logs: [] }))
  assert.equal(kindOf(await scan()), 'unreadable')
  const other = `0x${'ab'.repeat(32)}`
  changing(method, (receipt) => ({ ...(receipt as object), logs: [], blockHash: other }))
  assert.equal(kindOf(await scan()), 'moved')
})

test('FLT-28: an old head, and a final block that does not advance, pause crediting', async () => {
  const heads = await node.heads()
  assert.ok(heads.status === 'done')
  const { head, finalized } = heads.value
  const chain = evmChainOf(1) ?? assert.fail()
  const stateAfter = (ms: number, of = heads.value) => chainState(of, chain, head.timeMs + ms)
  assert.equal(stateAfter(0), 'ok')
  assert.equal(stateAfter(chain.headLateMs + 1), 'behind')
  const old = {
    ...heads.value,
    finalized: { ...head, timeMs: head.timeMs - chain.creditLateMs - 1 },
  }
  assert.equal(stateAfter(0, old), 'unsettled')
  assert.equal(stateAfter(0, { ...old, finalized: null }), 'unsettled')
  assert.ok(finalized !== null)
  rig.tamper(({ params }, reply) =>
    params[0] === 'finalized' ? { ...reply, result: null } : reply,
  )
  const without = await node.heads()
  assert.equal(without.status === 'done' && without.value.finalized, null)
})

test('FLT-28: a node that is still syncing says so', async () => {
  const facts = await node.facts()
  assert.ok(facts.status === 'done' && !facts.value.isSyncing && /anvil/i.test(facts.value.client))
  changing('eth_syncing', () => ({ currentBlock: '0x1', highestBlock: '0x2' }))
  const syncing = await node.facts()
  assert.equal(syncing.status === 'done' && syncing.value.isSyncing, true)
})

test('FLT-28: for any reply of a node, a scan returns the truth, another valid history, or a failure', async () => {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, 0, -1, '', '0x', '0x0', '0xzz', [], {}, true),
    fc.json().map((text): unknown => JSON.parse(text)),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.nat(30), junk, async (at, field, value) => {
      let call = 0
      rig.tamper((_, reply) => {
        call += 1
        return call === at + 1 ? { ...reply, result: withJunk(reply.result, field, value) } : reply
      })
      const answer = await scan()
      if (answer.status === 'failed') return
      assert.equal(answer.value.length, truth.length)
      assert.ok(answer.value.every(({ transfers }) => transfers.every(({ amount }) => amount > 0n)))
    }),
    { numRuns: 150 },
  )
})

/** The same value with one field, or the whole value, replaced. */
function withJunk(value: unknown, field: number, junk: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const place = field % value.length
    return value.map((each, at): unknown => (at === place ? withJunk(each, field, junk) : each))
  }
  if (typeof value !== 'object' || value === null) return junk
  const names = Object.keys(value)
  const name = names[field % (names.length + 1)]
  return name === undefined ? junk : { ...value, [name]: junk }
}

test('ATT-75 FLT-28: a contract that reverts, or returns nonsense or too much, hides only its own balance', async () => {
  const odd = await rig.deploy('OddToken')
  const balances = () => node.balances(ours, [odd, rig.token], 'latest')
  const isOdd = ({ method, params: [call] }: { method: string; params: readonly unknown[] }) =>
    method === 'eth_call' && Object(call).to === odd
  const honest = await balances()
  assert.deepEqual(honest.status === 'done' && honest.value.tokens, [0n, 10n])
  const hidden = honest.status === 'done' && { ...honest.value, tokens: [null, 10n] }
  for (const message of ['execution reverted: rate limit', 'out of gas', 'stack underflow']) {
    refusing((call) => (isOdd(call) ? message : null))
    const answer = await balances()
    assert.deepEqual(answer.status === 'done' && answer.value, hidden, message)
  }
  for (const result of ['0x', `0x${'00'.repeat(33)}`, 5, null, `0x${'ff'.repeat(50_000)}`]) {
    rig.tamper((call, reply) => (isOdd(call) ? { ...reply, result } : reply))
    const short = rig.node({ answerBytesMax: 20_000 })
    const answer = await short.balances(ours, [odd, rig.token], 'latest')
    assert.deepEqual(answer.status === 'done' && answer.value, hidden, JSON.stringify(result))
  }
  // An overloaded node proves nothing about any token.
  refusing((call) => (isOdd(call) ? 'rate limit' : null))
  assert.equal(kindOf(await balances()), 'limited')
})
