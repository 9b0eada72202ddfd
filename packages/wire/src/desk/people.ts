/**
 * Users at the console: inputs and answers. Identities are hidden: names and e-mail addresses are masked, and
 * IP addresses are shortened.
 */
import * as z from 'zod/mini'
import { deskReasonLengthMax, deskReasonLengthMin } from './desk.ts'
import { kycStates } from '../identity/kyc.ts'

/** The users in a list. `new`: registered within the last seven days. */
export const peopleStates = ['all', 'new', 'suspended'] as const
export type PeopleState = (typeof peopleStates)[number]

/** The minimum length of a name prefix in a search. */
export const namePrefixLengthMin = 3

/** PostgreSQL cannot store NUL in a text. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))

export const DeskPeopleQuery = z.object({
  state: z.optional(z.enum(peopleStates)),
  kyc: z.optional(z.enum(kycStates)),
  page,
})

/**
 * A complete e-mail address, an account number, or a name prefix; the search is recorded in the audit log.
 */
export const FindPeople = z.object({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.refine(isStorable)),
})

/** A note of an operator; it is permanent. */
export const NotePerson = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(deskReasonLengthMin),
      z.maxLength(deskReasonLengthMax),
      z.refine(isStorable),
    ),
})

const userId = z.number().check(z.int(), z.positive())

/** The cause of a suspension, as the user sees it. `law`: the cause must not be disclosed. */
export const suspensionCauses = ['safety', 'documents', 'rules', 'law'] as const
export type SuspensionCause = (typeof suspensionCauses)[number]

/** The input of `user.suspend`. */
export const SuspendUser = z.strictObject({ user_id: userId, why: z.enum(suspensionCauses) })
export type SuspendUser = z.output<typeof SuspendUser>

/** The input of `user.resume`. */
export const ResumeUser = z.strictObject({ user_id: userId })
export type ResumeUser = z.output<typeof ResumeUser>

/** The input of `user.end_sessions`; null ends all. */
export const EndUserSessions = z.strictObject({
  user_id: userId,
  session_id: z.nullable(z.number().check(z.int(), z.positive())),
})
export type EndUserSessions = z.output<typeof EndUserSessions>

/**
 * The input of `user.limits`: the maximum of a currency within a day, as a decimal text; null: the default.
 */
export const SetUserLimit = z.strictObject({
  user_id: userId,
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  daily: z.nullable(z.string().check(z.regex(/^\d{1,16}(?:\.\d{1,18})?$/))),
})
export type SetUserLimit = z.output<typeof SetUserLimit>

/** The checks before a second factor is reset: all of them, or the proposal is refused. */
export const factorChecks = ['face', 'questions', 'mail'] as const
export type FactorCheck = (typeof factorChecks)[number]

const allChecks = z.strictObject({
  /** The face was compared with the one of the identity check. */
  face: z.literal(true),
  /** Questions about the account were answered. */
  questions: z.literal(true),
  /** An e-mail to the account's address was answered. */
  mail: z.literal(true),
})

/** The input of `user.reset_factor`. */
export const ResetUserFactor = z.strictObject({ user_id: userId, checks: allChecks })
export type ResetUserFactor = z.output<typeof ResetUserFactor>

/**
 * The input of `user.prove`: the state of a held account as the page shows it, so that no other state is
 * confirmed.
 */
export const ProveUser = z.strictObject({
  user_id: userId,
  state: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  checks: allChecks,
})
export type ProveUser = z.output<typeof ProveUser>

/** The token of the e-mail link that cancels a factor reset. */
export const KeepFactor = z.object({ token: z.string().check(z.maxLength(200)) })

/** The pages of the console with cases of transfers. */
export const deskTransferParts = [
  'deposits',
  'withdrawals',
  'chain-deposits',
  'chain-withdrawals',
] as const
export type DeskTransferPart = (typeof deskTransferParts)[number]
