/**
 * Inputs and answers of the console's identity reviews. Times are ISO texts; personal data is masked unless
 * it was revealed with a reason.
 */
import * as z from 'zod/mini'
import { deskReasonLengthMax, deskReasonLengthMin, RevealPerson } from './desk.ts'
import { type KycPiece, type KycReason, kycPieces, kycReasons } from '../identity/kyc.ts'

/** The queues of cases: for review, in the automatic check, and decided. */
export const identityQueues = ['review', 'submitted', 'rejected', 'approved', 'all'] as const
export type IdentityQueue = (typeof identityQueues)[number]

/** `again` rejects one piece only, which the user then submits again. */
export const identityDecisions = ['approve', 'reject', 'again'] as const
export type IdentityDecision = (typeof identityDecisions)[number]

const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))
const tokenLengthMax = 100

export const DeskIdentityQuery = z.object({ queue: z.optional(z.enum(identityQueues)), page })

/** Why a user's data is revealed; recorded in the audit log. */
export const ShowIdentity = z.object({ reason: RevealPerson.shape.reason })

/** The token of a revealed case; it opens the files of that case for that operator only. */
export const IdentityFileQuery = z.object({ token: z.string().check(z.maxLength(tokenLengthMax)) })

/** PostgreSQL cannot store NUL in a text. */
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

/** A rejection needs a note; an approval does not. */
function isNoted({
  decision,
  note: text,
}: Verdict & { readonly note?: string | undefined }): boolean {
  return decision === 'approve' || text !== undefined
}

/** A rejection has a reason; `again` has a reason and a piece. */
function isWhole({ decision, reason, piece }: Verdict): boolean {
  const [hasReason, hasPiece] = [typeof reason === 'string', typeof piece === 'string']
  if (decision === 'approve') return !hasReason && !hasPiece
  return hasReason && hasPiece === (decision === 'again')
}

const version = z.optional(z.nullable(z.number().check(z.int(), z.nonnegative())))

/** `note` is for other operators, and optional for an approval; `version` is that of the reviewed case. */
export const DecideIdentity = z
  .object({ ...verdict, note: z.optional(note), version })
  .check(z.refine(isWhole), z.refine(isNoted))

/** The e-mail that this decision would send now; the answer is a `DeskPreview`. */
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
