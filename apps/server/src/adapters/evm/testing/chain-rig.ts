/**
 * For tests: a real chain (`apps/chains`) whose blocks the test mines, behind a proxy that can falsify, omit
 * or cut replies.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressKey } from '../addresses.ts'
import { toQuantity } from '../hex.ts'
import { createEvmNode, type EvmNodeOptions } from '../node.ts'
import type { EvmNode } from '../port.ts'

const program = path.join(import.meta.dirname, '../../../../../../launch/chains.mjs')
const key = 'key-of-the-tests-0001'
const startMs = 180_000
const gas = toQuantity(3_000_000)
/** `safe` is this many blocks below the head, `finalized` twice as many. */
export const epochSlots = 2

export type RpcReply = { readonly id: number; readonly result?: unknown; readonly error?: object }
/** Changes one reply of the node to this call. */
export type Tamper = (
  call: { readonly method: string; readonly params: readonly unknown[] },
  reply: RpcReply,
) => RpcReply
/** Reply in place of the node's; null: no reply at all. */
export type Instead = { readonly status: number; readonly body: string } | null

export type ChainRig = {
  /** The local token with 6 decimals, held by the faucet's account. */
  readonly token: string
  readonly chainId: number
  /** A client that connects through the proxy. */
  node(options?: Partial<EvmNodeOptions>): EvmNode
  tamper(change: Tamper): void
  answerWith(instead: Instead): void
  /** Removes all faults from the proxy. */
  behave(): void
  /** Methods called since `behave`. */
  readonly calledMethods: readonly string[]
  mine(blocks?: number): Promise<number>
  height(): Promise<number>
  fork(how: object): Promise<number>
  pay(to: string, amount: bigint, asset?: 'coin' | 'token'): Promise<string>
  deploy(kind: 'OddToken' | 'Sender'): Promise<string>
  /** Calls a contract from an unlocked account of the chain, 1 to 9; the transaction waits for a block. */
  call(
    from: string,
    contract: string,
    signature: string,
    ...words: readonly Word[]
  ): Promise<string>
  /** Calls the node directly. */
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>
  stop(): Promise<void>
}

type Word = string | bigint
type Ready = {
  readonly control: string
  readonly ethereum: {
    readonly url: string
    readonly chainId: number
    readonly token: { readonly address: string }
  }
}

/** Starts one chain with Ethereum's chain id and without automatic blocks. */
export async function startChainRig(): Promise<ChainRig> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tukar-evm-'))
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      CHAINS_KEY: key,
      CHAINS_FOLDER: folder,
      CHAINS_ONLY: 'ethereum',
      CHAINS_EPOCH_SLOTS: String(epochSlots),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const { control, ethereum } = await readyOf(child.stdout)
  const proxy = await startProxy(ethereum.url)
  const steer = async (call: string, input: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${control}/ethereum/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as { result?: unknown; refusal?: string }
    if (!response.ok) throw new Error(`${call}: ${answer.refusal}`)
    return Object(answer.result) as Record<string, unknown>
  }
  const rpc = (method: string, ...params: readonly unknown[]) =>
    forward(ethereum.url, method, params)
  return {
    token: ethereum.token.address,
    chainId: ethereum.chainId,
    node: (options = {}) =>
      createEvmNode({ url: () => proxy.url, chainId: ethereum.chainId, ...options }),
    tamper: (change) => proxy.tamper(change),
    answerWith: (instead) => proxy.answerWith(instead),
    behave: () => proxy.behave(),
    get calledMethods() {
      return proxy.calledMethods()
    },
    mine: async (blocks = 1) => Number((await steer('mine', { blocks }))['height']),
    height: async () => Number(await rpc('eth_blockNumber')),
    fork: async (how) => Number((await steer('fork', how))['height']),
    pay: async (to, amount, asset = 'coin') =>
      String((await steer('faucet', { address: to, amount: String(amount), asset }))['txid']),
    deploy: async (kind) =>
      String((await steer('deploy', { kind, name: 'Odd', symbol: 'ODD', decimals: 6 }))['address']),
    call: async (from, contract, signature, ...words) =>
      String(
        await rpc('eth_sendTransaction', {
          from,
          to: contract,
          data: dataOf(signature, words),
          gas,
        }),
      ),
    rpc,
    async stop() {
      proxy.stop()
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A URL where nothing listens. */
export async function deadUrl(): Promise<string> {
  const proxy = await startProxy('')
  proxy.stop()
  return proxy.url
}

/** Call data of addresses and numbers. */
export function dataOf(signature: string, words: readonly Word[]): string {
  const selector = Buffer.from(keccak_256(Buffer.from(signature))).toString('hex', 0, 4)
  const encoded = words.map((word) => {
    const hex = typeof word === 'bigint' ? word.toString(16) : addressKey(word).slice(2)
    return hex.padStart(64, '0')
  })
  return `0x${selector}${encoded.join('')}`
}

async function forward(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: object }
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

function readyOf(stream: NodeJS.ReadableStream): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error('the chain did not start')), startMs)
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      const [proxy] = said.split('\n').filter((each) => each.startsWith('{"ready"'))
      if (said.includes('{"trouble"')) reject(new Error(said))
      if (proxy === undefined || !said.includes('\n')) return
      clearTimeout(timer)
      resolve((JSON.parse(proxy) as { ready: Ready }).ready)
    })
  })
}

/** A proxy that forwards everything to the node, with the faults that the test sets. */
async function startProxy(target: string) {
  let change: Tamper = (_, reply) => reply
  let instead: Instead | undefined
  let methods: string[] = []
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      if (instead === null) return
      if (instead !== undefined) {
        response.writeHead(instead.status).end(instead.body)
        return
      }
      const text = Buffer.concat(chunks).toString('utf8')
      const calls = JSON.parse(text) as { id: number; method: string; params: unknown[] }[]
      methods.push(...calls.map(({ method }) => method))
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      })
      const replies = (await answer.json()) as RpcReply[]
      const changed = replies.map((reply) => {
        const call = calls.find(({ id }) => id === reply.id)
        return call === undefined ? reply : change(call, reply)
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    calledMethods: () => methods,
    tamper(next: Tamper) {
      change = next
    },
    answerWith(next: Instead) {
      instead = next
    },
    behave() {
      change = (_, reply) => reply
      instead = undefined
      methods = []
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
