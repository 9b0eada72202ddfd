/**
 * Client of a bitcoin node over JSON-RPC, with the calls that Bitcoin Core and bcoin share. The client first
 * checks that the node is on our network and synced. It repeats the check after each failure and after some
 * time. No other call is made before the check passes (FLT-26).
 */
import { createHealth } from '../../platform/external/health.ts'
import { type Broadcast, broadcastOf } from './broadcast.ts'
import {
  type BitcoinBlock,
  type BitcoinTransaction,
  decodeBlockInTurns,
  decodeTransaction,
  type Outpoint,
  UndecodableError,
} from './decode.ts'
import { type FeeLimits, type FeeQuote, quoteOf } from './fees.ts'
import { type BitcoinNetwork, bitcoinNetworks } from './networks.ts'
import type {
  BitcoinAnswer,
  BitcoinFailure,
  BitcoinHead,
  BitcoinNode,
  BitcoinPool,
  UnspentOutput,
} from './port.ts'
import {
  type BitcoinReach,
  callAll,
  failed,
  isRecord,
  type Limits,
  type BitcoinConnection,
  type RpcCall,
  type RpcReply,
  rpcCodes,
} from './requests.ts'

export const blockIdsPerCallMax = 100
export const outpointsPerCallMax = 100
const timeoutMsDefault = 10_000
const slowMs = 3_000
/** How long a passed check is reused: the node is on our network and synced. */
const believedMs = 15_000
/** The node is behind if it knows more headers than this without their blocks. */
const behindMax = 2
const blockTimeoutMs = 60_000
/** A block has at most four million bytes, twice as many hex digits, plus the JSON around them. */
const blockAnswerBytesMax = 8_100_000
/** Enough for the transaction ids of the fullest mempools. */
const poolAnswerBytesMax = 64_000_000
const poolReadMax = 500
const poolReadAtOnce = 50
const poolReadBytesMax = 41_000_000
const satoshiPerBitcoin = 100_000_000

