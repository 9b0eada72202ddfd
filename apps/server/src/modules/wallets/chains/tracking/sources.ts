/** A chain as whoever follows it asks for it, whichever its node: heads, blocks, what waits, one transaction. */
import {
  type BitcoinAnswer,
  type BitcoinNode,
  type BitcoinPool,
  blockIdsPerCallMax,
} from '../../../../adapters/bitcoin/index.ts'
import {
  blocksPerScanMax,
  creditBlockOf,
  type EvmAnswer,
  type EvmBlockRef,
  type EvmNode,
  evmChainOf,
} from '../../../../adapters/evm/index.ts'
import type { BlockRef, PlacedSighting, PoolView, BlockRange } from './chain-view.ts'
import { bitcoinPoolView, toBitcoinRange, evmSighting, toEvmRange } from './views.ts'

/** Addresses of users as this chain compares them. */
export type Watch = { readonly has: (address: string) => boolean }

/** An answer; without one nothing is concluded (FLT-26). */
export type SourceAnswer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly kind: string; readonly reason: string }

export type SourceHead = BlockRef & {
  /** What the chain itself calls final; null where it has no word for it, or not yet. */
  readonly final: BlockRef | null
}

/** One transaction that somebody named. */
export type SourceTransaction =
  | { readonly state: 'absent' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined'
      readonly isSuccess: boolean
      readonly sightings: readonly PlacedSighting[]
      /** Contracts that said a transfer to us and are not on the list. */
      readonly strangeContracts: readonly string[]
    }

export type ChainSource = {
  /** The id of the first block: no two chains share one. */
  first(): Promise<SourceAnswer<string>>
  head(): Promise<SourceAnswer<SourceHead>>
  /** At most `rangesMax`; fewer where the chain ends before. */
  read(
    range: { readonly from: number; readonly to: number },
    watch: Watch,
  ): Promise<SourceAnswer<readonly BlockRange[]>>
  readonly rangesMax: number
  /** How far below the head a chain is begun that was never looked at. */
  readonly beginsBelow: number
  /** What waits to be mined; null where nobody looks. */
  pool(watch: Watch): Promise<SourceAnswer<PoolView | null>>
  /** Called after the last mempool view was applied: its new transactions are known from then on. */
  poolStored(): void
  /** Null: this chain's transactions are not found by their ids. */
  readonly findTransaction:
    | ((txid: string, watch: Watch) => Promise<SourceAnswer<SourceTransaction>>)
    | null
}

/** A full block takes a second or two: a backlog is taken in by some at a time. */
const bitcoinBlocksMax = 6
const bitcoinBeginsBelow = 6
const evmBeginsBelow = 64

/** Bitcoin by its node. */
export function bitcoinSource(node: BitcoinNode): ChainSource {
  let known: ReadonlySet<string> = new Set()
  let seen: BitcoinPool | null = null
  return {
    rangesMax: Math.min(bitcoinBlocksMax, blockIdsPerCallMax),
    beginsBelow: bitcoinBeginsBelow,
    findTransaction: null,
    async first() {
      const ids = present(await node.blockIds({ fromHeight: 0, count: 1 }), 'no first block')
      if (ids.status === 'failed') return ids
      const [first] = ids.value
      return first === undefined ? failure('no first block') : { status: 'done', value: first }
    },
    async head() {
      const head = present(await node.head(), 'no head')
      if (head.status === 'failed') return head
      const { height, blockId: hash } = head.value
      return { status: 'done', value: { height, hash, final: null } }
    },
    read: (range, watch) => readBitcoin(node, range, watch),
    async pool(watch) {
      const pool = present(await node.pool(known), 'no pool')
      if (pool.status === 'failed') return pool
      seen = pool.value
      return { status: 'done', value: bitcoinPoolView(pool.value, watch) }
    },
    poolStored() {
      if (seen === null) return
      const { txids, news } = seen
      const read = new Set(news.map(({ txid }) => txid))
      known = new Set(txids.filter((txid) => known.has(txid) || read.has(txid)))
      seen = null
    },
  }
}

