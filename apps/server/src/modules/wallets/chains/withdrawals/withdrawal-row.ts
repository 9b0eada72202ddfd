/** A withdrawal on a chain as it is kept: its states and edges, what can be known and done about it. */
import type { AccountHold } from '../../account-holds.ts'
import type { Decision, MachineRow } from '../../machine/decision.ts'
import type { Edges } from '../../machine/edges.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import type { PausedRow } from '../../machine/request-pause.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import type { HoldCheck } from '../../machine/hold-check.ts'
import type { BlockRef } from '../tracking/chain-view.ts'
import type { ChainName } from '../chains.ts'

export const chainWithdrawalStates = [
  'requested',
  'held',
  'waiting_approval',
  'approved',
  // Inputs or nonce are its own from here on, and nobody takes it back any more (ATT-93).
  'signing',
  // The signed bytes are stored.
  'signed',
  'broadcast',
  'confirming',
  'done',
  'failed',
  'canceled',
] as const
export type ChainWithdrawalState = (typeof chainWithdrawalStates)[number]

/** The declared edges (INV-20). */
export const chainWithdrawalEdges: Edges<ChainWithdrawalState> = {
  // Failed: the money could not be held.
  requested: ['held', 'signing', 'failed'],
  // From one cause to the next, and on.
  held: ['held', 'waiting_approval', 'approved', 'canceled'],
  waiting_approval: ['held', 'approved', 'canceled'],
  approved: ['approved', 'held', 'signing', 'canceled'],
  // Failed: the signer says that it never signed and never will, by itself or as two people asked for.
  signing: ['signed', 'failed'],
  signed: ['broadcast'],
  // Signed again: the same inputs with a higher fee (ATT-95). Itself: it failed there for good. Failed: that is
  // booked, or two people agreed that something else took its place.
  broadcast: ['signed', 'broadcast', 'confirming', 'failed'],
  confirming: ['confirming', 'broadcast', 'done'],
  done: [],
  failed: [],
  canceled: [],
}

export type ChainWithdrawal = MachineRow<ChainWithdrawalState> &
  PausedRow & {
    /** What it is called outside of this database. */
    readonly reference: string
    readonly chain: ChainName
    readonly currencyId: number
    readonly symbol: string
    /** Null: the chain's own coin. */
    readonly contract: string | null
    /** Units: amount = net + fee. */
    readonly amount: number
    readonly fee: number
    readonly net: number
    /** What arrives, in the smallest units of the chain, as digits. */
    readonly chainAmount: string
    readonly toAddress: string
    readonly holdId: number | null
    readonly approvalsNeeded: number
    readonly approvals: number
    /** Whether approvals were just taken out of it that no vote proved. */
    readonly isUnproven?: boolean
    /** Operators who agreed that its money goes back although it took its inputs or nonce. */
    readonly agreedBack: number
    readonly canceledBy: 'user' | 'link' | 'operator' | null
    /** When its latest bytes were first given to the chain. */
    readonly sentAtMs: number | null
    /** Transactions signed for it: one, and one for each higher fee. All spend the same inputs or nonce. */
    readonly signedCount: number
    /** What holds its owner's account; null where nothing does. */
    readonly accountHold: AccountHold | null
  }

export type ChainWithdrawalAct =
  | 'hold'
  | 'check_hold'
  | 'plan'
  | 'sign'
  | 'void'
  | 'send'
  | 'find'
  | 'bump'
  | 'settle'
  | 'settle_fee'
  | 'release'

/** Whether the chain can pay it now: read alone, nothing is taken. */
export type Funding =
  | 'enough'
  /** The hot wallet has too little: other currencies go on (FLT-32). */
  | 'short'
  /** It is less than the network carries. */
  | 'dust'
  /** The network asks for a higher fee than a payout may cost. */
  | 'fee_too_high'
  /** Its address is a contract that does not take the coins, or burns too much of the house's gas. */
  | 'receiver_refuses'
  /** The books say more than the chain has: nothing goes out (INV-14). */
  | 'custody_gap'
  /** It is more than the signer lets out at once, or to one address in a day. */
  | 'signer_cap'
  /** Node or signer do not answer, or stand elsewhere (FLT-26). */
  | 'paused'

