/** Answers of the calls for identities and agreements. */
import * as z from 'zod/mini'
import { kycModes, kycPieces, kycReasons, kycStates } from '../identity/kyc.ts'
import { Count, data, Day, many } from './shapes.ts'

const Text = z.nullable(z.string())

/** The text of the agreement as HTML, and whether the user may sign it. */
export const AgreementFields = z.strictObject({
  data: z.string(),
  version: z.string(),
  updated_on: Day,
  summary: many(z.string()),
  ready: z.boolean(),
})
export type AgreementFields = z.output<typeof AgreementFields>

/** The user's progress in the steps (API-15). */
export const KycStepRow = z.strictObject({
  kyc_step: Count,
  kyc_type: z.nullable(z.enum(['Indonesia', 'Global'])),
  state: z.enum(kycStates),
  reason: z.nullable(z.enum(kycReasons)),
  piece: z.nullable(z.enum(kycPieces)),
  mode: z.enum(kycModes),
  limits: z.strictObject({
    image_bytes: Count,
    video_bytes: Count,
    video_min_s: Count,
    video_max_s: Count,
  }),
})
export type KycStepRow = z.output<typeof KycStepRow>
export const KycStepAnswer = data(KycStepRow)

/** The user's input so far, and the stored files. */
export const KycDataRow = z.strictObject({
  orang_name: Text,
  orang_mobilenumber: Text,
  orang_birthplace: Text,
  orang_birthday: Text,
  orang_gender: Text,
  orang_address: Text,
  orang_profession: Text,
  orang_nik: Text,
  orang_npwp_number: Text,
  orang_address_city: Text,
  orang_address_province: Text,
  orang_warganegara: Text,
  has_nik_file: z.boolean(),
  has_npwp_file: z.boolean(),
  has_video_file: z.boolean(),
})
export type KycDataRow = z.output<typeof KycDataRow>
export const KycDataAnswer = data(KycDataRow)

const Fraction = z.number().check(z.gte(0), z.lte(1))

/** `message` is the same text as `msg` (DEC-136). */
export const VerificationAnswer = z.strictObject({
  message: z.string(),
  verification_id: z.string(),
})

const verification = {
  id: z.string(),
  template_id: z.string(),
  verification_id: z.string(),
}

/** The result of a document check. */
export const DocumentAnswer = z.strictObject({
  message: z.string(),
  result: z.strictObject({
    ...verification,
    document_type: z.enum(['ID_CARD', 'PASSPORT', 'UNKNOWN']),
    confidence: Fraction,
    matches: z.strictObject({
      name: z.nullable(Fraction),
      number: z.nullable(z.boolean()),
      birth_date: z.nullable(z.boolean()),
    }),
  }),
})

/** The result of comparing a face with the document's. */
export const FaceAnswer = z.strictObject({
  message: z.string(),
  result: z.strictObject({ ...verification, probability: Fraction, quality: Fraction }),
})

/** Public identifiers only (DEC-62). */
export const HostConfig = z.strictObject({
  metaTemplateId: z.string(),
  metamapClientId: z.string(),
  metamapFlowId: z.string(),
})
export type HostConfig = z.output<typeof HostConfig>
