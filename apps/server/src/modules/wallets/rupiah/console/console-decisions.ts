/**
 * Decisions of operators about deposits and withdrawals (INV-22). They are stored with operator and reason in
 * the audit log, and carried out by the state machine. The gateway is always asked again before money moves.
 */
import type { DepositDecision, WithdrawalDecision } from '@tukar/wire'
import type { Transaction } from '../../../../platform/database/pool.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { audit, castVote, type Operator, refuseOwnCase } from '../../../desk/index.ts'
import { addApproval, countApprovals, lockRow } from '../../machine/approvals.ts'
import { holdGoneAlarm } from '../../machine/hold-check.ts'
import { changeRow, type ColumnValues, moveRow, type RowKind } from '../../machine/row-store.ts'
import { unprovenAlarm } from '../../machine/unproven-votes.ts'
import { type Deposit, depositApprovals, depositEdges, rejected } from '../deposits/deposit.ts'
import { requireEdge } from '../../machine/edges.ts'
import { findDeposit, hasOpenProof, readDeposit } from '../deposits/deposit-store.ts'
import type { RupiahMachine } from '../machine.ts'
import type { RupiahDeps } from '../deps.ts'
import { answerProof, isOfProof, type ProofDecision, proofDecisions } from '../proofs.ts'
import { paidInDoubtAlarm, resolvableAlarms } from './manual-resolution.ts'
import { notifyDeposit } from '../notifications.ts'
import { arrived, type Withdrawal } from '../withdrawals/withdrawal-row.ts'
import { depositBallot, withdrawalBallot } from '../votes.ts'
import { findWithdrawal, readWithdrawal } from '../withdrawals/withdrawal-store.ts'

export type Verdict<Decision extends string> = {
  readonly operator: Operator
  readonly rowId: number
  readonly decision: Decision
  readonly reason: string
}

/** The decisions about money; the others are about a proof of payment. */
export type MovingDecision = Exclude<DepositDecision, ProofDecision>

/** The number of operators for a decision. One alone may close only an unpaid deposit. */
export function approvalsFor(decision: MovingDecision, isPaid: boolean): number {
  return decision === 'reject' && !isPaid ? 1 : depositApprovals
}

/** The decisions that are possible for a deposit now. An open proof of payment needs an answer. */
export function depositDecisions(row: Deposit, isProofOpen: boolean): readonly DepositDecision[] {
  if (row.decision !== null) return []
  if (row.state === 'created' || row.state === 'pending') return isProofOpen ? proofDecisions : []
  if (row.state === 'quarantined') {
    if (row.isOwnerGone) return isBooked(row) ? [] : ['reject']
    return isBooked(row) ? ['credit'] : ['credit', 'reject']
  }
  return row.state === 'credited' ? ['reverse'] : []
}

/** Whether the credit is in suspense. A closed deposit would leave it there, where nobody would notice it. */
function isBooked({ suspenseUnits }: Deposit): boolean {
  return suspenseUnits !== null
}

/** The withdrawal can never be paid: its row is forged, or its money is no longer held. */
const unpayableAlarms: readonly string[] = ['request_forged', holdGoneAlarm]
/** The withdrawal may be paid once proven votes approve it. */
const isUnapproved = ({ alarm, approvals, approvalsNeeded }: Withdrawal): boolean =>
  alarm === unprovenAlarm && approvals < approvalsNeeded

/**
 * The decisions that are possible for a withdrawal now: before it is sent, and when the gateway gives no
 * usable answer.
 */
export function withdrawalDecisions(row: Withdrawal): readonly WithdrawalDecision[] {
  const { state, cause, alarm, approvals, approvalsNeeded } = row
  if (row.canceledBy !== null) return []
  if (state === 'waiting') {
    if (cause === 'gateway_balance') return ['ask', 'reject']
    return approvals < approvalsNeeded ? ['approve', 'reject'] : ['reject']
  }
  const isUnpayable = unpayableAlarms.includes(alarm ?? '')
  if (state === 'approved' && isUnpayable) return ['ask', 'reject']
  if (!isSent(row) && alarm === null) return []
  const ask: readonly WithdrawalDecision[] = state === 'unknown' || alarm !== null ? ['ask'] : []
  if (row.decision !== null) return ask
  if (state === 'completed') return alarm === paidInDoubtAlarm ? ['ask', 'take_failed'] : ask
  if (state === 'unknown' && isUnapproved(row)) return ['approve', 'ask', 'take_failed']
  if (state === 'unknown' && isUnpayable) return ['ask', 'take_failed']
  if (!isSent(row) || !resolvableAlarms.includes(alarm ?? '')) return ask
  return cause === arrived ? ['ask', 'take_paid'] : ['ask', 'take_failed', 'take_paid']
}

