/**
 * Manual resolution of payouts that the gateway reports differently, or no longer knows: operators resolve
 * them as paid or failed. A fresh answer of the gateway decides whether that is carried out. Money is given
 * back only if the gateway has no such payout or reports a failure, and a reported failure never stays paid
 * (INV-13).
 */
import type { Payout } from '../../../../adapters/bank-gateway/index.ts'
import type { AccountHold } from '../../account-holds.ts'
import { settlingMs } from '../releasing/release-check.ts'
import { unitsOf } from '../units.ts'
import { act, decideEnd, decideSettled, move, wait } from '../withdrawals/withdrawal-ends.ts'
import {
  arrived,
  type Withdrawal,
  type WithdrawalDecision,
  type WithdrawalFacts,
} from '../withdrawals/withdrawal-row.ts'

/** The failure code of a payout that the gateway does not have; it is looked for afterwards. */
export const notFoundCode = 'not_found'

/** The decisions of a manual resolution. */
export const manualDecisions = ['take_failed', 'take_paid'] as const
/** The gateway does not have it, and it is not sent again while its owner's account is held. */
const heldAlarms: readonly AccountHold[] = ['account_suspended', 'account_held']
/** The alarms that allow a manual resolution. */
export const resolvableAlarms: readonly string[] = [
  'payout_differs',
  'payout_absent',
  ...heldAlarms,
]
/** Resolved as paid, and reported as failed by the gateway afterwards. */
export const paidInDoubtAlarm = 'paid_in_doubt'

/** Whether a payout equals the sent one. */
export function isSamePayout(row: Withdrawal, payout: Payout): boolean {
  return (
    payout.reference === row.reference &&
    unitsOf(payout.amount) === row.net &&
    payout.currency === 'IDR' &&
    payout.bankCode === row.bankCode &&
    payout.accountNumber === row.accountNumber
  )
}

/** Carries out a manual resolution; null if the gateway's answer decides. */
export function decideManualResolution(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision | null {
  const { decision } = row
  const { payout } = facts
  if (decision === null || payout === null) return null
  // A started settlement is completed, whatever happens meanwhile.
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
  // Part of the hold is settled to the bank already.
  return row.cause === arrived ? dropDecision(facts) : decideEnd(row, facts, 'failed', code)
}

/** The gateway contradicts the decision, so the operators decide again. */
function dropDecision({ isDropped }: WithdrawalFacts): WithdrawalDecision | null {
  return isDropped ? null : act('drop_decision')
}

/**
 * Decides about a completed withdrawal that the gateway reports as failed or returned. Null: it is given
 * back. If operators resolved it as paid, they decide once more.
 */
export function decideContradiction(
  row: Withdrawal,
  delay: { readonly firstMs: number; readonly longestMs: number } | null,
): WithdrawalDecision | null {
  return row.isTakenPaid && row.decision !== 'fail' ? wait(delay, paidInDoubtAlarm) : null
}
