/** Answers of the calls for accounts, sessions and profiles. */
import * as z from 'zod/mini'
import { Count, data, many, RowId, Time } from './shapes.ts'

/** A new session: its token goes into the header `jwt`. */
export const SignedInAnswer = z.strictObject({
  action: z.literal('login_complete'),
  token: z.string(),
  usid: RowId,
})

/** A session, or the challenge of the second step, which is sent as `password` (DEC-17). */
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

/** The QR code for an authenticator app, under two names, and its secret. */
export const SecretAnswer = z.strictObject({
  qr_url: z.string(),
  data: z.strictObject({ qr_url: z.string(), secret: z.string() }),
})

const Text = z.nullable(z.string())

/** The personal details that the user entered; null where missing. */
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

/** The part of the profile from identity check and agreement. */
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

/**
 * A one-time code that was sent: seconds until it expires and until the next one can be requested (DEC-122).
 */
export const CodeTimes = z.strictObject({ expires_s: Count, resend_s: Count })
export type CodeTimes = z.output<typeof CodeTimes>

const DemoPerson = z.strictObject({ name: z.string(), role: z.string() })
/** The demo accounts with their operator roles. */
export const DemoPeopleAnswer = z.strictObject({ data: many(DemoPerson), roles: many(DemoPerson) })
export type DemoPeopleAnswer = z.output<typeof DemoPeopleAnswer>

/** A challenge of `altcha-lib`; only its widget reads it. */
const WorkChallenge = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** The captcha of a form. */
export const CaptchaTask = z.union([
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('altcha'), challenge: WorkChallenge }),
  z.strictObject({ kind: z.literal('recaptcha'), site_key: z.string() }),
])
export type CaptchaTask = z.output<typeof CaptchaTask>
export const CaptchaAnswer = data(CaptchaTask)
