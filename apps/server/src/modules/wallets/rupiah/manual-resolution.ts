/**
 * Payouts of which the gateway tells something else than what was sent, or nothing any more: operators take
 * them as paid or as failed. A fresh look decides whether that is done: money goes back only where the
 * gateway has no such payout or says that it failed, and never stays paid where it says so (INV-13).
 */
import type { Payout } from '../../../adapters/bank-gateway/index.ts'
import type { AccountHold } from '../account-holds.ts'
import { settlingMs } from './releasing/release-check.ts'
import { unitsOf } from './units.ts'
import { act, decideEnd, decideSettled, move, wait } from './withdrawal-ends.ts'
import {
  arrived,
  type Withdrawal,
  type WithdrawalDecision,
  type WithdrawalFacts,
} from './withdrawal-row.ts'

/** The failure of what the gateway does not have: it is looked for afterwards. */
export const notFoundCode = 'not_found'

/** The decisions of operators about such a payout. */
export const manualDecisions = ['take_failed', 'take_paid'] as const
/** The gateway has it not, and it is not sent again while its owner's account is held. */
const heldAlarms: readonly AccountHold[] = ['account_suspended', 'account_held']
/** The alarms after which operators may take it as paid or failed. */
export const resolvableAlarms: readonly string[] = [
  'payout_differs',
  'payout_absent',
  ...heldAlarms,
]
/** Taken as paid, and called failed by the gateway since. */
export const paidInDoubtAlarm = 'paid_in_doubt'

/** Whether a payout is what was sent. */
export function isSamePayout(row: Withdrawal, payout: Payout): boolean {
  return (
    payout.reference === row.reference &&
    unitsOf(payout.amount) === row.net &&
    payout.currency === 'IDR' &&
    payout.bankCode === row.bankCode &&
    payout.accountNumber === row.accountNumber
  )
}

/** What was decided about one that is at the gateway; null where the gateway's own word counts. */
export function decideManualResolution(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision | null {
  const { decision } = row
  const { payout } = facts
  if (decision === null || payout === null) return null
  // What was begun to be booked is booked whole, whatever is said meanwhile.
  if (decision === 'pay' && row.cause === arrived) return resolvePaid(row, facts)
  if (payout.status === 'absent') {
    if (decision === 'pay') return resolvePaid(row, facts)
    const settledAtMs = (row.sentAtMs ?? 0) + settlingMs
    if (nowMs < settledAtMs) return wait({ untilMs: settledAtMs }, row.alarm)
    return resolveFailed(row, facts, notFoundCode)
  }
  return payout.status === 'done' ? decideOfFound(row, facts, payout.value) : null
}

function decideOfFound(
  row: Withdrawal,
  facts: WithdrawalFacts,
  payout: Payout,
): WithdrawalDecision | null {
  const isOver = payout.state !== 'accepted'
  if (isOver && isSamePayout(row, payout)) return null
  if (!isOver || payout.reference !== row.reference) return dropDecision(facts)
  const isPaid = payout.state === 'succeeded'
  if (isPaid !== (row.decision === 'pay')) return dropDecision(facts)
  return isPaid ? resolvePaid(row, facts) : resolveFailed(row, facts, payout.failureCode)
}

function resolvePaid(row: Withdrawal, facts: WithdrawalFacts): WithdrawalDecision {
  const { payout } = facts
  if (row.state === 'sent') return decideSettled(row, facts, true)
  return move('sent', null, { payout_id: payout?.status === 'done' ? payout.value.payoutId : null })
}

function resolveFailed(
  row: Withdrawal,
  facts: WithdrawalFacts,
  code: string | null,
): WithdrawalDecision | null {
  // Part of the hold is with the bank already.
  return row.cause === arrived ? dropDecision(facts) : decideEnd(row, facts, 'failed', code)
}

/** The gateway does not bear it out: it is the operators' again. */
function dropDecision({ isDropped }: WithdrawalFacts): WithdrawalDecision | null {
  return isDropped ? null : act('drop_decision')
}

/**
 * What is done about a completed one of which the gateway says that it failed or came back: null, it is
 * given back; or, where operators had taken it as paid, they decide once more.
 */
export function decideContradiction(
  row: Withdrawal,
  pause: { readonly firstMs: number; readonly longestMs: number } | null,
): WithdrawalDecision | null {
  return row.isTakenPaid && row.decision !== 'fail' ? wait(pause, paidInDoubtAlarm) : null
}