async function readBitcoin(
  node: BitcoinNode,
  { from, to }: { readonly from: number; readonly to: number },
  watch: Watch,
): Promise<SourceAnswer<readonly BlockRange[]>> {
  const ids = present(await node.blockIds({ fromHeight: from, count: to - from + 1 }), 'no ids')
  if (ids.status === 'failed') return ids
  const ranges: BlockRange[] = []
  for (const [at, blockId] of ids.value.entries()) {
    const block = present(await node.block(blockId), 'a block is gone')
    // What hangs together so far is not read again.
    if (block.status === 'failed') return ranges.length > 0 ? done(ranges) : block
    ranges.push(toBitcoinRange(from + at, block.value, watch))
  }
  return done(ranges)
}

/** A token that is not what the settings say it is; a person has to mend them. */
export const wrongTokenKind = 'wrongToken'

/** The allow-list of a chain as it is now (ATT-75); contracts in lower case. */
export type AllowedTokens = {
  readonly contracts: ReadonlySet<string>
  /** Those of the settings, with the decimals that they should have. */
  readonly expectedDecimals: ReadonlyMap<string, number>
}

/**
 * An EVM chain by its node.
 *
 * @param allowed asked at each look: tokens are added while the chain is followed
 */
export function evmSource(node: EvmNode, allowed: () => AllowedTokens): ChainSource {
  const chain = evmChainOf(node.chainId)
  if (chain === null) throw new Error(`chain id ${node.chainId} is not supported`)
  return {
    rangesMax: blocksPerScanMax,
    beginsBelow: evmBeginsBelow,
    async first() {
      const first = toAnswer(await node.blockAt(0))
      if (first.status === 'failed') return first
      const wrong = await wrongTokenOf(node, allowed().expectedDecimals)
      return wrong ?? done(first.value.hash)
    },
    async head() {
      const heads = toAnswer(await node.heads())
      if (heads.status === 'failed') return heads
      const final = creditBlockOf(heads.value, chain)
      const block = toBlockRef(heads.value.head)
      return done({ ...block, final: final === null ? null : toBlockRef(final) })
    },
    async read(range, addresses) {
      const blocks = toAnswer(await node.scan(range, { addresses, contracts: allowed().contracts }))
      return blocks.status === 'failed' ? blocks : done(blocks.value.map(toEvmRange))
    },
    pool: () => Promise.resolve(done(null)),
    poolStored: () => undefined,
    async findTransaction(txid, addresses) {
      const seen = toAnswer(await node.look(txid, { addresses, contracts: allowed().contracts }))
      if (seen.status === 'failed') return seen
      const { value } = seen
      if (value.state !== 'mined') return done(value)
      const block = toBlockRef(value.block)
      const { isSuccess, strangeContracts } = value
      const sightings = value.transfers.map((transfer) => evmSighting(transfer, block))
      return done({ state: 'mined', isSuccess, strangeContracts, sightings })
    },
  }
}

/**
 * Wrong decimals would make a deposit worth a million times what arrived: they are asked before any is read.
 * Of a token that was added in the console they were, and what its contract says later stops no chain.
 */
async function wrongTokenOf(node: EvmNode, tokens: ReadonlyMap<string, number>) {
  for (const [contract, decimals] of tokens) {
    const answer = await node.tokenDecimals(contract)
    const isNone = answer.status === 'failed' && ['unreadable', 'refused'].includes(answer.kind)
    if (answer.status === 'failed' && !isNone) return answer
    if (answer.status === 'done' && answer.value === decimals) continue
    const toAnswer = answer.status === 'done' ? `${answer.value} decimals` : 'no decimals'
    const reason = `${contract} tells ${toAnswer}, not ${decimals}`
    return { status: 'failed', kind: wrongTokenKind, reason } as const
  }
  return null
}

function toBlockRef({ number, hash }: EvmBlockRef): BlockRef {
  return { height: number, hash }
}

function done<T>(value: T): { readonly status: 'done'; readonly value: T } {
  return { status: 'done', value }
}

function failure(reason: string) {
  return { status: 'failed', kind: 'unreadable', reason } as const
}

function toAnswer<T>(answer: EvmAnswer<T>): SourceAnswer<T> {
  return answer
}

/** What a node in step says is not there is no answer here either: it is asked again. */
function present<T>(answer: BitcoinAnswer<T>, absent: string): SourceAnswer<T> {
  return answer.status === 'absent' ? failure(absent) : answer
}
