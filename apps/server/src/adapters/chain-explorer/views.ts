/** The data that the explorer shows of any chain. */
import { formatDecimal } from '@tukar/i18n/server'

/** A formatted amount with its symbol: "0,5 BTC". */
export type AmountText = string

export type BlockSummary = {
  readonly height: number
  readonly hash: string
  readonly timeMs: number
  readonly count: number
}

export type TransactionSummary = {
  readonly txid: string
  /** Null without a sender, as for a coinbase. */
  readonly from: string | null
  /** Null for the creation of a contract, or a script without an address. */
  readonly to: string | null
  readonly amount: AmountText
}

export type BlockView = BlockSummary & {
  readonly parentHash: string
  /** The first transactions of the block. */
  readonly transactions: readonly TransactionSummary[]
}

/** One side of a transaction, or a token transfer in it. */
export type Movement = {
  readonly from: string | null
  readonly to: string | null
  readonly amount: AmountText
}

export type TransactionView = {
  readonly txid: string
  readonly state: 'pool' | 'mined' | 'failed'
  readonly block: { readonly height: number; readonly hash: string } | null
  /** 1 in the last block. */
  readonly confirmations: number
  readonly timeMs: number | null
  readonly fee: AmountText | null
  readonly movements: readonly Movement[]
}

export type AddressView = {
  readonly address: string
  /** Current balances; empty where the chain does not report them. */
  readonly balances: readonly AmountText[]
  /** Transactions of the last blocks, newest first. */
  readonly transactions: readonly TransactionSummary[]
  /** Number of blocks that were searched. */
  readonly searched: number
}

/** A chain of the explorer. Methods return null where the object is unknown, or the node does not reply. */
export type ExplorerChain = {
  latest(): Promise<readonly BlockSummary[] | null>
  /** By height or hash. */
  block(id: string): Promise<BlockView | null>
  transaction(txid: string): Promise<TransactionView | null>
  address(address: string): Promise<AddressView | null>
}

/** Limits: blocks on a chain's first page, transactions on a block's page, blocks searched for an address. */
export const latestMax = 20
export const transactionsMax = 50
export const searchedMax = 120

/** Formats an amount of smallest units exactly, with its symbol. */
export function amountText(amount: bigint, decimals: number, symbol: string): AmountText {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = formatDecimal(`${whole}.${rest}0`, { decimals: 0, decimalsMax: decimals })
  return `${text} ${symbol}`
}
