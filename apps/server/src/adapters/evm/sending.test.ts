/** Sending on a real chain: prices, results from the node's own messages, and fees paid. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evmChains } from './chains.ts'
import { bumpedFees, type FeeLimits } from './fees.ts'
import type { EvmAnswer, EvmNode } from './port.ts'
import { type ChainRig, deadUrl, epochSlots, startChainRig } from './testing/chain-rig.ts'
import { addressAt, signedBy } from './testing/keys.ts'
import {
  coinTransfer,
  type EvmEnvelope,
  selfSend,
  tokenTransfer,
  transactionHash,
  transferData,
} from './transactions.ts'
import { coinToSweep } from './sweeps.ts'

let rig: ChainRig
let node: EvmNode
const limits: FeeLimits = evmChains[0]?.fees ?? assert.fail()
const hot = addressAt(2)
const receiver = addressAt(70)
const hotKey = 2

before(async () => {
  rig = await startChainRig()
  node = rig.node()
  await rig.pay(hot, 1_000_000_000n, 'token')
  await rig.mine()
})

after(() => rig.stop())

function valueOf<T>(answer: EvmAnswer<T>): T {
  if (answer.status === 'failed') assert.fail(`${answer.kind}: ${answer.reason}`)
  return answer.value
}

/** An envelope at current prices, with the next nonce or a given one. */
async function envelope(to: string, value: bigint, data = '0x'): Promise<EvmEnvelope> {
  const quote = valueOf(await node.quote({ from: hot, to, value, data }, limits))
  assert.ok(quote.state === 'ready')
  const { latest } = valueOf(await node.nonceCounts(hot))
  return { chainId: rig.chainId, nonce: latest, gasLimit: quote.gasLimit, ...quote.fees }
}

test('SRV-80: a coin transfer is sent, mined, and costs what the receipt says', async () => {
  const amount = 10n ** 17n
  const before = valueOf(await node.balances(hot, [], 'latest')).coin
  const transaction = coinTransfer(await envelope(receiver, amount), { to: receiver, amount })
  const raw = signedBy(hotKey, transaction)
  const { state, txHash } = await node.send(raw)
  assert.deepEqual([state, txHash], ['accepted', transactionHash(raw)])
  const { latest, pending } = valueOf(await node.nonceCounts(hot))
  assert.equal(pending, latest + 1)
  await rig.mine()
  const [receipt] = valueOf(await node.receipts([txHash]))
  assert.ok(receipt?.isSuccess)
  const after = valueOf(await node.balances(hot, [], 'latest')).coin
  assert.equal(before - after, amount + receipt.feePaid)
  assert.ok(receipt.feePaid <= transaction.gasLimit * transaction.maxFeePerGas)
  assert.equal(valueOf(await node.balances(receiver, [], 'latest')).coin, amount)
})

test('SRV-80: a token transfer is sent, and both balances show it', async () => {
  const amount = 2_500_000n
  const data = transferData(receiver, amount)
  const transaction = tokenTransfer(await envelope(rig.token, 0n, data), {
    contract: rig.token,
    to: receiver,
    amount,
  })
  const { state, txHash } = await node.send(signedBy(hotKey, transaction))
  assert.equal(state, 'accepted')
  await rig.mine()
  assert.equal(valueOf(await node.receipts([txHash]))[0]?.isSuccess, true)
  assert.deepEqual(valueOf(await node.balances(receiver, [rig.token], 'latest')).tokens, [amount])
  assert.deepEqual(valueOf(await node.balances(receiver, [rig.token], 'finalized')).tokens, [0n])
})

test('FLT-30: the same bytes again are known, then their nonce is used; so it is for other bytes with that nonce', async () => {
  const base = await envelope(receiver, 1n)
  const raw = signedBy(hotKey, coinTransfer(base, { to: receiver, amount: 1n }))
  assert.equal((await node.send(raw)).state, 'accepted')
  assert.equal((await node.send(raw)).state, 'known')
  await rig.mine()
  assert.ok(['known', 'nonceUsed'].includes((await node.send(raw)).state))
  const other = signedBy(hotKey, coinTransfer(base, { to: receiver, amount: 2n }))
  assert.equal((await node.send(other)).state, 'nonceUsed')
})

