/**
 * Previews the e-mail of an operator's decision (ui.md 3.14). It is made by the code of the e-mail itself, in
 * the user's language, from the row as it would be then. The name stays masked.
 */
import type { DepositDecision, DeskPreview, WithdrawalDecision } from '@tukar/wire'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { type MailBody, renderMail } from '../../../../platform/mail/templates.ts'
import { findAddressee } from '../../../accounts/index.ts'
import { maskedName } from '../../../desk/index.ts'
import { type Deposit, rejected } from '../deposits/deposit.ts'
import { findDeposit, hasOpenProof } from '../deposits/deposit-store.ts'
import {
  approvalsFor,
  resolutionApprovals,
  depositDecisions,
  type MovingDecision,
  withdrawalDecisions,
} from './console-decisions.ts'
import { findActiveDeciders, provenApprovers, type RowBallot } from '../../machine/approvals.ts'
import type { RupiahDeps } from '../deps.ts'
import { depositMail, unpaidMail, withdrawalMail } from '../notifications.ts'
import { depositBallot, withdrawalBallot } from '../votes.ts'
import type { Withdrawal } from '../withdrawals/withdrawal-row.ts'
import { findWithdrawal } from '../withdrawals/withdrawal-store.ts'

type PreviewDeps = Pick<RupiahDeps, 'database' | 'keys' | 'limits' | 'origin' | 'product'>

const nothing: DeskPreview = { mail: null }

/** The e-mail of a decision about a deposit; none while another operator must approve. */
export async function previewDeposit(
  deps: PreviewDeps,
  rowId: number,
  { decision, reason = '' }: { decision: DepositDecision; reason?: string | undefined },
): Promise<DeskPreview> {
  const row = await findDeposit(deps.database, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  const isProofOpen = await hasOpenProof(deps.database, rowId)
  if (!depositDecisions(row, isProofOpen).includes(decision)) {
    throw new Refusal('desk.already_decided')
  }
  if (decision === 'ask') return nothing
  if (decision === 'unpaid') {
    return mailTo(deps, row.userId, (name) => unpaidMail(deps.origin, row, { name, reason }))
  }
  const agreed = await agreedTo(deps, depositBallot(row, decision))
  if (agreed + 1 < approvalsFor(decision, row.paidAmount !== null)) return nothing
  const then: Deposit = { ...row, ...depositAfter[decision] }
  return mailTo(deps, row.userId, (name) => depositMail(deps.origin, then, name))
}

const depositAfter = {
  credit: { state: 'credited' },
  reject: { state: 'expired', cause: rejected },
  reverse: { state: 'reversed' },
} as const satisfies Record<MovingDecision, Partial<Deposit>>

/** The e-mail of a decision about a withdrawal; none while another operator must approve. */
export async function previewWithdrawal(
  deps: PreviewDeps,
  rowId: number,
  { decision, reason = '' }: { decision: WithdrawalDecision; reason?: string | undefined },
): Promise<DeskPreview> {
  const row = await findWithdrawal(deps.database, rowId)
  if (row === null) throw new Refusal('desk.case_unknown')
  if (!withdrawalDecisions(row).includes(decision)) throw new Refusal('desk.already_decided')
  const agreed = await agreedTo(deps, withdrawalBallot(row, decision))
  const then = withdrawalAfter(row, decision, agreed + 1, deps.limits.reviewFrom)
  if (then === null) return nothing
  return mailTo(deps, row.userId, (name) => withdrawalMail(deps.origin, then, { name, reason }))
}

/**
 * The row after the decision is carried out; null if more approvals are needed, or the decision changes
 * nothing.
 */
function withdrawalAfter(
  row: Withdrawal,
  decision: WithdrawalDecision,
  agreed: number,
  reviewFrom: number,
): Withdrawal | null {
  const isTaken = agreed >= resolutionApprovals(row, reviewFrom)
  switch (decision) {
    case 'ask':
      return null
    case 'approve':
      return agreed < row.approvalsNeeded ? null : { ...row, state: 'completed' }
    case 'reject':
      return { ...row, state: 'canceled', canceledBy: 'operator' }
    case 'take_paid':
      return isTaken ? { ...row, state: 'completed' } : null
    case 'take_failed': {
      const state = row.state === 'completed' ? 'reversed' : 'failed'
      return isTaken ? { ...row, state } : null
    }
  }
}

async function agreedTo({ database, keys }: PreviewDeps, ballot: RowBallot): Promise<number> {
  const proven = await provenApprovers(database, keys, ballot)
  return (await findActiveDeciders(database, keys, proven)).length
}

async function mailTo(
  { database, keys, origin, product }: PreviewDeps,
  userId: number,
  bodyFor: (name: string) => MailBody | null,
): Promise<DeskPreview> {
  const addressee = await findAddressee(database, keys, userId)
  if (addressee === null) return nothing
  const { fullName, language } = addressee
  const body = bodyFor(maskedName(fullName))
  if (body === null) return nothing
  const { subject, text } = renderMail(body.template, language, body.params, { product, origin })
  return { mail: { language, subject, text } }
}