export type BitcoinNodeOptions = {
  readonly network: BitcoinNetwork
  /** Read at each call; null while the node is not available. */
  readonly reach: () => Promise<BitcoinReach | null>
  readonly timeoutMs?: number
  /** Aborts all calls. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

type CallResult = { readonly status: 'done'; readonly value: readonly RpcReply[] } | BitcoinFailure
/** Calls the node after the check of its network and sync state. */
type CallNode = (calls: readonly RpcCall[], limits?: Limits) => Promise<CallResult>

/** Creates the client of a node. Creation makes no call. */
export function createBitcoinNode(options: BitcoinNodeOptions): BitcoinNode {
  const { network, reach, timeoutMs = timeoutMsDefault, signal } = options
  const clock = options.clock ?? Date.now
  const health = createHealth(clock, slowMs)
  const connection: BitcoinConnection = {
    reach,
    timeoutMs,
    health,
    ...(signal === undefined ? {} : { signal }),
  }
  let believedUntilMs = Number.NEGATIVE_INFINITY
  let wrongSinceMs: number | null = null
  const readHead = async (): Promise<BitcoinAnswer<BitcoinHead>> => {
    const callResult = await callAll(connection, headCalls)
    const head = headOf(callResult, network)
    // The node replies but is unusable: it is on another network, or not synced.
    const isWrong = callResult.status === 'done' && head.status !== 'done'
    wrongSinceMs = isWrong ? (wrongSinceMs ?? clock()) : null
    believedUntilMs = head.status === 'done' ? clock() + believedMs : Number.NEGATIVE_INFINITY
    return head
  }
  const callNode: CallNode = async (calls, limits) => {
    // A clock that was set back must not extend the validity of the check (INV-26).
    const leftMs = believedUntilMs - clock()
    if (leftMs <= 0 || leftMs > believedMs) {
      const head = await readHead()
      if (head.status !== 'done')
        return head.status === 'failed' ? head : unreadable('invalid head')
    }
    const replies = await callAll(connection, calls, limits)
    if (replies.status === 'failed') believedUntilMs = Number.NEGATIVE_INFINITY
    return replies
  }
  return {
    head: readHead,
    blockIds: (of) => blockIds(callNode, of),
    block: (blockId) => block(callNode, network, blockId),
    pool: (known) => pool(callNode, network, known),
    pooled: (txid) => pooled(callNode, network, txid),
    unspent: (outpoints) => unspent(callNode, outpoints),
    broadcast: (signedHex) => broadcast(callNode, network, signedHex),
    feeQuote: (targetBlocks, limits) => feeQuote(callNode, targetBlocks, limits),
    health: () =>
      wrongSinceMs === null
        ? health.read()
        : { state: 'down', sinceMs: wrongSinceMs, wasCalled: true },
  }
}

const headCalls: readonly RpcCall[] = [
  { method: 'getblockhash', params: [0] },
  { method: 'getblockchaininfo', params: [] },
]

function headOf(callResult: CallResult, network: BitcoinNetwork): BitcoinAnswer<BitcoinHead> {
  if (callResult.status !== 'done') return callResult
  const [first, about] = callResult.value
  if (first?.kind === 'refusal') return refusal(first)
  if (first?.value !== bitcoinNetworks[network].firstBlockId) {
    return failed('wrongChain', `the node is not on network "${network}"`)
  }
  return read(about, (value) => {
    const { blocks, headers, bestblockhash, initialblockdownload, pruned, pruneheight } =
      record(value)
    const height = whole(blocks)
    const isBehind = initialblockdownload === true || whole(headers) - height > behindMax
    if (isBehind) return failed('syncing', `at block ${height} of ${whole(headers)}`)
    const prunedBelow = pruned === true ? whole(pruneheight) : null
    return { status: 'done', value: { height, blockId: id(bestblockhash), prunedBelow } }
  })
}

async function blockIds(
  callNode: CallNode,
  { fromHeight, count }: { readonly fromHeight: number; readonly count: number },
): Promise<BitcoinAnswer<readonly string[]>> {
  if (count > blockIdsPerCallMax) throw new RangeError(`more than ${blockIdsPerCallMax} blocks`)
  if (count <= 0) return { status: 'done', value: [] }
  const calls = Array.from({ length: count }, (_, at) => ({
    method: 'getblockhash',
    params: [fromHeight + at],
  }))
  const callResult = await callNode(calls)
  if (callResult.status !== 'done') return callResult
  const ids: string[] = []
  for (const reply of callResult.value) {
    if (reply.kind === 'refusal' && reply.code === rpcCodes.outOfRange) break
    const one = read(reply, (value) => ({ status: 'done', value: id(value) }))
    if (one.status !== 'done') return one
    ids.push(one.value)
  }
  return { status: 'done', value: ids }
}

async function block(
  callNode: CallNode,
  network: BitcoinNetwork,
  blockId: string,
): Promise<BitcoinAnswer<BitcoinBlock>> {
  // Verbosity 0 returns the raw bytes. The decoded form differs between nodes.
  const callResult = await callNode([{ method: 'getblock', params: [blockId, 0] }], {
    timeoutMs: blockTimeoutMs,
    answerBytesMax: blockAnswerBytesMax,
  })
  if (callResult.status !== 'done') return callResult
  const [reply] = callResult.value
  if (reply?.kind === 'refusal' && /pruned/i.test(reply.message)) {
    return failed('pruned', reply.message)
  }
  const hex = read(reply, (value) => ({ status: 'done', value: text(value) }))
  if (hex.status !== 'done') return hex
  try {
    const found = await decodeBlockInTurns(hex.value, network)
    return found.blockId === blockId
      ? { status: 'done', value: found }
      : unreadable('the node returned another block')
  } catch (error) {
    if (error instanceof UndecodableError) return unreadable(error.message)
    throw error
  }
}

async function pool(
  callNode: CallNode,
  network: BitcoinNetwork,
  known: { has(txid: string): boolean },
): Promise<BitcoinAnswer<BitcoinPool>> {
  const limits = { timeoutMs: blockTimeoutMs, answerBytesMax: poolAnswerBytesMax }
  const callResult = await callNode([{ method: 'getrawmempool', params: [] }], limits)
  if (callResult.status !== 'done') return callResult
  const txids = read(callResult.value[0], (value) => ({
    status: 'done',
    value: list(value).map(id),
  }))
  if (txids.status !== 'done') return txids
  const strange = txids.value.filter((txid) => !known.has(txid))
  const wanted = strange.slice(0, poolReadMax)
  const news: BitcoinTransaction[] = []
  for (let at = 0; at < wanted.length; at += poolReadAtOnce) {
    const some = await readPooled(callNode, network, wanted.slice(at, at + poolReadAtOnce))
    if (some.status !== 'done') return some
    news.push(...some.value.filter((one) => one !== null))
  }
  const isWhole = strange.length === wanted.length
  return { status: 'done', value: { txids: txids.value, news, isWhole } }
}

async function pooled(
  callNode: CallNode,
  network: BitcoinNetwork,
  txid: string,
): Promise<BitcoinAnswer<BitcoinTransaction>> {
  const callResult = await callNode([{ method: 'getmempoolentry', params: [txid] }])
  if (callResult.status !== 'done') return callResult
  const entry = read(callResult.value[0], () => ({ status: 'done', value: true }))
  if (entry.status !== 'done') return entry
  const found = await readPooled(callNode, network, [txid])
  if (found.status !== 'done') return found
  const [transaction] = found.value
  // The transaction was mined or dropped between the two calls.
  return transaction == null ? { status: 'absent' } : { status: 'done', value: transaction }
}

/** In the order of the ids; null for a transaction that has left the mempool. */
async function readPooled(callNode: CallNode, network: BitcoinNetwork, txids: readonly string[]) {
  const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, false] }))
  const callResult = await callNode(calls, {
    timeoutMs: blockTimeoutMs,
    answerBytesMax: poolReadBytesMax,
  })
  if (callResult.status !== 'done') return callResult
  const all: (BitcoinTransaction | null)[] = []
  for (const [at, reply] of callResult.value.entries()) {
    const one = read(reply, (value) => {
      const found = decodeTransaction(text(value), network)
      return found.txid === txids[at]
        ? { status: 'done', value: found }
        : unreadable('the node returned another transaction')
    })
    if (one.status === 'failed') return one
    all.push(one.status === 'done' ? one.value : null)
  }
  return { status: 'done' as const, value: all }
}

