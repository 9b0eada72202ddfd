/** Inputs and answers of coin withdrawals (API-60, 61, 63, 75, 76, DATA-15, DATA-19). */
import { formatUnits } from '@tukar/money'
import * as z from 'zod/mini'
import { type ListFields, numberField, textField, timeField, wordField } from '../list.ts'
import { amountInput, recordId, shortText } from '../requests.ts'
import { holdRow, type NextFigures, nextRow, type StepFigures, stepRow } from './rupiah.ts'
import type {
  BitcoinWithdrawalRow,
  ChainWithdrawalRow,
  ChainWithdrawalRulesData,
} from '../answers/coins.ts'

const addressLengthMax = 128
const tokenLengthMax = 100
const address = z.string().check(z.maxLength(addressLengthMax))
const optionalText = z.optional(z.nullable(shortText))
/** A number, or its digits. */
const idInput = z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))])

/** The fields of all coin withdrawals; `fee` is the one that the client showed (ATT-90). */
const common = {
  amount: amountInput,
  withdraw_to: address,
  to_name: optionalText,
  to_home_address: optionalText,
  OTP: optionalText,
  otp: optionalText,
  google_secret: optionalText,
  fee: z.optional(z.nullable(amountInput)),
}

/** A coin or token of an EVM chain. */
const evm = {
  ...common,
  chain_id: idInput,
  currency: z.string().check(z.maxLength(20)),
  ccurrency_table_id: idInput,
}

export const WithdrawEvmCoin = z.object(evm)
export const WithdrawEvmToken = z.object({ ...evm, contract_address: address })
export const WithdrawBitcoin = z.object(common)
/** The destination to check: the chain by name, because bitcoin has no id. */
export const CheckPayee = z.object({
  currency: z.string().check(z.maxLength(20)),
  chain: z.string().check(z.maxLength(20)),
  withdraw_to: address,
})
export const CancelChainWithdrawal = z.object({ id: recordId })
export const ChainWithdrawalLink = z.object({
  token: z.string().check(z.maxLength(tokenLengthMax)),
})

/** The wire states of a withdrawal's timeline. */
export const chainWithdrawalWords = {
  requested: 'PENDING',
  held: 'PENDING',
  waiting_approval: 'PENDING',
  approved: 'PENDING',
  signing: 'PROCESSING',
  signed: 'PROCESSING',
  broadcast: 'PROCESSING',
  confirming: 'PROCESSING',
  done: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'CANCEL',
} as const

export type ChainWithdrawalWord = keyof typeof chainWithdrawalWords

/** `what` of `next`: the next step and who does it. */
export const chainWithdrawalNexts = [
  'hold_ends',
  'review',
  /** The hot wallet has insufficient funds, or the chain is not trusted at the moment. */
  'queue',
  'send',
  'mine',
  'confirm',
] as const

const statuses = {
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
  CANCEL: 'CANCEL',
}

/** The fields by which the list of coin withdrawals can be sorted and filtered. */
export const chainWithdrawalFields: ListFields = {
  id: numberField('withdrawalId'),
  created_at: timeField('createdMs'),
  ccurrency_symbol: textField('symbol'),
  currency: textField('symbol'),
  withdraw_status: wordField('status', statuses),
}

/** The fields by which the list of bitcoin withdrawals can be sorted and filtered. */
export const bitcoinWithdrawalFields: ListFields = {
  id: numberField('withdrawalId'),
  created_at: timeField('createdMs'),
  status: wordField('status', statuses),
}

export type ChainWithdrawalFigures = {
  readonly withdrawalId: number
  readonly createdMs: number
  readonly state: ChainWithdrawalWord
  /** Why it waits in this state. */
  readonly cause: string | null
  readonly symbol: string
  readonly decimals: number
  readonly chain: string
  /** Null: bitcoin. */
  readonly chainId: number | null
  readonly contract: string | null
  /** In units: the debit, the fee, and the received amount. */
  readonly amount: number
  readonly fee: number
  readonly net: number
  readonly toAddress: string
  readonly receiverName: string | null
  readonly receiverAddress: string | null
  /** Set once it was sent to the chain. */
  readonly txid: string | null
  /** The transaction in a public explorer; null without one. */
  readonly explorerUrl: string | null
  readonly confirmations: number | null
  /** Null if the chain itself reports finality. */
  readonly needed: number | null
  readonly canCancel: boolean
  readonly steps: readonly StepFigures[]
  readonly next: NextFigures | null
}

