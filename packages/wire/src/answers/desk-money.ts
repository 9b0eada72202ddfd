/** Answers of the console's calls for coins and the ledger. */
import * as z from 'zod/mini'
import { bookAccountKinds } from '../desk/accounting.ts'
import { wireChains } from '../wallets/chain-deposits.ts'
import {
  chainDepositDecisions,
  chainWithdrawalDecisions,
  custodyVerdicts,
} from '../desk/chain-transfers.ts'
import { DeskApproval, DeskPerson, DeskStep } from './desk.ts'
import { Decimal, many, pageOf, Time } from './shapes.ts'

const ChainCase = z.strictObject({
  id: z.int(),
  created_at: Time,
  /** The time of its current state. */
  state_at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
  chain: z.enum(wireChains),
  currency: z.string(),
  /** Null: more than the ledger can hold. */
  amount: z.nullable(Decimal),
  address: z.string(),
  person: z.nullable(DeskPerson),
  approvals: many(DeskApproval),
  approvals_needed: z.int(),
})

/** Fields of a detail beyond those of its row. */
const detail = {
  /** Its transactions on the chain, the latest last, each with an explorer link. */
  transactions: many(z.strictObject({ txid: z.string(), url: z.nullable(z.string()) })),
  /** Its block; null if it is in none. */
  block: z.nullable(z.strictObject({ height: z.int(), hash: z.string() })),
  contract: z.nullable(z.string()),
  steps: many(DeskStep),
  flags: many(z.string()),
}

export const DeskChainDepositRow = z.extend(ChainCase, {
  /** Whether its owner entered the sender's details. */
  has_sender: z.boolean(),
})
export type DeskChainDepositRow = z.infer<typeof DeskChainDepositRow>

export const DeskChainDeposit = z.extend(DeskChainDepositRow, {
  ...detail,
  can: many(z.enum(chainDepositDecisions)),
  /** In the chain's smallest unit. */
  chain_amount: z.string(),
  /** The number of reversed credits, plus one. */
  life: z.int(),
})
export type DeskChainDeposit = z.infer<typeof DeskChainDeposit>

export const DeskChainWithdrawalRow = z.extend(ChainCase, {
  fee: Decimal,
  net: Decimal,
})
export type DeskChainWithdrawalRow = z.infer<typeof DeskChainWithdrawalRow>

export const DeskChainWithdrawal = z.extend(DeskChainWithdrawalRow, {
  ...detail,
  can: many(z.enum(chainWithdrawalDecisions)),
  /** Whether the address belongs to one of our users, or to us. */
  is_own_address: z.boolean(),
  /** This user's completed withdrawals to this address. */
  sent_before: z.int(),
  /** Whether the receiver's details exist, as the travel rule requires. */
  has_receiver: z.boolean(),
})
export type DeskChainWithdrawal = z.infer<typeof DeskChainWithdrawal>

/** The state of a chain's scan. */
export const DeskChain = z.strictObject({
  chain: z.enum(wireChains),
  tip_height: z.nullable(z.int()),
  /** The height that the node reports. */
  head_height: z.nullable(z.int()),
  final_height: z.nullable(z.int()),
  looked_at: z.nullable(Time),
  tip_moved_at: z.nullable(Time),
  paused: z.nullable(z.string()),
  /** Whether it resumes without an operator. */
  is_passing: z.boolean(),
  /** The upper bound of `from_height` for resuming; null if resuming takes no height. */
  below_height: z.nullable(z.int()),
})
export type DeskChain = z.infer<typeof DeskChain>

/**
 * Why a chain holds more or less than the ledger, in decimal texts with the chain's decimals; less is
 * negative.
 */
export const DeskCustodyDifference = z.strictObject({
  /** Received but not credited: not final, too small, held or set aside. */
  uncredited: Decimal,
  /** Sent but not settled in the ledger. */
  payouts: Decimal,
  /** Network fees that are not booked yet. */
  costs: Decimal,
  /** Reserve coins that are not booked yet. */
  reserve: Decimal,
  /** Amounts below the ledger's smallest unit. */
  dust: Decimal,
  /** Without a known cause: 0 if chain and ledger agree. */
  unexplained: Decimal,
})
export type DeskCustodyDifference = z.infer<typeof DeskCustodyDifference>

/** The holdings of a currency on one chain. */
export const DeskCustodyPart = z.strictObject({
  chain: z.enum(wireChains),
  /** Null before the first successful reading. */
  hot: z.nullable(Decimal),
  /** At users' addresses, not swept yet. */
  unswept: z.nullable(Decimal),
  in_flight: Decimal,
  /** The ledger's balance of this chain. */
  owed: Decimal,
  read_at: z.nullable(Time),
  /** Null before the first successful reading. */
  difference: z.nullable(DeskCustodyDifference),
})
export type DeskCustodyPart = z.infer<typeof DeskCustodyPart>

/** Our holdings of a currency on all chains, and what we owe (INV-14). */
export const DeskCustody = z.strictObject({
  currency: z.string(),
  /** Null while a part is unknown. */
  held: z.nullable(Decimal),
  in_flight: Decimal,
  /** The balances of users, without our own fees. */
  liabilities: Decimal,
  /** The missing amount; zero as "0" with decimals; null while a part is unknown. */
  gap: z.nullable(Decimal),
  verdict: z.enum(custodyVerdicts),
  /** Whether withdrawals of the currency are stopped. */
  is_stopped: z.boolean(),
  parts: many(DeskCustodyPart),
})
export type DeskCustody = z.infer<typeof DeskCustody>

