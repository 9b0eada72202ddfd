/**
 * People as operators see them: what the calls take and answer. Nothing here shows whom an account belongs
 * to: names and addresses are masked, of addresses of the network a part is left out.
 */
import * as z from 'zod/mini'
import { deskReasonLengthMax, deskReasonLengthMin } from './desk.ts'
import { kycStates } from '../identity/kyc.ts'

/** Which people a list shows. `new`: registered within the last seven days. */
export const peopleStates = ['all', 'new', 'suspended'] as const
export type PeopleState = (typeof peopleStates)[number]

/** A name is looked for by at least so many of its first letters. */
export const namePrefixLengthMin = 3

/** No table takes NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}

const page = z.optional(z.string().check(z.regex(/^[1-9]\d{0,4}$/)))

export const DeskPeopleQuery = z.object({
  state: z.optional(z.enum(peopleStates)),
  kyc: z.optional(z.enum(kycStates)),
  page,
})

/** A whole e-mail address, the number of an account, or how a name begins; that it was asked is recorded. */
export const FindPeople = z.object({
  query: z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.refine(isStorable)),
})

/** A note of an operator: it stays as it is for good. */
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

/** Why somebody is suspended, as he is told. `law`: no more may be said. */
export const suspensionCauses = ['safety', 'documents', 'rules', 'law'] as const
export type SuspensionCause = (typeof suspensionCauses)[number]

/** What `user.suspend` takes. */
export const SuspendUser = z.strictObject({ user_id: userId, why: z.enum(suspensionCauses) })
export type SuspendUser = z.output<typeof SuspendUser>

/** What `user.resume` takes. */
export const ResumeUser = z.strictObject({ user_id: userId })
export type ResumeUser = z.output<typeof ResumeUser>

/** What `user.end_sessions` takes; null ends all. */
export const EndUserSessions = z.strictObject({
  user_id: userId,
  session_id: z.nullable(z.number().check(z.int(), z.positive())),
})
export type EndUserSessions = z.output<typeof EndUserSessions>

/** What `user.limits` takes: the most of a currency within a day, as a decimal text; null: as usual. */
export const SetUserLimit = z.strictObject({
  user_id: userId,
  currency: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
  daily: z.nullable(z.string().check(z.regex(/^\d{1,16}(?:\.\d{1,18})?$/))),
})
export type SetUserLimit = z.output<typeof SetUserLimit>

/** What somebody looked at before he takes a second factor off: all of it, or nothing is proposed. */
export const factorChecks = ['face', 'questions', 'mail'] as const
export type FactorCheck = (typeof factorChecks)[number]

const allChecks = z.strictObject({
  /** The face was compared with the one of the identity check. */
  face: z.literal(true),
  /** Questions about the account were answered. */
  questions: z.literal(true),
  /** A mail to the account's address was answered. */
  mail: z.literal(true),
})

/** What `user.reset_factor` takes. */
export const ResetUserFactor = z.strictObject({ user_id: userId, checks: allChecks })
export type ResetUserFactor = z.output<typeof ResetUserFactor>

/** What `user.prove` takes: the state of a held account as its page names it, so that no other one is proven. */
export const ProveUser = z.strictObject({
  user_id: userId,
  state: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  checks: allChecks,
})
export type ProveUser = z.output<typeof ProveUser>

/** The token of the mail's link that keeps a second factor. */
export const KeepFactor = z.object({ token: z.string().check(z.maxLength(200)) })

/** Parts of the console where a transfer has its case. */
export const deskTransferParts = [
  'deposits',
  'withdrawals',
  'chain-deposits',
  'chain-withdrawals',
] as const
export type DeskTransferPart = (typeof deskTransferParts)[number]
