/**
 * Inputs and answers of coin deposits (API-46 to API-51, API-59, API-77 to API-79, DATA-07, DATA-13, DATA-14,
 * DATA-18).
 */
import * as z from 'zod/mini'
import { type ListFields, numberField, textField, timeField, wordField } from '../list.ts'
import { recordId, shortText } from '../requests.ts'
import { type NextFigures, nextRow, type StepFigures, stepRow } from './rupiah.ts'
import { rowNumberGrammar } from '../row-number.ts'
import type {
  BitcoinAddressRow,
  BitcoinDepositRow,
  ChainDepositRow,
  EvmTokenRow,
} from '../answers/coins.ts'

/** The wire names of the chains: `chain_name`, `chain`. */
export const wireChains = ['bitcoin', 'ethereum', 'arbitrum', 'bnb'] as const
export const evmWireChains = ['ethereum', 'arbitrum', 'bnb'] as const
export type WireChain = (typeof wireChains)[number]
export type EvmWireChain = (typeof evmWireChains)[number]

/** The names in the answer of `evm-chain-id`, with their chains (SRV-66). */
export const evmChainIdNames = {
  EVM_CHAIN_ID_ETH: 'ethereum',
  EVM_CHAIN_ID_ARB: 'arbitrum',
  EVM_CHAIN_ID_BNB: 'bnb',
} as const satisfies Record<string, WireChain>

const chainIdText = z.union([
  z.number().check(z.int(), z.positive()),
  z.string().check(z.regex(rowNumberGrammar)),
])
const hash = z.string().check(z.maxLength(100))
const given = z.optional(z.nullable(shortText))

/** The maximum lengths of a sender's name, address and identity number. */
export const senderNameMax = 100
export const senderAddressMax = 300
export const senderIdNumberMax = 50

export const EvmChainIdQuery = z.object({ name: z.optional(shortText) })
export const EvmTokensQuery = z.object({ ccurrency_id: recordId })

/** The sender of a deposit; `kyt_id_number` is optional (DEC-118). */
export const TellSender = z.object({
  ccdeposit_id: recordId,
  kyt_name: shortText,
  kyt_home_address: shortText,
  kyt_id_number: given,
})

/** Claims a missed token transfer. The named chain only tells where to search; it proves nothing. */
export const ClaimToken = z.object({
  txhash: hash,
  contract_address: given,
  currency: given,
  evm_chain_id: z.optional(z.nullable(chainIdText)),
  chain_name: given,
})

/**
 * Claims a missed coin: with `currency` and `evm_chain_id`; ETH with `chain_name`; BNB with the hash only
 * (DEC-113).
 */
export const ClaimCoin = z.object({
  txhash: hash,
  currency: given,
  evm_chain_id: z.optional(z.nullable(chainIdText)),
  chain_name: given,
})

/** Simulation only: a payment of the faucet to the user's address. */
export const UseFaucet = z.object({
  chain: z.enum(wireChains),
  currency: shortText,
  amount: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
})

/** The wire states of a deposit's timeline. */
export const chainDepositWords = {
  seen: 'PENDING',
  confirming: 'PENDING',
  too_small: 'PENDING',
  held: 'PENDING',
  crediting: 'PENDING',
  credited: 'COMPLETED',
  undone: 'FAILED',
  reversing: 'FAILED',
  claimed_back: 'FAILED',
} as const
export type ChainDepositWord = keyof typeof chainDepositWords

/** `what` of `next`: the next step and who does it. */
export const chainDepositNexts = ['block', 'confirm', 'sender', 'more', 'review', 'credit'] as const
export type ChainDepositNext = (typeof chainDepositNexts)[number]

/** Why a deposit is held: `cause` of `held`. */
export const chainHeldCauses = [
  'needs_sender',
  'amount_over_bound',
  'account_deleted',
  'set_aside',
] as const

const common: ListFields = {
  id: numberField('depositId'),
  created_at: timeField('createdMs'),
}

const statuses = wordField('status', {
  PENDING: 'PENDING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
})

/** The fields by which the list of EVM deposits can be sorted and filtered. */
export const chainDepositFields: ListFields = {
  ...common,
  ccurrency_symbol: textField('symbol'),
  evm_chain_id: numberField('evmChainId'),
  ccdeposit_txhash: textField('txid'),
  ccdeposit_status: statuses,
}

