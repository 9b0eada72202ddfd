/**
 * For tests: a real bitcoin node whose blocks the test makes, and a line to it that can be tampered with: a
 * node that lies, is busy, or breaks off.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type NodesControl } from '../../chain-nodes/index.ts'
import { temporaryChains } from '../../chain-nodes/testing/chains.ts'
import { type BitcoinNodeOptions, createBitcoinNode } from '../node.ts'
import type { BitcoinAnswer, BitcoinNode } from '../port.ts'
import type { BitcoinReach } from '../requests.ts'

export type RpcCall = { readonly id: unknown; readonly method: string; readonly params: unknown[] }
type RpcReply = { readonly id: unknown; readonly result?: unknown; readonly error?: unknown }
/** Changes the result of one call. */
export type Tamper = (call: RpcCall, result: unknown) => unknown
/** What is said instead of the node's answer, after it was asked or not; null says nothing for ever. */
export type Instead = {
  readonly isAsked: boolean
  readonly said: { readonly status: number; readonly body: string } | null
}

export type NodeRig = {
  readonly control: NodesControl
  /** Where the line begins. */
  reach(this: void): Promise<BitcoinReach>
  /** A node of ours behind the line that can be tampered with. */
  node(options?: Partial<BitcoinNodeOptions>): BitcoinNode
  tamper(change: Tamper): void
  answerWith(instead: Instead): void
  /** From now on the line is true again. */
  behave(): void
  /** The methods asked since `behave`. */
  readonly asked: readonly string[]
  /** Ends all connections that are kept open. */
  cut(): void
  /** A call straight to the node; throws its refusal. */
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Makes blocks, the reward to an address where one is given; returns the height. */
  mine(blocks?: number, address?: string): Promise<number>
  /** From the faucet; it waits for a block. */
  pay(address: string, satoshi: bigint): Promise<string>
  end(): Promise<void>
}

/** Starts the node and the line to it. */
export async function startNodeRig(): Promise<NodeRig> {
  const chains = await temporaryChains({ only: ['bitcoin'] })
  const { bitcoin } = chains.nodes
  if (bitcoin === undefined) throw new Error('there is no bitcoin node')
  const straight = { url: bitcoin.url, user: bitcoin.user, password: bitcoin.password }
  const authorization = `Basic ${Buffer.from(`${straight.user}:${straight.password}`).toString('base64')}`
  const asked: string[] = []
  let change: Tamper | null = null
  let instead: Instead | null = null
  const line = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await bodyOf(request)
    const calls = listOf(JSON.parse(body)) as readonly RpcCall[]
    asked.push(...calls.map(({ method }) => method))
    const isAsked = instead?.isAsked ?? true
    const told = isAsked ? await ask(straight.url, request.headers.authorization ?? '', body) : null
    if (instead !== null) {
      if (instead.said !== null) response.writeHead(instead.said.status).end(instead.said.body)
      return
    }
    if (told === null) return
    if (change === null || told.body === '') {
      response.writeHead(told.status).end(told.body)
      return
    }
    const isMany = body.startsWith('[')
    const replies = (listOf(JSON.parse(told.body)) as readonly RpcReply[]).map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      if (call === undefined || reply.error != null) return reply
      return { ...reply, result: change?.(call, reply.result) }
    })
    response.writeHead(told.status).end(JSON.stringify(isMany ? replies : replies[0]))
  }
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', () => resolve()))
  const { port } = line.address() as AddressInfo
  const reach = async () => ({ ...straight, url: `http://127.0.0.1:${port}` })
  return {
    control: chains.control,
    reach,
    node: (options = {}) => createBitcoinNode({ network: 'regtest', reach, ...options }),
    tamper(wanted) {
      change = wanted
    },
    answerWith(wanted) {
      instead = wanted
    },
    behave() {
      change = null
      instead = null
      asked.length = 0
    },
    asked,
    cut: () => line.closeAllConnections(),
    async rpc(method, ...params) {
      const { body } = await ask(
        straight.url,
        authorization,
        JSON.stringify({ id: 1, method, params }),
      )
      const { result, error } = JSON.parse(body) as RpcReply
      if (error != null) throw new Error(JSON.stringify(error))
      return result
    },
    mine: (blocks = 1, address) => chains.control.mine('bitcoin', blocks, address),
    pay: (address, amount) => chains.control.pay('bitcoin', { address, amount, asset: 'coin' }),
    async end() {
      line.close()
      line.closeAllConnections()
      await chains.end()
    },
  }
}

/** What a question came to; throws where it came to nothing. */
export function valueOf<T>(answer: BitcoinAnswer<T>): T {
  if (answer.status === 'done') return answer.value
  throw new Error(JSON.stringify(answer))
}

async function ask(url: string, authorization: string, body: string) {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: await response.text() }
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
