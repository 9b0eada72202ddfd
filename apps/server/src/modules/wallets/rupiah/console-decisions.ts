/**
 * What operators decide about deposits and withdrawals (INV-22): kept with who agreed and why, in the
 * record of the console, and carried out by the machine. What the gateway did is never decided here alone:
 * it is asked again before money moves.
 */
import type { DepositDecision, WithdrawalDecision } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { audit, castVote, type Operator, refuseOwnCase } from '../../desk/index.ts'
import { addApproval, countApprovals, lockRow } from '../machine/approvals.ts'
import { holdGoneAlarm } from '../machine/hold-check.ts'
import { changeRow, type ColumnValues, moveRow, type RowKind } from '../machine/row-store.ts'
import { unprovenAlarm } from '../machine/unproven-votes.ts'
import { type Deposit, depositApprovals, depositEdges, rejected } from './deposit.ts'
import { requireEdge } from '../machine/edges.ts'
import { findDeposit, hasOpenProof, readDeposit } from './deposit-store.ts'
import type { RupiahMachine } from './machine.ts'
import type { RupiahDeps } from './deps.ts'
import { answerProof, isOfProof, type ProofDecision, proofDecisions } from './proofs.ts'
import { paidInDoubtAlarm, resolvableAlarms } from './manual-resolution.ts'
import { notifyDeposit } from './notifications.ts'
import { arrived, type Withdrawal } from './withdrawal-row.ts'
import { depositBallot, withdrawalBallot } from './votes.ts'
import { findWithdrawal, readWithdrawal } from './withdrawal-store.ts'

export type Verdict<Decision extends string> = {
  readonly operator: Operator
  readonly rowId: number
  readonly decision: Decision
  readonly reason: string
}

/** What decides about money; the others are about a proof alone. */
export type MovingDecision = Exclude<DepositDecision, ProofDecision>

/** How many must agree: one alone closes only what nobody paid. */
export function approvalsFor(decision: MovingDecision, isPaid: boolean): number {
  return decision === 'reject' && !isPaid ? 1 : depositApprovals
}

/** What may be decided about a deposit now; a proof that nobody closed asks for an answer. */
export function depositDecisions(row: Deposit, isProofOpen: boolean): readonly DepositDecision[] {
  if (row.decision !== null) return []
  if (row.state === 'created' || row.state === 'pending') return isProofOpen ? proofDecisions : []
  if (row.state === 'quarantined') {
    if (row.isOwnerGone) return isBooked(row) ? [] : ['reject']
    return isBooked(row) ? ['credit'] : ['credit', 'reject']
  }
  return row.state === 'credited' ? ['reverse'] : []
}

/** Whether it lies in suspense: closing it would leave it there, and nobody would look for it any more. */
function isBooked({ suspenseUnits }: Deposit): boolean {
  return suspenseUnits !== null
}

/** It is never paid: its row is not what was asked for, or its money is not held any more. */
const unpayableAlarms: readonly string[] = ['request_forged', holdGoneAlarm]
/** It may be paid, once people agree to it whose votes are proven. */
const isUnapproved = ({ alarm, approvals, approvalsNeeded }: Withdrawal): boolean =>
  alarm === unprovenAlarm && approvals < approvalsNeeded

/** What may be decided about a withdrawal now: before it is sent, and where the gateway is of no help. */
export function withdrawalDecisions(row: Withdrawal): readonly WithdrawalDecision[] {
  const { state, cause, alarm, approvals, approvalsNeeded } = row
  if (row.canceledBy !== null) return []
  if (state === 'waiting') {
    if (cause === 'gateway_balance') return ['ask', 'reject']
    return approvals < approvalsNeeded ? ['approve', 'reject'] : ['reject']
  }
  const isUnpayable = unpayableAlarms.includes(alarm ?? '')
  if (state === 'approved' && isUnpayable) return ['ask', 'reject']
  if (!isOutside(row) && alarm === null) return []
  const ask: readonly WithdrawalDecision[] = state === 'unknown' || alarm !== null ? ['ask'] : []
  if (row.decision !== null) return ask
  if (state === 'completed') return alarm === paidInDoubtAlarm ? ['ask', 'take_failed'] : ask
  if (state === 'unknown' && isUnapproved(row)) return ['approve', 'ask', 'take_failed']
  if (state === 'unknown' && isUnpayable) return ['ask', 'take_failed']
  if (!isOutside(row) || !resolvableAlarms.includes(alarm ?? '')) return ask
  return cause === arrived ? ['ask', 'take_paid'] : ['ask', 'take_failed', 'take_paid']
}

/** Whether it was sent and nobody knows its end: then nothing is approved or rejected (ATT-94). */
function isOutside({ state }: Withdrawal): boolean {
  return state === 'sending' || state === 'unknown' || state === 'sent'
}

/** How many must agree to take it as paid or failed. */
export function resolutionApprovals(
  { amount, approvalsNeeded }: Withdrawal,
  reviewFrom: number,
): number {
  return amount >= reviewFrom || approvalsNeeded > 1 ? 2 : 1
}

type ConsoleDeps = Pick<RupiahDeps, 'database' | 'keys' | 'gateway' | 'limits' | 'mail' | 'origin'>

/**
 * Decides; refuses with a code of `desk.*`, `withdrawal.under_way` for what is at the gateway, or
 * `gateway.down` where what is to be closed may be paid and nobody can tell.
 */
export function createRupiahConsole(deps: ConsoleDeps, machine: RupiahMachine) {
  const { database, keys, limits } = deps
  const decided = async (kind: RowKind, rowId: number): Promise<void> => {
    await machine.advanceNow(kind, rowId)
    machine.wake()
  }
  return {
    /** Approves a withdrawal, has it taken back, asked about again, or taken as paid or failed. */
    async decideWithdrawal(verdict: WithdrawalVerdict): Promise<void> {
      const at = { keys, epoch: machine.epoch(), reviewFrom: limits.reviewFrom }
      await inTransaction(database, (client) => decideWithdrawal(client, at, verdict))
      await decided('withdrawal', verdict.rowId)
    },
    /** Has a quarantined deposit credited or closed, or a credited one taken back. */
    async decideDeposit(verdict: Verdict<DepositDecision>): Promise<void> {
      const epoch = machine.epoch()
      const isPaid = verdict.decision === 'reject' && (await isPaidNow(deps, verdict.rowId))
      // A payment that the row does not tell of yet is written to it before anybody's word counts.
      if (isPaid) await machine.advanceNow('deposit', verdict.rowId)
      const at = { keys, epoch, isPaid }
      await inTransaction(database, (client) => decideDeposit(deps, client, at, verdict))
      await decided('deposit', verdict.rowId)
    },
  }
}

/** `evidence` is of what is taken as paid. */
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
    const isTooLate = decision === 'reject' && isOutside(row)
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

/** Keeps who agreed, and tells what that comes to. */
async function agree(
  client: Transaction,
  { reviewFrom }: At,
  { row, before }: { readonly row: Withdrawal; readonly before: number },
  verdict: Verdict<WithdrawalDecision>,
): Promise<Agreed> {
  const { decision } = verdict
  // Asking decides nothing, and may be done as often as somebody likes.
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

/** Whether a deposit is paid, by its row or by the gateway now: a row that nobody looked at may be late. */
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
  // The machine tells of the others, once they are done.
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

/** Closes the deposit, or tells the machine what was decided. */
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
