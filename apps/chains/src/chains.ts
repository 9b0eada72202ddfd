/** The supported chains, and the interface of a running chain. */

export const evmNames = ['ethereum', 'arbitrum', 'bnb'] as const
export const chainNames = ['bitcoin', ...evmNames] as const

export type EvmName = (typeof evmNames)[number]
export type ChainName = (typeof chainNames)[number]

/** The chain id that distinguishes each EVM chain. */
export const chainIds: Readonly<Record<EvmName, number>> = {
  ethereum: 1,
  arbitrum: 42_161,
  bnb: 56,
}

/** A replacement of the tip: `depth` blocks are removed, `blocks` new ones are added. */
export type Fork = {
  readonly depth: number
  readonly blocks: number
  /** Signed transactions, raw in hex, for the first of the new blocks: double spends. */
  readonly transactions: readonly string[]
  /**
   * Drops the transactions of the replaced blocks. Otherwise they wait again, as they would at other nodes.
   */
  readonly isForgetful: boolean
}

export type Payment = {
  readonly address: string
  /** Smallest units of the coin or token. */
  readonly amount: bigint
  readonly asset: 'coin' | 'token'
  /** The contract of a token that was deployed later; null for the token that each chain starts with. */
  readonly contract: string | null
}

/** A running node, with the functions that only a local chain has. */
export type Chain = {
  readonly name: ChainName
  readonly url: string
  /** Public facts of the chain: `chainId`, `token`. */
  readonly facts: Readonly<Record<string, unknown>>
  height(): Promise<number>
  /** The number of transactions that wait for a block. */
  waiting(): Promise<number>
  /** Whether the newest block has transactions in addition to its reward. */
  holdsAtTip(): Promise<boolean>
  /** Mines the waiting transactions, with the reward to an address or to nobody; returns the new height. */
  mine(blocks: number, to: string | null): Promise<number>
  fork(fork: Fork): Promise<number>
  /** Pays from the faucet; returns the id of the transaction, which waits for a block. */
  pay(payment: Payment): Promise<string>
  /** Functions of one kind of chain alone; see its file. */
  readonly own: Readonly<Record<string, (input: unknown) => Promise<unknown>>>
  /** The id of the node's process; null while none runs. */
  pid(): number | null
  /** Ends the node, and keeps its data. `isHard` ends it as a power failure would. */
  stop(isHard: boolean): Promise<void>
  /** Restarts the node on the same port and data. */
  start(): Promise<void>
}

/** A request that the chain cannot fulfil; the message is the answer. */
export class Refusal extends Error {}
