/** Deposits on a real chain: what a scan and a lookup by hash find, and what they ignore. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addressKey } from './addresses.ts'
import { isSeenBy } from './cross-check.ts'
import type { EvmAnswer, EvmBlock, EvmNode, EvmTransfer } from './port.ts'
import { type ChainRig, dataOf, deadUrl, epochSlots, startChainRig } from './testing/chain-rig.ts'
import { addressAt } from './testing/keys.ts'

let rig: ChainRig
let node: EvmNode
const [payer, ours, another, stranger] = [addressAt(1), addressAt(50), addressAt(51), addressAt(60)]

before(async () => {
  rig = await startChainRig()
  node = rig.node()
})

after(() => rig.stop())

function valueOf<T>(answer: EvmAnswer<T>): T {
  if (answer.status === 'failed') assert.fail(`${answer.kind}: ${answer.reason}`)
  return answer.value
}

function watching(contracts: readonly string[] = [rig.token]) {
  return {
    addresses: new Set([ours, another].map(addressKey)),
    contracts: new Set(contracts.map(addressKey)),
  }
}

async function scanned(from: number, contracts?: readonly string[]): Promise<readonly EvmBlock[]> {
  return valueOf(await node.scan({ from, to: await rig.height() }, watching(contracts)))
}

async function foundIn(
  from: number,
  contracts?: readonly string[],
): Promise<readonly EvmTransfer[]> {
  return (await scanned(from, contracts)).flatMap(({ transfers }) => transfers)
}

/** Gives the payer tokens that a contract may spend. */
async function richPayer(spender: string): Promise<void> {
  await rig.pay(payer, 1_000_000_000n, 'token')
  await rig.call(payer, rig.token, 'approve(address,uint256)', spender, 2n ** 255n)
  await rig.mine()
}

test('SRV-64: coins and tokens to our addresses are found once each, and no others', async () => {
  const from = (await rig.height()) + 1
  const coin = await rig.pay(ours, 5n * 10n ** 17n)
  const token = await rig.pay(another, 2_500_000n, 'token')
  await rig.pay(stranger, 7n)
  await rig.pay(stranger, 7n, 'token')
  await rig.mine(3)
  const blocks = await scanned(from)
  assert.equal(blocks.length, 3)
  const [first, second] = blocks
  assert.equal(second?.parentHash, first?.hash)
  assert.ok(Math.abs((first?.timeMs ?? 0) - Date.now()) < 3_600_000)
  const faucet = addressKey(addressAt(0))
  const none = { isSuccess: true, from: faucet }
  const found = blocks.flatMap(({ transfers }) => transfers)
  assert.deepEqual(
    found.find(({ contract }) => contract === null),
    {
      ...none,
      txHash: coin,
      index: -1,
      contract: null,
      to: addressKey(ours),
      amount: 5n * 10n ** 17n,
    },
  )
  assert.deepEqual(
    found.find(({ contract }) => contract !== null),
    {
      ...none,
      txHash: token,
      index: 0,
      contract: rig.token,
      to: addressKey(another),
      amount: 2_500_000n,
    },
  )
  assert.equal(found.length, 2)
})

test('ATT-77: three transfers in one transaction count as three, and a reverted call as none', async () => {
  const sender = await rig.deploy('Sender')
  await richPayer(sender)
  const from = (await rig.height()) + 1
  const many = 'sendTokens(address,address,uint256,uint256)'
  const txHash = await rig.call(payer, sender, many, rig.token, ours, 1_000n, 3n)
  await rig.call(payer, sender, 'sendTokensAndRevert(address,address,uint256)', rig.token, ours, 9n)
  await rig.mine()
  const found = await foundIn(from)
  assert.deepEqual(
    found.map(({ txHash, index, amount, from }) => [txHash, index, amount, from]),
    [0, 1, 2].map((index) => [txHash, index, 1_000n, addressKey(payer)]),
  )
})