export const DeskChains = z.strictObject({
  chains: many(DeskChain),
  custody: many(DeskCustody),
})
export type DeskChains = z.infer<typeof DeskChains>

/** Reserve coins that one operator proposed to book. */
export const DeskReserve = z.strictObject({
  id: z.int(),
  chain: z.enum(wireChains),
  currency: z.string(),
  amount: Decimal,
  proposed_by: z.string(),
  proposed_at: Time,
  reason: z.string(),
  /** Whether the requesting operator proposed it: another one must confirm it. */
  is_mine: z.boolean(),
})
export type DeskReserve = z.infer<typeof DeskReserve>

/** A line of the chart of accounts. What the house owes is credit, what others owe it is debit. */
export const DeskAccountRow = z.strictObject({
  /** `fees`, `bank`, `users` and others, or `account_12` for an account without a name. */
  account: z.string(),
  account_id: z.nullable(z.int()),
  kind: z.enum(bookAccountKinds),
  debit: z.nullable(Decimal),
  credit: z.nullable(Decimal),
  /** The part of the balance that is held for orders and withdrawals; null for a closed day. */
  held: z.nullable(Decimal),
})
export type DeskAccountRow = z.infer<typeof DeskAccountRow>

export const DeskTrialBalance = z.strictObject({
  currency: z.string(),
  debit: Decimal,
  credit: Decimal,
  is_balanced: z.boolean(),
  accounts: many(DeskAccountRow),
})
export type DeskTrialBalance = z.infer<typeof DeskTrialBalance>

export const DeskBooks = z.strictObject({
  /** The closed day; null: the current state. */
  day: z.nullable(z.string()),
  at: Time,
  currencies: many(DeskTrialBalance),
})
export type DeskBooks = z.infer<typeof DeskBooks>

export const DeskClosingRow = z.strictObject({
  day: z.string(),
  closed_at: Time,
  /** Hexadecimal. */
  hash: z.string(),
})
export type DeskClosingRow = z.infer<typeof DeskClosingRow>

export const DeskClosings = pageOf(DeskClosingRow)
export type DeskClosings = z.infer<typeof DeskClosings>

/** The movements of a line within a day. */
export const DeskClosedLine = z.strictObject({
  currency: z.string(),
  account: z.string(),
  account_id: z.nullable(z.int()),
  kind: z.enum(bookAccountKinds),
  opening: Decimal,
  moves: many(
    z.strictObject({
      kind: z.string(),
      amount: Decimal,
    }),
  ),
  closing: Decimal,
})
export type DeskClosedLine = z.infer<typeof DeskClosedLine>

export const DeskClosing = z.extend(DeskClosingRow, {
  lines: many(DeskClosedLine),
})
export type DeskClosing = z.infer<typeof DeskClosing>

/** A ledger entry: the change of one account. */
export const DeskLedgerRow = z.strictObject({
  seq: z.int(),
  created_at: Time,
  account_id: z.int(),
  account: z.string(),
  currency: z.string(),
  /** Negative for a debit of the account. */
  amount: Decimal,
  kind: z.string(),
  source: z.string(),
  /** For a trade: the account's own order. */
  order_id: z.nullable(z.int()),
})
export type DeskLedgerRow = z.infer<typeof DeskLedgerRow>

export const DeskLedger = z.strictObject({
  datas: many(DeskLedgerRow),
  /** The value of `before` for the next page; null on the last. */
  next: z.nullable(z.string()),
})
export type DeskLedger = z.infer<typeof DeskLedger>

export const DeskBreak = z.strictObject({
  check: z.string(),
  currency: z.nullable(z.string()),
  since: Time,
  /** False: the difference may come from data in transit. */
  is_confirmed: z.boolean(),
  count: z.int(),
  samples: many(
    z.strictObject({
      of: z.string(),
      expected: z.nullable(z.string()),
      found: z.nullable(z.string()),
    }),
  ),
})
export type DeskBreak = z.infer<typeof DeskBreak>

export const DeskReconciled = z.strictObject({
  currency: z.string(),
  /** Null before the first reconciliation. */
  users: z.nullable(Decimal),
  traders: z.nullable(Decimal),
  house: z.nullable(Decimal),
  custody: z.nullable(Decimal),
  held: z.nullable(Decimal),
  /**
   * From the chains, or for rupiah the bank gateway: its holdings, payouts in transit, and the required
   * holdings.
   */
  outside_held: z.nullable(Decimal),
  outside_in_flight: z.nullable(Decimal),
  outside_owed: z.nullable(Decimal),
  outside: z.enum(['whole', 'gap', 'stale', 'none']),
  /** Since when the currency is halted; null if it is not. */
  halted_since: z.nullable(Time),
})
export type DeskReconciled = z.infer<typeof DeskReconciled>

export const DeskLook = z.strictObject({
  at: Time,
  kind: z.enum(['minute', 'full']),
  took_ms: z.int(),
  breaks: z.int(),
})
export type DeskLook = z.infer<typeof DeskLook>

export const DeskReconciliation = z.strictObject({
  /** Null before the first reconciliation. */
  last: z.nullable(
    z.extend(DeskLook, {
      seq: z.int(),
      journal_behind: z.int(),
    }),
  ),
  currencies: many(DeskReconciled),
  breaks: many(DeskBreak),
  looks: many(DeskLook),
})
export type DeskReconciliation = z.infer<typeof DeskReconciliation>
