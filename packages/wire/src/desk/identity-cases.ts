/**
 * The reviewer's calls of the operator console: what they take and what they answer. Times are ISO texts;
 * personal data is masked unless it was shown with a reason.
 */
import * as z from 'zod/mini'
import { deskReasonLengthMax, deskReasonLengthMin, RevealPerson } from './desk.ts'
import { type KycPiece, type KycReason, kycPieces, kycReasons } from '../identity/kyc.ts'

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

export const identityFileKinds = [
  'document',
  'document_back',
  'npwp',
  'selfie',
  'video',
  'still',
] as const
export type IdentityFileKind = (typeof identityFileKinds)[number]
