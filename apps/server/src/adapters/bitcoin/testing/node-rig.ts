/**
 * For tests: a real bitcoin node whose blocks the test mines, behind a proxy that can falsify, delay or cut
 * its replies.
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
/** Reply in place of the node's, before or after the node is called; null: no reply at all. */
export type Instead = {
  readonly isAsked: boolean
  readonly said: { readonly status: number; readonly body: string } | null
}

export type NodeRig = {
  readonly control: NodesControl
  /** URL and credentials of the proxy. */
  reach(this: void): Promise<BitcoinReach>
  /** A client that connects through the proxy. */
  node(options?: Partial<BitcoinNodeOptions>): BitcoinNode
  tamper(change: Tamper): void
  answerWith(instead: Instead): void
  /** Removes all faults from the proxy. */
  behave(): void
  /** Methods called since `behave`. */
  readonly calledMethods: readonly string[]
  /** Closes all keep-alive connections. */
  cut(): void
  /** Calls the node directly; throws its error. */
  rpc(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Mines blocks, with the reward to an address where one is given; returns the height. */
  mine(blocks?: number, address?: string): Promise<number>
  /** Pays from the faucet; the payment waits for a block. */
  pay(address: string, satoshi: bigint): Promise<string>
  end(): Promise<void>
}

/** Starts the node and the proxy. */
export async function startNodeRig(): Promise<NodeRig> {
  const chains = await temporaryChains({ only: ['bitcoin'] })
  const { bitcoin } = chains.nodes
  if (bitcoin === undefined) throw new Error('there is no bitcoin node')
  const straight = { url: bitcoin.url, user: bitcoin.user, password: bitcoin.password }
  const authorization = `Basic ${Buffer.from(`${straight.user}:${straight.password}`).toString('base64')}`
  const calledMethods: string[] = []
  let change: Tamper | null = null
  let instead: Instead | null = null
  const proxy = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await bodyOf(request)
    const calls = listOf(JSON.parse(body)) as readonly RpcCall[]
    calledMethods.push(...calls.map(({ method }) => method))
    const isAsked = instead?.isAsked ?? true
    const told = isAsked
      ? await forward(straight.url, request.headers.authorization ?? '', body)
      : null
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
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()))
  const { port } = proxy.address() as AddressInfo
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
      calledMethods.length = 0
    },
    calledMethods,
    cut: () => proxy.closeAllConnections(),
    async rpc(method, ...params) {
      const { body } = await forward(
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
      proxy.close()
      proxy.closeAllConnections()
      await chains.end()
    },
  }
}

/** The value of a successful result; throws for any other. */
export function valueOf<T>(answer: BitcoinAnswer<T>): T {
  if (answer.status === 'done') return answer.value
  throw new Error(JSON.stringify(answer))
}

async function forward(url: string, authorization: string, body: string) {
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