/** The fields by which the list of bitcoin deposits can be sorted and filtered. */
export const bitcoinDepositFields: ListFields = {
  ...common,
  txid: textField('txid'),
  status: statuses,
}

export type ChainDepositFigures = {
  readonly depositId: number
  readonly createdMs: number
  readonly chain: WireChain
  /** Null for bitcoin. */
  readonly evmChainId: number | null
  readonly symbol: string
  readonly txid: string
  readonly toAddress: string
  /** With its checksum; null for a chain's native coin. */
  readonly contract: string | null
  /** The credited amount, as a decimal text. */
  readonly amount: string
  readonly state: ChainDepositWord
  readonly cause: string | null
  /** Confirmations, n of m; null before it is in a block. */
  readonly confirmations: { readonly count: number; readonly needed: number } | null
  readonly sender: {
    readonly name: string
    readonly address: string
    readonly idNumber: string | null
  } | null
  readonly isSenderDue: boolean
  /** The transaction in a public explorer; null without one. */
  readonly explorerUrl: string | null
  readonly steps: readonly StepFigures[]
  readonly next: NextFigures | null
}

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

function more(deposit: ChainDepositFigures) {
  const { confirmations, sender } = deposit
  return {
    chain: deposit.chain,
    wallet_address: deposit.toAddress,
    state: deposit.state,
    cause: deposit.cause,
    confirmations: confirmations?.count ?? 0,
    confirmations_needed: confirmations?.needed ?? null,
    kyt_name: sender?.name ?? null,
    kyt_id_number: sender?.idNumber ?? null,
    kyt_home_address: sender?.address ?? null,
    kyt_due: deposit.isSenderDue,
    explorer_url: deposit.explorerUrl,
    steps: deposit.steps.map(stepRow),
    next: nextRow(deposit.next),
  }
}

/** A deposit of an EVM chain as its row. */
export function chainDepositRow(deposit: ChainDepositFigures): ChainDepositRow {
  return {
    id: deposit.depositId,
    created_at: toTime(deposit.createdMs),
    evm_chain_id: deposit.evmChainId,
    ccdeposit_txhash: deposit.txid,
    ccdeposit_amount: deposit.amount,
    ccdeposit_status: chainDepositWords[deposit.state],
    ccurrency_symbol: deposit.symbol,
    contract_address: deposit.contract,
    ...more(deposit),
  }
}

/** A deposit of bitcoin as its row. */
export function bitcoinDepositRow(deposit: ChainDepositFigures): BitcoinDepositRow {
  return {
    id: deposit.depositId,
    created_at: toTime(deposit.createdMs),
    txid: deposit.txid,
    amount: deposit.amount,
    status: chainDepositWords[deposit.state],
    ...more(deposit),
  }
}

export type BitcoinAddressFigures = {
  /** Null before the first request. */
  readonly address: string | null
  /** A decimal text in bitcoin. */
  readonly minDeposit: string
  /** The confirmations for a small deposit, and those for the largest. */
  readonly confirmations: number
  readonly confirmationsMax: number
}

/** The user's bitcoin address as its row. */
export function bitcoinAddressRow(figures: BitcoinAddressFigures): BitcoinAddressRow {
  return {
    wallet_address: figures.address,
    min_deposit: figures.minDeposit,
    confirmations: figures.confirmations,
    confirmations_max: figures.confirmationsMax,
  }
}

export type EvmTokenFigures = {
  readonly tokenId: number
  readonly chain: WireChain
  readonly chainId: number
  /** Empty for a chain's native coin (DEC-112). */
  readonly contract: string
  readonly symbol: string
  /** Decimal texts in the currency. */
  readonly withdrawalFee: string
  readonly minDeposit: string
  /** The usual number of confirmations for a deposit. */
  readonly confirmations: number
}

/** A chain of a currency as its row. */
export function evmTokenRow(token: EvmTokenFigures): EvmTokenRow {
  return {
    id: token.tokenId,
    chain_id: token.chainId,
    chain: token.chain,
    contract_address: token.contract,
    ccurrency_symbol: token.symbol,
    wd_fee: token.withdrawalFee,
    min_deposit: token.minDeposit,
    confirmations: token.confirmations,
  }
}