/** What came of asking the signer. The same request again gives the same bytes (FLT-31). */
export type SigningOutcome =
  /** With how many transactions there are now. */
  | { readonly status: 'signed'; readonly count: number }
  /** Its caps or checks stand in the way. Void: it wrote down that it will never sign this one. */
  | { readonly status: 'refused'; readonly code: string; readonly isVoid: boolean }
  /** Its bytes are of something else: they are not kept, let alone sent (ATT-97). */
  | { readonly status: 'differs' }
  | { readonly status: 'unknown' }

/** What came of giving the signed bytes to the chain. None of it says that it will not be mined. */
export type SendOutcome = 'accepted' | 'fee_too_low' | 'conflict' | 'refused' | 'unknown'

/** Where the chain has its transactions, whichever of them. */
export type ChainOutcome =
  | { readonly status: 'mined'; readonly block: BlockRef; readonly isFinal: boolean }
  | { readonly status: 'pool' }
  | { readonly status: 'absent' }
  /** Another transaction spends an input or the nonce; final: none of its own can be mined any more. */
  | { readonly status: 'displaced'; readonly isFinal: boolean }
  /** Mined, and failed there: its nonce is used, its money did not move. */
  | { readonly status: 'reverted'; readonly isFinal: boolean }
  | { readonly status: 'unknown' }

/** The code of what the signer does not void, as it signed it already. */
export const signedBefore = 'signed.before'

export type ChainWithdrawalFacts = {
  readonly hold: EngineStep | null
  /** Whether the engine still holds its coins. */
  readonly holdCheck: HoldCheck | null
  readonly funding: Funding | null
  readonly signing: SigningOutcome | null
  readonly sent: SendOutcome | null
  readonly found: ChainOutcome | null
  readonly bump: SigningOutcome | null
  readonly settled: EngineStep | null
  readonly feeSettled: EngineStep | null
  readonly release: EngineStep | null
}

export const nothingKnown: ChainWithdrawalFacts = {
  hold: null,
  holdCheck: null,
  funding: null,
  signing: null,
  sent: null,
  found: null,
  bump: null,
  settled: null,
  feeSettled: null,
  release: null,
}

export type ChainWithdrawalDecision = Decision<
  ChainWithdrawalState,
  ChainWithdrawalAct,
  ColumnValues
>

/** The cause of a confirming one whose hold is being settled: nothing goes back from there. */
export const finalCause = 'final'

/**
 * The cause of a sent one that failed on its chain for good, and of its end: the house keeps its fee, since the
 * gas is spent and its receiver may have made it fail, and the rest is its owner's again.
 */
export const revertedCause = 'reverted_final'

/** Something else has its inputs or nonce for good, as one node says: two people decide what that means. */
export const displacedAlarm = 'displaced_final'
/** The signer does not sign it: it may later, or two people have it write down that it never will. */
export const refusedAlarm = 'signer_refuses'
/** It was canceled, and the signer did not say yet that it never signs it. */
export const signerSilentAlarm = 'signer_silent'
/** Its row says that nobody signed it, and the signer's book says otherwise: somebody set the row back. */
export const signedBeforeAlarm = 'signed_before'
export const agreedBackNeeded = 2

/** States in which its owner can still take it back (ATT-93). */
export const cancelableStates: readonly ChainWithdrawalState[] = [
  'requested',
  'held',
  'waiting_approval',
  'approved',
]

/** The spec's word for a state (DEC-119). */
export const withdrawalWords = {
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
} as const satisfies Record<ChainWithdrawalState, string>
