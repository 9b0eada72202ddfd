/** Deposits and payouts on a real node: finding, sending and following them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAddress } from './addresses.ts'
import type { BitcoinBlock } from './decode.ts'
import { virtualBytesOf } from './fees.ts'
import {
  type Coin,
  type Destination,
  planPayout,
  bumpPayout,
  type UnsignedPayout,
} from './payout.ts'
import type { BitcoinNode } from './port.ts'
import { madeAccount } from './testing/made.ts'
import { type NodeRig, startNodeRig, valueOf } from './testing/node-rig.ts'

const made = madeAccount('regtest')
const { account } = made
const changeKey = { branch: 1, index: 1 } as const
let rig: NodeRig
let node: BitcoinNode
let keys = 0

before(async () => {
  rig = await startNodeRig()
  node = rig.node()
})

after(() => rig.end())

function destination(): Destination {
  const checked = checkAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'regtest')
  assert.ok(checked.status === 'valid')
  return checked
}

async function blockAt(height: number): Promise<BitcoinBlock> {
  const [blockId = ''] = valueOf(await node.blockIds({ fromHeight: height, count: 1 }))
  return valueOf(await node.block(blockId))
}

/** Outputs of ours in a block, each at its own address. */
async function coinsOf(...amounts: readonly bigint[]): Promise<readonly Coin[]> {
  const wanted: { txid: string; amount: bigint; index: number }[] = []
  for (const amount of amounts) {
    keys += 1
    const { address } = account.at({ branch: 0, index: keys })
    wanted.push({ txid: await rig.pay(address, amount), amount, index: keys })
  }
  const { transactions } = await blockAt(await rig.mine())
  return wanted.map(({ txid, amount, index: keyIndex }) => {
    const { address } = account.at({ branch: 0, index: keyIndex })
    const paid = transactions.find((one) => one.txid === txid)
    const index = paid?.outputs.findIndex((output) => output.address === address) ?? -1
    assert.equal(paid?.outputs[index]?.amount, amount)
    return { txid, index, amount, key: { branch: 0, index: keyIndex } }
  })
}

function planned(coins: readonly Coin[], amount: bigint, rate = 2_000n): UnsignedPayout {
  const feeMax = 1_000_000n
  const plan = planPayout({ account, coins, to: destination(), amount, changeKey, rate, feeMax })
  assert.ok(plan.status === 'planned', plan.status)
  return plan.payout
}

test('SRV-64: a payment is found in the mempool, then in its block and no longer in the mempool', async () => {
  const { address } = account.at({ branch: 0, index: 900 })
  const before = valueOf(await node.head())
  const txid = await rig.pay(address, 123_456n)
  const pool = valueOf(await node.pool(new Set()))
  assert.ok(pool.isWhole && pool.txids.includes(txid))
  const waiting = pool.news.find((one) => one.txid === txid)
  assert.ok(waiting?.outputs.some((one) => one.address === address && one.amount === 123_456n))
  assert.deepEqual(valueOf(await node.pooled(txid)), waiting)
  assert.deepEqual(valueOf(await node.pool(new Set(pool.txids))).news, [])
  const height = await rig.mine(3)
  assert.equal(height, before.height + 3)
  const ids = valueOf(await node.blockIds({ fromHeight: before.height, count: 100 }))
  assert.equal(ids.length, 4)
  assert.equal(ids[0], before.blockId)
  const blocks: BitcoinBlock[] = []
  for (const blockId of ids) blocks.push(valueOf(await node.block(blockId)))
  for (const [at, block] of blocks.slice(1).entries()) assert.equal(block.previousBlockId, ids[at])
  assert.deepEqual(
    blocks.flatMap(({ transactions }) => transactions).find((one) => one.txid === txid),
    waiting,
  )
  assert.deepEqual(await node.pooled(txid), { status: 'absent' })
  assert.deepEqual(valueOf(await node.pool(new Set())).txids, [])
})

test('SRV-64: there are no blocks above the head, and unknown objects are absent', async () => {
  const { height } = valueOf(await node.head())
  assert.deepEqual(valueOf(await node.blockIds({ fromHeight: height + 1, count: 5 })), [])
  assert.deepEqual(valueOf(await node.blockIds({ fromHeight: height, count: 0 })), [])
  await assert.rejects(node.blockIds({ fromHeight: 0, count: 101 }), RangeError)
  assert.deepEqual(await node.block('ab'.repeat(32)), { status: 'absent' })
  assert.deepEqual(await node.pooled('ab'.repeat(32)), { status: 'absent' })
  const unknown = { txid: 'ab'.repeat(32), index: 0 }
  assert.deepEqual(valueOf(await node.unspent([unknown])), [null])
})

