/** What the explorer of a simulation shows of a chain, whichever it is. */
import { formatDecimal } from '@tukar/i18n/server'

/** An amount as people read it, with its symbol: "0,5 BTC". */
export type AmountText = string

export type BlockLine = {
  readonly height: number
  readonly hash: string
  readonly timeMs: number
  readonly count: number
}

export type TransactionLine = {
  readonly txid: string
  /** Null: nobody sent it, as of new coins. */
  readonly from: string | null
  /** Null: a contract that it makes, or a script without an address. */
  readonly to: string | null
  readonly amount: AmountText
}

export type BlockView = BlockLine & {
  readonly parentHash: string
  /** The first of them. */
  readonly transactions: readonly TransactionLine[]
}

/** One side of a transaction, or a token that it moved. */
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
  /** What it has now; none where the chain does not say. */
  readonly balances: readonly AmountText[]
  /** Of the last blocks, the newest first. */
  readonly transactions: readonly TransactionLine[]
  /** How many blocks were searched. */
  readonly searched: number
}

/** A chain to look at; everything is null where it is not there, or its node does not say. */
export type ExplorerChain = {
  latest(): Promise<readonly BlockLine[] | null>
  /** By height or hash. */
  block(id: string): Promise<BlockView | null>
  transaction(txid: string): Promise<TransactionView | null>
  address(address: string): Promise<AddressView | null>
}

/** Blocks on a chain's first page, transactions on a block's, blocks searched for an address. */
export const latestMax = 20
export const transactionsMax = 50
export const searchedMax = 120

/** A count of finest units as people read it, every digit of it, with its symbol. */
export function amountText(amount: bigint, decimals: number, symbol: string): AmountText {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = formatDecimal(`${whole}.${rest}0`, { decimals: 0, decimalsMax: decimals })
  return `${text} ${symbol}`
}
