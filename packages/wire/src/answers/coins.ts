/** Answers of the calls for deposits and withdrawals of coins. */
import * as z from 'zod/mini'
import { wireChains } from '../wallets/chain-deposits.ts'
import { Decimal, many, Time } from './shapes.ts'
import { HoldRow, NextRow, StepRow } from './wallets.ts'

const depositStatus = z.enum(['PENDING', 'COMPLETED', 'FAILED'])

/** Fields of both lists beyond the specification. */
const moreFields = {
  chain: z.enum(wireChains),
  wallet_address: z.string(),
  state: z.enum([
    'seen',
    'confirming',
    'too_small',
    'held',
    'crediting',
    'credited',
    'undone',
    'reversing',
    'claimed_back',
  ]),
  cause: z.nullable(z.string()),
  confirmations: z.int(),
  confirmations_needed: z.nullable(z.int()),
  kyt_name: z.nullable(z.string()),
  kyt_id_number: z.nullable(z.string()),
  kyt_home_address: z.nullable(z.string()),
  /** Whether the credit waits for the sender's details (DEC-118). */
  kyt_due: z.boolean(),
  explorer_url: z.nullable(z.string()),
  steps: many(StepRow),
  next: NextRow,
}

/** A deposit of `/ccdeposits` (DATA-13). */
export const ChainDepositRow = z.strictObject({
  id: z.int(),
  created_at: Time,
  evm_chain_id: z.nullable(z.int()),
  ccdeposit_txhash: z.string(),
  ccdeposit_amount: Decimal,
  ccdeposit_status: depositStatus,
  ccurrency_symbol: z.string(),
  contract_address: z.nullable(z.string()),
  ...moreFields,
})
export type ChainDepositRow = z.infer<typeof ChainDepositRow>

/** A deposit of `/wallets_btc/deposits` (DATA-18). */
export const BitcoinDepositRow = z.strictObject({
  id: z.int(),
  created_at: Time,
  txid: z.string(),
  amount: Decimal,
  status: depositStatus,
  ...moreFields,
})
export type BitcoinDepositRow = z.infer<typeof BitcoinDepositRow>

/** The user's address in a chain family; null before the first request. */
export const WalletAddressRow = z.strictObject({ wallet_address: z.nullable(z.string()) })
export type WalletAddressRow = z.infer<typeof WalletAddressRow>

/** An assigned address. */
export const GivenAddressRow = z.strictObject({ wallet_address: z.string() })

/** The user's bitcoin address (SRV-63), with the rules for deposits to it. */
export const BitcoinAddressRow = z.strictObject({
  wallet_address: z.nullable(z.string()),
  min_deposit: Decimal,
  confirmations: z.int(),
  confirmations_max: z.int(),
})
export type BitcoinAddressRow = z.infer<typeof BitcoinAddressRow>

/** A chain of a currency (DATA-06). */
export const EvmTokenRow = z.strictObject({
  id: z.int(),
  chain_id: z.int(),
  chain: z.enum(wireChains),
  contract_address: z.string(),
  ccurrency_symbol: z.string(),
  wd_fee: Decimal,
  min_deposit: Decimal,
  confirmations: z.int(),
})
export type EvmTokenRow = z.infer<typeof EvmTokenRow>

/** A payment of the faucet; the amount includes the currency's symbol. */
export const FaucetGift = z.strictObject({ txid: z.string(), amount: z.string() })

const withdrawalStatus = z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCEL'])

/** Fields that both lists of withdrawals have. */
const sharedFields = {
  id: z.int(),
  created_at: Time,
  ccurrency_symbol: z.string(),
  chain: z.string(),
  state: z.enum([
    'requested',
    'held',
    'waiting_approval',
    'approved',
    'signing',
    'signed',
    'broadcast',
    'confirming',
    'done',
    'failed',
    'canceled',
  ]),
  cause: z.nullable(z.string()),
  explorer_url: z.nullable(z.string()),
  net: Decimal,
  fee: Decimal,
  to_name: z.nullable(z.string()),
  to_home_address: z.nullable(z.string()),
  confirmations: z.nullable(z.int()),
  confirmations_needed: z.nullable(z.int()),
  can_cancel: z.boolean(),
  steps: many(StepRow),
  next: NextRow,
}

/** A withdrawal of the list of coins and tokens (DATA-15). */
export const ChainWithdrawalRow = z.strictObject({
  ...sharedFields,
  withdraw_amount: Decimal,
  withdraw_fee: Decimal,
  withdraw_net: Decimal,
  withdraw_to: z.string(),
  withdraw_txhash: z.nullable(z.string()),
  withdraw_status: withdrawalStatus,
  evm_chain_id: z.nullable(z.int()),
  contract_address: z.nullable(z.string()),
})
export type ChainWithdrawalRow = z.infer<typeof ChainWithdrawalRow>

/** A withdrawal of the list of bitcoin (DATA-19). */
export const BitcoinWithdrawalRow = z.strictObject({
  ...sharedFields,
  to_address: z.string(),
  txid: z.nullable(z.string()),
  amount: Decimal,
  status: withdrawalStatus,
})
export type BitcoinWithdrawalRow = z.infer<typeof BitcoinWithdrawalRow>

/** The rules as the wire writes them. */
export const ChainWithdrawalRulesData = z.strictObject({
  min: Decimal,
  max: Decimal,
  daily_limit: Decimal,
  daily_used: Decimal,
  travel_rules_limit: z.nullable(Decimal),
  travel_used: Decimal,
  receiver_always: z.boolean(),
  review_from: Decimal,
  hold: HoldRow,
  two_factor: z.boolean(),
  options: many(
    z.strictObject({
      chain: z.string(),
      chain_id: z.nullable(z.int()),
      contract_address: z.nullable(z.string()),
      wd_fee: Decimal,
      paused: z.boolean(),
    }),
  ),
})
export type ChainWithdrawalRulesData = z.infer<typeof ChainWithdrawalRulesData>

/** The address in its normal form. */
export const PayeeRow = z.strictObject({ withdraw_to: z.string() })
