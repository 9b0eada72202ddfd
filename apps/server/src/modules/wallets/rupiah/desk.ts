/**
 * What operators decide about deposits and withdrawals (INV-22): kept with who agreed and why, in the
 * record of the console, and carried out by the machine. What is at the gateway is never decided here.
 */
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { audit, type Operator, refuseOwnCase } from '../../desk/index.ts'
import { changeRow, type ColumnValues, moveRow, type RowKind } from '../machine/row-store.ts'
import { type Deposit, depositEdges } from './deposit.ts'
import { requireEdge } from '../machine/edges.ts'
import { findDeposit } from './deposit-store.ts'
import * as store from './desk-store.ts'
import type { RupiahMachine } from './machine.ts'
import type { RupiahParts } from './parts.ts'
import { cancelableStates, type Withdrawal } from './withdrawal.ts'
import { findWithdrawal } from './withdrawal-store.ts'

export type Verdict<Decision extends string> = {
  readonly operator: Operator
  readonly rowId: number
  readonly decision: Decision
  readonly reason: string
}

export type DepositDecisionWord = 'credit' | 'reject' | 'reverse'
export type WithdrawalDecisionWord = 'approve' | 'reject'

/** Money that is credited, kept from its owner or taken back by hand wants two people. */
export const depositApprovals = 2

/** How many must agree: one alone closes only what nobody paid. */
function approvalsFor(decision: DepositDecisionWord, { paidAmount }: Deposit): number {
  return decision === 'reject' && paidAmount === null ? 1 : depositApprovals
}

/** What may be decided about a deposit now. */
export function depositDecisions(row: Deposit): readonly DepositDecisionWord[] {
  if (row.decision !== null) return []
  if (row.state === 'quarantined') return row.isOwnerGone ? ['reject'] : ['credit', 'reject']
  return row.state === 'credited' ? ['reverse'] : []
}

/** What may be decided about a withdrawal now: nothing from the moment of sending on (ATT-94). */
export function withdrawalDecisions(row: Withdrawal): readonly WithdrawalDecisionWord[] {
  if (row.canceledBy !== null || row.state !== 'waiting') return []
  return row.approvals < row.approvalsNeeded ? ['approve', 'reject'] : ['reject']
}

type DeskParts = Pick<RupiahParts, 'database'>

/** Decides; refuses with a code of `desk.*`, or `withdrawal.under_way` for what is at the gateway. */
export function createRupiahDesk({ database }: DeskParts, machine: RupiahMachine) {
  const decided = async (kind: RowKind, rowId: number): Promise<void> => {
    await machine.lookNow(kind, rowId)
    machine.wake()
  }
  return {
    /** Approves a withdrawal, or has it taken back. */
    async decideWithdrawal(verdict: Verdict<WithdrawalDecisionWord>): Promise<void> {
      const epoch = machine.epoch()
      await inTransaction(database, (client) => decideWithdrawal(client, epoch, verdict))
      await decided('withdrawal', verdict.rowId)
    },
    /** Has a quarantined deposit credited or closed, or a credited one taken back. */
    async decideDeposit(verdict: Verdict<DepositDecisionWord>): Promise<void> {
      const epoch = machine.epoch()
      await inTransaction(database, (client) => decideDeposit(client, epoch, verdict))
      await decided('deposit', verdict.rowId)
    },
  }
}

async function decideWithdrawal(
  client: Transaction,
  epoch: number,
  { operator, rowId, decision, reason }: Verdict<WithdrawalDecisionWord>,
): Promise<void> {
  await store.holdRow(client, 'withdrawal', rowId)
  const row = await findWithdrawal(client, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  if (['sending', 'unknown', 'sent'].includes(row.state)) throw new Refusal('withdrawal.under_way')
  const isAllowed = withdrawalDecisions(row).includes(decision)
  if (!isAllowed || !cancelableStates.includes(row.state)) {
    throw new Refusal('desk.already_decided')
  }
  await approve(client, 'withdrawal', { operator, rowId, decision, reason })
  const changes: ColumnValues =
    decision === 'reject' ? { canceled_by: 'operator', cancel_token_hash: null } : {}
  const isChanged = await changeRow(client, row, { kind: 'withdrawal', epoch, changes })
  if (!isChanged) throw new Refusal('desk.already_decided')
  await audit.record(client, {
    operatorId: operator.operatorId,
    action: `payout.${decision}`,
    subject: `withdrawal:${rowId}`,
    reason,
    before: { state: row.state, approvals: row.approvals },
    after: {
      amount: row.amount,
      approvals: decision === 'approve' ? row.approvals + 1 : row.approvals,
      approvalsNeeded: row.approvalsNeeded,
      isCanceled: decision === 'reject',
    },
  })
}

async function decideDeposit(
  client: Transaction,
  epoch: number,
  { operator, rowId, decision, reason }: Verdict<DepositDecisionWord>,
): Promise<void> {
  await store.holdRow(client, 'deposit', rowId)
  const row = await findDeposit(client, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  if (!depositDecisions(row).includes(decision)) throw new Refusal('desk.already_decided')
  await approve(client, 'deposit', { operator, rowId, decision, reason })
  const all = await store.approvalsOf(client, 'deposit', [rowId])
  const approvals = all.filter((one) => one.decision === decision).length
  const isDecided = approvals >= approvalsFor(decision, row)
  const isDone = isDecided
    ? await carryOutDeposit(client, epoch, row, decision)
    : await changeRow(client, row, { kind: 'deposit', epoch, changes: {} })
  if (!isDone) throw new Refusal('desk.already_decided')
  await audit.record(client, {
    operatorId: operator.operatorId,
    action: `deposit.${decision}`,
    subject: `deposit:${rowId}`,
    reason,
    before: { state: row.state, approvals: approvals - 1 },
    after: { amount: row.amount, confirmed: row.paidAmount, approvals, isDecided },
  })
}

/** Closes the deposit, or tells the machine what was decided. */
function carryOutDeposit(
  client: Transaction,
  epoch: number,
  row: Deposit,
  decision: DepositDecisionWord,
): Promise<boolean> {
  if (decision !== 'reject') {
    return changeRow(client, row, { kind: 'deposit', epoch, changes: { decision } })
  }
  requireEdge(depositEdges, row.state, 'expired')
  const move = { kind: 'deposit', epoch, to: 'expired', cause: 'rejected', changes: {} } as const
  return moveRow(client, row, move)
}

async function approve(
  client: Transaction,
  kind: RowKind,
  { operator, rowId, decision, reason }: Verdict<string>,
): Promise<void> {
  const { operatorId } = operator
  const isNew = await store.addApproval(client, kind, { rowId, decision, operatorId, reason })
  if (!isNew) throw new Refusal('desk.same_operator')
}
