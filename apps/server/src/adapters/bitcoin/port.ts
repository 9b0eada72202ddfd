/**
 * What the exchange asks of a bitcoin node, in its own words. Amounts are satoshi as bigint, fee rates
 * satoshi for 1,000 virtual bytes; times are milliseconds since 1970; ids of blocks and transactions are
 * lower-case hex as people write them.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { Broadcast } from './broadcast.ts'
import type { BitcoinBlock, BitcoinTransaction, Outpoint } from './decode.ts'
import type { FeeLimits, FeeQuote } from './fees.ts'

/**
 * Why a question has no answer. None of these says anything about money: pause and ask again (FLT-26).
 *
 * - `unsent`: nothing left this machine
 * - `silent`: sent, and nothing sensible came back in time
 * - `unauthorized`: the node does not take our name or password
 * - `limited`: the node has too much to do
 * - `wrongChain`: the node is of another network than ours
 * - `syncing`: the node is starting, or behind the network
 * - `pruned`: the node has thrown that block away
 * - `tooLarge`: more than fits in one answer
 * - `unreadable`: an answer that makes no sense
 * - `refused`: the node's own refusal
 */
export type BitcoinFailureKind =
  | 'unsent'
  | 'silent'
  | 'unauthorized'
  | 'limited'
  | 'wrongChain'
  | 'syncing'
  | 'pruned'
  | 'tooLarge'
  | 'unreadable'
  | 'refused'

export type BitcoinFailure = {
  readonly status: 'failed'
  readonly kind: BitcoinFailureKind
  /** For the log; never an address of the node, never a password. */
  readonly reason: string
}

/** `absent` only where a node in step says so. */
export type BitcoinAnswer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'absent' }
  | BitcoinFailure

export type BitcoinHead = {
  readonly height: number
  readonly blockId: string
  /** Blocks below it were thrown away; null for a node that keeps all. */
  readonly prunedBelow: number | null
}

export type BitcoinPool = {
  /** All that wait. */
  readonly txids: readonly string[]
  /** Those of them that were not known before, as far as they were read. */
  readonly news: readonly BitcoinTransaction[]
  /** False where more are new than one look reads: look again with these known. */
  readonly isWhole: boolean
}

/** An output that no block has spent. */
export type UnspentOutput = {
  readonly amount: bigint
  /** Whom it pays, as hex. */
  readonly script: string
  /** 1 in the head itself. */
  readonly confirmations: number
  readonly isCoinbase: boolean
  /** The block up to which this holds. */
  readonly asOfBlockId: string
}

export type BitcoinNode = {
  /** The end of the chain; `failed` unless the node is there, of our network and in step. */
  head(): Promise<BitcoinAnswer<BitcoinHead>>
  /**
   * Ids of the blocks that stand at these heights now, in order; fewer where the chain ends before. At
   * most `blockIdsPerCallMax`; throws `RangeError` for more.
   */
  blockIds(of: {
    readonly fromHeight: number
    readonly count: number
  }): Promise<BitcoinAnswer<readonly string[]>>
  /** A block with all its transactions, proven by hash and Merkle root to be the one asked for. */
  block(blockId: string): Promise<BitcoinAnswer<BitcoinBlock>>
  /** What waits to be mined. */
  pool(known: { has(txid: string): boolean }): Promise<BitcoinAnswer<BitcoinPool>>
  /** A transaction that waits to be mined; absent for one in a block as well. */
  pooled(txid: string): Promise<BitcoinAnswer<BitcoinTransaction>>
  /**
   * In the order asked; null for an output that a block has spent, or that is in no block. At most
   * `outpointsPerCallMax`; throws `RangeError` for more.
   */
  unspent(outpoints: readonly Outpoint[]): Promise<BitcoinAnswer<readonly (UnspentOutput | null)[]>>
  /**
   * Hands signed bytes to the network; the same bytes may be sent again at any time (FLT-31). Throws
   * `UndecodableError` for bytes that are no transaction.
   */
  broadcast(signedHex: string): Promise<Broadcast>
  /** What a transaction should pay to be mined within so many blocks. */
  feeQuote(targetBlocks: number, limits: FeeLimits): Promise<BitcoinAnswer<FeeQuote>>
  /** From recent calls; down as well while the node is of another network, or not in step. */
  health(): ServiceHealth
}