test('ATT-95: a replacement at the same price is refused, a higher price replaces, and one of them is mined', async () => {
  const base = await envelope(receiver, 5n)
  const first = await node.send(signedBy(hotKey, coinTransfer(base, { to: receiver, amount: 5n })))
  assert.equal(first.state, 'accepted')
  const same = coinTransfer({ ...base, gasLimit: base.gasLimit + 1n }, { to: receiver, amount: 5n })
  assert.equal((await node.send(signedBy(hotKey, same))).state, 'underpriced')
  const fees = bumpedFees(base, null, limits) ?? assert.fail()
  const dearer = coinTransfer({ ...base, ...fees }, { to: receiver, amount: 5n })
  const second = await node.send(signedBy(hotKey, dearer))
  assert.equal(second.state, 'accepted')
  await rig.mine()
  const receipts = valueOf(await node.receipts([first.txHash, second.txHash]))
  assert.deepEqual(
    receipts.map((receipt) => receipt?.isSuccess ?? null),
    [null, true],
  )
})

test('FLT-30: a nonce gap is filled by a self-send, and the transactions after it are mined', async () => {
  const base = await envelope(receiver, 1n)
  const later = coinTransfer({ ...base, nonce: base.nonce + 1 }, { to: receiver, amount: 9n })
  const { state, txHash } = await node.send(signedBy(hotKey, later))
  assert.ok(['accepted', 'nonceGap'].includes(state))
  await rig.mine()
  assert.deepEqual(valueOf(await node.receipts([txHash])), [null])
  assert.equal((await node.send(signedBy(hotKey, selfSend(base, hot)))).state, 'accepted')
  await node.send(signedBy(hotKey, later))
  await rig.mine()
  assert.equal(valueOf(await node.receipts([txHash]))[0]?.isSuccess, true)
})

