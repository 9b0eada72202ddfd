/**
 * Port of an EVM node. Amounts are wei or a token's smallest unit as bigint; block numbers and nonces are
 * safe integers; times are milliseconds since 1970. Hashes and addresses from the chain are lower case.
 */
import type { ServiceHealth } from '../../platform/external/health.ts'
import type { FeeLimits, GasFees } from './fees.ts'
import type { SendOutcome } from './outcomes.ts'

/**
 * Reasons why a call failed. None of them says anything about money: back off and call again (FLT-26, 28).
 *
 * - `unsent`: nothing was sent
 * - `silent`: sent, but no valid reply in time
 * - `unauthorized`: the node rejects our key
 * - `limited`: rate limit of the node
 * - `wrongChain`: the node is on another chain (ATT-78)
 * - `behind`: the node does not have that block, or not yet
 * - `moved`: the chain changed during the reads
 * - `tooLarge`: the reply is larger than the limit
 * - `unreadable`: the reply is invalid
 * - `refused`: the node's own error
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
  /** For the log; never contains the node's URL or key. */
  readonly reason: string
}

export type EvmAnswer<T> = { readonly status: 'done'; readonly value: T } | EvmFailure

export type EvmBlockRef = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timeMs: number
}

/** The node's latest, safe and finalized blocks; null for a tag that it does not have yet. */
export type EvmHeads = {
  readonly head: EvmBlockRef
  readonly safe: EvmBlockRef | null
  readonly finalized: EvmBlockRef | null
}

/** A transfer to one of our addresses, by a transaction's own value or by one log of a listed token. */
export type EvmTransfer = {
  readonly txHash: string
  /**
   * Index of the log within its transaction, which stays the same when the transaction is mined again. -1
   * (`coinIndex`) for the transaction's own value.
   */
  readonly index: number
  /** The token's contract; null for the chain's own coin. */
  readonly contract: string | null
  readonly from: string
  readonly to: string
  /** Wei, or the token's smallest unit; above zero. */
  readonly amount: bigint
  /** False where the transaction failed and was reverted: nothing arrived (ATT-74). */
  readonly isSuccess: boolean
}

export type EvmBlock = EvmBlockRef & { readonly transfers: readonly EvmTransfer[] }

/** Addresses and tokens to search for. Both hold lower-case addresses: `addressKey`. */
export type EvmWatch = {
  readonly addresses: { has(key: string): boolean }
  /** The allow-list of tokens (ATT-75). */
  readonly contracts: ReadonlySet<string>
}

/** Range of blocks, both ends included. */
export type EvmRange = { readonly from: number; readonly to: number }

/** State of one transaction for a claim by hash (SRV-65). */
export type EvmTransactionState =
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
      /** Transfers to our addresses, of the coin and of listed tokens. */
      readonly transfers: readonly EvmTransfer[]
      /** Unlisted contracts that logged a transfer to our addresses. */
      readonly strangeContracts: readonly string[]
    }

export type EvmReceipt = {
  readonly txHash: string
  readonly blockNumber: number
  readonly blockHash: string
  readonly isSuccess: boolean
  /** Wei that the sender paid for gas, without the value sent. */
  readonly feePaid: bigint
}

/** All transactions signed for one nonce of one sender. */
export type EvmSlot = {
  readonly address: string
  readonly nonce: number
  /** Lower case; includes at least every hash whose bytes may have been sent. */
  readonly txHashes: readonly string[]
}

export type EvmFound =
  | {
      readonly state: 'mined'
      /** Where it is not successful: the nonce is used and the fee paid, but the money did not move. */
      readonly receipt: EvmReceipt
      readonly isSafe: boolean
      readonly isFinal: boolean
    }
  /** This node has one of the transactions in its mempool. */
  | { readonly state: 'pool' }
  /** This node has none of the transactions, and the nonce is free. Other nodes may still have them. */
  | { readonly state: 'absent' }
  /** Another transaction used the nonce. `isFinal`: none of these can ever be mined. */
  | { readonly state: 'displaced'; readonly isFinal: boolean }

