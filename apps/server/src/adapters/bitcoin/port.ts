/**
 * Port of the bitcoin node. Amounts are satoshi as bigint; fee rates are satoshi per 1,000 virtual bytes;
 * times are milliseconds since 1970. Ids of blocks and transactions are lower-case hex in display order.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { Broadcast } from './broadcast.ts'
import type { BitcoinBlock, BitcoinTransaction, Outpoint } from './decode.ts'
import type { FeeLimits, FeeQuote } from './fees.ts'

/**
 * Reasons why a call failed. None of them says anything about money: back off and call again (FLT-26).
 *
 * - `unsent`: nothing was sent
 * - `silent`: sent, but no valid reply in time
 * - `unauthorized`: the node rejects our user or password
 * - `limited`: the node is overloaded
 * - `wrongChain`: the node is on another network
 * - `syncing`: the node is starting, or behind the network
 * - `pruned`: the node has deleted that block
 * - `tooLarge`: the reply is larger than the limit
 * - `unreadable`: the reply is invalid
 * - `refused`: the node's own error
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
  /** For the log; never contains the node's URL or password. */
  readonly reason: string
}

/** `absent` only where a synced node says so. */
export type BitcoinAnswer<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'absent' }
  | BitcoinFailure

export type BitcoinHead = {
  readonly height: number
  readonly blockId: string
  /** Blocks below this height are deleted; null for a node that keeps all blocks. */
  readonly prunedBelow: number | null
}

export type BitcoinPool = {
  /** Ids of all transactions in the mempool. */
  readonly txids: readonly string[]
  /** Transactions that the caller did not know, as far as they were read. */
  readonly news: readonly BitcoinTransaction[]
  /** False where one call cannot read all new transactions: call again with these as known. */
  readonly isWhole: boolean
}

/** An output that no block has spent. */
export type UnspentOutput = {
  readonly amount: bigint
  /** Output script as hex. */
  readonly script: string
  /** 1 in the head itself. */
  readonly confirmations: number
  readonly isCoinbase: boolean
  /** Head of the chain at the time of the reply. */
  readonly asOfBlockId: string
}

export type BitcoinNode = {
  /** Head of the chain. Fails unless the node is available, on our network and synced. */
  head(): Promise<BitcoinAnswer<BitcoinHead>>
  /**
   * Current block ids at these heights, in order; fewer where the chain is shorter. At most
   * `blockIdsPerCallMax`; throws `RangeError` for more.
   */
  blockIds(of: {
    readonly fromHeight: number
    readonly count: number
  }): Promise<BitcoinAnswer<readonly string[]>>
  /** A block with all its transactions. Hash and Merkle root prove that it is the requested block. */
  block(blockId: string): Promise<BitcoinAnswer<BitcoinBlock>>
  /** Transactions in the mempool. */
  pool(known: { has(txid: string): boolean }): Promise<BitcoinAnswer<BitcoinPool>>
  /** A transaction in the mempool; `absent` also for one in a block. */
  pooled(txid: string): Promise<BitcoinAnswer<BitcoinTransaction>>
  /**
   * In the order of the request; null for an output that a block has spent, or that is in no block. At most
   * `outpointsPerCallMax`; throws `RangeError` for more.
   */
  unspent(outpoints: readonly Outpoint[]): Promise<BitcoinAnswer<readonly (UnspentOutput | null)[]>>
  /**
   * Broadcasts signed bytes. The same bytes may be sent again at any time (FLT-31). Throws `UndecodableError`
   * for bytes that are no transaction.
   */
  broadcast(signedHex: string): Promise<Broadcast>
  /** Fee rate for mining within this many blocks. */
  feeQuote(targetBlocks: number, limits: FeeLimits): Promise<BitcoinAnswer<FeeQuote>>
  /** Health from recent calls; also down while the node is on another network, or not synced. */
  health(): ServiceHealth
}