test('FLT-30 FLT-32: a low fee, insufficient funds and another chain are distinct results', async () => {
  const base = await envelope(receiver, 1n)
  const cheap = { ...base, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  const emptyKey = 80
  const send = (key: number, at: EvmEnvelope, amount: bigint) =>
    node.send(signedBy(key, coinTransfer(at, { to: receiver, amount })))
  assert.equal((await send(hotKey, cheap, 1n)).state, 'feeTooLow')
  assert.equal((await send(emptyKey, { ...base, nonce: 0 }, 10n ** 18n)).state, 'noFunds')
  assert.equal((await send(hotKey, { ...base, chainId: 56 }, 1n)).state, 'invalid')
  assert.equal((await send(hotKey, { ...base, gasLimit: 20_000n }, 1n)).state, 'invalid')
})

test('FLT-30: without a reply the outcome is unknown', async () => {
  const raw = signedBy(hotKey, selfSend(await envelope(receiver, 1n), hot))
  const dead = await deadUrl()
  const away = rig.node({ url: () => dead })
  assert.equal((await away.send(raw)).state, 'unknown')
  const impatient = rig.node({ timeoutMs: 200 })
  rig.answerWith(null)
  assert.equal((await impatient.send(raw)).state, 'unknown')
  rig.behave()
  rig.tamper(({ method }, reply) =>
    method === 'eth_sendRawTransaction' ? { id: reply.id, result: `0x${'00'.repeat(32)}` } : reply,
  )
  assert.equal((await node.send(raw)).state, 'unknown')
  rig.behave()
  // The node had accepted it, and the hash finds it.
  assert.equal((await node.send(raw)).state, 'known')
  await rig.mine()
  assert.equal(valueOf(await node.receipts([transactionHash(raw)]))[0]?.isSuccess, true)
})

test('ATT-94: a payment is found by any of its transactions, with its finality', async () => {
  const base = await envelope(receiver, 5n)
  const of = (more: bigint) => {
    const priced = { ...base, maxFeePerGas: base.maxFeePerGas * more }
    const tip = base.maxPriorityFeePerGas * more
    return coinTransfer({ ...priced, maxPriorityFeePerGas: tip }, { to: receiver, amount: 5n })
  }
  const raws = [1n, 2n, 3n].map((more) => signedBy(hotKey, of(more)))
  const slot = { address: hot, nonce: base.nonce, txHashes: raws.map(transactionHash) }
  const find = async (at = slot) => valueOf(await node.find(at))
  assert.deepEqual(await find(), { state: 'absent' })
  await node.send(raws[1] ?? '')
  assert.deepEqual(await find(), { state: 'pool' })
  await rig.mine()
  const found = await find()
  assert.ok(found.state === 'mined' && found.receipt.isSuccess)
  assert.equal(found.receipt.txHash, slot.txHashes[1])
  assert.deepEqual([found.isSafe, found.isFinal], [false, false])
  const others = { ...slot, txHashes: slot.txHashes.filter((_, place) => place !== 1) }
  assert.deepEqual(await find(others), { state: 'displaced', isFinal: false })
  await rig.mine(2 * epochSlots)
  const later = await find()
  assert.ok(later.state === 'mined' && later.isSafe && later.isFinal)
  assert.deepEqual(await find(others), { state: 'displaced', isFinal: true })
  await assert.rejects(find({ ...slot, txHashes: Array.from({ length: 65 }, () => '0x') }))
})

test('ATT-94: a node without a receipt of a known transaction does not prove that another replaced it', async (t) => {
  const base = await envelope(receiver, 6n)
  const raw = signedBy(hotKey, coinTransfer(base, { to: receiver, amount: 6n }))
  const slot = { address: hot, nonce: base.nonce, txHashes: [transactionHash(raw)] }
  await node.send(raw)
  await rig.mine(3 * epochSlots)
  const mined = valueOf(await node.find(slot))
  assert.ok(mined.state === 'mined' && mined.isFinal)
  t.after(() => rig.behave())
  rig.tamper(({ method }, reply) =>
    method === 'eth_getTransactionReceipt' ? { ...reply, result: null } : reply,
  )
  assert.equal((await node.find(slot)).status, 'failed')
})

test('FLT-29: a payment that a reorganization removed is no longer mined, and is mined again', async () => {
  const base = await envelope(receiver, 5n)
  const raw = signedBy(hotKey, coinTransfer(base, { to: receiver, amount: 5n }))
  const slot = { address: hot, nonce: base.nonce, txHashes: [transactionHash(raw)] }
  await node.send(raw)
  await rig.mine(2)
  assert.equal(valueOf(await node.find(slot)).state, 'mined')
  await rig.fork({ depth: 2, blocks: 3, forget: true })
  assert.ok(['absent', 'pool'].includes(valueOf(await node.find(slot)).state))
  assert.ok(['accepted', 'known'].includes((await node.send(raw)).state))
  await rig.mine()
  assert.equal(valueOf(await node.find(slot)).state, 'mined')
})

test('SRV-80: a quote reports a reverting call, insufficient funds, and gas above the cap', async () => {
  const quote = async (call: object, caps = limits) =>
    valueOf(await node.quote({ from: hot, to: receiver, value: 1n, data: '0x', ...call }, caps))
      .state
  assert.equal(await quote({}), 'ready')
  assert.equal(await quote({}, { ...limits, feePerGasMax: 1n, tipMin: 0n, tipMax: 0n }), 'overCap')
  assert.equal(await quote({}, { ...limits, gasLimitMax: 20_000n }), 'tooMuchGas')
  assert.equal(await quote({ from: addressAt(81), value: 10n ** 20n }), 'noFunds')
  const tooMuch = transferData(receiver, 10n ** 30n)
  assert.equal(await quote({ to: rig.token, value: 0n, data: tooMuch }), 'reverts')
  const odd = await rig.deploy('OddToken')
  await rig.call(hot, odd, 'behave(uint256,bool,bool)', 0n, 0n, 1n)
  await rig.mine()
  assert.equal(await quote({ to: odd, value: 0n, data: transferData(receiver, 0n) }), 'reverts')
})

test('SRV-80: a deposit address is swept of its coins, except for the unused part of the fee', async () => {
  const from = addressAt(90)
  await rig.pay(from, 10n ** 16n)
  await rig.mine()
  const quote = valueOf(await node.quote({ from, to: hot, value: 1n, data: '0x' }, limits))
  assert.ok(quote.state === 'ready')
  const { coin } = valueOf(await node.balances(from, [], 'latest'))
  const amount = coinToSweep(coin, quote) ?? assert.fail()
  const at = { chainId: rig.chainId, nonce: 0, gasLimit: quote.gasLimit, ...quote.fees }
  const { state } = await node.send(signedBy(90, coinTransfer(at, { to: hot, amount })))
  assert.equal(state, 'accepted')
  await rig.mine()
  const left = valueOf(await node.balances(from, [], 'latest')).coin
  assert.ok(left < quote.feeMax)
})

test("ATT-86: a contract address is distinguished from a person's address", async () => {
  assert.equal(valueOf(await node.hasCode(rig.token)), true)
  assert.equal(valueOf(await node.hasCode(receiver)), false)
  assert.equal(valueOf(await node.tokenDecimals(rig.token)), 6)
  const none = await node.tokenDecimals(receiver)
  assert.equal(none.status === 'failed' && none.kind, 'unreadable')
})
