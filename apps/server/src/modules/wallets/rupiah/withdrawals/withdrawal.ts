/**
 * Decides about a withdrawal: a pure function of its row and of the facts of engine and gateway. It is sent
 * under our reference alone, an unknown outcome is requeried, and it is never sent again with other values
 * (INV-13, ATT-94).
 */
import { type Payout, unreachableCode } from '../../../../adapters/bank-gateway/index.ts'
import { engineBackoff } from '../../machine/hold-check.ts'
import { settlingMs } from '../releasing/release-check.ts'
import {
  decideContradiction,
  decideManualResolution,
  isSamePayout,
  notFoundCode,
} from '../console/manual-resolution.ts'
import {
  act,
  decideEnd,
  decideSettled,
  decideVerified,
  waitForStep,
  move,
  wait,
  shortBackoff,
} from './withdrawal-ends.ts'
import {
  arrived,
  isReviewed,
  nothingKnown,
  type Withdrawal,
  type WithdrawalDecision,
  type WithdrawalFacts,
} from './withdrawal-row.ts'

/** The delay between requery and resend under the same reference; doubles up to the longest. */
const resendMs = 10_000
const resendMsMax = 600_000
/** Reversals by the bank are polled for this long, in addition to callbacks (FLT-35). */
const reversalMs = 30 * 86_400_000
/** The gateway's codes for insufficient funds. */
const insufficientFundsCodes: readonly string[] = ['insufficient_balance']

/** The longest delay while the gateway reports insufficient funds although its balance is sufficient. */
const insufficientFundsMsMax = 3_600_000

const unknownBackoff = { firstMs: 1_000, longestMs: 300_000 } as const
const sentBackoff = { firstMs: 2_500, longestMs: 600_000 } as const
const completedBackoff = { firstMs: 3_600_000, longestMs: 86_400_000 } as const

/** The facts that are known right after a move of this pass. */
export function knownAfter(row: Withdrawal, facts: WithdrawalFacts): WithdrawalFacts {
  const { state, cause } = row
  if (state === 'sending') return { ...nothingKnown, isFresh: true }
  // The gateway is asked again, whatever it answered before.
  if (state === 'unknown') return nothingKnown
  if (state === 'waiting') {
    return { ...nothingKnown, funding: cause === 'gateway_balance' ? 'short' : null }
  }
  return { ...facts, isFresh: false }
}

/** Decides the next step of a withdrawal. */
export function decideWithdrawal(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  switch (row.state) {
    case 'requested':
      return decideRequested(row, facts)
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
      return decideSent(row, facts, nowMs)
    case 'completed':
      return decideCompleted(row, facts, nowMs)
    case 'failed':
      return decideFailed(row, facts, nowMs)
    case 'canceled':
    case 'refused':
      return wait(null)
    case 'reversed':
      // The money is in a deleted account; an operator must return it.
      return wait(null, row.isOwnerGone ? 'account_deleted' : null)
  }
}

function decideRequested(row: Withdrawal, { hold }: WithdrawalFacts): WithdrawalDecision {
  if (hold === null) return act('hold')
  if (hold.status === 'refused') return move('refused', hold.code)
  if (hold.status !== 'done') return waitForStep(hold, 'hold_unknown')
  const held = hold.events.find((event) => event.kind === 'hold_changed')
  if (held === undefined) return wait(null, 'hold_unknown')
  // After a restored backup it may have been held, sent and paid since then (FLT-40).
  const isRequery = row.sentAtMs !== null
  return move(isRequery ? 'unknown' : 'held', null, { hold_id: held.holdId })
}

/** The checks before sending, in order: the security hold, approvals, a hold of the account, the funding. */
function decideHeld(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  const { frozenUntilMs, accountHold } = row
  if (frozenUntilMs !== null && frozenUntilMs > nowMs) {
    const cause = row.frozenCause ?? 'security_hold'
    return isWaitingFor(row, cause) ? wait({ untilMs: frozenUntilMs }) : move('waiting', cause)
  }
  if (isReviewed(row)) {
    const cause = reviewCauseOf(row)
    return isWaitingFor(row, cause) ? wait(null) : move('waiting', cause)
  }
  if (accountHold !== null) {
    return isWaitingFor(row, accountHold) ? wait(shortBackoff) : move('waiting', accountHold)
  }
  if (!isWaitingFor(row, 'gateway_balance') || facts.funding === 'reserved') {
    return move('approved', null)
  }
  if (facts.funding === null) return decideVerified(facts) ?? act('reserve')
  return wait(fundsBackoff(row), 'gateway_balance')
}

