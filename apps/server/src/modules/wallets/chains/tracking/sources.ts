/** One interface to the nodes of all chains: heads, blocks, the memory pool, single transactions. */
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

/** Addresses of users, in the chain's form for comparison. */
export type Watch = { readonly has: (address: string) => boolean }

/** An answer; a failure leads to no conclusion (FLT-26). */
export type SourceAnswer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly kind: string; readonly reason: string }

export type SourceHead = BlockRef & {
  /** The final block by the chain's own mark; null if it has none, or not yet. */
  readonly final: BlockRef | null
}

/** A transaction that was looked up by its id. */
export type SourceTransaction =
  | { readonly state: 'absent' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined'
      readonly isSuccess: boolean
      readonly sightings: readonly PlacedSighting[]
      /** Contracts with a transfer to one of our addresses that are not on the list. */
      readonly strangeContracts: readonly string[]
    }

export type ChainSource = {
  /** The id of the first block, which is unique per chain. */
  first(): Promise<SourceAnswer<string>>
  head(): Promise<SourceAnswer<SourceHead>>
  /** At most `rangesMax`; fewer where the chain ends before. */
  read(
    range: { readonly from: number; readonly to: number },
    watch: Watch,
  ): Promise<SourceAnswer<readonly BlockRange[]>>
  readonly rangesMax: number
  /** How far below the head the first scan of a chain starts. */
  readonly beginsBelow: number
  /** The waiting transactions; null if the memory pool is not followed. */
  pool(watch: Watch): Promise<SourceAnswer<PoolView | null>>
  /** Called after the last mempool view was applied: its new transactions are known from then on. */
  poolStored(): void
  /** Null if transactions of this chain cannot be looked up by id. */
  readonly findTransaction:
    | ((txid: string, watch: Watch) => Promise<SourceAnswer<SourceTransaction>>)
    | null
}

/** A full block takes one or two seconds, so a backlog is read in small steps. */
const bitcoinBlocksMax = 6
const bitcoinBeginsBelow = 6
const evmBeginsBelow = 64

/** Creates the source of bitcoin. */
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
    // The consecutive blocks so far are not read again.
    if (block.status === 'failed') return ranges.length > 0 ? done(ranges) : block
    ranges.push(toBitcoinRange(from + at, block.value, watch))
  }
  return done(ranges)
}

/** A token that differs from the settings; an operator must correct them. */
export const wrongTokenKind = 'wrongToken'

/** The current allow-list of a chain (ATT-75); contracts in lower case. */
export type AllowedTokens = {
  readonly contracts: ReadonlySet<string>
  /** The tokens of the settings, with their expected decimals. */
  readonly expectedDecimals: ReadonlyMap<string, number>
}

/**
 * Creates the source of an EVM chain.
 *
 * @param allowed called in each pass, because tokens are added at run time
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
      const seen = toAnswer(
        await node.readTransaction(txid, { addresses, contracts: allowed().contracts }),
      )
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
 * Checks the decimals of the settings' tokens before the first read. Wrong decimals could multiply a deposit
 * by a million. Tokens that were added in the console were checked then, and later answers of their contracts
 * stop no chain.
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

/** A missing answer of a node that is in step is not final, so it is asked again. */
function present<T>(answer: BitcoinAnswer<T>, absent: string): SourceAnswer<T> {
  return answer.status === 'absent' ? failure(absent) : answer
}
