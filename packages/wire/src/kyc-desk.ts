/**
 * The reviewer's calls of the operator console: what they take and what they answer. Times are ISO texts;
 * personal data is masked unless it was shown with a reason.
 */
import * as z from 'zod/mini'
import { type DeskPerson, deskReasonLengthMax, deskReasonLengthMin, RevealPerson } from './desk.ts'
import {
  type KycDetails,
  type KycKind,
  type KycNumberKind,
  type KycPiece,
  type KycReason,
  type KycState,
  kycPieces,
  kycReasons,
} from './kyc.ts'

/** The queues of cases: those that wait for a person, those that the machine looks at, those decided. */
export const identityQueues = ['review', 'submitted', 'rejected', 'approved', 'all'] as const
export type IdentityQueue = (typeof identityQueues)[number]

/** `again` rejects one piece, so that only that one is asked for again. */
export const identityDecisions = ['approve', 'reject', 'again'] as const
export type IdentityDecision = (typeof identityDecisions)[number]

const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))
const tokenLengthMax = 100

export const DeskIdentityQuery = z.object({ queue: z.optional(z.enum(identityQueues)), page })

/** Why a person's data is shown; recorded. */
export const ShowIdentity = z.object({ reason: RevealPerson.shape.reason })

/** The token that showing a case gave; it opens that case's files for that operator alone. */
export const IdentityFileQuery = z.object({ token: z.string().check(z.maxLength(tokenLengthMax)) })

/** No table takes NUL. */
const note = z.string().check(
  z.trim(),
  z.minLength(deskReasonLengthMin),
  z.maxLength(deskReasonLengthMax),
  z.refine((text) => !text.includes('\0')),
)

const verdict = {
  decision: z.enum(identityDecisions),
  reason: z.optional(z.nullable(z.enum(kycReasons))),
  piece: z.optional(z.nullable(z.enum(kycPieces))),
}

type Verdict = {
  readonly decision: IdentityDecision
  readonly reason?: KycReason | null | undefined
  readonly piece?: KycPiece | null | undefined
}

/** Whoever is turned down has a note about it; a plain approval needs none. */
function isNoted({
  decision,
  note: text,
}: Verdict & { readonly note?: string | undefined }): boolean {
  return decision === 'approve' || text !== undefined
}

/** A rejection has a reason, and asking again a reason and a piece. */
function isWhole({ decision, reason, piece }: Verdict): boolean {
  const [hasReason, hasPiece] = [typeof reason === 'string', typeof piece === 'string']
  if (decision === 'approve') return !hasReason && !hasPiece
  return hasReason && hasPiece === (decision === 'again')
}

const version = z.optional(z.nullable(z.number().check(z.int(), z.nonnegative())))

/** `note` is for colleagues, and optional where a person is approved; `version` is that of the case as it was looked at. */
export const DecideIdentity = z
  .object({ ...verdict, note: z.optional(note), version })
  .check(z.refine(isWhole), z.refine(isNoted))

/** What the person would be mailed if this were decided now; answered with a `DeskPreview`. */
export const PreviewIdentity = z.object(verdict).check(z.refine(isWhole))

/** A case of the queue; its id is its person's. */
export type DeskIdentityRow = {
  readonly id: number
  readonly person: DeskPerson | null
  readonly state: Exclude<KycState, 'none'>
  readonly kind: KycKind | null
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
  readonly submitted_at: string | null
  readonly decided_at: string | null
  /** Name of the operator who decided; null: the machine, or nobody yet. */
  readonly decided_by: string | null
}

/** What the machine found; figures only, nothing that was read. */
export type DeskFinding = {
  readonly source: 'steps' | 'modal'
  readonly at: string
  readonly verdict: 'approve' | 'review'
  /** What keeps the machine from approving, the weightiest first. */
  readonly reasons: readonly KycReason[]
  /** What the identity check said when it refused a picture. */
  readonly refusal: string | null
  /** Of the face: 0 to 1. */
  readonly probability: number | null
  readonly quality: number | null
  readonly document: {
    readonly kind: 'ktp' | 'passport' | 'unknown'
    /** Of the text: 0 to 1. */
    readonly confidence: number
    readonly face_quality: number | null
    readonly matches: {
      readonly name: number | null
      readonly number: boolean | null
      readonly birth_date: boolean | null
    }
  } | null
}

export type DeskIdentityStep = {
  readonly at: string
  readonly from: string
  readonly to: string
  /** `machine`, `user`, or the name of an operator. */
  readonly actor: string
  readonly cause: string | null
}

export const identityFileKinds = [
  'document',
  'document_back',
  'npwp',
  'selfie',
  'video',
  'still',
] as const
export type IdentityFileKind = (typeof identityFileKinds)[number]

export type DeskIdentity = DeskIdentityRow & {
  /** Masked; null before there are details. */
  readonly masked: {
    readonly name: string
    readonly number: string | null
    readonly number_kind: KycNumberKind
  } | null
  readonly files: readonly { readonly kind: IdentityFileKind; readonly at: string }[]
  /** The newest first. */
  readonly findings: readonly DeskFinding[]
  readonly steps: readonly DeskIdentityStep[]
  /** Whether another account waits or is approved with the number; which one, the shown data say. */
  readonly number_shared: boolean
  /** What may be decided now, by whoever has the role. */
  readonly can: readonly IdentityDecision[]
  /** Changes with the case: sent along, a decision is about nothing else. */
  readonly version: number
}

export type DeskIdentityShown = {
  readonly id: number
  readonly email: string | null
  /** As the person wrote it, or his document says it. */
  readonly details: KycDetails | null
  /** What was read from the document, by finding, in the order of the findings. */
  readonly read: readonly {
    readonly name: string | null
    readonly number: string | null
    readonly birth_date: string | null
  }[]
  /** At `/desk/identity/{id}/file/{file id}?token=`. */
  readonly files: readonly {
    readonly id: string
    readonly kind: IdentityFileKind
    readonly media_type: string
    readonly at: string
  }[]
  /** Ids of other accounts that wait or are approved with the number that was typed or read. */
  readonly used_by: readonly number[]
  readonly token: string
  /** Seconds that the token opens files. */
  readonly expires_s: number
}