test('SRV-80: a payout is accepted, has the calculated size and fee, and arrives', async () => {
  const coins = await coinsOf(70_000n, 60_000n, 50_000n)
  const payout = planned(coins, 100_000n)
  const signedHex = made.sign(payout)
  assert.deepEqual(await node.broadcast(signedHex), { status: 'accepted', txid: payout.txid })
  const entry = (await rig.rpc('getmempoolentry', payout.txid)) as { size: number; fee: number }
  assert.equal(BigInt(Math.round(entry.fee * 1e8)), payout.fee)
  const spare = virtualBytesOf(payout.weight) - entry.size
  assert.ok(spare >= 0 && spare <= payout.inputs.length, `${spare}`)
  const { transactions } = await blockAt(await rig.mine())
  assert.ok(transactions.some(({ txid }) => txid === payout.txid))
  const change = payout.outputs.findIndex((output) => output.change !== null)
  const [spent, kept] = valueOf(
    await node.unspent([...payout.inputs.slice(0, 1), { txid: payout.txid, index: change }]),
  )
  assert.equal(spent, null)
  assert.equal(kept?.amount, payout.outputs[change]?.amount)
  assert.equal(kept?.confirmations, 1)
})

test('FLT-31: the same bytes may be sent again, before the block and after it', async () => {
  const payout = planned(await coinsOf(40_000n), 20_000n)
  const signedHex = made.sign(payout)
  const { txid } = payout
  assert.deepEqual(await node.broadcast(signedHex), { status: 'accepted', txid })
  assert.deepEqual(await node.broadcast(signedHex), { status: 'accepted', txid })
  await rig.mine()
  assert.deepEqual(await node.broadcast(signedHex), { status: 'known', txid, inChain: true })
})

test('ATT-95: a bump replaces its transaction; one of both is mined', async () => {
  const payout = planned(await coinsOf(90_000n), 50_000n)
  const feeMax = 1_000_000n
  const bump = bumpPayout({ account, payout, to: destination(), rate: 9_000n, feeMax })
  assert.ok(bump.status === 'planned')
  const [first, second] = [made.sign(payout), made.sign(bump.payout)]
  assert.equal((await node.broadcast(first)).status, 'accepted')
  assert.equal((await node.broadcast(second)).status, 'accepted')
  assert.deepEqual(await node.pooled(payout.txid), { status: 'absent' })
  assert.equal((await node.broadcast(first)).status, 'conflict')
  const { transactions } = await blockAt(await rig.mine())
  const mined = transactions.map(({ txid }) => txid)
  assert.deepEqual([mined.includes(payout.txid), mined.includes(bump.payout.txid)], [false, true])
  assert.equal((await node.broadcast(first)).status, 'missingInputs')
})

test('ATT-95: the smallest bump pays just enough to be relayed, for any number of inputs', async () => {
  for (const count of [1, 2, 5]) {
    const coins = await coinsOf(...Array.from({ length: count }, () => 30_000n))
    const payout = planned(coins, BigInt(count) * 25_000n - 8_000n, 1_000n)
    const feeMax = 1_000_000n
    const bump = bumpPayout({ account, payout, to: destination(), rate: 1_050n, feeMax })
    assert.ok(bump.status === 'planned')
    assert.equal((await node.broadcast(made.sign(payout))).status, 'accepted')
    assert.equal((await node.broadcast(made.sign(bump.payout))).status, 'accepted')
  }
  await rig.mine()
})

test('FLT-30: a fee below the minimum, an invalid signature and invalid bytes are distinct results', async () => {
  const coins = await coinsOf(45_000n)
  assert.equal((await node.broadcast(made.sign(planned(coins, 20_000n, 500n)))).status, 'feeTooLow')
  const good = made.sign(planned(coins, 20_000n))
  const at = good.indexOf('0121') - 4
  const broken = `${good.slice(0, at)}${good[at] === '0' ? '1' : '0'}${good.slice(at + 1)}`
  assert.equal((await node.broadcast(broken)).status, 'refused')
  await assert.rejects(node.broadcast('00'), /unexpected end/)
  assert.equal((await node.broadcast(good)).status, 'accepted')
  await rig.mine()
})

