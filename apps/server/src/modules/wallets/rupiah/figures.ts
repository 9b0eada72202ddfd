/** Rows as their owners read them: the timeline, and what comes next and from whom. */
import type { DepositFigures, NextFigures, StepFigures, WithdrawalFigures } from '@tukar/wire'
import type { Deposit } from './deposit.ts'
import { cancelableStates, type Withdrawal } from './withdrawal.ts'

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

/** A withdrawal with its timeline; `frozenUntilMs` of the row is the pause that holds its owner now. */
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

function nextOfWithdrawal({ state, cause, frozenUntilMs }: Withdrawal): NextFigures | null {
  switch (state) {
    case 'requested':
    case 'held':
    case 'approved':
      return { what: 'send', atMs: null }
    case 'waiting':
      if (cause === 'security_hold') return { what: 'hold_ends', atMs: frozenUntilMs }
      return { what: cause === 'gateway_balance' ? cause : 'review', atMs: null }
    case 'sending':
    case 'unknown':
    case 'sent':
      return { what: 'arrive', atMs: null }
    case 'completed':
    case 'failed':
    case 'canceled':
    case 'refused':
    case 'reversed':
      return null
  }
}
