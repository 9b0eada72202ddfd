/** A withdrawal as it is kept: its states and edges, its columns, what can be known and done about it. */
import type { WithdrawalState } from '@tukar/wire'
import type { Answer, Payout } from '../../../adapters/bank-gateway/index.ts'
import type { AccountHold } from '../account-holds.ts'
import type { Decision, MachineRow } from '../machine/decision.ts'
import type { Edges } from '../machine/edges.ts'
import type { EngineStep } from '../machine/engine-steps.ts'
import type { PausedRow } from '../machine/request-pause.ts'
import type { ColumnValues } from '../machine/row-store.ts'
import type { HoldCheck } from '../machine/hold-check.ts'

/** The declared edges (INV-20). */
export const withdrawalEdges: Edges<WithdrawalState> = {
  requested: ['held', 'unknown', 'refused'],
  // Unknown: it was sent, although its row was set back and canceled.
  held: ['waiting', 'approved', 'canceled', 'unknown'],
  // From one cause to the next, and on.
  waiting: ['waiting', 'approved', 'canceled', 'unknown'],
  approved: ['sending', 'waiting', 'canceled', 'unknown'],
  // Back to waiting only where the gateway surely did nothing.
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
    /** Whether approvals or a decision were just taken out of it that no vote proved. */
    readonly isUnproven?: boolean
    /** The proof of its request; null where it was asked for before there was one. */
    readonly requestMac: Buffer | null
    readonly canceledBy: 'user' | 'link' | 'operator' | null
    readonly sentAtMs: number | null
    readonly sentCount: number
    readonly payoutId: string | null
    readonly failureCode: string | null
    /** Units that it may take from the rail. */
    readonly reserved: number
    /** What operators decided about one that the gateway tells something else of; carried out by a look. */
    readonly decision: 'fail' | 'pay' | null
    /** Completed because operators took it as paid. */
    readonly isTakenPaid: boolean
    /** How often the gateway had too little for it although its balance was enough. */
    readonly poorCount: number
    readonly createdMs: number
    readonly updatedMs: number
    /** What holds its owner's account; null where nothing does. */
    readonly accountHold: AccountHold | null
    /** Whether its owner's account was deleted. */
    readonly isOwnerGone: boolean
  }

/** Whether operators still have to approve it, whatever else it waits for. */
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

/** What has to be so before money leaves. `forged`: its proof does not fit; `unproven`: its approvals have none. */
export type Verified = HoldCheck | 'forged' | 'unproven'

export type WithdrawalFacts = {
  /** Whether this look moved the row to `sending`: then nobody sent it since. */
  readonly isFresh: boolean
  readonly hold: EngineStep | null
  readonly release: EngineStep | null
  /** Whether it is what its owner asked for, and the engine still holds its money. */
  readonly verified: Verified | null
  /** Whether the rail can pay it: `short` where the outside owes us less over it. */
  readonly funding: 'reserved' | 'short' | 'later' | null
  readonly payout: Answer<Payout> | null
  /** Whether it is stored that it arrived. */
  readonly arrival: 'noted' | 'later' | null
  /** Whether what operators decided was given back to them: the gateway does not bear it out. */
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

/** The cause of a sent one whose hold is being settled: it may be taken back at any moment (FLT-35). */
export const arrived = 'arrived'

/** States in which its owner can still take it back (ATT-93). */
export const cancelableStates: readonly WithdrawalState[] = [
  'requested',
  'held',
  'waiting',
  'approved',
]
