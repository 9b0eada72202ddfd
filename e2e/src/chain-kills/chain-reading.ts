/**
 * Reads the chains after the exchange has ended: the test starts the same nodes on the same folder and reads
 * block by block, without code of the exchange.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Json, isObject, type JsonObject, objectAt, rowsAt, textAt } from '../harness/http.ts'
import { root } from '../harness/paths.ts'
import { type ChainName, tokenContract } from './coin-work.ts'

const launcher = path.join(root, 'launch/chains.mjs')
const key = 'a-key-of-this-reading-alone'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const blocksAtOnce = 20
const satoshiDecimals = 8
const evmNames = ['ethereum', 'arbitrum', 'bnb'] as const

/** One movement of a coin or token in a block. Addresses of EVM chains are in lower case. */
export type Movement = {
  readonly chain: ChainName
  readonly txid: string
  /** Null for the chain's native coin. */
  readonly contract: string | null
  /** Null: newly minted, or from several addresses. */
  readonly from: string | null
  readonly to: string
  readonly amount: bigint
}

/** The final holdings of our addresses, by `chain contract address`. */
export type ChainsRead = {
  readonly movements: readonly Movement[]
  /** Bitcoin outputs that no block has spent, by address. */
  readonly unspent: ReadonlyMap<string, bigint>
  /** The balance of an EVM address. */
  balance(chain: ChainName, contract: string | null, address: string): Promise<bigint>
  end(): Promise<void>
}

type Rpc = (method: string, parameters: readonly unknown[]) => Promise<Json>

