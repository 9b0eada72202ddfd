import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import { fieldsOf, textsOf } from './fields.ts'
import { type Call, RpcError } from './rpc.ts'
import { type Nodes, startNodes, temporaryFolder } from './testing/nodes.ts'
import { ownAddress, signedSpend } from './testing/signing.ts'

const someone = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const folder = temporaryFolder()
let nodes: Nodes
let call: Call

before(async () => {
  nodes = await startNodes(folder, { CHAINS_ONLY: 'bitcoin' })
  call = nodes.rpc('bitcoin')
})
after(async () => {
  await nodes.end()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function refusalOf(work: Promise<unknown>): Promise<{ code: number; message: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof RpcError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

async function pay(address: string, amount: number): Promise<string> {
  const payment = { address, amount: String(amount) }
  return String((await nodes.order('bitcoin', 'faucet', payment))['txid'])
}

async function confirmationsOf(txid: string): Promise<number> {
  return Number(fieldsOf(await call('getrawtransaction', [txid, 1]))['confirmations'] ?? 0)
}

async function pool(): Promise<readonly string[]> {
  return textsOf(await call('getrawmempool'))
}

/** A confirmed output of our own key, to be spent. */
async function ownOutput(value: number): Promise<{ txid: string; index: number; value: number }> {
  const txid = await pay(ownAddress, value)
  await nodes.order('bitcoin', 'mine')
  for (const index of [0, 1]) {
    const output = fieldsOf(await call('gettxout', [txid, index]))
    if (Math.round(Number(output['value']) * 1e8) === value) return { txid, index, value }
  }
  throw new Error('the payment has no such output')
}

test('FLT-26: the node speaks as regtest does, and refuses a wrong password', async () => {
  const info = fieldsOf(await call('getblockchaininfo'))
  assert.equal(info['chain'], 'regtest')
  assert.equal(info['initialblockdownload'], false)
  const { url } = fieldsOf(nodes.ready['bitcoin'])
  const refused = await fetch(String(url), { method: 'POST', body: '{}' })
  assert.equal(refused.status, 401)
  assert.equal((await refusalOf(call('nosuchcall'))).code, -32601)
})

test('the faucet pays, and a fork undoes a block until its payments are mined again', async () => {
  const txid = await pay(someone, 123_456)
  assert.deepEqual(await pool(), [txid])
  await nodes.order('bitcoin', 'mine')
  assert.equal(await confirmationsOf(txid), 1)
  const height = Number(await call('getblockcount'))
  const hash = await call('getblockhash', [height])
  const forked = await nodes.order('bitcoin', 'fork', { depth: 1 })
  assert.equal(forked['height'], height + 1)
  assert.notEqual(await call('getblockhash', [height]), hash)
  assert.deepEqual(await pool(), [txid])
  await nodes.order('bitcoin', 'mine')
  assert.equal(await confirmationsOf(txid), 1)
})

test('a forgetful fork drops what the old branch held, and it may be sent again', async () => {
  const txid = await pay(someone, 50_000)
  await nodes.order('bitcoin', 'mine', { blocks: 12 })
  const raw = await call('getrawtransaction', [txid])
  await nodes.order('bitcoin', 'fork', { depth: 12, forget: true })
  assert.deepEqual(await pool(), [])
  assert.equal(await call('sendrawtransaction', [raw]), txid)
  assert.equal(await call('sendrawtransaction', [raw]), txid)
  await nodes.order('bitcoin', 'mine')
  assert.equal((await refusalOf(call('sendrawtransaction', [raw]))).code, -27)
})

test('broadcasts are refused with the codes and words that Bitcoin Core has for it', async () => {
  const output = await ownOutput(100_000)
  const plain = { ...output, isReplaceable: false, to: someone }
  const first = signedSpend({ ...plain, fee: 1_000 })
  const poor = await refusalOf(call('sendrawtransaction', [signedSpend({ ...plain, fee: 10 }).raw]))
  assert.equal(poor.code, -26)
  assert.match(poor.message, /min relay fee not met/)
  assert.equal(await call('sendrawtransaction', [first.raw]), first.txid)
  const other = signedSpend({ ...plain, fee: 5_000 })
  const conflict = await refusalOf(call('sendrawtransaction', [other.raw]))
  assert.equal(conflict.code, -26)
  assert.match(conflict.message, /txn-mempool-conflict/)
  await nodes.order('bitcoin', 'mine')
  const spent = await refusalOf(call('sendrawtransaction', [other.raw]))
  assert.equal(spent.code, -25)
  assert.match(spent.message, /bad-txns-inputs-missingorspent/)
  assert.equal((await refusalOf(call('sendrawtransaction', ['00ff']))).code, -22)
  const forged = signedSpend({
    ...(await ownOutput(70_000)),
    isReplaceable: false,
    fee: 900,
    to: someone,
  })
  const broken = forged.raw.replace(
    /21[0-9a-f]{66}00000000$/,
    (part) => `${part.slice(0, -10)}ff00000000`,
  )
  assert.equal((await refusalOf(call('sendrawtransaction', [broken]))).code, -26)
})

test('ATT-95: a higher fee replaces what signals it, a lower one does not', async () => {
  const output = { ...(await ownOutput(200_000)), isReplaceable: true, to: someone }
  const first = signedSpend({ ...output, fee: 1_000 })
  await call('sendrawtransaction', [first.raw])
  const same = await refusalOf(
    call('sendrawtransaction', [signedSpend({ ...output, fee: 1_050 }).raw]),
  )
  assert.equal(same.code, -26)
  assert.match(same.message, /insufficient fee, rejecting replacement/)
  const second = signedSpend({ ...output, fee: 2_000 })
  assert.equal(await call('sendrawtransaction', [second.raw]), second.txid)
  assert.deepEqual(await pool(), [second.txid])
  await nodes.order('bitcoin', 'mine')
  assert.equal(await confirmationsOf(second.txid), 1)
})

test('ATT-80: a fork may contain a double spend, which evicts the original permanently', async () => {
  const output = { ...(await ownOutput(300_000)), isReplaceable: false }
  const paid = signedSpend({ ...output, fee: 1_000, to: someone })
  const back = signedSpend({ ...output, fee: 1_000, to: ownAddress })
  await call('sendrawtransaction', [paid.raw])
  await nodes.order('bitcoin', 'mine', { blocks: 2 })
  await nodes.order('bitcoin', 'fork', { depth: 2, transactions: [back.raw] })
  assert.deepEqual(await pool(), [])
  assert.equal(await confirmationsOf(back.txid), 3)
  assert.equal((await refusalOf(call('sendrawtransaction', [paid.raw]))).code, -25)
})

test('ATT-80: a fork that would spend already spent outputs is refused, and the chain stays unchanged', async () => {
  const output = { ...(await ownOutput(300_000)), isReplaceable: false }
  const paid = signedSpend({ ...output, fee: 1_000, to: someone })
  const back = signedSpend({ ...output, fee: 1_000, to: ownAddress })
  await call('sendrawtransaction', [paid.raw])
  await nodes.order('bitcoin', 'mine', { blocks: 3 })
  const tip = await call('getbestblockhash')
  const fork = nodes.order('bitcoin', 'fork', { depth: 2, transactions: [back.raw] })
  await assert.rejects(fork, /would spend what it does not have/)
  assert.equal(await call('getbestblockhash'), tip)
  assert.equal(await confirmationsOf(paid.txid), 3)
})

test('ATT-79: a block reward cannot be spent before 100 more blocks', async () => {
  const { height } = await nodes.order('bitcoin', 'mine', { address: ownAddress })
  const block = fieldsOf(await call('getblock', [await call('getblockhash', [height])]))
  const [txid = ''] = textsOf(block['tx'])
  const output = fieldsOf(await call('gettxout', [txid, 0]))
  assert.equal(output['coinbase'], true)
  const value = Math.round(Number(output['value']) * 1e8)
  const early = signedSpend({
    txid,
    index: 0,
    value,
    fee: 1_000,
    isReplaceable: false,
    to: someone,
  })
  assert.equal((await refusalOf(call('sendrawtransaction', [early.raw]))).code, -26)
  await nodes.order('bitcoin', 'mine', { blocks: 99 })
  assert.equal(await call('sendrawtransaction', [early.raw]), early.txid)
})

test('FLT-26: a killed node comes back on its port with every block', async () => {
  const height = await call('getblockcount')
  await nodes.order('bitcoin', 'stop', { hard: true })
  await assert.rejects(call('getblockcount'), TypeError)
  await nodes.order('bitcoin', 'start')
  assert.equal(await call('getblockcount'), height)
})
