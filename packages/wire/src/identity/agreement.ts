/**
 * The user agreement and the personal details before it, with their wire names (DEC-66, SRV-31 to SRV-33).
 */
import type { IdentityFields } from '../answers/accounts.ts'
import type { AgreementFields } from '../answers/identity.ts'
import * as z from 'zod/mini'

/** Above every accepted length: a longer text is a malformed request, a shorter one gets its own error. */
const textLengthMax = 5_000
const versionLengthMax = 40
const text = z.optional(z.nullable(z.string().check(z.maxLength(textLengthMax))))

/** The details that a user can enter, with their wire names. Verified ones are shown as in the profile. */
export const particularNames = {
  number: 'orang_nik',
  numberType: 'orang_niktype',
  profession: 'orang_profession',
  address: 'orang_address',
  domicile: 'orang_domicile',
  incomeSource: 'orang_income_source',
  income: 'orang_income',
  purpose: 'orang_acc_purpose',
  phone: 'orang_mobilenumber',
  birthPlace: 'orang_birthplace',
  birthDate: 'orang_birthday',
  gender: 'orang_gender',
  city: 'orang_address_city',
  province: 'orang_address_province',
  motherName: 'orang_mother_name',
  npwp: 'orang_npwp_number',
} as const
export type ParticularField = keyof typeof particularNames
type ParticularName = (typeof particularNames)[ParticularField]

/** The known details of a user; empty where unknown. */
export type Particulars = Readonly<Record<ParticularField, string>>

/** The details that a call sent; missing ones are undefined. */
export type GivenParticulars = Readonly<Partial<Particulars>>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of that very table
const fields = Object.keys(particularNames) as ParticularField[]

/** Builds the details field by field. */
export function particularsBy(valueOf: (field: ParticularField) => string): Particulars {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every field
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Particulars
}

/** The values that our pages offer; other clients may send other texts. */
export const incomeSources = [
  'salary',
  'business',
  'investment',
  'family',
  'pension',
  'savings',
  'other',
] as const
/** A year's income in millions of rupiah. */
export const incomeBands = ['0-50', '50-250', '250-500', '500-5000', '5000+'] as const
export const accountPurposes = ['investment', 'trading', 'savings', 'payment', 'other'] as const

/** Strict: no other field of an account can be set by this call (ATT-28). */
export const UpdateParticulars = z.strictObject({
  orang_nik: text,
  orang_niktype: text,
  orang_profession: text,
  orang_address: text,
  orang_domicile: text,
  orang_income_source: text,
  orang_income: text,
  orang_acc_purpose: text,
  orang_mobilenumber: text,
  orang_birthplace: text,
  orang_birthday: text,
  orang_gender: text,
  orang_address_city: text,
  orang_address_province: text,
  orang_mother_name: text,
  orang_npwp_number: text,
} satisfies Record<ParticularName, unknown>)

/** Empty, or the version of the shown text. */
export const Agree = z.nullish(
  z.object({
    version: z.optional(z.nullable(z.string().check(z.maxLength(versionLengthMax)))),
  }),
)

/** The details that a call sent; null counts as missing. */
export function givenParticulars(input: z.output<typeof UpdateParticulars>): GivenParticulars {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = input[particularNames[field]]
      return text === undefined || text === null ? [] : [[field, text]]
    }),
  )
}

export type AgreementFigures = {
  readonly version: string
  /** The date of the last change, YYYY-MM-DD. */
  readonly updatedOn: string
  readonly summary: readonly string[]
  /** From `writeArticleBody`. */
  readonly html: string
  readonly isReady: boolean
}

/** The text of the agreement. */
export function agreementFields(agreement: AgreementFigures): AgreementFields {
  return {
    data: agreement.html,
    version: agreement.version,
    updated_on: agreement.updatedOn,
    summary: agreement.summary,
    /** Whether the details before it are complete. */
    ready: agreement.isReady,
  }
}

/** The user's progress, as the profile shows it. */
export type IdentityFigures = {
  readonly isApproved: boolean
  readonly hasAgreed: boolean
  /** The verified name; null before. */
  readonly verifiedName: string | null
  readonly nationality: string | null
  /** Whether images of the document, and the video, are stored. */
  readonly hasDocument: boolean
  readonly hasVideo: boolean
  /** Numbers have only their last four characters visible; empty where unknown. */
  readonly particulars: Particulars
}

/** The part of the profile from identity check and agreement (DATA-01). */
export function identityRow(figures: IdentityFigures): IdentityFields {
  const { isApproved, hasAgreed, nationality, particulars } = figures
  const rows = fields.map((field) => [particularNames[field], particulars[field] || null])
  return {
    orang_kyc_status: isApproved ? 'approve' : 'not approve',
    orang_agreement: hasAgreed ? 1 : 0,
    verified_name: figures.verifiedName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from that table
    ...(Object.fromEntries(rows) as Record<ParticularName, string | null>),
    // Only tells that there is one: files are shown to reviewers only.
    orang_nik_file: figures.hasDocument ? 'document.jpg' : null,
    orang_warganegara: nationality,
    orang_video_file: figures.hasVideo ? 'recording.webm' : null,
  }
}
