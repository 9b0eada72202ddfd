/**
 * What a look at a chain brings, and what is known of it: the words that tracker, store and adapters
 * share. Amounts are in the chain's own finest unit, addresses in the chain's canonical form (EVM: lower
 * case).
 */
import type { ChainAsset, ChainName, Finality } from '../chains.ts'

/** Money that a transaction moves to one of our users' addresses. */
export type Sighting = {
  readonly txid: string
  /**
   * Bitcoin: the output. EVM: the place of the log among the logs of its own transaction, which stays
   * when it is mined again; -1 for the coin that the transaction itself carries.
   */
  readonly index: number
  readonly toAddress: string
  /** The contract whose log it is; null for the chain's own coin. */
  readonly contract: string | null
  readonly amount: bigint
  readonly isCoinbase: boolean
  /** `missing`: the node does not have the receipt yet, and nothing is guessed (ATT-74). */
  readonly receipt: 'ok' | 'failed' | 'missing'
}

export type BlockRef = { readonly height: number; readonly hash: string }

export type PlacedSighting = Sighting & { readonly block: BlockRef }

/** One block, or several that were read as one. */
export type BlockRange = {
  readonly fromHeight: number
  /** Of the last block. */
  readonly height: number
  readonly hash: string
  /** Of the block before the first. */
  readonly parentHash: string
  readonly sightings: readonly PlacedSighting[]
}

export type ChainView = {
  /** One upon the other, ascending; none: only head, final block and pool were looked at. */
  readonly ranges: readonly BlockRange[]
  readonly headHeight: number
  /** The chain's own final block; null where it has none. */
  readonly final: BlockRef | null
  /** What waits to be mined; null: not looked at. */
  readonly pool: PoolView | null
}

export type PoolView = {
  /** Whether a transaction waits. */
  readonly has: (txid: string) => boolean
  /** To addresses of ours: at least of those transactions that no look before had. */
  readonly sightings: readonly Sighting[]
}

/** A stretch that was taken in. */
export type Checkpoint = {
  readonly fromHeight: number
  readonly height: number
  readonly hash: string
}

/** A deposit, as far as the tracker minds. */
export type TrackedRow = Pick<Sighting, 'txid' | 'index' | 'toAddress' | 'contract' | 'amount'> & {
  readonly rowId: number
  /** Where it stands in the chain now. */
  readonly block: BlockRef | null
  /** Whether it waits to be mined. */
  readonly isInPool: boolean
}

export type ChainKnown = {
  readonly chain: ChainName
  /** Ascending, without gaps; the last is the tip. None: nothing was taken in yet. */
  readonly checkpoints: readonly Checkpoint[]
  /** Up to here the chain's own word says that nothing changes any more. */
  readonly finalHeight: number | null
  /** At least those that stand above the view's base, wait in the pool, or share a txid with the view. */
  readonly rows: readonly TrackedRow[]
  readonly finality: Finality
  readonly assets: readonly ChainAsset[]
  /** The owner of an address; null for a stranger's. */
  readonly ownerOf: (address: string) => number | null
  /** Transactions by which we move our own money about: never a deposit. */
  readonly isOwnMove: (txid: string) => boolean
}

export type NewDeposit = Sighting & {
  readonly chain: ChainName
  readonly userId: number
  readonly currencyId: number
  /** Units, rounded down; null: more than we can book. */
  readonly units: number | null
  /** Confirmations until it is final; null: the chain says when. */
  readonly needed: number | null
  readonly block: BlockRef | null
}

export type TrackerWrites = {
  /** Marks above this height are forgotten before the new ones are kept. */
  readonly forkHeight: number
  readonly checkpoints: readonly Checkpoint[]
  /** Marks below this height are not needed any more. */
  readonly forgetBelow: number
  readonly tipHeight: number
  readonly headHeight: number
  readonly finalHeight: number | null
  readonly inserts: readonly NewDeposit[]
  /** Rows whose place in chain or pool is another now. */
  readonly changes: readonly {
    readonly rowId: number
    readonly block: BlockRef | null
    readonly isInPool: boolean
  }[]
}

export type Tracked =
  | { readonly kind: 'write'; readonly writes: TrackerWrites }
  /** The view does not stand on what is known: look again, from this height on. */
  | { readonly kind: 'reread'; readonly fromHeight: number }
  /** The view contradicts itself or is not whole: look again later. */
  | { readonly kind: 'retry'; readonly cause: 'view_broken' | 'receipt_missing' | 'final_differs' }
  /** Nothing is credited any more until a person has looked. */
  | { readonly kind: 'halt'; readonly cause: 'deep_reorganization' | 'final_reversed' }
