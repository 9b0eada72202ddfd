/**
 * A small block explorer of a simulation's own chains, at `/simulation/chain`: blocks, transactions and
 * addresses. Links of deposits and withdrawals lead there. The explorer only reads.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HttpHost, languageOf } from '../../platform/http/host.ts'
import { localOnly } from '../../platform/http/local-only.ts'
import { evmChainNames, type LocalNodes } from '../chain-nodes/index.ts'
import { bitcoinChain } from './bitcoin.ts'
import { evmChain } from './evm.ts'
import { fieldsOf } from '../../platform/external/answers.ts'
import {
  addressPage,
  blockPage,
  chainsPage,
  latestPage,
  missingPage,
  type PageChain,
  type PageFrame,
  restingPage,
  transactionPage,
} from './pages.ts'
import { createNodeCalls } from './rpc.ts'
import { explorerStyle } from './style.ts'
import type { ExplorerChain } from './views.ts'

/** Route prefix of the explorer. */
export const explorerRoot = '/simulation/chain'

const wordLengthMax = 100
const heightForm = /^\d{1,9}$/
const hashForm = /^(?:0x)?[0-9a-fA-F]{64}$/

const labels = [
  { name: 'bitcoin', label: 'Bitcoin' },
  { name: 'ethereum', label: 'Ethereum' },
  { name: 'arbitrum', label: 'Arbitrum One' },
  { name: 'bnb', label: 'BNB Smart Chain' },
] as const satisfies readonly PageChain[]
const coinSymbols = { ethereum: 'ETH', arbitrum: 'ETH', bnb: 'BNB' } as const

/** Registers the pages. They call nodes that already run, and never start one. */
export function registerChainExplorer(http: HttpHost, local: () => LocalNodes | null): void {
  const chains = chainsOf(local)
  const frameOf = (request: FastifyRequest, name: string | null): PageFrame => ({
    root: explorerRoot,
    language: languageOf(request),
    chain: labels.find((one) => one.name === name) ?? null,
    chains: labels,
  })
  http.get(explorerRoot, localOnly, async (request, reply) =>
    send(reply, chainsPage(frameOf(request, null))),
  )
  http.get(`${explorerRoot}/style.css`, localOnly, async (_, reply) =>
    reply.type('text/css').send(explorerStyle),
  )

  /** Registers a page of a chain. */
  const serve = (
    path: string,
    draw: (chain: ExplorerChain, frame: PageFrame, word: string) => Promise<string | null>,
  ): void => {
    http.get(`${explorerRoot}/:chain${path}`, localOnly, async (request, reply) => {
      const name = wordAt(request.params, 'chain')
      const chain = chains.get(name)
      const frame = frameOf(request, name)
      if (chain === undefined) return send(reply.code(404), missingPage(frame))
      if (local() === null) return send(reply.code(503), restingPage(frame))
      const drawn = await draw(chain, frame, wordAt(request.params, 'word'))
      return drawn === null ? send(reply.code(404), missingPage(frame)) : send(reply, drawn)
    })
  }
  serve('', async (chain, frame) => {
    const blocks = await chain.latest()
    return blocks === null ? restingPage(frame) : latestPage(frame, blocks)
  })
  serve('/block/:word', async (chain, frame, word) => {
    if (!heightForm.test(word) && !hashForm.test(word)) return null
    const block = await chain.block(word)
    return block === null ? null : blockPage(frame, block)
  })
  serve('/tx/:word', async (chain, frame, word) => {
    const transaction = await chain.transaction(word)
    return transaction === null ? null : transactionPage(frame, transaction)
  })
  serve('/address/:word', async (chain, frame, word) => {
    const address = await chain.address(word)
    return address === null ? null : addressPage(frame, address)
  })
  http.get(`${explorerRoot}/:chain/search`, localOnly, async (request, reply) => {
    const name = wordAt(request.params, 'chain')
    const chain = chains.get(name)
    const frame = frameOf(request, name)
    const word = wordAt(request.query, 'q').trim()
    const path = chain === undefined || word === '' ? null : await findPage(chain, word)
    if (path === null) return send(reply.code(404), missingPage(frame))
    return reply.redirect(`${explorerRoot}/${name}/${path}`, 303)
  })
}

/** The page that shows a search term. A hash may belong to a transaction or a block. */
async function findPage(chain: ExplorerChain, word: string): Promise<string | null> {
  if (heightForm.test(word)) return `block/${word}`
  if (!hashForm.test(word)) return `address/${encodeURIComponent(word)}`
  if ((await chain.transaction(word)) !== null) return `tx/${word}`
  return (await chain.block(word)) === null ? null : `block/${word}`
}

function chainsOf(local: () => LocalNodes | null): ReadonlyMap<string, ExplorerChain> {
  const bitcoin = bitcoinChain(
    createNodeCalls(() => {
      const node = local()?.bitcoin
      if (node === undefined) return null
      const word = Buffer.from(`${node.user}:${node.password}`).toString('base64')
      return { url: node.url, authorization: `Basic ${word}` }
    }),
  )
  const others = evmChainNames.map((name) => {
    const callNode = createNodeCalls(() => {
      const node = local()?.evm[name]
      return node === undefined ? null : { url: node.url }
    })
    const tokens = () => {
      const token = local()?.evm[name]?.token
      return token === undefined ? [] : [token]
    }
    return [name, evmChain({ callNode, symbol: coinSymbols[name], tokens })] as const
  })
  return new Map<string, ExplorerChain>([['bitcoin', bitcoin], ...others])
}

function wordAt(fields: unknown, name: string): string {
  const word = fieldsOf(fields)[name]
  return typeof word === 'string' ? word.slice(0, wordLengthMax) : ''
}

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html)
}