/** Whether it was sent and its outcome is unknown; then it can be neither approved nor rejected (ATT-94). */
function isSent({ state }: Withdrawal): boolean {
  return state === 'sending' || state === 'unknown' || state === 'sent'
}

/** The number of operators for a manual resolution. */
export function resolutionApprovals(
  { amount, approvalsNeeded }: Withdrawal,
  reviewFrom: number,
): number {
  return amount >= reviewFrom || approvalsNeeded > 1 ? 2 : 1
}

type ConsoleDeps = Pick<RupiahDeps, 'database' | 'keys' | 'gateway' | 'limits' | 'mail' | 'origin'>

/**
 * Creates the decisions. They refuse with a code of `desk.*`, with `withdrawal.under_way` for a sent
 * withdrawal, or with `gateway.down` if the gateway cannot confirm that a deposit to close is unpaid.
 */
export function createRupiahConsole(deps: ConsoleDeps, machine: RupiahMachine) {
  const { database, keys, limits } = deps
  const decided = async (kind: RowKind, rowId: number): Promise<void> => {
    await machine.advanceNow(kind, rowId)
    machine.wake()
  }
  return {
    /** Approves or rejects a withdrawal, requests another check, or resolves it as paid or failed. */
    async decideWithdrawal(verdict: WithdrawalVerdict): Promise<void> {
      const at = { keys, epoch: machine.epoch(), reviewFrom: limits.reviewFrom }
      await inTransaction(database, (client) => decideWithdrawal(client, at, verdict))
      await decided('withdrawal', verdict.rowId)
    },
    /** Credits or closes a quarantined deposit, or reverses a credited one. */
    async decideDeposit(verdict: Verdict<DepositDecision>): Promise<void> {
      const epoch = machine.epoch()
      const isPaid = verdict.decision === 'reject' && (await isPaidNow(deps, verdict.rowId))
      // A payment that the row does not have yet is stored before the decision counts.
      if (isPaid) await machine.advanceNow('deposit', verdict.rowId)
      const at = { keys, epoch, isPaid }
      await inTransaction(database, (client) => decideDeposit(deps, client, at, verdict))
      await decided('deposit', verdict.rowId)
    },
  }
}

/** `evidence` supports a manual resolution as paid. */
export type WithdrawalVerdict = Verdict<WithdrawalDecision> & {
  readonly evidence?: string | undefined
}

type At = { readonly keys: Keys; readonly epoch: number; readonly reviewFrom: number }

async function decideWithdrawal(
  client: Transaction,
  at: At,
  { evidence, ...verdict }: WithdrawalVerdict,
): Promise<void> {
  const { operator, rowId, decision, reason } = verdict
  await lockRow(client, 'withdrawal', rowId)
  const held = await findWithdrawal(client, rowId)
  if (held === null) throw new Refusal('desk.case_unknown')
  const ballot = withdrawalBallot(held, decision)
  const before = await countApprovals(client, at.keys, ballot)
  const row = await readWithdrawal(client, rowId)
  refuseOwnCase(operator, row.userId)
  if (!withdrawalDecisions(row).includes(decision)) {
    const isTooLate = decision === 'reject' && isSent(row)
    throw new Refusal(isTooLate ? 'withdrawal.under_way' : 'desk.already_decided')
  }
  const { changes, after } = await agree(client, at, { row, before }, verdict)
  const isChanged = await changeRow(client, row, { kind: 'withdrawal', epoch: at.epoch, changes })
  if (!isChanged) throw new Refusal('desk.already_decided')
  const entry = {
    operatorId: operator.operatorId,
    subject: `withdrawal:${rowId}`,
    reason,
    before: { state: row.state, cause: row.cause, alarm: row.alarm, approvals: row.approvals },
    after: { amount: row.amount, ...after, ...(evidence === undefined ? {} : { evidence }) },
  }
  if (decision === 'ask') await audit.record(client, { ...entry, action: 'payout.ask' })
  else
    await castVote(
      client,
      at.keys,
      {
        ...ballot,
        entry: { ...entry, action: `payout.${decision}` },
      },
      operator.pass,
    )
}

type Agreed = { readonly changes: ColumnValues; readonly after: object }

