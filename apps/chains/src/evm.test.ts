import assert from 'node:assert/strict'
import fs from 'node:fs'
import { after, before, test } from 'node:test'
import { fieldsOf, textsOf } from './fields.ts'
import type { Call } from './rpc.ts'
import { type Nodes, startNodes, temporaryFolder } from './testing/nodes.ts'

const someone = '0x00000000000000000000000000000000000000aa'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const folder = temporaryFolder()
let nodes: Nodes
let call: Call

before(async () => {
  nodes = await startNodes(folder, { CHAINS_ONLY: 'ethereum,bnb' })
  call = nodes.rpc('ethereum')
})
after(async () => {
  await nodes.end()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function pay(asset: 'coin' | 'token', amount: bigint): Promise<string> {
  const payment = { address: someone, amount: String(amount), asset }
  return String((await nodes.order('ethereum', 'faucet', payment))['txid'])
}

async function balance(): Promise<bigint> {
  return BigInt(String(await call('eth_getBalance', [someone, 'latest'])))
}

async function receipt(txid: string): Promise<Readonly<Record<string, unknown>> | null> {
  const found = await call('eth_getTransactionReceipt', [txid])
  return found === null ? null : fieldsOf(found)
}

async function heightOf(tag: string): Promise<number> {
  return Number(fieldsOf(await call('eth_getBlockByNumber', [tag, false]))['number'])
}

test('ATT-78: each chain has its own id, and the same token at the same address', async () => {
  for (const [chain, chainId] of [
    ['ethereum', 1],
    ['bnb', 56],
  ] as const) {
    assert.equal(Number(await nodes.rpc(chain)('eth_chainId')), chainId)
    const { token } = fieldsOf(nodes.ready[chain])
    assert.deepEqual(token, {
      address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      symbol: 'USDT',
      decimals: 6,
    })
    const decimals = { to: String(fieldsOf(token)['address']), data: '0x313ce567' }
    assert.equal(Number(await nodes.rpc(chain)('eth_call', [decimals, 'latest'])), 6)
  }
})

test('`safe` and `finalized` exist from the first block on, an epoch and two below the head', async () => {
  const head = await heightOf('latest')
  assert.equal(await heightOf('safe'), head - 32)
  assert.equal(await heightOf('finalized'), head - 64)
})

test('the faucet sends coin and token, which wait for a block', async () => {
  const before = await balance()
  const coin = await pay('coin', 5n * 10n ** 18n)
  const token = await pay('token', 7_000_000n)
  assert.equal(await receipt(coin), null)
  await nodes.order('ethereum', 'mine')
  assert.equal(await balance(), before + 5n * 10n ** 18n)
  const found = await receipt(token)
  assert.equal(found?.['status'], '0x1')
  const [log] = Array.isArray(found?.['logs']) ? found['logs'].map(fieldsOf) : []
  assert.equal(textsOf(log?.['topics'])[0], transferTopic)
  assert.equal(BigInt(String(log?.['data'])), 7_000_000n)
})

test('FLT-29: a fork undoes payments, which are mined again unless it forgets them', async () => {
  const before = await balance()
  const txid = await pay('coin', 1_000n)
  await nodes.order('ethereum', 'mine', { blocks: 3 })
  const height = await heightOf('latest')
  const { blockHash } = (await receipt(txid)) ?? {}
  const forked = await nodes.order('ethereum', 'fork', { depth: 3 })
  assert.equal(forked['height'], height + 1)
  assert.notEqual((await receipt(txid))?.['blockHash'], blockHash)
  await nodes.order('ethereum', 'mine')
  assert.equal(await balance(), before + 1_000n)
  await nodes.order('ethereum', 'fork', { depth: 12, forget: true })
  assert.equal(await receipt(txid), null)
  assert.notEqual(await balance(), before + 1_000n)
})

test('FLT-29: a fork may contain another payment with the same nonce, which evicts the first', async () => {
  const [, , user = ''] = textsOf(await call('eth_accounts'))
  const nonce = String(await call('eth_getTransactionCount', [user, 'latest']))
  const signed = async (value: string): Promise<string> => {
    const fees = { gas: '0x5208', maxFeePerGas: '0xba43b7400', maxPriorityFeePerGas: '0x3b9aca00' }
    const payment = { from: user, to: someone, value, nonce, ...fees }
    return String(await call('eth_signTransaction', [{ ...payment, chainId: '0x1' }]))
  }
  const paid = String(await call('eth_sendRawTransaction', [await signed('0x7')]))
  await nodes.order('ethereum', 'mine', { blocks: 2 })
  assert.equal((await receipt(paid))?.['status'], '0x1')
  const before = await balance()
  await nodes.order('ethereum', 'fork', { depth: 2, transactions: [await signed('0x3')] })
  assert.equal(await receipt(paid), null)
  assert.equal(await balance(), before - 4n)
  await nodes.order('ethereum', 'mine')
  assert.equal(await balance(), before - 4n)
})

test('ATT-75 ATT-77: misbehaving contracts can be deployed for tests', async () => {
  const name = { name: 'Tether USD', symbol: 'USDT', decimals: 6 }
  const { address } = await nodes.order('ethereum', 'deploy', { kind: 'OddToken', ...name })
  const [, user = ''] = textsOf(await call('eth_accounts'))
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const pretend = `0x61582dd6${word(0n)}${word(BigInt(someone))}${word(5n)}`
  const txid = await call('eth_sendTransaction', [{ from: user, to: address, data: pretend }])
  await nodes.order('ethereum', 'mine')
  const found = await receipt(String(txid))
  assert.equal(Array.isArray(found?.['logs']) ? found['logs'].length : 0, 1)
  const sender = await nodes.order('ethereum', 'deploy', { kind: 'Sender' })
  const code = await call('eth_getCode', [sender['address'], 'latest'])
  assert.ok(String(code).length > 100)
})

test('FLT-28: a killed node comes back on its port as it was after the last block', async () => {
  const txid = await pay('coin', 77n)
  await nodes.order('ethereum', 'mine')
  const [height, held] = [await heightOf('latest'), await balance()]
  await nodes.order('ethereum', 'stop', { hard: true })
  await assert.rejects(call('eth_blockNumber'), TypeError)
  await nodes.order('ethereum', 'start')
  assert.equal(await heightOf('latest'), height)
  assert.equal(await balance(), held)
  assert.equal((await receipt(txid))?.['status'], '0x1')
})
