/**
 * What the exchange asks of a node of an EVM chain, in its own words. Amounts are wei or a token's smallest
 * unit as bigint; block numbers and nonces are safe integers; times are milliseconds since 1970; hashes and
 * addresses that a chain told are lower-case.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { FeeLimits, GasFees } from './fees.ts'
import type { SendOutcome } from './outcomes.ts'

/**
 * Why a question has no answer. None of these says anything about money: pause and ask again (FLT-26, 28).
 *
 * - `unsent`: nothing left this machine
 * - `silent`: sent, and nothing sensible came back in time
 * - `unauthorized`: the node does not know our key
 * - `limited`: asked too often
 * - `wrongChain`: the node plays another chain than ours (ATT-78)
 * - `behind`: the node does not have that block (yet)
 * - `moved`: the chain changed while it was read
 * - `tooLarge`: more than fits in one answer
 * - `unreadable`: an answer that makes no sense
 * - `refused`: the node's own refusal
 */
export type EvmFailureKind =
  | 'unsent'
  | 'silent'
  | 'unauthorized'
  | 'limited'
  | 'wrongChain'
  | 'behind'
  | 'moved'
  | 'tooLarge'
  | 'unreadable'
  | 'refused'

export type EvmFailure = {
  readonly status: 'failed'
  readonly kind: EvmFailureKind
  /** For the log; never an address of the node, never a key. */
  readonly reason: string
}

export type EvmAnswer<T> = { readonly status: 'done'; readonly value: T } | EvmFailure

export type EvmBlockRef = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timeMs: number
}

/** The ends of the chain as the node sees them; null for a tag that it does not have yet. */
export type EvmHeads = {
  readonly head: EvmBlockRef
  readonly safe: EvmBlockRef | null
  readonly finalized: EvmBlockRef | null
}

/** Money that moved to one of our addresses by a transaction's own value or by one log of a listed token. */
export type EvmTransfer = {
  readonly txHash: string
  /**
   * The log's place among those of its own transaction, which stays when it is mined again; -1 (`coinIndex`)
   * for the coin that the transaction itself carries.
   */
  readonly index: number
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null
  readonly from: string
  readonly to: string
  /** Wei, or the token's smallest unit; above zero. */
  readonly amount: bigint
  /** False where the transaction was undone by its own failure: nothing arrived (ATT-74). */
  readonly isSuccess: boolean
}

export type EvmBlock = EvmBlockRef & { readonly transfers: readonly EvmTransfer[] }

/** Whom to look for. Both hold lower-case addresses: `addressKey`. */
export type EvmWatch = {
  readonly addresses: { has(key: string): boolean }
  /** The allow-list of tokens (ATT-75). */
  readonly contracts: ReadonlySet<string>
}

/** Blocks from and to, both included. */
export type EvmRange = { readonly from: number; readonly to: number }

/** One transaction as a claim by hash sees it (SRV-65). */
export type EvmLook =
  | { readonly state: 'absent' }
  | { readonly state: 'pending' }
  | {
      readonly state: 'mined'
      readonly block: EvmBlockRef
      /** 1 in the head itself. */
      readonly confirmations: number
      readonly isSafe: boolean
      readonly isFinalized: boolean
      readonly isSuccess: boolean
      /** To our addresses, of the coin and of listed tokens. */
      readonly transfers: readonly EvmTransfer[]
      /** Contracts that said a transfer to our addresses but are not on the list. */
      readonly strangeContracts: readonly string[]
    }

export type EvmReceipt = {
  readonly txHash: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly isSuccess: boolean
  /** Wei that the sender paid for gas; the value sent comes on top. */
  readonly feePaid: bigint
}

/** All that was ever signed for one nonce of one sender. */
export type EvmSlot = {
  readonly address: string
  readonly nonce: number
  /** Lower-case; at least those of which anything may have left this house. */
  readonly txHashes: readonly string[]
}

export type EvmFound =
  | {
      readonly state: 'mined'
      /** Not successful: the nonce is used and the fee paid, but the money did not move. */
      readonly receipt: EvmReceipt
      readonly isSafe: boolean
      readonly isFinal: boolean
    }
  /** One of them waits at this node. */
  | { readonly state: 'pool' }
  /** This node knows none of them, and the nonce is free: they may still wait elsewhere. */
  | { readonly state: 'absent' }
  /** Another transaction used up the nonce; final: none of these can ever be mined. */
  | { readonly state: 'displaced'; readonly isFinal: boolean }

