/** The user agreement and the particulars before it, with their wire names (DEC-66, SRV-31 to SRV-33). */
import type { IdentityFields } from '../answers/accounts.ts'
import type { AgreementFields } from '../answers/identity.ts'
import * as z from 'zod/mini'

/** Longer than anything accepted: what is too long is told in a sentence, not as a broken request. */
const textLengthMax = 5_000
const versionLengthMax = 40
const text = z.optional(z.nullable(z.string().check(z.maxLength(textLengthMax))))

/** What a person may say of himself, and its wire name. What is verified comes back as the profile shows it. */
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

/** What is known of a person; empty where nothing is. */
export type Particulars = Readonly<Record<ParticularField, string>>

/** What came of it with a call; what was left out is undefined. */
export type GivenParticulars = Readonly<Partial<Particulars>>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of that very table
const fields = Object.keys(particularNames) as ParticularField[]

/** Makes particulars, field by field. */
export function particularsBy(valueOf: (field: ParticularField) => string): Particulars {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of every field
  return Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as Particulars
}

/** The words that our pages offer; other clients may send their own text. */
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

/** Strict: no other field of an account is reached through this call (ATT-28). */
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

/** Nothing, or the version of the text that was shown. */
export const Agree = z.nullish(
  z.object({
    version: z.optional(z.nullable(z.string().check(z.maxLength(versionLengthMax)))),
  }),
)

/** What a call gave; null is as good as left out. */
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
  /** Day of the last change, YYYY-MM-DD. */
  readonly updatedOn: string
  readonly summary: readonly string[]
  /** As `writeArticleBody` writes it. */
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
    /** Whether the particulars before it are complete. */
    ready: agreement.isReady,
  }
}

/** How far a person is, as his profile tells it. */
export type IdentityFigures = {
  readonly isApproved: boolean
  readonly hasAgreed: boolean
  /** The name that was verified; null before. */
  readonly verifiedName: string | null
  readonly nationality: string | null
  /** Whether a picture of the document, and the video, are kept. */
  readonly hasDocument: boolean
  readonly hasVideo: boolean
  /** With all but the last four signs of numbers hidden; empty where unknown. */
  readonly particulars: Particulars
}

/** The part of the profile that identity check and agreement fill (DATA-01). */
export function identityRow(figures: IdentityFigures): IdentityFields {
  const { isApproved, hasAgreed, nationality, particulars } = figures
  const rows = fields.map((field) => [particularNames[field], particulars[field] || null])
  return {
    orang_kyc_status: isApproved ? 'approve' : 'not approve',
    orang_agreement: hasAgreed ? 1 : 0,
    verified_name: figures.verifiedName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from that table
    ...(Object.fromEntries(rows) as Record<ParticularName, string | null>),
    // That there is one: files themselves go to nobody but reviewers.
    orang_nik_file: figures.hasDocument ? 'document.jpg' : null,
    orang_warganegara: nationality,
    orang_video_file: figures.hasVideo ? 'recording.webm' : null,
  }
}
