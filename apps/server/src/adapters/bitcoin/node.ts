/**
 * A bitcoin node over its JSON-RPC: the calls that Bitcoin Core's and bcoin's have in common. Whether it is
 * of our network and in step is looked at before it is believed, again after each failure, and now and
 * then; until it is, nothing else is asked of it (FLT-26).
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
  type Line,
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
/** A node that knows of more headers than this without their blocks is behind. */
const behindMax = 2
const blockTimeoutMs = 60_000
/** Four million bytes are the most a block can have; in hex, and some words around. */
const blockAnswerBytesMax = 8_100_000
/** Ids of the fullest pools. */
const poolAnswerBytesMax = 64_000_000
const poolReadMax = 500
const poolReadAtOnce = 50
const poolReadBytesMax = 41_000_000
const satoshiPerBitcoin = 100_000_000

export type BitcoinNodeOptions = {
  readonly network: BitcoinNetwork
  /** Asked for again at each call; null while nobody can be reached. */
  readonly reach: () => Promise<BitcoinReach | null>
  readonly timeoutMs?: number
  /** Ends all calls. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

type Asked = { readonly status: 'done'; readonly value: readonly RpcReply[] } | BitcoinFailure
/** Asks a node that is of our network and in step. */
type Ask = (calls: readonly RpcCall[], limits?: Limits) => Promise<Asked>

/** A node at this address; it makes no call by itself. */
export function createBitcoinNode(options: BitcoinNodeOptions): BitcoinNode {
  const { network, reach, timeoutMs = timeoutMsDefault, signal } = options
  const clock = options.clock ?? Date.now
  const health = createHealth(clock, slowMs)
  const line: Line = { reach, timeoutMs, health, ...(signal === undefined ? {} : { signal }) }
  let believedUntilMs = Number.NEGATIVE_INFINITY
  let wrongSinceMs: number | null = null
  const lookAtHead = async (): Promise<BitcoinAnswer<BitcoinHead>> => {
    const asked = await callAll(line, headCalls)
    const head = headOf(asked, network)
    // It is there, and of no use: of another network, or not in step.
    const isWrong = asked.status === 'done' && head.status !== 'done'
    wrongSinceMs = isWrong ? (wrongSinceMs ?? clock()) : null
    believedUntilMs = head.status === 'done' ? clock() + believedMs : Number.NEGATIVE_INFINITY
    return head
  }
  const ask: Ask = async (calls, limits) => {
    // A clock that was set back makes no head fresh again (INV-26).
    const leftMs = believedUntilMs - clock()
    if (leftMs <= 0 || leftMs > believedMs) {
      const head = await lookAtHead()
      if (head.status !== 'done') return head.status === 'failed' ? head : unreadable('no head')
    }
    const replies = await callAll(line, calls, limits)
    if (replies.status === 'failed') believedUntilMs = Number.NEGATIVE_INFINITY
    return replies
  }
  return {
    head: lookAtHead,
    blockIds: (of) => blockIds(ask, of),
    block: (blockId) => block(ask, network, blockId),
    pool: (known) => pool(ask, network, known),
    pooled: (txid) => pooled(ask, network, txid),
    unspent: (outpoints) => unspent(ask, outpoints),
    broadcast: (signedHex) => broadcast(ask, network, signedHex),
    feeQuote: (targetBlocks, limits) => feeQuote(ask, targetBlocks, limits),
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

function headOf(asked: Asked, network: BitcoinNetwork): BitcoinAnswer<BitcoinHead> {
  if (asked.status !== 'done') return asked
  const [first, about] = asked.value
  if (first?.kind === 'refusal') return refusal(first)
  if (first?.value !== bitcoinNetworks[network].firstBlockId) {
    return failed('wrongChain', `no node of the network "${network}"`)
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
  ask: Ask,
  { fromHeight, count }: { readonly fromHeight: number; readonly count: number },
): Promise<BitcoinAnswer<readonly string[]>> {
  if (count > blockIdsPerCallMax) throw new RangeError(`more than ${blockIdsPerCallMax} blocks`)
  if (count <= 0) return { status: 'done', value: [] }
  const calls = Array.from({ length: count }, (_, at) => ({
    method: 'getblockhash',
    params: [fromHeight + at],
  }))
  const asked = await ask(calls)
  if (asked.status !== 'done') return asked
  const ids: string[] = []
  for (const reply of asked.value) {
    if (reply.kind === 'refusal' && reply.code === rpcCodes.outOfRange) break
    const one = read(reply, (value) => ({ status: 'done', value: id(value) }))
    if (one.status !== 'done') return one
    ids.push(one.value)
  }
  return { status: 'done', value: ids }
}

async function block(
  ask: Ask,
  network: BitcoinNetwork,
  blockId: string,
): Promise<BitcoinAnswer<BitcoinBlock>> {
  // 0: the bytes. The decoded form differs from node to node.
  const asked = await ask([{ method: 'getblock', params: [blockId, 0] }], {
    timeoutMs: blockTimeoutMs,
    answerBytesMax: blockAnswerBytesMax,
  })
  if (asked.status !== 'done') return asked
  const [reply] = asked.value
  if (reply?.kind === 'refusal' && /pruned/i.test(reply.message)) {
    return failed('pruned', reply.message)
  }
  const hex = read(reply, (value) => ({ status: 'done', value: text(value) }))
  if (hex.status !== 'done') return hex
  try {
    const found = await decodeBlockInTurns(hex.value, network)
    return found.blockId === blockId
      ? { status: 'done', value: found }
      : unreadable('another block')
  } catch (error) {
    if (error instanceof UndecodableError) return unreadable(error.message)
    throw error
  }
}

async function pool(
  ask: Ask,
  network: BitcoinNetwork,
  known: { has(txid: string): boolean },
): Promise<BitcoinAnswer<BitcoinPool>> {
  const limits = { timeoutMs: blockTimeoutMs, answerBytesMax: poolAnswerBytesMax }
  const asked = await ask([{ method: 'getrawmempool', params: [] }], limits)
  if (asked.status !== 'done') return asked
  const txids = read(asked.value[0], (value) => ({ status: 'done', value: list(value).map(id) }))
  if (txids.status !== 'done') return txids
  const strange = txids.value.filter((txid) => !known.has(txid))
  const wanted = strange.slice(0, poolReadMax)
  const news: BitcoinTransaction[] = []
  for (let at = 0; at < wanted.length; at += poolReadAtOnce) {
    const some = await readPooled(ask, network, wanted.slice(at, at + poolReadAtOnce))
    if (some.status !== 'done') return some
    news.push(...some.value.filter((one) => one !== null))
  }
  const isWhole = strange.length === wanted.length
  return { status: 'done', value: { txids: txids.value, news, isWhole } }
}

async function pooled(
  ask: Ask,
  network: BitcoinNetwork,
  txid: string,
): Promise<BitcoinAnswer<BitcoinTransaction>> {
  const asked = await ask([{ method: 'getmempoolentry', params: [txid] }])
  if (asked.status !== 'done') return asked
  const entry = read(asked.value[0], () => ({ status: 'done', value: true }))
  if (entry.status !== 'done') return entry
  const found = await readPooled(ask, network, [txid])
  if (found.status !== 'done') return found
  const [transaction] = found.value
  // Mined or dropped between the two questions.
  return transaction == null ? { status: 'absent' } : { status: 'done', value: transaction }
}

/** In the order asked; null for one that is gone meanwhile. */
async function readPooled(ask: Ask, network: BitcoinNetwork, txids: readonly string[]) {
  const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid, false] }))
  const asked = await ask(calls, { timeoutMs: blockTimeoutMs, answerBytesMax: poolReadBytesMax })
  if (asked.status !== 'done') return asked
  const all: (BitcoinTransaction | null)[] = []
  for (const [at, reply] of asked.value.entries()) {
    const one = read(reply, (value) => {
      const found = decodeTransaction(text(value), network)
      return found.txid === txids[at]
        ? { status: 'done', value: found }
        : unreadable('another transaction')
    })
    if (one.status === 'failed') return one
    all.push(one.status === 'done' ? one.value : null)
  }
  return { status: 'done' as const, value: all }
}

