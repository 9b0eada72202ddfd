/** Client of an EVM node over JSON-RPC: each method of the port makes calls, and each reply is validated. */
import { createHealth } from '../../platform/external/health.ts'
import { balanceCall, balancesOf, viewCall, wordOf } from './balances.ts'
import { readHead, readReceipt } from './blocks.ts'
import { findPayment } from './find.ts'
import { dataOf, numberOf, textOf, toQuantity, UnreadableError } from './hex.ts'
import { blockAt, readTransaction } from './look.ts'
import type { EvmAnswer, EvmBlockRef, EvmHeads, EvmNode } from './port.ts'
import { quoteGas } from './quote.ts'
import { query, callsPerRequestMax, callsPerRequestMin, type EvmConnection } from './requests.ts'
import { scanRange } from './scan.ts'
import { sendRaw } from './send.ts'
import { tokenFacts } from './token-facts.ts'

const slowMs = 3_000
const timeoutMsDefault = 15_000
const decimalsMax = 36
/** Selector of `decimals()`. */
const decimalsSelector = '0x313ce567'

export type EvmNodeOptions = {
  /** URL of the node, without user or key; null while the node is not available. */
  readonly url: () => string | null
  /** Value of the `authorization` header, where the node requires one. */
  readonly authorization?: string
  readonly chainId: number
  readonly timeoutMs?: number
  /** Maximum bytes of a reply. */
  readonly answerBytesMax?: number
  /** Maximum calls per batch, 3 to 50, besides the call for the chain id. */
  readonly callsPerRequest?: number
  /** Aborts all calls when the server stops. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** Creates the client of a node. Creation makes no call. Throws `RangeError` for an option out of bounds. */
export function createEvmNode(options: EvmNodeOptions): EvmNode {
  const { chainId, clock = Date.now, timeoutMs = timeoutMsDefault, ...rest } = options
  const { callsPerRequest = callsPerRequestMax } = rest
  if (callsPerRequest < callsPerRequestMin || callsPerRequest > callsPerRequestMax) {
    throw new RangeError('callsPerRequest is out of bounds')
  }
  const health = createHealth(clock, slowMs)
  const connection: EvmConnection = { ...rest, chainId, timeoutMs, health }
  return {
    chainId,
    facts: () =>
      query(
        connection,
        [
          { method: 'eth_syncing', params: [] },
          { method: 'web3_clientVersion', params: [] },
        ],
        ([syncing, client]) => ({ isSyncing: syncing !== false, client: textOf(client) }),
      ),
    heads: () => heads(connection),
    blockAt: (number) => blockAt(connection, number),
    scan: (range, watch) => scanRange(connection, range, watch),
    readTransaction: (txHash, watch) => readTransaction(connection, txHash, watch),
    receipts: (txHashes) => receipts(connection, txHashes),
    find: (slot) => findPayment(connection, slot),
    nonceCounts: (address) =>
      query(
        connection,
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
    balances: (address, contracts, at) => balancesOf(connection, { address, contracts, at }),
    tokenGrowth: ({ contract, address, blockNumber }) =>
      query(
        connection,
        [blockNumber - 1, blockNumber].map((number) =>
          balanceCall({ contract, address, at: toQuantity(number) }),
        ),
        ([before, after]) => wordOf(after) - wordOf(before),
      ),
    tokenDecimals: (contract) =>
      query(connection, [viewCall(contract, decimalsSelector, 'latest')], ([value]) => {
        const decimals = wordOf(value)
        if (decimals > BigInt(decimalsMax)) throw new UnreadableError('too many decimals')
        return Number(decimals)
      }),
    tokenFacts: (contract) => tokenFacts(connection, contract),
    hasCode: (address) =>
      query(
        connection,
        [{ method: 'eth_getCode', params: [address, 'latest'] }],
        ([code]) => dataOf(code) !== '0x',
      ),
    quote: (call, limits) => quoteGas(connection, call, limits),
    send: (rawTransaction) => sendRaw(connection, rawTransaction),
    health: () => health.read(),
  }
}

async function heads(connection: EvmConnection): Promise<EvmAnswer<EvmHeads>> {
  const tags = ['latest', 'safe', 'finalized'] as const
  return query(
    connection,
    tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
    ([latest, safe, finalized]) =>
      inOrder({
        head: readHead(latest),
        safe: safe === null ? null : readHead(safe),
        finalized: finalized === null ? null : readHead(finalized),
      }),
  )
}

/**
 * The finalized block must not be above the head. Otherwise a wrong reply would make the whole chain final at
 * once.
 */
function inOrder(of: EvmHeads): EvmHeads {
  const { head, safe, finalized } = of
  const isBelow = (block: EvmBlockRef | null) => block === null || block.number <= head.number
  if (isBelow(safe) && isBelow(finalized)) return of
  throw new UnreadableError('the safe or finalized block is above the head')
}

async function receipts(
  connection: EvmConnection,
  txHashes: readonly string[],
): ReturnType<EvmNode['receipts']> {
  const calls = txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  return query(connection, calls, (values) =>
    values.map((value, place) => {
      const receipt = readReceipt(value)
      if (receipt === null) return null
      const { txHash, blockNumber, blockHash, isSuccess, feePaid } = receipt
      if (txHash !== txHashes[place]?.toLowerCase())
        throw new UnreadableError('the receipt is of another transaction')
      return { txHash, blockNumber, blockHash, isSuccess, feePaid }
    }),
  )
}