/** Properties of a token from its contract. The texts are untrusted. */
export type EvmTokenFacts = {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** In the token's smallest units. */
  readonly supply: bigint
}

/** Transaction counts of an address, which are its next nonces, at three tags. */
export type EvmNonceCounts = {
  readonly finalized: number
  readonly latest: number
  readonly pending: number
}

export type EvmBalances = {
  /** Wei. */
  readonly coin: bigint
  /** Smallest units, in the order of the contracts; null for a contract that returns no balance. */
  readonly tokens: readonly (bigint | null)[]
}

/** A call whose gas is estimated. */
export type EvmCall = {
  readonly from: string
  readonly to: string
  /** Wei. */
  readonly value: bigint
  /** Hex with 0x; '0x' for a plain transfer. */
  readonly data: string
}

export type EvmQuote =
  | {
      readonly state: 'ready'
      readonly gasLimit: bigint
      readonly fees: GasFees
      /** Maximum fee in wei: all gas at the maximum price. */
      readonly feeMax: bigint
      /** The sender's balance in wei. It may still be too low for fee and value. */
      readonly balance: bigint
    }
  /** Gas costs more than the cap: wait. */
  | { readonly state: 'overCap' }
  /** The call would revert, for example because the token is paused. */
  | { readonly state: 'reverts'; readonly reason: string }
  /** The call needs more gas than our limit. Waiting does not help. */
  | { readonly state: 'tooMuchGas' }
  /** The sender's balance is below the value alone. */
  | { readonly state: 'noFunds' }

export type EvmNodeFacts = {
  readonly isSyncing: boolean
  readonly client: string
}

export type EvmTag = 'latest' | 'safe' | 'finalized'

export type EvmNode = {
  readonly chainId: number
  /** Whether the node is available, on our chain, and synced. */
  facts(): Promise<EvmAnswer<EvmNodeFacts>>
  heads(): Promise<EvmAnswer<EvmHeads>>
  /** The current block at this height. */
  blockAt(number: number): Promise<EvmAnswer<EvmBlockRef>>
  /**
   * Consecutive blocks with the transfers to our addresses. At most `blocksPerScanMax`; throws `RangeError`
   * for more.
   */
  scan(range: EvmRange, watch: EvmWatch): Promise<EvmAnswer<readonly EvmBlock[]>>
  readTransaction(txHash: string, watch: EvmWatch): Promise<EvmAnswer<EvmTransactionState>>
  /**
   * In the order of the hashes; null for a transaction that is in no block. That proves nothing: call again
   * (ATT-74).
   */
  receipts(txHashes: readonly string[]): Promise<EvmAnswer<readonly (EvmReceipt | null)[]>>
  /** State of a payment across all its transactions. Throws `RangeError` for more than 64. */
  find(slot: EvmSlot): Promise<EvmAnswer<EvmFound>>
  nonceCounts(address: string): Promise<EvmAnswer<EvmNonceCounts>>
  balances(
    address: string,
    contracts: readonly string[],
    at: EvmTag,
  ): Promise<EvmAnswer<EvmBalances>>
  /**
   * Increase of a token balance within one block. It is below the logged amount where a token takes a fee.
   */
  tokenGrowth(of: {
    readonly contract: string
    readonly address: string
    readonly blockNumber: number
  }): Promise<EvmAnswer<bigint>>
  /** The token's own decimals, to compare with the list. */
  tokenDecimals(contract: string): Promise<EvmAnswer<number>>
  /** Properties from a token contract; `unreadable` or `refused` where the contract is no token. */
  tokenFacts(contract: string): Promise<EvmAnswer<EvmTokenFacts>>
  /** Whether this address has contract code. */
  hasCode(address: string): Promise<EvmAnswer<boolean>>
  quote(call: EvmCall, limits: FeeLimits): Promise<EvmAnswer<EvmQuote>>
  /** Broadcasts signed bytes. The same bytes may be sent again at any time (FLT-30, 31). */
  send(rawTransaction: string): Promise<SendOutcome>
  health(): ServiceHealth
}