function shared(row: ChainWithdrawalFigures) {
  const { decimals } = row
  return {
    id: row.withdrawalId,
    created_at: toTime(row.createdMs),
    ccurrency_symbol: row.symbol,
    chain: row.chain,
    state: row.state,
    cause: row.cause,
    explorer_url: row.explorerUrl,
    net: formatUnits(row.net, decimals),
    fee: formatUnits(row.fee, decimals),
    to_name: row.receiverName,
    to_home_address: row.receiverAddress,
    confirmations: row.confirmations,
    confirmations_needed: row.needed,
    can_cancel: row.canCancel,
    steps: row.steps.map(stepRow),
    next: nextRow(row.next),
  }
}

/** A withdrawal of a coin or token as its row. */
export function chainWithdrawalRow(row: ChainWithdrawalFigures): ChainWithdrawalRow {
  const { decimals } = row
  return {
    ...shared(row),
    withdraw_amount: formatUnits(row.amount, decimals),
    withdraw_fee: formatUnits(row.fee, decimals),
    withdraw_net: formatUnits(row.net, decimals),
    withdraw_to: row.toAddress,
    withdraw_txhash: row.txid,
    withdraw_status: chainWithdrawalWords[row.state],
    evm_chain_id: row.chainId,
    contract_address: row.contract,
  }
}

/** A withdrawal of bitcoin as its row. */
export function bitcoinWithdrawalRow(row: ChainWithdrawalFigures): BitcoinWithdrawalRow {
  return {
    ...shared(row),
    to_address: row.toAddress,
    txid: row.txid,
    amount: formatUnits(row.amount, row.decimals),
    status: chainWithdrawalWords[row.state],
  }
}

/** The current rules of a currency's withdrawals, for a form; amounts as texts. */
export type ChainWithdrawalRules = {
  readonly decimals: number
  readonly min: number
  readonly max: number
  readonly dailyLimit: number
  readonly dailyUsed: number
  /** Null: never. */
  readonly travelLimit: number | null
  /** The amount of the last 24 hours that counts for the travel rule. */
  readonly travelUsed: number
  readonly isReceiverAlwaysNeeded: boolean
  readonly reviewFrom: number
  readonly hold: { readonly untilMs: number; readonly cause: string } | null
  readonly hasTwoFactor: boolean
  readonly options: readonly {
    readonly chain: string
    readonly chainId: number | null
    readonly contract: string | null
    readonly fee: number
    /** Whether payouts of the chain are paused. */
    readonly isPaused: boolean
  }[]
}

/** The rules as data of the wire. */
export function chainWithdrawalRulesData(rules: ChainWithdrawalRules): ChainWithdrawalRulesData {
  const { decimals, hold, travelLimit } = rules
  const text = (units: number): string => formatUnits(units, decimals)
  return {
    min: text(rules.min),
    max: text(rules.max),
    daily_limit: text(rules.dailyLimit),
    daily_used: text(rules.dailyUsed),
    travel_rules_limit: travelLimit === null ? null : text(travelLimit),
    travel_used: text(rules.travelUsed),
    receiver_always: rules.isReceiverAlwaysNeeded,
    review_from: text(rules.reviewFrom),
    hold: holdRow(hold),
    two_factor: rules.hasTwoFactor,
    options: rules.options.map(({ chain, chainId, contract, fee, isPaused }) => ({
      chain,
      chain_id: chainId,
      contract_address: contract,
      wd_fee: text(fee),
      paused: isPaused,
    })),
  }
}

export const ChainRulesQuery = z.object({ currency: z.string().check(z.maxLength(20)) })

function toTime(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
