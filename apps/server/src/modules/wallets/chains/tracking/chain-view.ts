/**
 * Views of a chain and its stored state: the types that tracker, store and adapters share. Amounts are in the
 * chain's own finest unit, addresses in the chain's canonical form (EVM: lower case).
 */
import type { ChainAsset, ChainName, Finality } from '../chains.ts'

/** A transfer to an address of one of our users. */
export type Sighting = {
  readonly txid: string
  /**
   * Bitcoin: the output index. EVM: the index of the log within its transaction, which stays when it is mined
   * again; -1 for the coin that the transaction itself carries.
   */
  readonly index: number
  readonly toAddress: string
  /** The contract of the log; null for the chain's own coin. */
  readonly contract: string | null
  readonly amount: bigint
  readonly isCoinbase: boolean
  /** `missing`: the node does not have the receipt yet, and nothing is concluded (ATT-74). */
  readonly receipt: 'ok' | 'failed' | 'missing'
}

export type BlockRef = { readonly height: number; readonly hash: string }

export type PlacedSighting = Sighting & { readonly block: BlockRef }

/** One block, or several that were read as one. */
export type BlockRange = {
  readonly fromHeight: number
  /** The height of the last block. */
  readonly height: number
  readonly hash: string
  /** The hash of the block before the first. */
  readonly parentHash: string
  readonly sightings: readonly PlacedSighting[]
}

export type ChainView = {
  /** Consecutive ranges, ascending. Empty if only head, final block and pool were read. */
  readonly ranges: readonly BlockRange[]
  readonly headHeight: number
  /** The chain's own final block; null if it marks none. */
  readonly final: BlockRef | null
  /** The memory pool; null if it was not read. */
  readonly pool: PoolView | null
}

export type PoolView = {
  /** Whether a transaction is in the pool. */
  readonly has: (txid: string) => boolean
  /** Transfers to our addresses, at least those of transactions that no earlier view had. */
  readonly sightings: readonly Sighting[]
}

/** The end of a stored range. */
export type Checkpoint = {
  readonly fromHeight: number
  readonly height: number
  readonly hash: string
}

/** The fields of a deposit that the tracker uses. */
export type TrackedRow = Pick<Sighting, 'txid' | 'index' | 'toAddress' | 'contract' | 'amount'> & {
  readonly rowId: number
  /** The block that has the deposit now. */
  readonly block: BlockRef | null
  /** Whether it waits in the memory pool. */
  readonly isInPool: boolean
}

export type ChainKnown = {
  readonly chain: ChainName
  /** Ascending, without gaps; the last is the tip. Empty if nothing is stored yet. */
  readonly checkpoints: readonly Checkpoint[]
  /** The height up to which the chain itself calls blocks final. */
  readonly finalHeight: number | null
  /** At least the rows that are above the view's base, in the pool, or of a transaction of the view. */
  readonly rows: readonly TrackedRow[]
  readonly finality: Finality
  readonly assets: readonly ChainAsset[]
  /** The owner of an address; null if it belongs to none of our users. */
  readonly ownerOf: (address: string) => number | null
  /** Whether a transaction is a treasury move, which is never a deposit. */
  readonly isOwnMove: (txid: string) => boolean
}

export type NewDeposit = Sighting & {
  readonly chain: ChainName
  readonly userId: number
  readonly currencyId: number
  /** Units, rounded down; null if the amount exceeds what can be booked. */
  readonly units: number | null
  /** Confirmations until it is final; null if the chain itself marks final blocks. */
  readonly needed: number | null
  readonly block: BlockRef | null
}

export type TrackerWrites = {
  /** Checkpoints above this height are deleted before the new ones are stored. */
  readonly forkHeight: number
  readonly checkpoints: readonly Checkpoint[]
  /** Checkpoints below this height are no longer needed. */
  readonly forgetBelow: number
  readonly tipHeight: number
  readonly headHeight: number
  readonly finalHeight: number | null
  readonly inserts: readonly NewDeposit[]
  /** Rows whose block or pool state changed. */
  readonly changes: readonly {
    readonly rowId: number
    readonly block: BlockRef | null
    readonly isInPool: boolean
  }[]
}

export type Tracked =
  | { readonly kind: 'write'; readonly writes: TrackerWrites }
  /** The view does not connect to the stored chain: read again, from this height on. */
  | { readonly kind: 'reread'; readonly fromHeight: number }
  /** The view is inconsistent or incomplete: read again later. */
  | { readonly kind: 'retry'; readonly cause: 'view_broken' | 'receipt_missing' | 'final_differs' }
  /** Crediting stops until an operator resumes it. */
  | { readonly kind: 'halt'; readonly cause: 'deep_reorganization' | 'final_reversed' }
