/** Cases of the operator console: rows with whom they are about, masked, and what may be decided. */
import {
  type DeskApproval,
  type DeskDeposit,
  type DeskDepositRow,
  type DeskPerson,
  type DeskStep,
  type DeskWithdrawal,
  type DeskWithdrawalRow,
  rupiahText,
  type StepFigures,
} from '@tukar/wire'
import type { Database } from '../../../platform/database/pool.ts'
import { findContacts } from '../../accounts/index.ts'
import { maskedEmail, maskedName, maskedNumber } from '../../desk/index.ts'
import type { RowKind } from '../machine/row-store.ts'
import { depositApprovals, depositDecisions, withdrawalDecisions } from './desk.ts'
import { type Approval, approvalsOf, type DeskDepositRecord } from './desk-store.ts'
import type { Withdrawal } from './withdrawal.ts'

/** What cases have besides their rows. */
export type Surroundings = {
  readonly person: (userId: number) => DeskPerson | null
  /** Those that agreed to one of these decisions. */
  readonly approvals: (rowId: number, decisions: readonly string[]) => readonly DeskApproval[]
}

/** Reads what stands around some rows. */
export async function surroundingsOf(
  database: Database,
  kind: RowKind,
  rows: readonly { readonly rowId: number; readonly userId: number }[],
): Promise<Surroundings> {
  const rowIds = rows.map(({ rowId }) => rowId)
  const all = await approvalsOf(database, kind, rowIds)
  const peopleIds = [
    ...rows.map(({ userId }) => userId),
    ...all.map(({ operatorId }) => operatorId),
  ]
  const people = await findContacts(database, [...new Set(peopleIds)])
  return {
    person(userId) {
      const contact = people.get(userId)
      if (contact === undefined) return null
      const { name, email } = contact
      return { user_id: userId, name: maskedName(name), email: maskedEmail(email) }
    },
    approvals: (rowId, decisions) =>
      all
        .filter((one) => one.rowId === rowId && decisions.includes(one.decision))
        .map((one) => approvalRow(one, people.get(one.operatorId)?.name ?? '')),
  }
}

function approvalRow(approval: Approval, operator: string): DeskApproval {
  const { operatorId, decision, reason, atMs } = approval
  return { operator_id: operatorId, operator, at: timeOf(atMs), decision, reason }
}

/** A deposit of a queue. */
export function deskDepositRow(row: DeskDepositRecord, around: Surroundings): DeskDepositRow {
  const isReversing = row.state === 'credited' || row.state === 'reversed'
  const can = depositDecisions(row)
  return {
    id: row.rowId,
    created_at: timeOf(row.createdMs),
    state: row.state,
    cause: row.cause,
    amount: rupiahText(row.amount),
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, isReversing ? ['reverse'] : ['credit', 'reject']),
    approvals_needed: can.length > 0 || row.decision !== null ? depositApprovals : 0,
    confirmed_amount: row.paidAmount === null ? null : rupiahText(row.paidAmount),
    method: row.method,
    has_file: row.hasFile,
  }
}

/** A deposit with all that is known of it. */
export function deskDeposit(
  row: DeskDepositRecord,
  around: Surroundings,
  steps: readonly StepFigures[],
): DeskDeposit {
  const flags = [row.state === 'quarantined' ? row.cause : null, row.alarm, row.hasFile && 'proof']
  return {
    ...deskDepositRow(row, around),
    reference: row.reference,
    steps: steps.map(stepRow),
    flags: wordsOf(flags),
    can: depositDecisions(row),
    description: row.description,
  }
}

/** A withdrawal of a queue. */
export function deskWithdrawalRow(row: Withdrawal, around: Surroundings): DeskWithdrawalRow {
  return {
    id: row.rowId,
    created_at: timeOf(row.createdMs),
    state: row.state,
    cause: row.cause,
    amount: rupiahText(row.amount),
    person: around.person(row.userId),
    approvals: around.approvals(row.rowId, ['approve', 'reject']),
    approvals_needed: row.approvalsNeeded,
    fee: rupiahText(row.fee + row.providerFee),
    net: rupiahText(row.net),
    bank: {
      name: row.bankName,
      ac_name: maskedName(row.holderName),
      ac_number: maskedNumber(row.accountNumber),
    },
  }
}

/** A withdrawal with all that is known of it. */
export function deskWithdrawal(
  row: Withdrawal,
  around: Surroundings,
  steps: readonly StepFigures[],
): DeskWithdrawal {
  const { state, cause, reviewReason, alarm, failureCode } = row
  return {
    ...deskWithdrawalRow(row, around),
    reference: row.reference,
    steps: steps.map(stepRow),
    flags: wordsOf([reviewReason, state === 'waiting' ? cause : null, alarm, failureCode]),
    can: withdrawalDecisions(row),
    description: row.description,
  }
}

/** Each word once. */
function wordsOf(words: readonly (string | null | false)[]): readonly string[] {
  return [...new Set(words.filter((word) => typeof word === 'string'))]
}

function stepRow({ atMs, state, cause }: StepFigures): DeskStep {
  return { at: timeOf(atMs), state, cause }
}

function timeOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
