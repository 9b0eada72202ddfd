/** Cases of the operator console: rows with their masked users and the possible decisions. */
import { stepRow, toTimeText, distinctWords } from '../../machine/case-rows.ts'
import {
  type DeskDeposit,
  type DeskDepositRow,
  type DeskWithdrawal,
  type DeskWithdrawalRow,
  rupiahText,
  type StepFigures,
} from '@tukar/wire'
import { maskedName, maskedNumber } from '../../../desk/index.ts'
import type { CaseContext } from '../../machine/case-context.ts'
import { depositApprovals } from '../deposits/deposit.ts'
import { resolutionApprovals, depositDecisions, withdrawalDecisions } from './console-decisions.ts'
import type { DeskDepositRecord } from './console-store.ts'
import { userText } from '../own-words.ts'
import { manualDecisions } from './manual-resolution.ts'
import type { Withdrawal } from '../withdrawals/withdrawal-row.ts'

/** A row in a queue of deposits. */
export function deskDepositRow(row: DeskDepositRecord, around: CaseContext): DeskDepositRow {
  const isReversing = row.state === 'credited' || row.state === 'reversed'
  const isMoving = depositDecisions(row, false).length > 0 || row.decision !== null
  return {
    id: row.rowId,
    created_at: toTimeText(row.createdMs),
    state: row.state,
    cause: row.cause,
    amount: rupiahText(row.amount),
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, isReversing ? ['reverse'] : ['credit', 'reject']),
    approvals_needed: isMoving ? depositApprovals : 0,
    confirmed_amount: row.paidAmount === null ? null : rupiahText(row.paidAmount),
    method: row.method,
    has_file: row.hasFile,
  }
}

/** The details of a deposit. */
export function deskDeposit(
  row: DeskDepositRecord & { readonly isProofOpen: boolean },
  around: CaseContext,
  steps: readonly StepFigures[],
): DeskDeposit {
  const flags = [
    row.state === 'quarantined' ? row.cause : null,
    row.alarm,
    row.isProofOpen && 'proof',
  ]
  return {
    ...deskDepositRow(row, around),
    reference: row.reference,
    steps: steps.map(stepRow),
    flags: distinctWords(flags),
    can: depositDecisions(row, row.isProofOpen),
    description: userText(row.description),
  }
}

/**
 * A row in a queue of withdrawals.
 *
 * @param reviewFrom two operators must approve from this amount on, in units
 */
export function deskWithdrawalRow(
  row: Withdrawal,
  around: CaseContext,
  reviewFrom: number,
): DeskWithdrawalRow {
  const isTaking =
    row.decision !== null || manualDecisions.some((word) => withdrawalDecisions(row).includes(word))
  return {
    id: row.rowId,
    created_at: toTimeText(row.createdMs),
    state: row.state,
    cause: row.cause,
    amount: rupiahText(row.amount),
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, isTaking ? manualDecisions : ['approve', 'reject']),
    approvals_needed: isTaking ? resolutionApprovals(row, reviewFrom) : row.approvalsNeeded,
    fee: rupiahText(row.fee + row.providerFee),
    net: rupiahText(row.net),
    bank: {
      name: row.bankName,
      ac_name: maskedName(row.holderName),
      ac_number: maskedNumber(row.accountNumber),
    },
  }
}

/** The details of a withdrawal. */
export function deskWithdrawal(
  row: Withdrawal,
  around: CaseContext,
  steps: readonly StepFigures[],
  reviewFrom: number,
): DeskWithdrawal {
  const { state, cause, reviewReason, alarm, failureCode } = row
  return {
    ...deskWithdrawalRow(row, around, reviewFrom),
    reference: row.reference,
    steps: steps.map(stepRow),
    flags: distinctWords([reviewReason, state === 'waiting' ? cause : null, alarm, failureCode]),
    can: withdrawalDecisions(row),
    description: userText(row.description),
  }
}
