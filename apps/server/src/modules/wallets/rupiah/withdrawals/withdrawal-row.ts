/** A withdrawal in the database: its states and edges, its columns, its facts and acts. */
import type { WithdrawalState } from '@tukar/wire'
import type { Answer, Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { AccountHold } from '../../account-holds.ts'
import type { Decision, MachineRow } from '../../machine/decision.ts'
import type { Edges } from '../../machine/edges.ts'
import type { EngineStep } from '../../machine/engine-steps.ts'
import type { PausedRow } from '../../machine/request-pause.ts'
import type { ColumnValues } from '../../machine/row-store.ts'
import type { HoldCheck } from '../../machine/hold-check.ts'

/** The declared edges (INV-20). */
export const withdrawalEdges: Edges<WithdrawalState> = {
  requested: ['held', 'unknown', 'refused'],
  // To `unknown`: it was sent, although its row was set back and canceled.
  held: ['waiting', 'approved', 'canceled', 'unknown'],
  // From `waiting` to itself: the cause changes.
  waiting: ['waiting', 'approved', 'canceled', 'unknown'],
  approved: ['sending', 'waiting', 'canceled', 'unknown'],
  // Back to `waiting` only if the gateway certainly did nothing.
  sending: ['sent', 'unknown', 'failed', 'waiting'],
  unknown: ['sending', 'sent', 'failed', 'waiting'],
  sent: ['completed', 'failed'],
  completed: ['reversed'],
  failed: [],
  canceled: [],
  refused: [],
  reversed: [],
}

export type Withdrawal = MachineRow<WithdrawalState> &
  PausedRow & {
    /** Units: amount = net + providerFee + fee. */
    readonly amount: number
    readonly fee: number
    readonly providerFee: number
    readonly net: number
    readonly reference: string
    readonly description: string
    readonly railId: number
    readonly bankCode: string
    readonly bankName: string
    readonly holderName: string
    readonly accountNumber: string
    readonly holdId: number | null
    readonly reviewReason: 'amount' | 'name_mismatch' | null
    readonly approvalsNeeded: number
    readonly approvals: number
    /** Whether unproven approvals or a decision were just removed from the row. */
    readonly isUnproven?: boolean
    /** The proof of its request; null for requests from before proofs existed. */
    readonly requestMac: Buffer | null
    readonly canceledBy: 'user' | 'link' | 'operator' | null
    readonly sentAtMs: number | null
    readonly sentCount: number
    readonly payoutId: string | null
    readonly failureCode: string | null
    /** Units that it has reserved on the rail. */
    readonly reserved: number
    /** The operators' manual resolution, which the next pass carries out. */
    readonly decision: 'fail' | 'pay' | null
    /** Completed by a manual resolution as paid. */
    readonly isTakenPaid: boolean
    /** How often the gateway reported insufficient funds although its balance was sufficient. */
    readonly poorCount: number
    readonly createdMs: number
    readonly updatedMs: number
    /** Why its owner's account is held; null if it is not. */
    readonly accountHold: AccountHold | null
    /** Whether its owner's account was deleted. */
    readonly isOwnerGone: boolean
  }

/** Whether approvals are still missing. */
export function isReviewed({ approvals, approvalsNeeded }: Withdrawal): boolean {
  return approvals < approvalsNeeded
}

export type WithdrawalAct =
  | 'hold'
  | 'release'
  | 'verify'
  | 'reserve'
  | 'send'
  | 'ask'
  | 'note_arrival'
  | 'drop_decision'
  | 'settle'
  | 'settle_fee'
  | 'give_back'
  | 'give_back_fee'

/**
 * The check before money leaves. `forged`: the proof of the request is invalid; `unproven`: approvals lack
 * proofs.
 */
export type Verified = HoldCheck | 'forged' | 'unproven'

export type WithdrawalFacts = {
  /** Whether this pass moved the row to `sending`, so that it was not sent since. */
  readonly isFresh: boolean
  readonly hold: EngineStep | null
  readonly release: EngineStep | null
  /** Whether the row equals its owner's request, and the engine holds its money. */
  readonly verified: Verified | null
  /** Whether the rail can pay it; `short` if the rail owes us too little. */
  readonly funding: 'reserved' | 'short' | 'later' | null
  readonly payout: Answer<Payout> | null
  /** Whether its arrival is stored. */
  readonly arrival: 'noted' | 'later' | null
  /** Whether the operators' decision was dropped, because the gateway contradicts it. */
  readonly isDropped: boolean
  readonly settled: EngineStep | null
  readonly feeSettled: EngineStep | null
  readonly givenBack: EngineStep | null
  readonly feeGivenBack: EngineStep | null
}

export const nothingKnown: WithdrawalFacts = {
  isFresh: false,
  hold: null,
  release: null,
  verified: null,
  funding: null,
  payout: null,
  arrival: null,
  isDropped: false,
  settled: null,
  feeSettled: null,
  givenBack: null,
  feeGivenBack: null,
}

export type WithdrawalDecision = Decision<WithdrawalState, WithdrawalAct, ColumnValues>

/**
 * The cause of a sent withdrawal whose hold is being settled; the bank may reverse it at any time (FLT-35).
 */
export const arrived = 'arrived'

/** States in which its owner can still cancel it (ATT-93). */
export const cancelableStates: readonly WithdrawalState[] = [
  'requested',
  'held',
  'waiting',
  'approved',
]