function reviewCauseOf({ reviewReason }: Withdrawal): string {
  return reviewReason === 'name_mismatch' ? 'name_mismatch' : 'review'
}

/** Repeated reports of insufficient funds, although the balance is sufficient, increase the delay. */
function fundsBackoff({ poorCount }: Withdrawal) {
  if (poorCount === 0) return shortBackoff
  const firstMs = Math.min(
    shortBackoff.firstMs * 2 ** Math.min(poorCount, 20),
    insufficientFundsMsMax,
  )
  return { firstMs, longestMs: insufficientFundsMsMax }
}

function isWaitingFor({ state, cause }: Withdrawal, wanted: string): boolean {
  return state === 'waiting' && cause === wanted
}

function decideApproved(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  // A security hold applies to earlier requests too (ATT-92).
  if (row.frozenUntilMs !== null && row.frozenUntilMs > nowMs) {
    return move('waiting', row.frozenCause ?? 'security_hold', { reserved: 0 })
  }
  // Its approvals turned out to be unproven.
  if (isReviewed(row)) return move('waiting', reviewCauseOf(row), { reserved: 0 })
  if (row.accountHold !== null) return move('waiting', row.accountHold, { reserved: 0 })
  const unheld = decideVerified(facts)
  if (unheld !== null) return unheld
  switch (facts.funding) {
    case null:
      return act('reserve')
    case 'reserved':
      return move('sending', null, { sent_at: new Date(nowMs), sent_count: 1 })
    case 'short':
      return move('waiting', 'gateway_balance', { reserved: 0 })
    case 'later':
      return wait(engineBackoff)
  }
}

/** Once it was sent, only the gateway's answer counts. */
function decideSent(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  const { payout } = facts
  if (payout === null) {
    if (row.state !== 'sending' || !facts.isFresh) return act('ask')
    return decideVerified(facts) ?? act('send')
  }
  const resolved = decideManualResolution(row, facts, nowMs)
  if (resolved !== null) return resolved
  switch (payout.status) {
    case 'done':
      return decideFound(row, facts, payout.value)
    case 'refused':
      return decideRefused(row, facts, payout.code)
    case 'absent':
      return decideAbsent(row, facts, nowMs)
    case 'unknown':
      return row.state === 'sending' ? move('unknown', null) : wait(backoffOf(row), row.alarm)
  }
}

function decideFound(row: Withdrawal, facts: WithdrawalFacts, payout: Payout): WithdrawalDecision {
  // An operator must check, because the gateway's payout differs from ours.
  if (!isSamePayout(row, payout)) return wait(backoffOf(row), 'payout_differs')
  if (row.state !== 'sent') {
    // A payout that the gateway has was sent, even if a restored database does not know it.
    const sentCount = Math.max(1, row.sentCount)
    return move('sent', null, { payout_id: payout.payoutId, sent_count: sentCount })
  }
  switch (payout.state) {
    case 'accepted':
      return wait(sentBackoff)
    case 'succeeded':
      return decideSettled(row, facts)
    case 'failed':
    case 'reversed':
      // A settled hold is given back by entries of its own, once the settlement is complete.
      return row.cause === arrived
        ? decideSettled(row, facts)
        : decideEnd(row, facts, 'failed', payout.failureCode)
  }
}

/** The gateway refused this request. An earlier request may still have succeeded. */
function decideRefused(
  row: Withdrawal,
  { isFresh }: WithdrawalFacts,
  code: string,
): WithdrawalDecision {
  // A refused query says nothing about the payout.
  const isOfSending = row.state === 'sending' && isFresh
  if (!isOfSending) return wait(backoffOf(row), 'gateway_refuses')
  if (code === unreachableCode) return move('unknown', null)
  if (row.sentCount <= 1 && insufficientFundsCodes.includes(code)) return waitForBalance(row)
  // Stored before the hold is released, because a released withdrawal is never sent again (INV-13).
  return move('unknown', code)
}

/**
 * The gateway does not have it. It can be sent again under our reference, which is paid at most once
 * (INV-13).
 */