async function unspent(
  ask: Ask,
  outpoints: readonly Outpoint[],
): Promise<BitcoinAnswer<readonly (UnspentOutput | null)[]>> {
  if (outpoints.length > outpointsPerCallMax) {
    throw new RangeError(`more than ${outpointsPerCallMax} outputs`)
  }
  if (outpoints.length === 0) return { status: 'done', value: [] }
  // The pool is left out: nodes differ in what they say of it.
  const calls = outpoints.map(({ txid, index }) => ({
    method: 'gettxout',
    params: [txid, index, false],
  }))
  const asked = await ask(calls)
  if (asked.status !== 'done') return asked
  const all: (UnspentOutput | null)[] = []
  for (const reply of asked.value) {
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

async function broadcast(ask: Ask, network: BitcoinNetwork, signedHex: string): Promise<Broadcast> {
  const { txid } = decodeTransaction(signedHex, network)
  const asked = await ask([{ method: 'sendrawtransaction', params: [signedHex] }])
  if (asked.status !== 'done') return broadcastOf(txid, asked)
  const [reply] = asked.value
  return broadcastOf(txid, reply ?? unreadable('no answer'))
}

async function feeQuote(
  ask: Ask,
  targetBlocks: number,
  limits: FeeLimits,
): Promise<BitcoinAnswer<FeeQuote>> {
  const asked = await ask([
    { method: 'estimatesmartfee', params: [targetBlocks] },
    { method: 'getmempoolinfo', params: [] },
  ])
  if (asked.status !== 'done') return asked
  const [estimate, about] = asked.value
  return read(about, (value) => {
    const { mempoolminfee, minrelaytxfee } = record(value)
    const poolMinimum = satoshi(mempoolminfee)
    const relayMinimum = minrelaytxfee === undefined ? 0n : satoshi(minrelaytxfee)
    const nodeMinimum = poolMinimum > relayMinimum ? poolMinimum : relayMinimum
    return { status: 'done', value: quoteOf(expectedRate(estimate), nodeMinimum, limits) }
  })
}

/** Null where the node has seen too few transactions to expect anything, or does not say it sensibly. */
function expectedRate(reply: RpcReply | undefined): bigint | null {
  if (reply?.kind !== 'result' || !isRecord(reply.value)) return null
  // Core names it feerate; bcoin fee, and -1 where it expects nothing.
  const rate = reply.value.feerate ?? reply.value.fee
  const isSensible = typeof rate === 'number' && rate > 0 && rate < 1
  return isSensible ? satoshi(rate) : null
}

/** What one reply came to; what has not the form of the protocol is `unreadable`. */
function read<T>(
  reply: RpcReply | undefined,
  take: (value: unknown) => BitcoinAnswer<T>,
): BitcoinAnswer<T> {
  if (reply === undefined) return unreadable('no answer')
  if (reply.kind === 'refusal') return refusal(reply)
  try {
    return take(reply.value)
  } catch (error) {
    if (error instanceof UndecodableError) return unreadable(error.message)
    throw error
  }
}

function refusal({ code, message }: Extract<RpcReply, { kind: 'refusal' }>) {
  // bcoin says it without a code of its own.
  const isMissing =
    code === rpcCodes.notFound ||
    (code === rpcCodes.misc && /not (?:found|in mempool)/i.test(message))
  return isMissing ? { status: 'absent' as const } : failed('refused', `code ${code}: ${message}`)
}

function unreadable(reason: string): BitcoinFailure {
  return failed('unreadable', reason)
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new UndecodableError('no object')
  return value
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UndecodableError('no list')
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new UndecodableError('no text')
  return value
}

function whole(value: unknown): number {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
  if (!isWhole) throw new UndecodableError('no whole number')
  return value
}

/** An id of a block or a transaction. */
function id(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) {
    throw new UndecodableError('no id')
  }
  return value
}

/** Bitcoin in a JSON number; exact to the satoshi up to all that there can ever be. */
function satoshi(value: unknown): bigint {
  if (typeof value !== 'number' || !(value >= 0) || value > 21_000_000) {
    throw new UndecodableError('no amount')
  }
  return BigInt(Math.round(value * satoshiPerBitcoin))
}