async function unspent(
  callNode: CallNode,
  outpoints: readonly Outpoint[],
): Promise<BitcoinAnswer<readonly (UnspentOutput | null)[]>> {
  if (outpoints.length > outpointsPerCallMax) {
    throw new RangeError(`more than ${outpointsPerCallMax} outputs`)
  }
  if (outpoints.length === 0) return { status: 'done', value: [] }
  // Excludes the mempool, because nodes report it differently.
  const calls = outpoints.map(({ txid, index }) => ({
    method: 'gettxout',
    params: [txid, index, false],
  }))
  const callResult = await callNode(calls)
  if (callResult.status !== 'done') return callResult
  const all: (UnspentOutput | null)[] = []
  for (const reply of callResult.value) {
    const one = read(reply, (value) => ({ status: 'done', value: unspentOf(value) }))
    if (one.status === 'failed') return one
    all.push(one.status === 'done' ? one.value : null)
  }
  return { status: 'done', value: all }
}

function unspentOf(value: unknown): UnspentOutput | null {
  if (value === null || value === undefined) return null
  const { value: amount, scriptPubKey, confirmations, coinbase, bestblock } = record(value)
  return {
    amount: satoshi(amount),
    script: text(record(scriptPubKey)['hex']),
    confirmations: whole(confirmations),
    isCoinbase: coinbase === true,
    asOfBlockId: id(bestblock),
  }
}

async function broadcast(
  callNode: CallNode,
  network: BitcoinNetwork,
  signedHex: string,
): Promise<Broadcast> {
  const { txid } = decodeTransaction(signedHex, network)
  const callResult = await callNode([{ method: 'sendrawtransaction', params: [signedHex] }])
  if (callResult.status !== 'done') return broadcastOf(txid, callResult)
  const [reply] = callResult.value
  return broadcastOf(txid, reply ?? unreadable('no reply'))
}

async function feeQuote(
  callNode: CallNode,
  targetBlocks: number,
  limits: FeeLimits,
): Promise<BitcoinAnswer<FeeQuote>> {
  const callResult = await callNode([
    { method: 'estimatesmartfee', params: [targetBlocks] },
    { method: 'getmempoolinfo', params: [] },
  ])
  if (callResult.status !== 'done') return callResult
  const [estimate, about] = callResult.value
  return read(about, (value) => {
    const { mempoolminfee, minrelaytxfee } = record(value)
    const poolMinimum = satoshi(mempoolminfee)
    const relayMinimum = minrelaytxfee === undefined ? 0n : satoshi(minrelaytxfee)
    const nodeMinimum = poolMinimum > relayMinimum ? poolMinimum : relayMinimum
    return { status: 'done', value: quoteOf(expectedRate(estimate), nodeMinimum, limits) }
  })
}

/** Null where the node has no estimate, or returns an invalid one. */
function expectedRate(reply: RpcReply | undefined): bigint | null {
  if (reply?.kind !== 'result' || !isRecord(reply.value)) return null
  // Core names the field feerate. bcoin names it fee, and returns -1 without an estimate.
  const rate = reply.value.feerate ?? reply.value.fee
  const isSensible = typeof rate === 'number' && rate > 0 && rate < 1
  return isSensible ? satoshi(rate) : null
}

/** Parses one reply; an invalid shape is `unreadable`. */
function read<T>(
  reply: RpcReply | undefined,
  take: (value: unknown) => BitcoinAnswer<T>,
): BitcoinAnswer<T> {
  if (reply === undefined) return unreadable('no reply')
  if (reply.kind === 'refusal') return refusal(reply)
  try {
    return take(reply.value)
  } catch (error) {
    if (error instanceof UndecodableError) return unreadable(error.message)
    throw error
  }
}

function refusal({ code, message }: Extract<RpcReply, { kind: 'refusal' }>) {
  // bcoin reports a missing object with the general error code.
  const isMissing =
    code === rpcCodes.notFound ||
    (code === rpcCodes.misc && /not (?:found|in mempool)/i.test(message))
  return isMissing ? { status: 'absent' as const } : failed('refused', `code ${code}: ${message}`)
}

function unreadable(reason: string): BitcoinFailure {
  return failed('unreadable', reason)
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new UndecodableError('not an object')
  return value
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UndecodableError('not a list')
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new UndecodableError('invalid text')
  return value
}

function whole(value: unknown): number {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  if (!isWhole) throw new UndecodableError('not a whole number')
  return value
}

/** Validates the id of a block or a transaction. */
function id(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) {
    throw new UndecodableError('not an id')
  }
  return value
}

/** Converts bitcoin in a JSON number to satoshi. The conversion is exact up to the total supply. */
function satoshi(value: unknown): bigint {
  if (typeof value !== 'number' || !(value >= 0) || value > 21_000_000) {
    throw new UndecodableError('not an amount')
  }
  return BigInt(Math.round(value * satoshiPerBitcoin))
}