for (const depth of [1, 2, 6, 12]) {
  test(`FLT-27 ATT-80: a payment that a fork of depth ${depth} dropped is gone, and may be mined again`, async () => {
    const { address } = account.at({ branch: 0, index: 800 + depth })
    const txid = await rig.pay(address, 77_000n)
    const raw = String(await rig.rpc('getrawtransaction', txid))
    const height = await rig.mine(depth)
    const from = height - depth
    const old = valueOf(await node.blockIds({ fromHeight: from, count: depth + 1 }))
    await rig.control.fork('bitcoin', { depth, forget: true })
    const now = valueOf(await node.blockIds({ fromHeight: from, count: depth + 2 }))
    assert.equal(now.length, depth + 2)
    assert.equal(now[0], old[0])
    for (const [at, blockId] of old.slice(1).entries()) assert.notEqual(now[at + 1], blockId)
    for (const blockId of now.slice(1)) {
      const { transactions } = valueOf(await node.block(blockId))
      assert.ok(transactions.every((one) => one.txid !== txid))
    }
    assert.deepEqual(await node.pooled(txid), { status: 'absent' })
    assert.deepEqual(await node.broadcast(raw), { status: 'accepted', txid })
    const { transactions } = await blockAt(await rig.mine())
    assert.ok(transactions.some((one) => one.txid === txid))
  })
}

test('FLT-27: a payout whose inputs another branch has spent reports missing inputs', async () => {
  const coins = await coinsOf(66_000n)
  const payout = planned(coins, 30_000n)
  const rival = made.sign(planned(coins, 31_000n))
  assert.equal((await node.broadcast(made.sign(payout))).status, 'accepted')
  await rig.mine(2)
  await rig.control.fork('bitcoin', { depth: 2, transactions: [rival] })
  assert.equal((await node.broadcast(made.sign(payout))).status, 'missingInputs')
  assert.deepEqual(await node.pooled(payout.txid), { status: 'absent' })
  const spent = coins.map(({ txid, index }) => ({ txid, index }))
  assert.deepEqual(valueOf(await node.unspent(spent)), [null])
})

test('ATT-79: a block reward to us is marked, and cannot be spent before it matures', async () => {
  const key = { branch: 0, index: 700 } as const
  const { address } = account.at(key)
  const { transactions } = await blockAt(await rig.mine(1, address))
  const [reward] = transactions
  assert.ok(reward?.isCoinbase)
  const index = reward.outputs.findIndex((output) => output.address === address)
  const amount = reward.outputs[index]?.amount ?? 0n
  const [coin] = valueOf(await node.unspent([{ txid: reward.txid, index }]))
  assert.deepEqual([coin?.isCoinbase, coin?.confirmations, coin?.amount], [true, 1, amount])
  assert.equal(coin?.script, Buffer.from(account.at(key).script).toString('hex'))
  const payout = planned([{ txid: reward.txid, index, amount, key }], amount / 2n)
  assert.equal((await node.broadcast(made.sign(payout))).status, 'refused')
})

test('SRV-77: the node accepts payments to each kind of address', async () => {
  const addresses = [
    'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  ]
  for (const text of addresses) {
    const to = checkAddress(text, 'regtest')
    assert.ok(to.status === 'valid', `${text} ${JSON.stringify({ ...to, dustLimit: null })}`)
    const [coin] = await coinsOf(30_000n)
    assert.ok(coin !== undefined)
    const plan = planPayout({
      account,
      coins: [coin],
      to,
      amount: to.dustLimit,
      changeKey,
      rate: 1_000n,
      feeMax: 10_000n,
    })
    assert.ok(plan.status === 'planned')
    assert.equal((await node.broadcast(made.sign(plan.payout))).status, 'accepted', text)
  }
  await rig.mine()
})

test("FLT-32: without the node's estimate our own rate applies, but at least the node's minimum", async () => {
  const limits = { floor: 500n, cap: 50_000n, fallback: 3_000n }
  assert.deepEqual(valueOf(await node.feeQuote(6, limits)), {
    state: 'ready',
    rate: 3_000n,
    isCapped: false,
  })
  const tight = valueOf(await node.feeQuote(6, { floor: 1n, cap: 10n, fallback: 1n }))
  assert.equal(tight.state, 'overCap')
})