/** A token as its contract tells of it; the words are a stranger's. */
export type EvmTokenFacts = {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** In the token's smallest units. */
  readonly supply: bigint
}

/** How many transactions of an address the chain counts: the next nonce, seen from three heights. */
export type EvmNonceCounts = {
  readonly finalized: number
  readonly latest: number
  readonly pending: number
}

export type EvmBalances = {
  /** Wei. */
  readonly coin: bigint
  /** Smallest units, in the order of the contracts asked for; null for one that does not say it. */
  readonly tokens: readonly (bigint | null)[]
}

/** A call whose gas is asked for. */
export type EvmCall = {
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly value: bigint
  /** 0x and hex; '0x' for a plain transfer. */
  readonly data: string
}

export type EvmQuote =
  | {
      readonly state: 'ready'
      readonly gasLimit: bigint
      readonly fees: GasFees
      /** Wei at most, should all gas be used at the highest price. */
      readonly feeMax: bigint
      /** Wei that the sender has: what it lacks for fee and value is still to come. */
      readonly balance: bigint
    }
  /** Gas costs more than the cap: wait. */
  | { readonly state: 'overCap' }
  /** The call would fail, as of a paused token. */
  | { readonly state: 'reverts'; readonly reason: string }
  /** The call wants more gas than we allow any: it will not get better by waiting. */
  | { readonly state: 'tooMuchGas' }
  /** The sender has less than the value alone. */
  | { readonly state: 'noFunds' }

export type EvmNodeFacts = {
  readonly isSyncing: boolean
  readonly client: string
}

export type EvmTag = 'latest' | 'safe' | 'finalized'

export type EvmNode = {
  readonly chainId: number
  /** Whether the node is there, of our chain, and in step. */
  facts(): Promise<EvmAnswer<EvmNodeFacts>>
  heads(): Promise<EvmAnswer<EvmHeads>>
  /** The block that stands at this height now. */
  blockAt(number: number): Promise<EvmAnswer<EvmBlockRef>>
  /**
   * Blocks in order, each the parent of the next, with what moved to our addresses.
   * At most `blocksPerScanMax`; throws `RangeError` for more.
   */
  scan(range: EvmRange, watch: EvmWatch): Promise<EvmAnswer<readonly EvmBlock[]>>
  look(txHash: string, watch: EvmWatch): Promise<EvmAnswer<EvmLook>>
  /** In the order asked; null for one that is in no block: ask again, it says nothing (ATT-74). */
  receipts(txHashes: readonly string[]): Promise<EvmAnswer<readonly (EvmReceipt | null)[]>>
  /** Where a payment stands, by whichever of its transactions; throws `RangeError` for more than 64. */
  find(slot: EvmSlot): Promise<EvmAnswer<EvmFound>>
  nonceCounts(address: string): Promise<EvmAnswer<EvmNonceCounts>>
  balances(
    address: string,
    contracts: readonly string[],
    at: EvmTag,
  ): Promise<EvmAnswer<EvmBalances>>
  /** What a token's balance grew by in one block: less than its logs said for one that takes a part. */
  tokenGrowth(of: {
    readonly contract: string
    readonly address: string
    readonly blockNumber: number
  }): Promise<EvmAnswer<bigint>>
  /** The token's own decimals, to hold against the list. */
  tokenDecimals(contract: string): Promise<EvmAnswer<number>>
  /** What a contract says of itself; `unreadable` or `refused` for what is no token. */
  tokenFacts(contract: string): Promise<EvmAnswer<EvmTokenFacts>>
  /** Whether a contract stands at this address. */
  hasCode(address: string): Promise<EvmAnswer<boolean>>
  quote(call: EvmCall, limits: FeeLimits): Promise<EvmAnswer<EvmQuote>>
  /** Hands signed bytes to the network; the same bytes may be sent again at any time (FLT-30, 31). */
  send(rawTransaction: string): Promise<SendOutcome>
  health(): ServiceHealth
}
