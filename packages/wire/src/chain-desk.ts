/**
 * Chains at the operator console: coins in and out as cases, what we hold against what we owe, and the
 * chains' health. Amounts are decimal texts of their currency, times are ISO texts.
 */
import * as z from 'zod/mini'
import { wireChains } from './chain-deposits.ts'
import { DeskApproval, deskOptionalReason, DeskPerson, DeskStep, hasNeededReason } from './desk.ts'
import { Decimal, many, Time } from './answers/shapes.ts'

export const chainDepositQueues = ['held', 'reversed', 'all'] as const
export type ChainDepositQueue = (typeof chainDepositQueues)[number]
export const chainWithdrawalQueues = ['waiting', 'trouble', 'all'] as const
export type ChainWithdrawalQueue = (typeof chainWithdrawalQueues)[number]

const lengthMin = 5
const lengthMax = 500
const reason = z.string().check(
  z.trim(),
  z.minLength(lengthMin),
  z.maxLength(lengthMax),
  // No table takes NUL.
  z.refine((text) => !text.includes('\0')),
)
const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))

export const DeskChainDepositsQuery = z.object({
  queue: z.optional(z.enum(chainDepositQueues)),
  page,
})
export const DeskChainWithdrawalsQuery = z.object({
  queue: z.optional(z.enum(chainWithdrawalQueues)),
  page,
})

/**
 * ask: it is looked at again now; nothing is decided by that. set_aside: what is more than the books can
 * hold, or came for a deleted account, stays as it is. release: the account that is held since the chain
 * took a credit back goes on. credit: what lies in suspense goes to its owner, once the currency has room
 * for it. These take two people.
 */
export const chainDepositDecisions = ['set_aside', 'release', 'credit', 'ask'] as const
export type ChainDepositDecisionWord = (typeof chainDepositDecisions)[number]
/**
 * approve, reject: before it is signed. give_back: something else took its place for good, or the signer refuses
 * it and is to write down that it never signs it, and its money is free again; takes two people. ask: it is looked at again now.
 */
export const chainWithdrawalDecisions = ['approve', 'reject', 'give_back', 'ask'] as const
export type ChainWithdrawalDecisionWord = (typeof chainWithdrawalDecisions)[number]

export const DecideChainDeposit = z
  .object({ decision: z.enum(chainDepositDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))
export const DecideChainWithdrawal = z
  .object({ decision: z.enum(chainWithdrawalDecisions), reason: deskOptionalReason })
  .check(z.refine(hasNeededReason))

/** What the person would be mailed if this were decided now; the reason that was written so far. */
export const PreviewChainWithdrawal = z.object({
  decision: z.enum(chainWithdrawalDecisions),
  reason: z.optional(
    z.string().check(
      z.maxLength(lengthMax),
      z.refine((text) => !text.includes('\0')),
    ),
  ),
})

/**
 * pause: nothing of the chain is credited or sent. go_on: it is; after a reorganization that reached too
 * deep `from_height` names the last block that still stands, and the chain is read again from there.
 */
export const SteerChain = z.object({
  chain: z.enum(wireChains),
  decision: z.enum(['pause', 'go_on']),
  reason,
  from_height: z.optional(z.nullable(z.int().check(z.gte(0)))),
})

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

export const custodyVerdicts = ['whole', 'gap', 'stale', 'none'] as const
export type CustodyVerdict = (typeof custodyVerdicts)[number]

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
