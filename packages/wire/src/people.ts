/**
 * People as operators see them: what the calls take and answer. Nothing here shows whom an account belongs
 * to: names and addresses are masked, of addresses of the network a part is left out.
 */
import * as z from 'zod/mini'
import { DeskPerson, deskReasonLengthMax, deskReasonLengthMin, deskRoles } from './desk.ts'
import { kycStates } from './kyc.ts'
import { Decimal, many, pageOf, Time } from './answers/shapes.ts'

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

/** A row of the list: nothing of the person is in it. */
export const DeskPeopleRow = z.strictObject({
  user_id: z.int(),
  created_at: Time,
  kyc: z.enum(kycStates),
  two_factor: z.boolean(),
  suspended: z.boolean(),
  demo: z.boolean(),
  last_seen_at: z.nullable(Time),
})
export type DeskPeopleRow = z.infer<typeof DeskPeopleRow>

export const DeskPeople = pageOf(DeskPeopleRow)
export type DeskPeople = z.infer<typeof DeskPeople>

/** Somebody who was found: masked. */
export const DeskPersonFound = z.extend(DeskPerson, {
  kyc: z.enum(kycStates),
  suspended: z.boolean(),
})
export type DeskPersonFound = z.infer<typeof DeskPersonFound>

export const DeskPersonBalance = z.strictObject({
  currency: z.string(),
  available: Decimal,
  held: Decimal,
  /** Whole rupiah, rounded down; null where no price is known. */
  value: z.nullable(Decimal),
})
export type DeskPersonBalance = z.infer<typeof DeskPersonBalance>

/** How much may leave within a day. */
export const DeskPersonLimit = z.strictObject({
  currency: z.string(),
  daily: Decimal,
  /** What everybody else may. */
  usual: Decimal,
  /** Whether the person has a limit of his own. */
  own: z.boolean(),
})
export type DeskPersonLimit = z.infer<typeof DeskPersonLimit>

export const DeskPersonSession = z.strictObject({
  id: z.int(),
  created_at: Time,
  last_seen_at: Time,
  device: z.string(),
  /** A part of it is left out. */
  address: z.string(),
})
export type DeskPersonSession = z.infer<typeof DeskPersonSession>

export const DeskPersonNote = z.strictObject({
  id: z.int(),
  at: Time,
  operator: z.string(),
  text: z.string(),
})
export type DeskPersonNote = z.infer<typeof DeskPersonNote>

/** All that is known of one person but what he did. */
export const DeskPersonDetail = z.strictObject({
  person: DeskPerson,
  created_at: Time,
  demo: z.boolean(),
  email_verified: z.boolean(),
  /** Which roles of operators the person has. */
  roles: many(z.enum(deskRoles)),
  /** Since when; null: it is not suspended. */
  suspended_at: z.nullable(Time),
  kyc: z.enum(kycStates),
  two_factor: z.boolean(),
  /** When operators take the second factor off; null: nobody is about to. */
  factor_reset_at: z.nullable(Time),
  /** What the account's row says where it is not what we left; null: the account is not held. */
  held_state: z.nullable(z.string()),
  limits: many(DeskPersonLimit),
  balances: many(DeskPersonBalance),
  /** Of all balances in whole rupiah; null where a price is missing. */
  value: z.nullable(Decimal),
  sessions: many(DeskPersonSession),
  notes: many(DeskPersonNote),
})
export type DeskPersonDetail = z.infer<typeof DeskPersonDetail>

export const DeskPersonOrder = z.strictObject({
  id: z.int(),
  market: z.string(),
  side: z.enum(['buy', 'sell']),
  price: Decimal,
  quantity: Decimal,
  remaining: Decimal,
  created_at: Time,
})
export type DeskPersonOrder = z.infer<typeof DeskPersonOrder>

/** Parts of the console where a transfer has its case. */
export const deskTransferParts = [
  'deposits',
  'withdrawals',
  'chain-deposits',
  'chain-withdrawals',
] as const
export type DeskTransferPart = (typeof deskTransferParts)[number]

export const DeskPersonTransfer = z.strictObject({
  part: z.enum(deskTransferParts),
  id: z.int(),
  created_at: Time,
  currency: z.string(),
  amount: Decimal,
  state: z.string(),
})
export type DeskPersonTransfer = z.infer<typeof DeskPersonTransfer>

export const DeskPersonEvent = z.strictObject({
  at: Time,
  /** A dotted word. */
  kind: z.string(),
  /** A part of it is left out; null where nobody did it from anywhere. */
  address: z.nullable(z.string()),
})
export type DeskPersonEvent = z.infer<typeof DeskPersonEvent>

/** What one person did lately, the newest first. */
export const DeskPersonActivity = z.strictObject({
  orders: many(DeskPersonOrder),
  /** How many orders are open; those that are shown may be fewer. */
  orders_total: z.int(),
  transfers: many(DeskPersonTransfer),
  events: many(DeskPersonEvent),
})
export type DeskPersonActivity = z.infer<typeof DeskPersonActivity>
