/** Identity cases of the console, and the requirements of their decisions. */
import type { KycPiece, KycReason } from '@tukar/wire'
import type { Person } from '../cases/cases.ts'

export type IdentityDecision = 'approve' | 'reject' | 'again'

/** The document of a number. */
export type NumberKind = 'ktp' | 'passport'

export type IdentityRow = {
  /** The person's user id. */
  readonly id: number
  readonly person: Person | null
  readonly state: string
  readonly kind: string
  readonly reason: string
  readonly submittedAt: string
  readonly decidedAt: string
  /** Empty: not decided yet. */
  readonly decidedBy: string
}

/**
 * When a case was decided; null while it is open. In state `in_review` the automatic check made no decision.
 */
export function findEnd({
  state,
  decidedAt,
  submittedAt,
}: Pick<IdentityRow, 'state' | 'decidedAt' | 'submittedAt'>): string | null {
  const isOver = state === 'approved' || state === 'rejected'
  return isOver ? decidedAt || submittedAt : null
}

export type Matches = {
  /** The match of the names, 0 to 1. */
  readonly name: number | null
  readonly number: boolean | null
  readonly birthDate: boolean | null
}

/** The findings of one automatic check; shares are 0 to 1. */
export type Finding = {
  readonly source: 'steps' | 'modal'
  readonly at: string
  readonly wouldApprove: boolean
  readonly reasons: readonly string[]
  /** Why the verifier refused a picture; empty if it did not. */
  readonly refusal: string
  readonly probability: number | null
  readonly quality: number | null
  readonly document: {
    readonly kind: string
    readonly confidence: number
    readonly faceQuality: number | null
    readonly matches: Matches
  } | null
}

export type IdentityStep = {
  readonly at: string
  readonly to: string
  readonly actor: string
  readonly cause: string
}

export type IdentityCase = IdentityRow & {
  readonly masked: {
    readonly name: string
    readonly number: string
    readonly numberKind: NumberKind
  } | null
  readonly fileCount: number
  /** The newest first. */
  readonly findings: readonly Finding[]
  readonly steps: readonly IdentityStep[]
  /** Whether another pending or approved account has the number. */
  readonly isNumberShared: boolean
  readonly can: readonly IdentityDecision[]
  /** Sent with a decision; the server refuses it if the case has changed. */
  readonly version: number | null
}

/**
 * Why the newest automatic check did not approve, the most severe reason first. Unread data is reported as
 * unreadable instead of different, here and to the person.
 */
export function newestReasons({ findings }: Pick<IdentityCase, 'findings'>): readonly string[] {
  const [newest] = findings
  if (newest === undefined) return []
  return [...new Set(newest.reasons.map((reason) => readReason(reason, newest)))]
}

/** The reason to show: "differs" only if something was read to compare. */
function readReason(reason: string, { document }: Finding): string {
  const isUnread =
    (reason === 'number_differs' && document?.matches.number === null) ||
    (reason === 'name_differs' && document?.matches.name === null)
  return isUnread ? 'unreadable' : reason
}

/** A field of a person's details, in display order. */
export const detailNames = [
  'name',
  'number',
  'birthPlace',
  'birthDate',
  'gender',
  'phone',
  'address',
  'city',
  'province',
  'nationality',
  'profession',
  'npwp',
] as const
export type DetailName = (typeof detailNames)[number]

export type ReadText = {
  readonly name: string
  readonly number: string
  readonly birthDate: string
}

export type FileKind = 'document' | 'document_back' | 'npwp' | 'selfie' | 'video' | 'still'

export type ShownFile = {
  readonly id: string
  readonly kind: FileKind
  readonly mediaType: string
  readonly at: string
}

/** A person's unmasked data; missing values are empty texts. */
export type ShownIdentity = {
  readonly email: string
  readonly details: Readonly<Record<DetailName, string>> | null
  /** The texts that were read from the document, by finding. */
  readonly read: readonly ReadText[]
  readonly files: readonly ShownFile[]
  /** Other accounts with a typed or read number of this case. */
  readonly usedBy: readonly number[]
  readonly token: string
  readonly lifeSeconds: number
}

/** Why an operator may not decide; null if the operator may. */
export type IdentityDenialReason = 'needsDecided' | 'ownCase' | 'noRole' | null

/** Returns why an operator may not decide; never about their own account (INV-22). */
export function findDenialReason(
  { id, can }: Pick<IdentityCase, 'id' | 'can'>,
  me: { readonly userId: number; readonly roles: readonly string[] },
): IdentityDenialReason {
  if (id === me.userId) return 'ownCase'
  if (can.length === 0) return 'needsDecided'
  return me.roles.includes('kyc') ? null : 'noRole'
}

export type IdentityDecisionInput = {
  readonly decision: IdentityDecision
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
}

/**
 * The decision in the server's format: only negative decisions have a reason, and only `again` has a piece.
 */
export function toDecisionInput(
  decision: IdentityDecision,
  reason: KycReason | null,
  piece: KycPiece,
): IdentityDecisionInput | null {
  if (decision === 'approve') return { decision, reason: null, piece: null }
  if (reason === null) return null
  return { decision, reason, piece: decision === 'again' ? piece : null }
}

/** The piece that a reason is usually about. */
export function findPiece(reason: KycReason): KycPiece {
  switch (reason) {
    case 'unreadable':
    case 'expired':
      return 'document'
    case 'face_differs':
    case 'no_face':
      return 'video'
    case 'number_used':
    case 'name_differs':
    case 'number_differs':
    case 'too_young':
    case 'suspicious':
    case 'other':
      return 'details'
  }
}

/** Below this similarity faces differ; from `clearFrom` on they clearly match. */
const likelyFrom = 0.5
const clearFrom = 0.8

export type Likeness = 'faceClear' | 'faceLikely' | 'faceUnlike' | 'faceNone'

/** The similarity of two faces as a code; one half is the verifier's own threshold. */
export function toLikeness(probability: number | null): Likeness {
  if (probability === null) return 'faceNone'
  if (probability >= clearFrom) return 'faceClear'
  return probability >= likelyFrom ? 'faceLikely' : 'faceUnlike'
}

/** The newest file of each kind, in the order of comparison. */
export function findNewestFiles(files: readonly ShownFile[]): readonly ShownFile[] {
  const order = ['document', 'document_back', 'selfie', 'still', 'video', 'npwp'] as const
  return order.flatMap((kind) => {
    const newest = files
      .filter((file) => file.kind === kind)
      .toSorted((one, other) => other.at.localeCompare(one.at))
    return newest.slice(0, 1)
  })
}

/** Whether the automatic check found no flags but may not decide because of an earlier rejection. */
export function isBarredByRejection(detail: Pick<IdentityCase, 'findings' | 'steps'>): boolean {
  return newestReasons(detail).length === 0 && detail.steps.some(({ to }) => to === 'rejected')
}