function decideAbsent(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  if (row.state === 'sent') return wait(backoffOf(row), 'payout_absent')
  const agoMs = nowMs - (row.sentAtMs ?? 0)
  const isRefused = row.state === 'unknown' && row.cause !== null
  if (isRefused) {
    // An earlier request may still start, so it is queried until that is no longer possible.
    if (row.sentCount > 1 && agoMs < settlingMs) return wait({ untilMs: nowMs + resendMs })
    return insufficientFundsCodes.includes(row.cause ?? '')
      ? waitForBalance(row)
      : decideEnd(row, facts, 'failed', row.cause)
  }
  if (row.state === 'sending') return move('unknown', null)
  if (row.sentCount === 0) {
    // After a restored backup, the last request may still start. Then it continues as usual.
    return agoMs < settlingMs ? wait({ untilMs: nowMs + resendMs }) : move('waiting', null)
  }
  const resendAfterMs = Math.min(resendMs * 2 ** (row.sentCount - 1), resendMsMax)
  if (agoMs < resendAfterMs) return wait({ untilMs: nowMs + resendAfterMs - agoMs })
  return decideResend(row, facts, nowMs)
}

/**
 * A reason that would stop a first request keeps the state. The earlier request may still be executed, and a
 * cancelable state could pay it and give it back (INV-13). A security hold does not apply, because nobody can
 * cancel it meanwhile.
 */
function decideResend(row: Withdrawal, facts: WithdrawalFacts, nowMs: number): WithdrawalDecision {
  if (row.accountHold !== null) return wait(unknownBackoff, row.accountHold)
  const unheld = decideVerified(facts)
  if (unheld !== null) return unheld
  // Its reservation exists since the first request; only the halt of rupiah is checked again.
  if (facts.funding === null) return act('reserve')
  if (facts.funding !== 'reserved') return wait(unknownBackoff)
  return move('sending', null, { sent_at: new Date(nowMs), sent_count: row.sentCount + 1 })
}

function waitForBalance({ poorCount }: Withdrawal): WithdrawalDecision {
  const changes = { reserved: 0, sent_count: 0, poor_count: poorCount + 1, decision: null }
  return move('waiting', 'gateway_balance', changes)
}

/** The bank may reverse it long after completion; the owner then gets his money back (FLT-35). */
function decideCompleted(
  row: Withdrawal,
  facts: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  const { payout, givenBack, feeGivenBack } = facts
  const delay = nowMs - row.updatedMs > reversalMs ? null : completedBackoff
  if (payout === null) return facts.settled === null ? act('ask') : wait(delay)
  const isOfRow = payout.status === 'done' && payout.value.reference === row.reference
  const isBack = isOfRow && ['failed', 'reversed'].includes(payout.value.state)
  if (!isBack) {
    if (payout.status === 'unknown' || payout.status === 'refused') return wait(delay, row.alarm)
    const isForThem = row.decision !== null && !facts.isDropped
    return isForThem ? act('drop_decision') : wait(delay)
  }
  const contradiction = decideContradiction(row, delay)
  if (contradiction !== null) return contradiction
  if (givenBack === null) return act('give_back')
  if (givenBack.status !== 'done') return waitForStep(givenBack, 'give_back_refused')
  if (row.fee > 0) {
    if (feeGivenBack === null) return act('give_back_fee')
    if (feeGivenBack.status !== 'done') return waitForStep(feeGivenBack, 'fee_back_refused')
  }
  return move('reversed', null, { decision: null, failure_code: payout.value.failureCode })
}

/** The hold was released already. If the gateway paid after all, an operator must know. */
function decideFailed(
  row: Withdrawal,
  { payout }: WithdrawalFacts,
  nowMs: number,
): WithdrawalDecision {
  // A payout that the gateway did not have when it was resolved as failed is still polled.
  const isSought = row.failureCode === notFoundCode && nowMs - row.updatedMs <= reversalMs
  const delay = isSought ? completedBackoff : null
  if (row.sentCount === 0 || row.attempts === 0) return wait(delay, row.alarm)
  if (payout === null) return act('ask')
  const isPaid = payout.status === 'done' && payout.value.state === 'succeeded'
  return wait(delay, isPaid ? 'paid_after_failed' : row.alarm)
}

function backoffOf({ state }: Withdrawal) {
  return state === 'sent' ? sentBackoff : unknownBackoff
}
