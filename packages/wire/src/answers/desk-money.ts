/** What the console's calls of coins and of the books give. */
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
  /** When it came to its state. */
  state_at: Time,
  state: z.string(),
  cause: z.nullable(z.string()),
  chain: z.enum(wireChains),
  currency: z.string(),
  /** Null: more than the books can hold. */
  amount: z.nullable(Decimal),
  address: z.string(),
  person: z.nullable(DeskPerson),
  approvals: many(DeskApproval),
  approvals_needed: z.int(),
})

/** What a detail has that its row has not. */
const detail = {
  /** In the chain: its transactions, the latest last; each with where to look at it. */
  transactions: many(z.strictObject({ txid: z.string(), url: z.nullable(z.string()) })),
  /** Where it stands; null where in no block. */
  block: z.nullable(z.strictObject({ height: z.int(), hash: z.string() })),
  contract: z.nullable(z.string()),
  steps: many(DeskStep),
  flags: many(z.string()),
}

export const DeskChainDepositRow = z.extend(ChainCase, {
  /** Whether its owner told who sent it. */
  has_sender: z.boolean(),
})
export type DeskChainDepositRow = z.infer<typeof DeskChainDepositRow>

export const DeskChainDeposit = z.extend(DeskChainDepositRow, {
  ...detail,
  can: many(z.enum(chainDepositDecisions)),
  /** In the chain's own finest unit. */
  chain_amount: z.string(),
  /** How often it was credited and taken back, plus one. */
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
  /** Whether the address belongs to one of our own users, or to us. */
  is_own_address: z.boolean(),
  /** How many withdrawals of this person arrived at this address before. */
  sent_before: z.int(),
  /** Whether a receiver was told, as the travel rule asks. */
  has_receiver: z.boolean(),
})
export type DeskChainWithdrawal = z.infer<typeof DeskChainWithdrawal>

/** A chain as it was taken in. */
export const DeskChain = z.strictObject({
  chain: z.enum(wireChains),
  tip_height: z.nullable(z.int()),
  /** The node's own. */
  head_height: z.nullable(z.int()),
  final_height: z.nullable(z.int()),
  looked_at: z.nullable(Time),
  tip_moved_at: z.nullable(Time),
  paused: z.nullable(z.string()),
  /** Whether it goes on without a person. */
  is_passing: z.boolean(),
  /** Whether going on takes `from_height`, which has to be below this; null: it does not. */
  below_height: z.nullable(z.int()),
})
export type DeskChain = z.infer<typeof DeskChain>

/**
 * Why a chain holds more or less than the books say, as decimal texts of the chain's own decimals; less is
 * negative.
 */
export const DeskCustodyDifference = z.strictObject({
  /** Came in, and nobody was credited: not final, too small, held or set aside. */
  uncredited: Decimal,
  /** Left, and not settled in the books. */
  payouts: Decimal,
  /** Network fees that the house did not book yet. */
  costs: Decimal,
  /** Coins that the house was lent and did not book yet. */
  reserve: Decimal,
  /** Finer than the books. */
  dust: Decimal,
  /** Has no name: 0 where chain and books agree. */
  unexplained: Decimal,
})
export type DeskCustodyDifference = z.infer<typeof DeskCustodyDifference>

/** What is held of a currency on one chain. */
export const DeskCustodyPart = z.strictObject({
  chain: z.enum(wireChains),
  /** Null while no reading succeeded. */
  hot: z.nullable(Decimal),
  /** At addresses of users, not swept yet. */
  unswept: z.nullable(Decimal),
  in_flight: Decimal,
  /** What the ledger says that this chain holds. */
  owed: Decimal,
  read_at: z.nullable(Time),
  /** Null while no reading succeeded. */
  difference: z.nullable(DeskCustodyDifference),
})
export type DeskCustodyPart = z.infer<typeof DeskCustodyPart>

/** What we hold of a currency over all chains against what we owe (INV-14). */
export const DeskCustody = z.strictObject({
  currency: z.string(),
  /** Null while a part is not known. */
  held: z.nullable(Decimal),
  in_flight: Decimal,
  /** What people have; our own fees are not part of it. */
  liabilities: Decimal,
  /** What is missing; "0" with zeros where nothing is; null while a part is not known. */
  gap: z.nullable(Decimal),
  verdict: z.enum(custodyVerdicts),
  /** Whether nothing of the currency goes out. */
  is_stopped: z.boolean(),
  parts: many(DeskCustodyPart),
})
export type DeskCustody = z.infer<typeof DeskCustody>

export const DeskChains = z.strictObject({
  chains: many(DeskChain),
  custody: many(DeskCustody),
})
export type DeskChains = z.infer<typeof DeskChains>

/** Coins that one person proposed to book. */
export const DeskReserve = z.strictObject({
  id: z.int(),
  chain: z.enum(wireChains),
  currency: z.string(),
  amount: Decimal,
  proposed_by: z.string(),
  proposed_at: Time,
  reason: z.string(),
  /** Whether the one who asks proposed it: another has to confirm. */
  is_mine: z.boolean(),
})
export type DeskReserve = z.infer<typeof DeskReserve>

/** A line of the chart of accounts. What the house owes is credit, what it is owed is debit. */
export const DeskAccountRow = z.strictObject({
  /** `fees`, `bank`, `users`… or `account_12` of one that has no name. */
  account: z.string(),
  account_id: z.nullable(z.int()),
  kind: z.enum(bookAccountKinds),
  debit: z.nullable(Decimal),
  credit: z.nullable(Decimal),
  /** Of the balance, held for orders and withdrawals; null of a closed day. */
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
  /** The day that it is as of; null: now. */
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

/** What moved on a line within a day. */
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

/** An entry: what one account gained or lost. */
export const DeskLedgerRow = z.strictObject({
  seq: z.int(),
  created_at: Time,
  account_id: z.int(),
  account: z.string(),
  currency: z.string(),
  /** Below zero: it went out. */
  amount: Decimal,
  kind: z.string(),
  source: z.string(),
  /** Of a trade: the own order. */
  order_id: z.nullable(z.int()),
})
export type DeskLedgerRow = z.infer<typeof DeskLedgerRow>

export const DeskLedger = z.strictObject({
  datas: many(DeskLedgerRow),
  /** What `before` takes for the next page; null where nothing follows. */
  next: z.nullable(z.string()),
})
export type DeskLedger = z.infer<typeof DeskLedger>

export const DeskBreak = z.strictObject({
  check: z.string(),
  currency: z.nullable(z.string()),
  since: Time,
  /** False: it may still be on its way. */
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
  /** Not known before the first look. */
  users: z.nullable(Decimal),
  traders: z.nullable(Decimal),
  house: z.nullable(Decimal),
  custody: z.nullable(Decimal),
  held: z.nullable(Decimal),
  /** Of the chains, or of the bank gateway for rupiah: what it holds, what leaves, what it has to hold. */
  outside_held: z.nullable(Decimal),
  outside_in_flight: z.nullable(Decimal),
  outside_owed: z.nullable(Decimal),
  outside: z.enum(['whole', 'gap', 'stale', 'none']),
  /** Since when it is stopped; null where it is not. */
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
  /** Null before the first look. */
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
