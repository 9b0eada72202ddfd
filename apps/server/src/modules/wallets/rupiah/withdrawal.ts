/**
 * How a withdrawal goes on: a pure function of its row and of what is known of the engine and the gateway.
 * It is sent under our reference alone, what nobody knows is asked for, and it is never sent anew with
 * other inputs (INV-13, ATT-94).
 */
import type { WithdrawalState } from '@tukar/wire'
import { type Answer, type Payout, unreachableCode } from '../../../adapters/bank-gateway/index.ts'
import type { Decision, MachineRow } from '../machine/decision.ts'
import type { Edges } from '../machine/edges.ts'
import type { EngineStep } from '../machine/engine-steps.ts'
import type { ColumnValues } from '../machine/row-store.ts'
import { unitsOf } from './units.ts'

export const withdrawalEdges: Edges<WithdrawalState> = {
  requested: ['held', 'refused'],
  held: ['waiting', 'approved', 'canceled'],
  // From one cause to the next, and on.
  waiting: ['waiting', 'approved', 'canceled'],
  approved: ['sending', 'waiting', 'canceled'],
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

export type Withdrawal = MachineRow<WithdrawalState> & {
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
  readonly frozenUntilMs: number | null
  readonly reviewReason: 'amount' | 'name_mismatch' | null
  readonly approvalsNeeded: number
  readonly approvals: number
  readonly canceledBy: 'user' | 'link' | 'operator' | null
  readonly sentAtMs: number | null
  readonly sentCount: number
  readonly payoutId: string | null
  readonly failureCode: string | null
  /** Units that it may take from the rail. */
  readonly reserved: number
  readonly createdMs: number
  readonly updatedMs: number
  /** Whether its owner's account was deleted. */
  readonly isOwnerGone: boolean
}

export type WithdrawalAct =
  | 'hold'
  | 'release'
  | 'reserve'
  | 'send'
  | 'ask'
  | 'note_arrival'
  | 'settle'
  | 'settle_fee'
  | 'give_back'
  | 'give_back_fee'

export type WithdrawalFacts = {
  /** Whether this look moved the row to `sending`: then nobody sent it since. */
  readonly isFresh: boolean
  readonly hold: EngineStep | null
  readonly release: EngineStep | null
  /** Whether the rail can pay it: `short` where the outside owes us less over it. */
  readonly room: 'reserved' | 'short' | 'later' | null
  readonly payout: Answer<Payout> | null
  /** Whether it is stored that it arrived. */
  readonly arrival: 'noted' | 'later' | null
  readonly settled: EngineStep | null
  readonly feeSettled: EngineStep | null
  readonly givenBack: EngineStep | null
  readonly feeGivenBack: EngineStep | null
}

export const nothingKnown: WithdrawalFacts = {
  isFresh: false,
  hold: null,
  release: null,
  room: null,
  payout: null,
  arrival: null,
  settled: null,
  feeSettled: null,
  givenBack: null,
  feeGivenBack: null,
}

export type WithdrawalDecision = Decision<WithdrawalState, WithdrawalAct, ColumnValues>

/** After a send that nobody knows the end of, the gateway may still begin it for so long. */
const settlingMs = 120_000
/** Between asking and sending again under the same reference; doubles each time, to the longest. */
const resendMs = 10_000
const resendMsMax = 600_000
/** What the bank takes back is looked for so long, beside the callbacks that tell of it (FLT-35). */
const reversalMs = 30 * 86_400_000
/** The code of a gateway that has too little of ours. */
const poorCodes: readonly string[] = ['insufficient_balance']

/** The cause of a sent one whose hold is being settled: it may be taken back at any moment (FLT-35). */
export const arrived = 'arrived'

const whileEngineRests = { firstMs: 200, longestMs: 15_000 } as const
const whileUnknown = { firstMs: 1_000, longestMs: 300_000 } as const
const whileSent = { firstMs: 2_500, longestMs: 600_000 } as const
const whileShort = { firstMs: 30_000, longestMs: 600_000 } as const
const whileCompleted = { firstMs: 3_600_000, longestMs: 86_400_000 } as const

/** States in which its owner can still take it back (ATT-93). */
export const cancelableStates: readonly WithdrawalState[] = [
  'requested',
  'held',
  'waiting',
  'approved',
]

/** What is known right after a move of this look. */
export function knownAfter(row: Withdrawal, facts: WithdrawalFacts): WithdrawalFacts {
  const { state, cause } = row
  if (state === 'sending') return { ...nothingKnown, isFresh: true }
  // Whether the gateway has it is asked, whatever it said before.
  if (state === 'unknown') return nothingKnown
  if (state === 'waiting') {
    return { ...nothingKnown, room: cause === 'gateway_balance' ? 'short' : null }
  }
  return { ...facts, isFresh: false }
}

/** The next thing to do about a withdrawal. */
export function decideWithdrawal(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  switch (row.state) {
    case 'requested':
      return decideRequested(facts)
    case 'held':
    case 'waiting':
      return row.canceledBy === null
        ? decideHeld(row, facts, nowMs)
        : decideEnd(row, facts, 'canceled')
    case 'approved':
      return row.canceledBy === null
        ? decideApproved(row, facts, nowMs)
        : decideEnd(row, facts, 'canceled')
    case 'sending':
    case 'unknown':
    case 'sent':
      return decideOutside(row, facts, nowMs)
    case 'completed':
      return decideCompleted(row, facts, nowMs)
    case 'failed':
      return decideFailed(row, facts)
    case 'canceled':
    case 'refused':
      return wait(null)
    case 'reversed':
      // It lies in an account that nobody enters any more: a person has to give it back.
      return wait(null, row.isOwnerGone ? 'account_deleted' : null)
  }
}

function decideRequested({ hold }: WithdrawalFacts): WithdrawalDecision {
  if (hold === null) return act('hold')
  if (hold.status === 'later') return wait(whileEngineRests)
  if (hold.status === 'refused') return move('refused', hold.code)
  const held = hold.events.find((event) => event.kind === 'hold_changed')
  if (held === undefined) return wait(null, 'hold_unknown')
  return move('held', null, { hold_id: held.holdId })
}

/** What stands in the way, one after the other: the pause after a change, people, the rail. */
function decideHeld(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  const { frozenUntilMs } = row
  if (frozenUntilMs !== null && frozenUntilMs > nowMs) {
    return isWaitingFor(row, 'security_hold')
      ? wait({ untilMs: frozenUntilMs })
      : move('waiting', 'security_hold')
  }
  if (row.approvals < row.approvalsNeeded) {
    const cause = row.reviewReason === 'name_mismatch' ? 'name_mismatch' : 'review'
    return isWaitingFor(row, cause) ? wait(null) : move('waiting', cause)
  }
  if (!isWaitingFor(row, 'gateway_balance') || facts.room === 'reserved') {
    return move('approved', null)
  }
  if (facts.room === null) return act('reserve')
  return wait(whileShort, 'gateway_balance')
}

function isWaitingFor({ state, cause }: Withdrawal, wanted: string): boolean {
  return state === 'waiting' && cause === wanted
}

function decideApproved(
  row: Withdrawal,
  { room }: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  // A change of how the account is entered holds what was asked for before it too (ATT-92).
  if (row.frozenUntilMs !== null && row.frozenUntilMs > nowMs) {
    return move('waiting', 'security_hold', { reserved: 0 })
  }
  switch (room) {
    case null:
      return act('reserve')
    case 'reserved':
      return move('sending', null, { sent_at: new Date(nowMs), sent_count: 1 })
    case 'short':
      return move('waiting', 'gateway_balance', { reserved: 0 })
    case 'later':
      return wait(whileEngineRests)
  }
}

/** From the moment of sending on: only what the gateway says counts. */
function decideOutside(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  const { payout } = facts
  if (payout === null) return act(row.state === 'sending' && facts.isFresh ? 'send' : 'ask')
  switch (payout.status) {
    case 'done':
      return decideFound(row, facts, payout.value)
    case 'refused':
      return decideRefused(row, facts, payout.code)
    case 'absent':
      return decideAbsent(row, facts, nowMs)
    case 'unknown':
      return row.state === 'sending' ? move('unknown', null) : wait(pauseOf(row))
  }
}

function decideFound(row: Withdrawal, facts: WithdrawalFacts, payout: Payout): WithdrawalDecision {
  const isOurs =
    payout.reference === row.reference &&
    unitsOf(payout.amount) === row.net &&
    payout.currency === 'IDR' &&
    payout.bankCode === row.bankCode &&
    payout.accountNumber === row.accountNumber
  // Somebody must look: neither paid nor unpaid can be said of it.
  if (!isOurs) return wait(pauseOf(row), 'payout_differs')
  if (row.state !== 'sent') return move('sent', null, { payout_id: payout.payoutId })
  switch (payout.state) {
    case 'accepted':
      return wait(whileSent)
    case 'succeeded':
      return decideSettled(row, facts)
    case 'failed':
    case 'reversed':
      // What was paid out of the hold comes back by entries of its own, once that is booked whole.
      return row.cause === arrived
        ? decideSettled(row, facts)
        : decideEnd(row, facts, 'failed', payout.failureCode)
  }
}

/** It arrived: what was held goes to the rail and, for the percent fee, to the house. */
function decideSettled(row: Withdrawal, facts: WithdrawalFacts): WithdrawalDecision {
  const { arrival, settled, feeSettled } = facts
  if (row.cause !== arrived) {
    if (arrival === null) return act('note_arrival')
    if (arrival === 'later') return wait(whileEngineRests)
  }
  if (settled === null) return act('settle')
  if (settled.status !== 'done') return later(settled, 'settle_refused')
  if (row.fee > 0) {
    if (feeSettled === null) return act('settle_fee')
    if (feeSettled.status !== 'done') return later(feeSettled, 'fee_refused')
  }
  return move('completed', null, { reserved: 0 })
}

/** The gateway surely did nothing now; whether it did before is another question. */
function decideRefused(
  row: Withdrawal,
  { isFresh }: WithdrawalFacts,
  code: string,
): WithdrawalDecision {
  // A refusal of the question says nothing of the payout.
  const isOfSending = row.state === 'sending' && isFresh
  if (!isOfSending) return wait(pauseOf(row), 'gateway_refuses')
  if (code === unreachableCode) return move('unknown', null)
  if (row.sentCount <= 1 && poorCodes.includes(code)) return waitForBalance()
  // Stored before the hold is given back: what was given back once is never sent again (INV-13).
  return move('unknown', code)
}

/** The gateway does not have it. Under our reference it can be sent again: it is paid once (INV-13). */
function decideAbsent(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  if (row.state === 'sent') return wait(pauseOf(row), 'payout_absent')
  const agoMs = nowMs - (row.sentAtMs ?? 0)
  const isRefused = row.state === 'unknown' && row.cause !== null
  if (isRefused) {
    // What was sent before it was refused may still begin: it is asked for until that cannot be any more.
    if (row.sentCount > 1 && agoMs < settlingMs) return wait({ untilMs: nowMs + resendMs })
    return poorCodes.includes(row.cause ?? '')
      ? waitForBalance()
      : decideEnd(row, facts, 'failed', row.cause)
  }
  if (row.state === 'sending') return move('unknown', null)
  const resendAfterMs = Math.min(resendMs * 2 ** (row.sentCount - 1), resendMsMax)
  if (agoMs < resendAfterMs) return wait({ untilMs: nowMs + resendAfterMs - agoMs })
  return move('sending', null, { sent_at: new Date(nowMs), sent_count: row.sentCount + 1 })
}

function waitForBalance(): WithdrawalDecision {
  return move('waiting', 'gateway_balance', { reserved: 0, sent_count: 0 })
}

/** Nothing went out, or it came back before it was settled: all that is held is free again. */
function decideEnd(
  row: Withdrawal,
  { release }: WithdrawalFacts,
  to: 'canceled' | 'failed',
  code: string | null = null,
): WithdrawalDecision {
  if (release === null) return act('release')
  if (release.status !== 'done') return later(release, 'release_refused')
  const cause = to === 'canceled' ? row.canceledBy : null
  return move(to, cause, { reserved: 0, failure_code: code, cancel_token_hash: null })
}

/** Long after it arrived the bank may take it back: then its owner has his money again (FLT-35). */
function decideCompleted(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  const { payout, givenBack, feeGivenBack } = facts
  const pause = nowMs - row.updatedMs > reversalMs ? null : whileCompleted
  if (payout === null) return facts.settled === null ? act('ask') : wait(pause)
  if (payout.status !== 'done' || payout.value.reference !== row.reference) return wait(pause)
  if (payout.value.state !== 'failed' && payout.value.state !== 'reversed') return wait(pause)
  if (givenBack === null) return act('give_back')
  if (givenBack.status !== 'done') return later(givenBack, 'give_back_refused')
  if (row.fee > 0) {
    if (feeGivenBack === null) return act('give_back_fee')
    if (feeGivenBack.status !== 'done') return later(feeGivenBack, 'fee_back_refused')
  }
  return move('reversed', null, { failure_code: payout.value.failureCode })
}

/** The hold was given back already: if the gateway paid after all, a person has to know. */
function decideFailed(row: Withdrawal, { payout }: WithdrawalFacts): WithdrawalDecision {
  if (row.sentCount === 0 || row.attempts === 0) return wait(null, row.alarm)
  if (payout === null) return act('ask')
  const isPaid = payout.status === 'done' && payout.value.state === 'succeeded'
  return wait(null, isPaid ? 'paid_after_failed' : row.alarm)
}

function pauseOf({ state }: Withdrawal) {
  return state === 'sent' ? whileSent : whileUnknown
}

/** What the core refuses needs a person; what it does not know yet needs time. */
function later(step: EngineStep, alarm: string): WithdrawalDecision {
  return step.status === 'refused' ? wait(whileShort, alarm) : wait(whileEngineRests)
}

function act(name: WithdrawalAct): WithdrawalDecision {
  return { kind: 'act', act: name }
}

function move(
  to: WithdrawalState,
  cause: string | null,
  changes: ColumnValues = {},
): WithdrawalDecision {
  return { kind: 'move', to, cause, changes }
}

function wait(
  pause: Extract<WithdrawalDecision, { kind: 'wait' }>['pause'],
  alarm: string | null = null,
): WithdrawalDecision {
  return { kind: 'wait', pause, alarm }
}
