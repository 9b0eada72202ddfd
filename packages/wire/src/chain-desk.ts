/**
 * Chains at the operator console: coins in and out as cases, what we hold against what we owe, and the
 * chains' health. Amounts are decimal texts of their currency, times are ISO texts.
 */
import * as z from 'zod/mini'
import { wireChains, type WireChain } from './chain-deposits.ts'
import {
  type DeskApproval,
  deskOptionalReason,
  type DeskPerson,
  type DeskStep,
  hasNeededReason,
} from './desk.ts'

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

type ChainCase = {
  readonly id: number
  readonly created_at: string
  /** When it came to its state. */
  readonly state_at: string
  readonly state: string
  readonly cause: string | null
  readonly chain: WireChain
  readonly currency: string
  /** Null: more than the books can hold. */
  readonly amount: string | null
  readonly address: string
  readonly person: DeskPerson | null
  readonly approvals: readonly DeskApproval[]
  readonly approvals_needed: number
}

type ChainDetail<Decision extends string> = {
  /** In the chain: its transactions, the latest last; each with where to look at it. */
  readonly transactions: readonly { readonly txid: string; readonly url: string | null }[]
  /** Where it stands; null where in no block. */
  readonly block: { readonly height: number; readonly hash: string } | null
  readonly contract: string | null
  readonly steps: readonly DeskStep[]
  readonly flags: readonly string[]
  readonly can: readonly Decision[]
}

export type DeskChainDepositRow = ChainCase & {
  /** Whether its owner told who sent it. */
  readonly has_sender: boolean
}
export type DeskChainDeposit = DeskChainDepositRow &
  ChainDetail<ChainDepositDecisionWord> & {
    /** In the chain's own finest unit. */
    readonly chain_amount: string
    /** How often it was credited and taken back, plus one. */
    readonly life: number
  }

export type DeskChainWithdrawalRow = ChainCase & { readonly fee: string; readonly net: string }
export type DeskChainWithdrawal = DeskChainWithdrawalRow &
  ChainDetail<ChainWithdrawalDecisionWord> & {
    /** Whether the address belongs to one of our own users, or to us. */
    readonly is_own_address: boolean
    /** How many withdrawals of this person arrived at this address before. */
    readonly sent_before: number
    /** Whether a receiver was told, as the travel rule asks. */
    readonly has_receiver: boolean
  }

/** A chain as it was taken in. */
export type DeskChain = {
  readonly chain: WireChain
  readonly tip_height: number | null
  /** The node's own. */
  readonly head_height: number | null
  readonly final_height: number | null
  readonly looked_at: string | null
  readonly tip_moved_at: string | null
  readonly paused: string | null
  /** Whether it goes on without a person. */
  readonly is_passing: boolean
  /** Whether going on takes `from_height`, which has to be below this; null: it does not. */
  readonly below_height: number | null
}

/**
 * Why a chain holds more or less than the books say, as decimal texts of the chain's own decimals; less is
 * negative.
 */
export type DeskCustodyDifference = {
  /** Came in, and nobody was credited: not final, too small, held or set aside. */
  readonly uncredited: string
  /** Left, and not settled in the books. */
  readonly payouts: string
  /** Network fees that the house did not book yet. */
  readonly costs: string
  /** Coins that the house was lent and did not book yet. */
  readonly reserve: string
  /** Finer than the books. */
  readonly dust: string
  /** Has no name: 0 where chain and books agree. */
  readonly unexplained: string
}

/** What is held of a currency on one chain. */
export type DeskCustodyPart = {
  readonly chain: WireChain
  /** Null while no reading succeeded. */
  readonly hot: string | null
  /** At addresses of users, not swept yet. */
  readonly unswept: string | null
  readonly in_flight: string
  /** What the ledger says that this chain holds. */
  readonly owed: string
  readonly read_at: string | null
  /** Null while no reading succeeded. */
  readonly difference: DeskCustodyDifference | null
}

export const custodyVerdicts = ['whole', 'gap', 'stale', 'none'] as const
export type CustodyVerdict = (typeof custodyVerdicts)[number]

/** What we hold of a currency over all chains against what we owe (INV-14). */
export type DeskCustody = {
  readonly currency: string
  /** Null while a part is not known. */
  readonly held: string | null
  readonly in_flight: string
  /** What people have; our own fees are not part of it. */
  readonly liabilities: string
  /** What is missing; "0" with zeros where nothing is; null while a part is not known. */
  readonly gap: string | null
  readonly verdict: CustodyVerdict
  /** Whether nothing of the currency goes out. */
  readonly is_stopped: boolean
  readonly parts: readonly DeskCustodyPart[]
}

export type DeskChains = {
  readonly chains: readonly DeskChain[]
  readonly custody: readonly DeskCustody[]
}
