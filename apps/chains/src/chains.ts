/** The chains there are, and what the rest needs of a running one. */

export const evmNames = ['ethereum', 'arbitrum', 'bnb'] as const
export const chainNames = ['bitcoin', ...evmNames] as const

export type EvmName = (typeof evmNames)[number]
export type ChainName = (typeof chainNames)[number]

/** By which each EVM chain is told from the others. */
export const chainIds: Readonly<Record<EvmName, number>> = {
  ethereum: 1,
  arbitrum: 42_161,
  bnb: 56,
}

/** A replacement of the tip: `depth` blocks go, `blocks` come. */
export type Fork = {
  readonly depth: number
  readonly blocks: number
  /** Signed transactions, raw in hex, that the first of the new blocks holds: double spends. */
  readonly transactions: readonly string[]
  /** Drops what the replaced blocks held; otherwise it waits again, as it would at other nodes. */
  readonly isForgetful: boolean
}

export type Payment = {
  readonly address: string
  /** Smallest units of the coin or token. */
  readonly amount: bigint
  readonly asset: 'coin' | 'token'
  /** Of a token that was deployed later; null: the token that each chain begins with. */
  readonly contract: string | null
}

/** A node that answers, with what a local chain alone can do. */
export type Chain = {
  readonly name: ChainName
  readonly url: string
  /** What the outside may know of it: `chainId`, `token`. */
  readonly facts: Readonly<Record<string, unknown>>
  height(): Promise<number>
  /** Transactions that wait for a block. */
  waiting(): Promise<number>
  /** Whether the newest block holds anything but its reward. */
  holdsAtTip(): Promise<boolean>
  /** Makes blocks of what waits, their reward to an address or to nobody; returns the new height. */
  mine(blocks: number, to: string | null): Promise<number>
  fork(fork: Fork): Promise<number>
  /** Pays from the faucet; returns the transaction's id, which waits for a block. */
  pay(payment: Payment): Promise<string>
  /** What only one kind of chain can do; see its file. */
  readonly own: Readonly<Record<string, (input: unknown) => Promise<unknown>>>
  /** The node's process; null while there is none. */
  pid(): number | null
  /** Ends the node, `hard` as a loss of power would; its data stay. */
  stop(isHard: boolean): Promise<void>
  /** Begins it again on the same port and data. */
  start(): Promise<void>
}

/** What the caller asked for and cannot have; its message is the answer. */
export class Refusal extends Error {}
