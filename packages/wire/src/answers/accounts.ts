/** What the calls of accounts, sessions and profiles give. */
import * as z from 'zod/mini'
import { Count, data, many, RowId, Time } from './shapes.ts'

/** A session begins: its token goes into the header `jwt`. */
export const SignedInAnswer = z.strictObject({
  action: z.literal('login_complete'),
  token: z.string(),
  usid: RowId,
})

/** A session, or the challenge of the second step, which `password` carries then (DEC-17). */
export const SignInAnswer = z.union([
  SignedInAnswer,
  z.strictObject({ action: z.literal('2fa'), token: z.string() }),
])

export const TokenAnswer = z.strictObject({ usid: RowId })

export const SessionRow = z.strictObject({
  id: RowId,
  created_at: Time,
  last_seen_at: Time,
  address: z.string(),
  device: z.string(),
  current: z.boolean(),
})
export type SessionRow = z.output<typeof SessionRow>
export const SessionsAnswer = data(many(SessionRow))

/** The address of a picture that an authenticator reads, twice, and the secret in it. */
export const SecretAnswer = z.strictObject({
  qr_url: z.string(),
  data: z.strictObject({ qr_url: z.string(), secret: z.string() }),
})

const Text = z.nullable(z.string())

/** What a person said of himself; null where he said nothing. */
export const DetailsFields = z.strictObject({
  orang_nik: Text,
  orang_niktype: Text,
  orang_profession: Text,
  orang_address: Text,
  orang_domicile: Text,
  orang_income_source: Text,
  orang_income: Text,
  orang_acc_purpose: Text,
  orang_mobilenumber: Text,
  orang_birthplace: Text,
  orang_birthday: Text,
  orang_gender: Text,
  orang_address_city: Text,
  orang_address_province: Text,
  orang_mother_name: Text,
  orang_npwp_number: Text,
})

/** The part of the profile that identity check and agreement fill. */
export const IdentityFields = z.strictObject({
  orang_kyc_status: z.enum(['approve', 'not approve']),
  orang_agreement: z.union([z.literal(0), z.literal(1)]),
  verified_name: Text,
  ...DetailsFields.shape,
  orang_nik_file: Text,
  orang_warganegara: Text,
  orang_video_file: Text,
})
export type IdentityFields = z.output<typeof IdentityFields>

/** The profile (DATA-01). */
export const ProfileRow = z.strictObject({
  orang_id: RowId,
  orang_name: z.string(),
  orang_nickname: z.string(),
  orang_email: z.string(),
  two_fa_is_active: z.boolean(),
  suspended: z.boolean(),
  demo: z.boolean(),
  ...IdentityFields.shape,
})
export type ProfileRow = z.output<typeof ProfileRow>
export const ProfileAnswer = data(ProfileRow)

export const NicknameRow = z.strictObject({ orang_nickname: z.string() })
export type NicknameRow = z.output<typeof NicknameRow>
export const NicknameAnswer = data(NicknameRow)

/** A code that was mailed: seconds it lives, and until another one may be asked for (DEC-122). */
export const CodeTimes = z.strictObject({ expires_s: Count, resend_s: Count })
export type CodeTimes = z.output<typeof CodeTimes>

const DemoPerson = z.strictObject({ name: z.string(), role: z.string() })
/** The demo people, and which of them has which operator role. */
export const DemoPeopleAnswer = z.strictObject({ data: many(DemoPerson), roles: many(DemoPerson) })
export type DemoPeopleAnswer = z.output<typeof DemoPeopleAnswer>

/** A challenge as `altcha-lib` makes it, for its widget alone. */
const WorkChallenge = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** What a form's captcha is. */
export const CaptchaTask = z.union([
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('altcha'), challenge: WorkChallenge }),
  z.strictObject({ kind: z.literal('recaptcha'), site_key: z.string() }),
])
export type CaptchaTask = z.output<typeof CaptchaTask>
export const CaptchaAnswer = data(CaptchaTask)
