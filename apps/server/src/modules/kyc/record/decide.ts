/**
 * Decisions about an identity, automatic or by an operator: state, history, and the message to the user by
 * notice, e-mail and open pages, all in one transaction (SRV-41).
 */
import { type Language, serverMessage } from '@tukar/i18n/server'
import { type KycPiece, type KycReason, kycStatusMessages } from '@tukar/wire'
import type { Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { MailBody } from '../../../platform/mail/templates.ts'
import { findAddressee } from '../../accounts/index.ts'
import { announce, kycReasonSentences, notify } from '../../notifications/index.ts'
import { openedDetails } from '../identity.ts'
import { shownReason } from './number.ts'
import type { KycDecisionDeps } from '../deps.ts'
import { lastStep, mayMove, type RecordState, stepAfterRejection } from './record-machine.ts'
import {
  type Actor,
  isNumberTaken,
  type KycRecord,
  lockRecord,
  moveRecord,
  type RecordChanges,
} from './record-store.ts'
import { numberIndexOf } from '../vault.ts'

export type KycDecision = {
  readonly userId: number
  readonly decision: 'approve' | 'reject' | 'review'
  /** The reason of a rejection, `other` if none is given; otherwise null. */
  readonly reason: KycReason | null
  /** The only piece that is requested again after a rejection; missing: all of it. */
  readonly piece?: KycPiece | null
  readonly actor: Exclude<Actor, 'user'>
  /** The version of the record that was decided; missing: the current one. */
  readonly version?: number
}

const states = {
  approve: 'approved',
  reject: 'rejected',
  review: 'in_review',
} as const satisfies Record<KycDecision['decision'], RecordState>

/**
 * Decides in the caller's transaction. Refuses `kyc.decided` if the state of the record does not allow the
 * decision, or the record changed meanwhile. Refuses `kyc.number_used` for the approval of a number that
 * another approved account has.
 */
export async function decide(
  transaction: Transaction,
  deps: KycDecisionDeps,
  decision: KycDecision,
): Promise<void> {
  const record = await lockRecord(transaction, decision.userId)
  const to = states[decision.decision]
  if (record === null || record.isEnded || !mayMove(record.state, to)) {
    throw new Refusal('kyc.decided')
  }
  if ((decision.version ?? record.version) !== record.version) throw new Refusal('kyc.decided')
  const number = to === 'approved' ? await freeNumber(transaction, deps, record) : {}
  const [{ actor }, { keys }] = [decision, deps]
  const changes = { ...changesOf(decision, deps.clock()), ...number }
  const cause = decision.reason
  if (!(await moveRecord(transaction, record, to, { keys, actor, cause, changes }))) {
    throw new Refusal('kyc.decided')
  }
  await notifyUser(transaction, deps, decision)
}

/** The stored number of an approval. Old records may have it in their details alone. */
async function freeNumber(
  transaction: Transaction,
  { keys }: KycDecisionDeps,
  record: KycRecord,
): Promise<RecordChanges> {
  const details = await openedDetails({ database: transaction, keys }, record)
  const number = details?.number ?? null
  const index = record.numberIndex ?? (number === null ? null : numberIndexOf(keys, number))
  if (index === null) return {}
  if (await isNumberTaken(transaction, record.userId, index)) throw new Refusal('kyc.number_used')
  return { number_index: index }
}

function changesOf(
  { decision, reason, piece = null, actor }: KycDecision,
  nowMs: number,
): RecordChanges {
  const decided = {
    decided_at: new Date(nowMs),
    decided_by: String(actor),
    next_look_at: null,
    attempts: 0,
  }
  switch (decision) {
    case 'approve':
      return { ...decided, step: lastStep, reason_code: null, piece: null }
    case 'review':
      return { ...decided, reason_code: reason, piece: null }
    case 'reject':
      return {
        ...decided,
        step: stepAfterRejection(piece),
        reason_code: reason ?? 'other',
        piece,
      }
  }
}

const messages = {
  approve: kycStatusMessages.verified,
  reject: kycStatusMessages.rejected,
  review: kycStatusMessages.review,
} as const

const paths = {
  approve: '/settings/agreement-sign',
  reject: '/kyc',
  review: '/kyc',
} as const

async function notifyUser(
  transaction: Transaction,
  { keys, mail, origin, clock }: KycDecisionDeps,
  { userId, decision, reason, piece = null }: KycDecision,
): Promise<void> {
  await notify(transaction, {
    accountId: userId,
    ...noticeOf(decision, shownReason(reason ?? 'other'), piece),
  })
  await announce(transaction, { userId, event: 'kyc_status', message: messages[decision] })
  const addressee = await findAddressee(transaction, keys, userId)
  if (addressee === null) return
  const { email: to, fullName: name, language } = addressee
  const body = decisionMail({ origin, clock }, { decision, reason, name, language })
  await mail.send(transaction, { to, language, ...body })
}

/** The e-mail about a decision, with the reason in the reader's language. */
export function decisionMail(
  { origin, clock }: Pick<KycDecisionDeps, 'origin' | 'clock'>,
  mail: Pick<KycDecision, 'decision' | 'reason'> & {
    readonly name: string
    readonly language: Language
  },
): MailBody {
  const { decision, reason, name, language } = mail
  const happened = { name, link: origin + paths[decision], atMs: clock() }
  const why = serverMessage(language, kycReasonSentences[shownReason(reason ?? 'other')])
  return mailOf(decision, happened, why)
}

function noticeOf(decision: KycDecision['decision'], reason: KycReason, piece: KycPiece | null) {
  if (decision === 'reject') return { kind: 'kyc_rejected', params: { reason, piece } } as const
  return { kind: decision === 'approve' ? 'kyc_approved' : 'kyc_review', params: {} } as const
}

function mailOf(
  decision: KycDecision['decision'],
  happened: { readonly name: string; readonly link: string; readonly atMs: number },
  reason: string,
): MailBody {
  if (decision === 'reject') return { template: 'kyc_rejected', params: { ...happened, reason } }
  return { template: decision === 'approve' ? 'kyc_approved' : 'kyc_review', params: happened }
}