/** Starts the nodes of a folder and reads all of their blocks. */
export async function readChains(folder: string): Promise<ChainsRead> {
  const env = { ...process.env, CHAINS_KEY: key, CHAINS_FOLDER: folder, CHAINS_EPOCH_SLOTS: '4' }
  const child = spawn(process.execPath, [launcher], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const ready = await readyOf(child.stdout)
  const bitcoin = bitcoinRpc(objectAt(ready, 'bitcoin'))
  const evm = new Map(evmNames.map((name) => [name, evmRpc(objectAt(ready, name))]))
  const { movements, unspent } = await readBitcoin(bitcoin)
  for (const [name, rpc] of evm) movements.push(...(await readEvm(name, rpc)))
  return {
    movements,
    unspent,
    async balance(chain, contract, address) {
      if (chain === 'bitcoin') return unspent.get(address) ?? 0n
      const rpc = evm.get(chain)
      if (rpc === undefined) throw new Error(`${chain} was not begun`)
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
      const answer =
        contract === null
          ? await rpc('eth_getBalance', [address, 'latest'])
          : await rpc('eth_call', [{ to: contract, data }, 'latest'])
      return BigInt(textOf(answer))
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

async function readyOf(output: NodeJS.ReadableStream): Promise<JsonObject> {
  for await (const line of createInterface({ input: output })) {
    const said = JSON.parse(line) as JsonObject
    if (said['trouble'] !== undefined) throw new Error(line)
    if (isObject(said['ready'])) return said['ready']
  }
  throw new Error('the nodes ended before they were ready')
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<Json> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as JsonObject
  if (answer['error'] != null) throw new Error(JSON.stringify(answer['error']))
  return answer['result'] ?? null
}

/** A text or number as text; empty for anything else. */
function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function bitcoinRpc(reach: JsonObject): Rpc {
  const login = Buffer.from(`${textAt(reach, 'user')}:${key}`).toString('base64')
  const headers = { authorization: `Basic ${login}`, 'content-type': 'application/json' }
  return (method, params) => post(textAt(reach, 'url'), headers, { id: 1, method, params })
}

function evmRpc(reach: JsonObject): Rpc {
  const headers = { 'content-type': 'application/json' }
  return (method, params) =>
    post(textAt(reach, 'url'), headers, { jsonrpc: '2.0', id: 1, method, params })
}

/** Runs the work for a range of numbers, some at a time, and returns the results in order. */
async function all<T>(from: number, to: number, work: (no: number) => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (let at = from; at <= to; at += blocksAtOnce) {
    const count = Math.min(blocksAtOnce, to - at + 1)
    found.push(...(await Promise.all(Array.from({ length: count }, (_, no) => work(at + no)))))
  }
  return found
}

async function readBitcoin(rpc: Rpc) {
  const height = Number(await rpc('getblockcount', []))
  const blocks = await all(1, height, async (at) =>
    rpc('getblock', [await rpc('getblockhash', [at]), true, true]),
  )
  const movements: Movement[] = []
  const outputs = new Map<string, { readonly to: string; readonly amount: bigint }>()
  const spent: string[] = []
  for (const block of blocks) {
    if (!isObject(block)) throw new Error('a block is no object')
    for (const transaction of rowsAt(block, 'tx')) {
      const txid = textAt(transaction, 'txid')
      for (const input of rowsAt(transaction, 'vin')) {
        if (input['txid'] !== undefined)
          spent.push(`${textAt(input, 'txid')}:${textAt(input, 'vout')}`)
      }
      for (const output of rowsAt(transaction, 'vout')) {
        const { addresses } = objectAt(output, 'scriptPubKey')
        const to = Array.isArray(addresses) ? textOf(addresses[0]) : ''
        const amount = satoshiOf(textAt(output, 'value'))
        outputs.set(`${txid}:${textAt(output, 'n')}`, { to, amount })
        movements.push({ chain: 'bitcoin', txid, contract: null, from: null, to, amount })
      }
    }
  }
  for (const one of spent) outputs.delete(one)
  const unspent = new Map<string, bigint>()
  for (const { to, amount } of outputs.values()) unspent.set(to, (unspent.get(to) ?? 0n) + amount)
  return { movements, unspent }
}

function satoshiOf(value: string): bigint {
  return BigInt(Math.round(Number(value) * 10 ** satoshiDecimals))
}

async function readEvm(chain: ChainName, rpc: Rpc): Promise<readonly Movement[]> {
  const height = Number(await rpc('eth_blockNumber', []))
  const found = await all(0, height, async (at) => {
    const number = `0x${at.toString(16)}`
    const block = await rpc('eth_getBlockByNumber', [number, true])
    if (!isObject(block)) throw new Error(`${chain} has no block ${at}`)
    const sent = rowsAt(block, 'transactions')
    if (sent.length === 0) return []
    const receipts = await rpc('eth_getBlockReceipts', [number])
    if (!Array.isArray(receipts)) throw new Error(`${chain} has no receipts of block ${at}`)
    return receipts.flatMap((receipt: Json) => {
      if (!isObject(receipt) || receipt['status'] !== '0x1') return []
      const txid = textAt(receipt, 'transactionHash')
      const own = sent.find((one) => one['hash'] === txid)
      return own === undefined ? [] : movementsOf(chain, own, receipt)
    })
  })
  return found.flat()
}

function movementsOf(chain: ChainName, sent: JsonObject, receipt: JsonObject): readonly Movement[] {
  const txid = textAt(receipt, 'transactionHash')
  const coin = {
    chain,
    txid,
    contract: null,
    from: textAt(sent, 'from').toLowerCase(),
    to: textOf(sent['to']).toLowerCase(),
    amount: BigInt(textAt(sent, 'value')),
  }
  const tokens = rowsAt(receipt, 'logs').flatMap((log) => {
    const { topics } = log
    if (!Array.isArray(topics) || topics[0] !== transferTopic) return []
    if (textAt(log, 'address').toLowerCase() !== tokenContract) return []
    const [from = '', to = ''] = topics
      .slice(1)
      .map((topic: Json) => `0x${textOf(topic).slice(-40)}`)
    return [{ chain, txid, contract: tokenContract, from, to, amount: BigInt(textAt(log, 'data')) }]
  })
  return coin.amount > 0n ? [coin, ...tokens] : tokens
}
