/** Inputs and answers of the identity steps (API-15 to API-22). */
import type { KycDataRow, KycStepRow } from '../answers/identity.ts'
import * as z from 'zod/mini'

/** The states of an identity record; `none` without a record. */
export const kycStates = [
  'none',
  'draft',
  'submitted',
  'in_review',
  'rejected',
  'approved',
] as const
export type KycState = (typeof kycStates)[number]

/** Why a record was not approved. */
export const kycReasons = [
  'number_used',
  'unreadable',
  'name_differs',
  'number_differs',
  'face_differs',
  'no_face',
  'too_young',
  'expired',
  'suspicious',
  'other',
] as const
export type KycReason = (typeof kycReasons)[number]

/** The parts of a verification that can be requested again separately. */
export const kycPieces = ['document', 'video', 'details'] as const
export type KycPiece = (typeof kycPieces)[number]

/** The offered procedures (DEC-42). */
export const kycModes = ['both', 'steps', 'modal'] as const
export type KycMode = (typeof kycModes)[number]

export type KycKind = 'indonesia' | 'global'
export type KycNumberKind = 'ktp' | 'passport'

/** The messages of the event `kyc_status` (DEC-64). */
export const kycStatusMessages = {
  verified: 'verified',
  review: 'review needed',
  rejected: 'rejected',
} as const

/** The limits of files: bytes, and milliseconds of the video. */
export const kycLimits = {
  imageBytesMax: 1_000_000,
  imageSideMin: 100,
  videoBytesMax: 50_000_000,
  videoMinMs: 3_000,
  videoMaxMs: 60_000,
} as const

const textLengthMax = 200

/** `Indonesia` or `Non Indonesia` (DEC-50); any other text gets its own error. */
export const ChooseNationality = z.object({
  warganegara: z.string().check(z.maxLength(textLengthMax)),
})

/** The kind of identity check for a chosen nationality; null for any other text. */
export function kindOfNationality({
  warganegara,
}: z.output<typeof ChooseNationality>): KycKind | null {
  if (warganegara === 'Indonesia') return 'indonesia'
  return warganegara === 'Non Indonesia' ? 'global' : null
}

/** The form's field names on the wire (DEC-51), by our names. */
export const kycFields = {
  name: 'orang_name',
  phone: 'orang_mobilenumber',
  birthPlace: 'orang_birthplace',
  birthDate: 'orang_birthday',
  gender: 'orang_gender',
  address: 'orang_address',
  profession: 'orang_profession',
  number: 'orang_nik',
  npwp: 'orang_npwp_number',
  city: 'orang_address_city',
  province: 'orang_address_province',
  nationality: 'orang_warganegara',
} as const
export type KycField = keyof typeof kycFields

/** The form's file names on the wire. */
export const kycFiles = {
  document: 'orang_nik_file',
  npwp: 'orang_npwp_file',
  video: 'orang_video_file',
} as const

export type KycStepFigures = {
  readonly kind: KycKind | null
  readonly step: number
  readonly state: KycState
  readonly reason: KycReason | null
  readonly piece: KycPiece | null
  readonly mode: KycMode
}

/** The user's progress in the steps (API-15); additions are listed in `docs/wire-additions.md`. */
export function kycStepRow({ kind, step, state, reason, piece, mode }: KycStepFigures): KycStepRow {
  return {
    kyc_step: step,
    kyc_type: kind === null ? null : kycTypeOf(kind),
    state,
    reason,
    piece,
    mode,
    limits: {
      image_bytes: kycLimits.imageBytesMax,
      video_bytes: kycLimits.videoBytesMax,
      video_min_s: kycLimits.videoMinMs / 1_000,
      video_max_s: kycLimits.videoMaxMs / 1_000,
    },
  }
}

/** The value of a kind in `kyc_type` (DEC-50). */
export function kycTypeOf(kind: KycKind): 'Indonesia' | 'Global' {
  return kind === 'indonesia' ? 'Indonesia' : 'Global'
}

/**
 * The details that the user entered: empty texts are null, the phone starts with +, the date is YYYY-MM-DD.
 */
export type KycDetails = {
  readonly name: string
  readonly phone: string | null
  readonly birthPlace: string | null
  readonly birthDate: string | null
  readonly gender: 'M' | 'F' | null
  readonly address: string | null
  readonly profession: string | null
  /** The normal form: digits of a NIK, capitals and digits of a passport. */
  readonly number: string | null
  readonly numberKind: KycNumberKind
  readonly npwp: string | null
  readonly city: string | null
  readonly province: string | null
  /** ISO 3166 alpha-2; null if unknown. */
  readonly nationality: string | null
}

/** The user's entered details and stored files, so that nothing must be entered twice; `GET /kyc/data`. */
export function kycDataRow(
  details: KycDetails | null,
  kept: { readonly document: boolean; readonly npwp: boolean; readonly video: boolean },
): KycDataRow {
  const fields = Object.entries(kycFields).map(([field, name]) => [
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of that very table
    details?.[field as KycField] ?? null,
  ])
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from that table
    ...(Object.fromEntries(fields) as Record<(typeof kycFields)[KycField], string | null>),
    has_nik_file: kept.document,
    has_npwp_file: kept.npwp,
    has_video_file: kept.video,
  }
}
