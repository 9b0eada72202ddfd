/** A withdrawal over a chain: its states and edges, its facts and acts. */
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
  // From here on it has its own inputs or nonce, and can no longer be canceled (ATT-93).
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
  // To `failed`: the money could not be held.
  requested: ['held', 'signing', 'failed'],
  // From `held` to itself: the cause changes.
  held: ['held', 'waiting_approval', 'approved', 'canceled'],
  waiting_approval: ['held', 'approved', 'canceled'],
  approved: ['approved', 'held', 'signing', 'canceled'],
  // To `failed`: the signer recorded that it never signed and never will, alone or on request of two
  // operators.
  signing: ['signed', 'failed'],
  signed: ['broadcast'],
  // To `signed`: the same inputs with a higher fee (ATT-95). To itself: it failed on the chain for good. To
  // `failed`: the failure is booked, or two operators agreed that another transaction displaced it.
  broadcast: ['signed', 'broadcast', 'confirming', 'failed'],
  confirming: ['confirming', 'broadcast', 'done'],
  done: [],
  failed: [],
  canceled: [],
}

export type ChainWithdrawal = MachineRow<ChainWithdrawalState> &
  PausedRow & {
    /** Its name outside of this database. */
    readonly reference: string
    readonly chain: ChainName
    readonly currencyId: number
    readonly symbol: string
    /** Null for the chain's own coin. */
    readonly contract: string | null
    /** Units: amount = net + fee. */
    readonly amount: number
    readonly fee: number
    readonly net: number
    /** The arriving amount in the smallest units of the chain, as digits. */
    readonly chainAmount: string
    readonly toAddress: string
    readonly holdId: number | null
    readonly approvalsNeeded: number
    readonly approvals: number
    /** Whether unproven approvals were just removed from the row. */
    readonly isUnproven?: boolean
    /** The number of operators who agreed to give its money back although it has inputs or a nonce. */
    readonly agreedBack: number
    readonly canceledBy: 'user' | 'link' | 'operator' | null
    /** When its latest transaction was first sent. */
    readonly sentAtMs: number | null
    /**
     * The number of signed transactions: one, and one for each fee increase. All spend the same inputs or
     * nonce.
     */
    readonly signedCount: number
    /** Why its owner's account is held; null if it is not. */
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

/** Whether the payout can be funded now; planning reserves nothing. */
export type Funding =
  | 'enough'
  /** The hot wallet has too little; other currencies continue (FLT-32). */
  | 'short'
  /** The amount is below the network's minimum. */
  | 'dust'
  /** The network's fee is above the maximum of a payout. */
  | 'fee_too_high'
  /** The address is a contract that refuses the coins or needs too much gas. */
  | 'receiver_refuses'
  /** The liabilities exceed the holdings: nothing is paid (INV-14). */
  | 'custody_gap'
  /** The amount exceeds the signer's caps. */
  | 'signer_cap'
  /** The node or the signer does not answer, or the chain is halted (FLT-26). */
  | 'paused'

/** The signer's answer. The same order always gives the same bytes (FLT-31). */
export type SigningOutcome =
  /** The number of transactions that are signed now. */
  | { readonly status: 'signed'; readonly count: number }
  /** Refused by its caps or checks. `isVoid`: it recorded that it will never sign this one. */
  | { readonly status: 'refused'; readonly code: string; readonly isVoid: boolean }
  /** The signed bytes are of another transaction; they are neither stored nor sent (ATT-97). */
  | { readonly status: 'differs' }
  | { readonly status: 'unknown' }

/** The node's answer to sending. No answer proves that the transaction will not be mined. */
export type SendOutcome = 'accepted' | 'fee_too_low' | 'conflict' | 'refused' | 'unknown'

/** The outcome of its transactions on the chain. */
export type ChainOutcome =
  | { readonly status: 'mined'; readonly block: BlockRef; readonly isFinal: boolean }
  | { readonly status: 'pool' }
  | { readonly status: 'absent' }
  /** Another transaction spends an input or the nonce. `isFinal`: none of its own can be mined any longer. */
  | { readonly status: 'displaced'; readonly isFinal: boolean }
  /** Mined and failed: its nonce is used, its money did not move. */
  | { readonly status: 'reverted'; readonly isFinal: boolean }
  | { readonly status: 'unknown' }

/** The signer's code for an id that it cannot void, because it signed it already. */
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

/** The cause of a confirming withdrawal whose hold is being settled; it cannot go back from there. */
export const finalCause = 'final'

/**
 * The cause of a withdrawal that failed on its chain for good, and of its end. The house keeps the fee,
 * because the gas is spent and the receiver may have caused the failure; the rest returns to the owner.
 */
export const revertedCause = 'reverted_final'

/** Another transaction has its inputs or nonce for good, by one node. Two operators decide. */
export const displacedAlarm = 'displaced_final'
/** The signer refuses it. It may sign later, or two operators have it voided. */
export const refusedAlarm = 'signer_refuses'
/** It was canceled, and the signer has not confirmed yet that it never signs it. */
export const signerSilentAlarm = 'signer_silent'
/** The row says that it was never signed, but the signer's records say otherwise: the row was set back. */
export const signedBeforeAlarm = 'signed_before'
export const agreedBackNeeded = 2

/** States in which its owner can still cancel it (ATT-93). */
export const cancelableStates: readonly ChainWithdrawalState[] = [
  'requested',
  'held',
  'waiting_approval',
  'approved',
]

/** The specification's word for each state (DEC-119). */
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
