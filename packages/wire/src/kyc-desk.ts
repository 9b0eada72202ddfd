/**
 * The reviewer's calls of the operator console: what they take and what they answer. Times are ISO texts;
 * personal data is masked unless it was shown with a reason.
 */
import * as z from 'zod/mini'
import { DeskPerson, deskReasonLengthMax, deskReasonLengthMin, RevealPerson } from './desk.ts'
import { type KycPiece, type KycReason, kycPieces, kycReasons } from './kyc.ts'
import { many, Time } from './answers/shapes.ts'

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

const recordStates = ['draft', 'submitted', 'in_review', 'rejected', 'approved'] as const

/** A case of the queue; its id is its person's. */
export const DeskIdentityRow = z.strictObject({
  id: z.int(),
  person: z.nullable(DeskPerson),
  state: z.enum(recordStates),
  kind: z.nullable(z.enum(['indonesia', 'global'])),
  reason: z.nullable(z.enum(kycReasons)),
  piece: z.nullable(z.enum(kycPieces)),
  submitted_at: z.nullable(Time),
  decided_at: z.nullable(Time),
  /** Name of the operator who decided; null: the machine, or nobody yet. */
  decided_by: z.nullable(z.string()),
})
export type DeskIdentityRow = z.infer<typeof DeskIdentityRow>

/** What the machine found; figures only, nothing that was read. */
export const DeskFinding = z.strictObject({
  source: z.enum(['steps', 'modal']),
  at: Time,
  verdict: z.enum(['approve', 'review']),
  /** What keeps the machine from approving, the weightiest first. */
  reasons: many(z.enum(kycReasons)),
  /** What the identity check said when it refused a picture. */
  refusal: z.nullable(z.string()),
  /** Of the face: 0 to 1. */
  probability: z.nullable(z.number()),
  quality: z.nullable(z.number()),
  document: z.nullable(
    z.strictObject({
      kind: z.enum(['ktp', 'passport', 'unknown']),
      /** Of the text: 0 to 1. */
      confidence: z.number(),
      face_quality: z.nullable(z.number()),
      matches: z.strictObject({
        name: z.nullable(z.number()),
        number: z.nullable(z.boolean()),
        birth_date: z.nullable(z.boolean()),
      }),
    }),
  ),
})
export type DeskFinding = z.infer<typeof DeskFinding>

export const DeskIdentityStep = z.strictObject({
  at: Time,
  from: z.string(),
  to: z.string(),
  /** `machine`, `user`, or the name of an operator. */
  actor: z.string(),
  cause: z.nullable(z.string()),
})
export type DeskIdentityStep = z.infer<typeof DeskIdentityStep>

export const identityFileKinds = [
  'document',
  'document_back',
  'npwp',
  'selfie',
  'video',
  'still',
] as const
export type IdentityFileKind = (typeof identityFileKinds)[number]

export const DeskIdentity = z.extend(DeskIdentityRow, {
  /** Masked; null before there are details. */
  masked: z.nullable(
    z.strictObject({
      name: z.string(),
      number: z.nullable(z.string()),
      number_kind: z.enum(['ktp', 'passport']),
    }),
  ),
  files: many(
    z.strictObject({
      kind: z.enum(identityFileKinds),
      at: Time,
    }),
  ),
  /** The newest first. */
  findings: many(DeskFinding),
  steps: many(DeskIdentityStep),
  /** Whether another account waits or is approved with the number; which one, the shown data say. */
  number_shared: z.boolean(),
  /** What may be decided now, by whoever has the role. */
  can: many(z.enum(identityDecisions)),
  /** Changes with the case: sent along, a decision is about nothing else. */
  version: z.int(),
})
export type DeskIdentity = z.infer<typeof DeskIdentity>

/** What a person wrote, as `KycDetails` has it. */
const ShownDetails = z.strictObject({
  name: z.string(),
  phone: z.nullable(z.string()),
  birthPlace: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  gender: z.nullable(z.enum(['M', 'F'])),
  address: z.nullable(z.string()),
  profession: z.nullable(z.string()),
  number: z.nullable(z.string()),
  numberKind: z.enum(['ktp', 'passport']),
  npwp: z.nullable(z.string()),
  city: z.nullable(z.string()),
  province: z.nullable(z.string()),
  nationality: z.nullable(z.string()),
})

export const DeskIdentityShown = z.strictObject({
  id: z.int(),
  email: z.nullable(z.string()),
  /** As the person wrote it, or his document says it. */
  details: z.nullable(ShownDetails),
  /** What was read from the document, by finding, in the order of the findings. */
  read: many(
    z.strictObject({
      name: z.nullable(z.string()),
      number: z.nullable(z.string()),
      birth_date: z.nullable(z.string()),
    }),
  ),
  /** At `/desk/identity/{id}/file/{file id}?token=`. */
  files: many(
    z.strictObject({
      id: z.string(),
      kind: z.enum(identityFileKinds),
      media_type: z.string(),
      at: Time,
    }),
  ),
  /** Ids of other accounts that wait or are approved with the number that was typed or read. */
  used_by: many(z.int()),
  token: z.string(),
  /** Seconds that the token opens files. */
  expires_s: z.int(),
})
export type DeskIdentityShown = z.infer<typeof DeskIdentityShown>