test("ATT-76: coins from a contract's internal call or its destruction are not credited automatically", async () => {
  const sender = await rig.deploy('Sender')
  const from = (await rig.height()) + 1
  for (const signature of ['sendCoin(address)', 'endInFavorOf(address)']) {
    const data = dataOf(signature, [ours])
    const call = { from: payer, to: sender, value: '0x64', data, gas: '0x100000' }
    await rig.rpc('eth_sendTransaction', call)
  }
  await rig.mine()
  assert.equal(valueOf(await node.balances(ours, [], 'latest')).coin % 1_000n, 200n)
  assert.deepEqual(await foundIn(from), [])
})

test('ATT-75: an unlisted token is not found, and a lookup by hash names its contract', async () => {
  const odd = await rig.deploy('OddToken')
  const from = (await rig.height()) + 1
  const pretend = 'pretend(address,address,uint256)'
  const txHash = await rig.call(payer, odd, pretend, stranger, ours, 5_000_000n)
  await rig.mine()
  assert.deepEqual(await foundIn(from), [])
  const transaction = valueOf(await node.readTransaction(txHash, watching()))
  assert.ok(transaction.state === 'mined')
  assert.deepEqual([transaction.transfers, transaction.strangeContracts], [[], [odd]])
  // A listed contract's log is trusted; the balance shows that the log is false.
  const [found] = await foundIn(from, [odd])
  assert.equal(found?.amount, 5_000_000n)
  const growth = { contract: odd, address: ours, blockNumber: transaction.block.number }
  assert.equal(valueOf(await node.tokenGrowth(growth)), 0n)
})

test('ATT-75: zero transfers, and tokens that take a fee, count by the amount that arrived', async () => {
  const odd = await rig.deploy('OddToken')
  await rig.call(payer, odd, 'mint(address,uint256)', payer, 1_000n)
  await rig.call(payer, odd, 'behave(uint256,bool,bool)', 10n, 0n, 0n)
  await rig.mine()
  const from = (await rig.height()) + 1
  await rig.call(payer, odd, 'transfer(address,uint256)', ours, 0n)
  const txHash = await rig.call(payer, odd, 'transfer(address,uint256)', ours, 500n)
  const blockNumber = await rig.mine()
  const found = await foundIn(from, [odd])
  assert.deepEqual(
    found.map((transfer) => [transfer.txHash, transfer.amount]),
    [[txHash, 450n]],
  )
  assert.equal(valueOf(await node.tokenGrowth({ contract: odd, address: ours, blockNumber })), 450n)
  assert.equal(valueOf(await node.tokenDecimals(odd)), 6)
})

test('SRV-65 ATT-74: a lookup reports absent, pending and mined, the confirmations, and when it is safe and final', async () => {
  const unknown = `0x${'12'.repeat(32)}`
  assert.deepEqual(valueOf(await node.readTransaction(unknown, watching())), { state: 'absent' })
  const txHash = await rig.pay(ours, 10n ** 15n)
  assert.deepEqual(valueOf(await node.readTransaction(txHash, watching())), { state: 'pending' })
  assert.deepEqual(valueOf(await node.receipts([txHash, unknown])), [null, null])
  const depths: unknown[] = []
  for (let depth = 1; depth <= 2 * epochSlots + 1; depth += 1) {
    await rig.mine()
    const transaction = valueOf(
      await node.readTransaction(txHash.toUpperCase().replace('0X', '0x'), watching()),
    )
    assert.ok(transaction.state === 'mined' && transaction.isSuccess)
    assert.equal(transaction.transfers[0]?.amount, 10n ** 15n)
    depths.push([transaction.confirmations, transaction.isSafe, transaction.isFinalized])
  }
  assert.deepEqual(depths, [
    [1, false, false],
    [2, false, false],
    [3, true, false],
    [4, true, false],
    [5, true, true],
  ])
  const { head, safe, finalized } = valueOf(await node.heads())
  assert.equal(safe?.number, head.number - epochSlots)
  assert.equal(finalized?.number, head.number - 2 * epochSlots)
})

