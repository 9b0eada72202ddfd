/** The node of an EVM chain over JSON-RPC: each question of the port as calls, each answer read without trust. */
import { createHealth } from '../../platform/external/health.ts'
import { balanceCall, balancesOf, viewCall, wordOf } from './balances.ts'
import { readHead, readReceipt } from './blocks.ts'
import { findPayment } from './find.ts'
import { dataOf, numberOf, textOf, toQuantity, UnreadableError } from './hex.ts'
import { blockAt, lookAt } from './look.ts'
import type { EvmAnswer, EvmBlockRef, EvmHeads, EvmNode } from './port.ts'
import { quoteGas } from './quote.ts'
import { ask, callsPerRequestMax, callsPerRequestMin, type Line } from './requests.ts'
import { scanRange } from './scan.ts'
import { sendRaw } from './send.ts'
import { tokenFacts } from './token-facts.ts'

const slowMs = 3_000
const timeoutMsDefault = 15_000
const decimalsMax = 36
/** decimals() */
const decimalsSelector = '0x313ce567'

export type EvmNodeOptions = {
  /** Where the node listens, without user or key in it; null while nobody is there. */
  readonly url: () => string | null
  /** The whole value of the `authorization` header, where the node wants one. */
  readonly authorization?: string
  readonly chainId: number
  readonly timeoutMs?: number
  /** An answer with more bytes is not read. */
  readonly answerBytesMax?: number
  /** Calls in one request, 3 to 50, where the node takes no more than that (and one for the chain's id). */
  readonly callsPerRequest?: number
  /** Ends all calls, as the server stops. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** A node at this address; it makes no call by itself. Throws `RangeError` for an option out of bounds. */
export function createEvmNode(options: EvmNodeOptions): EvmNode {
  const { chainId, clock = Date.now, timeoutMs = timeoutMsDefault, ...rest } = options
  const { callsPerRequest = callsPerRequestMax } = rest
  if (callsPerRequest < callsPerRequestMin || callsPerRequest > callsPerRequestMax) {
    throw new RangeError('callsPerRequest is out of bounds')
  }
  const health = createHealth(clock, slowMs)
  const line: Line = { ...rest, chainId, timeoutMs, health }
  return {
    chainId,
    facts: () =>
      ask(
        line,
        [
          { method: 'eth_syncing', params: [] },
          { method: 'web3_clientVersion', params: [] },
        ],
        ([syncing, client]) => ({ isSyncing: syncing !== false, client: textOf(client) }),
      ),
    heads: () => heads(line),
    blockAt: (number) => blockAt(line, number),
    scan: (range, watch) => scanRange(line, range, watch),
    look: (txHash, watch) => lookAt(line, txHash, watch),
    receipts: (txHashes) => receipts(line, txHashes),
    find: (slot) => findPayment(line, slot),
    nonceCounts: (address) =>
      ask(
        line,
        (['finalized', 'latest', 'pending'] as const).map((tag) => ({
          method: 'eth_getTransactionCount',
          params: [address, tag],
        })),
        ([finalized, latest, pending]) => ({
          finalized: numberOf(finalized),
          latest: numberOf(latest),
          pending: numberOf(pending),
        }),
      ),
    balances: (address, contracts, at) => balancesOf(line, { address, contracts, at }),
    tokenGrowth: ({ contract, address, blockNumber }) =>
      ask(
        line,
        [blockNumber - 1, blockNumber].map((number) =>
          balanceCall({ contract, address, at: toQuantity(number) }),
        ),
        ([before, after]) => wordOf(after) - wordOf(before),
      ),
    tokenDecimals: (contract) =>
      ask(line, [viewCall(contract, decimalsSelector, 'latest')], ([value]) => {
        const decimals = wordOf(value)
        if (decimals > BigInt(decimalsMax)) throw new UnreadableError('too many decimals')
        return Number(decimals)
      }),
    tokenFacts: (contract) => tokenFacts(line, contract),
    hasCode: (address) =>
      ask(
        line,
        [{ method: 'eth_getCode', params: [address, 'latest'] }],
        ([code]) => dataOf(code) !== '0x',
      ),
    quote: (call, limits) => quoteGas(line, call, limits),
    send: (rawTransaction) => sendRaw(line, rawTransaction),
    health: () => health.read(),
  }
}

async function heads(line: Line): Promise<EvmAnswer<EvmHeads>> {
  const tags = ['latest', 'safe', 'finalized'] as const
  return ask(
    line,
    tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
    ([latest, safe, finalized]) =>
      inOrder({
        head: readHead(latest),
        safe: safe === null ? null : readHead(safe),
        finalized: finalized === null ? null : readHead(finalized),
      }),
  )
}

/** What is final stands below the head: another answer would make all of the chain final at once. */
function inOrder(of: EvmHeads): EvmHeads {
  const { head, safe, finalized } = of
  const isBelow = (block: EvmBlockRef | null) => block === null || block.number <= head.number
  if (isBelow(safe) && isBelow(finalized)) return of
  throw new UnreadableError('the safe or finalized block is above the head')
}

async function receipts(line: Line, txHashes: readonly string[]): ReturnType<EvmNode['receipts']> {
  const calls = txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  return ask(line, calls, (values) =>
    values.map((value, place) => {
      const receipt = readReceipt(value)
      if (receipt === null) return null
      const { txHash, blockNumber, blockHash, isSuccess, feePaid } = receipt
      if (txHash !== txHashes[place]?.toLowerCase()) throw new UnreadableError('another receipt')
      return { txHash, blockNumber, blockHash, isSuccess, feePaid }
    }),
  )
}