/** Stores the operator's approval, and returns its effect. */
async function agree(
  client: Transaction,
  { reviewFrom }: At,
  { row, before }: { readonly row: Withdrawal; readonly before: number },
  verdict: Verdict<WithdrawalDecision>,
): Promise<Agreed> {
  const { decision } = verdict
  // Asking decides nothing and may be repeated.
  if (decision === 'ask') return { changes: {}, after: {} }
  await approve(client, 'withdrawal', verdict)
  const { approvals, approvalsNeeded } = row
  switch (decision) {
    case 'approve':
      return { changes: {}, after: { approvals: approvals + 1, approvalsNeeded } }
    case 'reject':
      return {
        changes: { canceled_by: 'operator' },
        after: { approvals, approvalsNeeded, isCanceled: true },
      }
    case 'take_failed':
    case 'take_paid': {
      const agreed = before + 1
      const needed = resolutionApprovals(row, reviewFrom)
      const isDecided = agreed >= needed
      const taken = decision === 'take_paid' ? 'pay' : 'fail'
      return {
        changes: isDecided ? { decision: taken } : {},
        after: { approvals: agreed, approvalsNeeded: needed, isDecided },
      }
    }
  }
}

/** Whether a deposit is paid, by its row or by the gateway now, because the row may be behind. */
async function isPaidNow({ database, gateway }: ConsoleDeps, rowId: number): Promise<boolean> {
  const row = await findDeposit(database, rowId)
  if (row === null || row.paidAmount !== null) return row !== null
  const invoice = await gateway.findInvoice(row.reference)
  if (invoice.status === 'unknown' || invoice.status === 'refused') {
    throw new Refusal('gateway.down')
  }
  return invoice.status === 'done' && invoice.value.state === 'paid'
}

type DepositAt = { readonly keys: Keys; readonly epoch: number; readonly isPaid: boolean }

async function decideDeposit(
  deps: ConsoleDeps,
  client: Transaction,
  { keys, epoch, isPaid }: DepositAt,
  verdict: Verdict<DepositDecision>,
): Promise<void> {
  const { operator, rowId, decision, reason } = verdict
  await lockRow(client, 'deposit', rowId)
  const row = await findDeposit(client, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  refuseOwnCase(operator, row.userId)
  const isProofOpen = await hasOpenProof(client, rowId)
  if (!depositDecisions(row, isProofOpen).includes(decision)) {
    throw new Refusal('desk.already_decided')
  }
  if (isOfProof(decision)) {
    return answerProof(deps, { transaction: client, epoch }, row, { ...verdict, decision })
  }
  const ballot = depositBallot(row, decision)
  const approvals = (await countApprovals(client, keys, ballot)) + 1
  await approve(client, 'deposit', { operator, rowId, decision, reason })
  const isDecided = approvals >= approvalsFor(decision, isPaid || row.paidAmount !== null)
  const isDone = isDecided
    ? await carryOutDeposit(client, epoch, row, decision)
    : await changeRow(client, row, { kind: 'deposit', epoch, changes: {} })
  if (!isDone) throw new Refusal('desk.already_decided')
  // The state machine notifies about the other decisions once they are carried out.
  if (isDecided && decision === 'reject') {
    await notifyDeposit(deps, client, await readDeposit(client, rowId))
  }
  await castVote(
    client,
    keys,
    {
      ...ballot,
      entry: {
        operatorId: operator.operatorId,
        action: `deposit.${decision}`,
        subject: `deposit:${rowId}`,
        reason,
        before: { state: row.state, approvals: approvals - 1 },
        after: { amount: row.amount, confirmed: row.paidAmount, approvals, isDecided },
      },
    },
    operator.pass,
  )
}

/** Closes the deposit, or stores the decision for the state machine. */
function carryOutDeposit(
  client: Transaction,
  epoch: number,
  row: Deposit,
  decision: MovingDecision,
): Promise<boolean> {
  if (decision !== 'reject') {
    return changeRow(client, row, { kind: 'deposit', epoch, changes: { decision } })
  }
  requireEdge(depositEdges, row.state, 'expired')
  const move = { kind: 'deposit', epoch, to: 'expired', cause: rejected, changes: {} } as const
  return moveRow(client, row, move)
}

async function approve(
  client: Transaction,
  kind: RowKind,
  { operator, rowId, decision, reason }: Verdict<string>,
): Promise<void> {
  const { operatorId } = operator
  const isNew = await addApproval(client, kind, { rowId, decision, operatorId, reason })
  if (!isNew) throw new Refusal('desk.same_operator')
}
