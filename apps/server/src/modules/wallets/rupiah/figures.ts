/** Rows as their owners read them: the timeline, and the next step. */
import type { DepositFigures, NextFigures, StepFigures, WithdrawalFigures } from '@tukar/wire'
import { isPauseCause } from '../machine/request-pause.ts'
import type { Deposit } from './deposits/deposit.ts'
import { cancelableStates, isReviewed, type Withdrawal } from './withdrawals/withdrawal-row.ts'

/** A deposit with its timeline. */
export function depositFigures(
  row: Deposit & { readonly hasFile: boolean },
  steps: readonly StepFigures[],
): DepositFigures {
  const { invoiceId, checkoutUrl, expiresAtMs } = row
  const isMade = invoiceId !== null && checkoutUrl !== null && expiresAtMs !== null
  return {
    depositId: row.rowId,
    createdMs: row.createdMs,
    state: row.state,
    amount: row.amount,
    description: row.description,
    reference: row.reference,
    invoice: isMade ? { invoiceId, checkoutUrl, expiresAtMs } : null,
    hasFile: row.hasFile,
    steps,
    next: nextOfDeposit(row),
  }
}

function nextOfDeposit({ state, expiresAtMs }: Deposit): NextFigures | null {
  switch (state) {
    case 'created':
      return { what: 'gateway', atMs: null }
    case 'pending':
      return { what: 'pay', atMs: expiresAtMs }
    case 'paid':
      return { what: 'credit', atMs: null }
    case 'quarantined':
      return { what: 'review', atMs: null }
    case 'credited':
    case 'expired':
    case 'reversed':
      return null
  }
}

/** A withdrawal with its timeline; `frozenUntilMs` is the end of the pause that applies now. */
export function withdrawalFigures(
  row: Withdrawal,
  steps: readonly StepFigures[],
): WithdrawalFigures {
  const { bankName, holderName, accountNumber } = row
  return {
    withdrawalId: row.rowId,
    createdMs: row.createdMs,
    state: row.state,
    amount: row.amount,
    fees: row.fee + row.providerFee,
    net: row.net,
    bank: { bankName, holderName, accountNumber },
    canCancel: cancelableStates.includes(row.state) && row.canceledBy === null,
    steps,
    next: nextOfWithdrawal(row),
  }
}

/** The steps, with the operators' reason on the step of a rejection. */
export function withReason(
  steps: readonly StepFigures[],
  reason: string | undefined,
): readonly StepFigures[] {
  if (reason === undefined) return steps
  return steps.map((step) => (step.state === 'canceled' ? { ...step, reason } : step))
}

function nextOfWithdrawal(row: Withdrawal): NextFigures | null {
  const { state, cause, alarm, frozenUntilMs } = row
  switch (state) {
    case 'requested':
    case 'held':
    case 'approved':
      return { what: 'send', atMs: null }
    case 'waiting':
      if (isPauseCause(cause)) {
        const what = isReviewed(row) ? 'hold_ends_review' : 'hold_ends'
        return { what, atMs: frozenUntilMs }
      }
      return { what: cause === 'gateway_balance' ? cause : 'review', atMs: null }
    case 'sending':
    case 'unknown':
    case 'sent':
      // An operator must resolve the alarm.
      return { what: alarm === null ? 'arrive' : 'review', atMs: null }
    case 'completed':
    case 'failed':
    case 'canceled':
    case 'refused':
    case 'reversed':
      return null
  }
}