test('FLT-29: transfers that a reorganization removed are gone, and new ones are found', async () => {
  const kept = (await rig.height()) + 1
  await rig.mine()
  const from = kept + 1
  const lost = await rig.pay(ours, 111n)
  await rig.mine(3)
  const before = await scanned(kept)
  assert.deepEqual(
    (await foundIn(from)).map(({ txHash }) => txHash),
    [lost],
  )
  await rig.fork({ depth: 3, blocks: 4, forget: true })
  const after = await scanned(kept)
  assert.equal(after[0]?.hash, before[0]?.hash)
  assert.notEqual(after[1]?.hash, before[1]?.hash)
  assert.equal(after[1]?.parentHash, before[0]?.hash)
  assert.deepEqual(await foundIn(from), [])
  assert.equal(valueOf(await node.blockAt(from)).hash, after[1]?.hash)
  const transaction = valueOf(await node.readTransaction(lost, watching()))
  assert.notEqual(transaction.state, 'mined')
})

test('FLT-29: a transaction that moved to another block is found under its new block', async () => {
  const from = (await rig.height()) + 1
  const txHash = await rig.pay(ours, 222n, 'token')
  await rig.mine(2)
  const [first] = await scanned(from)
  await rig.fork({ depth: 2, blocks: 3 })
  await rig.mine()
  const blocks = await scanned(from)
  const again = blocks.filter(({ transfers }) => transfers.length > 0)
  assert.equal(again.length, 1)
  assert.deepEqual(again[0]?.transfers, first?.transfers)
  assert.equal(again[0]?.transfers[0]?.txHash, txHash)
  assert.notEqual(again[0]?.hash, first?.hash)
})

test('FLT-28: a second node confirms or denies a deposit', async () => {
  const from = (await rig.height()) + 1
  await rig.pay(ours, 333n, 'token')
  await rig.mine()
  const [block] = await scanned(from)
  const [transfer] = block?.transfers ?? []
  assert.ok(block !== undefined && transfer !== undefined)
  const other = rig.node()
  const { hash: blockHash } = block
  assert.equal(valueOf(await isSeenBy(other, { transfer, blockHash })), true)
  const more = { ...transfer, amount: transfer.amount + 1n }
  assert.equal(valueOf(await isSeenBy(other, { transfer: more, blockHash })), false)
  const elsewhere = { transfer, blockHash: block.parentHash }
  assert.equal(valueOf(await isSeenBy(other, elsewhere)), false)
  const dead = await deadUrl()
  const away = rig.node({ url: () => dead })
  assert.equal((await isSeenBy(away, { transfer, blockHash })).status, 'failed')
})

test('ATT-83: reading a backlog in whole ranges equals reading it block by block', async () => {
  const from = (await rig.height()) + 1
  for (let at = 1n; at <= 20n; at += 1n) {
    await rig.pay(at % 2n === 0n ? ours : another, at, at % 3n === 0n ? 'token' : 'coin')
    await rig.mine(1 + Number(at % 4n))
  }
  const to = await rig.height()
  const whole = valueOf(await node.scan({ from, to }, watching()))
  const single: EvmBlock[] = []
  for (let at = from; at <= to; at += 1) {
    single.push(...valueOf(await node.scan({ from: at, to: at }, watching())))
  }
  assert.deepEqual(whole, single)
  assert.equal(whole.flatMap(({ transfers }) => transfers).length, 20)
  await assert.rejects(node.scan({ from: 0, to: 64 }, watching()), RangeError)
  await assert.rejects(node.scan({ from: 2, to: 1 }, watching()), RangeError)
  const beyond = await node.scan({ from: to, to: to + 1 }, watching())
  assert.equal(beyond.status === 'failed' && beyond.kind, 'behind')
})

test('ATT-81: a flood of tiny transfers is read completely, in bounded requests', async () => {
  const from = (await rig.height()) + 1
  for (let at = 0; at < 120; at += 1) {
    await rig.rpc('eth_sendTransaction', { from: payer, to: ours, value: '0x1', gas: '0x5208' })
  }
  await rig.mine()
  rig.behave()
  assert.equal((await foundIn(from)).length, 120)
  const receipts = rig.calledMethods.filter((method) => method === 'eth_getTransactionReceipt')
  const requests = rig.calledMethods.filter((method) => method === 'eth_chainId')
  assert.equal(receipts.length, 120)
  assert.ok(requests.length <= 6, `${requests.length} requests`)
})
