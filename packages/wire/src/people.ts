/**
 * People as operators see them: what the calls take and answer. Nothing here shows whom an account belongs
 * to: names and addresses are masked, of addresses of the network a part is left out.
 */
import * as z from 'zod/mini'
import { type DeskPerson, type DeskRole, deskReasonLengthMax, deskReasonLengthMin } from './desk.ts'
import { type KycState, kycStates } from './kyc.ts'

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
export type DeskPeopleRow = {
  readonly user_id: number
  readonly created_at: string
  readonly kyc: KycState
  readonly two_factor: boolean
  readonly suspended: boolean
  readonly demo: boolean
  readonly last_seen_at: string | null
}

export type DeskPeople = {
  readonly datas: readonly DeskPeopleRow[]
  readonly total: number
  readonly page: number
  readonly rows: number
}

/** Somebody who was found: masked. */
export type DeskPersonFound = DeskPerson & {
  readonly kyc: KycState
  readonly suspended: boolean
}

export type DeskPersonBalance = {
  readonly currency: string
  readonly available: string
  readonly held: string
  /** Whole rupiah, rounded down; null where no price is known. */
  readonly value: string | null
}

/** How much may leave within a day. */
export type DeskPersonLimit = {
  readonly currency: string
  readonly daily: string
  /** What everybody else may. */
  readonly usual: string
  /** Whether the person has a limit of his own. */
  readonly own: boolean
}

export type DeskPersonSession = {
  readonly id: number
  readonly created_at: string
  readonly last_seen_at: string
  readonly device: string
  /** A part of it is left out. */
  readonly address: string
}

export type DeskPersonNote = {
  readonly id: number
  readonly at: string
  readonly operator: string
  readonly text: string
}

/** All that is known of one person but what he did. */
export type DeskPersonDetail = {
  readonly person: DeskPerson
  readonly created_at: string
  readonly demo: boolean
  readonly email_verified: boolean
  /** Which roles of operators the person has. */
  readonly roles: readonly DeskRole[]
  /** Since when; null: it is not suspended. */
  readonly suspended_at: string | null
  readonly kyc: KycState
  readonly two_factor: boolean
  /** When operators take the second factor off; null: nobody is about to. */
  readonly factor_reset_at: string | null
  /** What the account's row says where it is not what we left; null: the account is not held. */
  readonly held_state: string | null
  readonly limits: readonly DeskPersonLimit[]
  readonly balances: readonly DeskPersonBalance[]
  /** Of all balances in whole rupiah; null where a price is missing. */
  readonly value: string | null
  readonly sessions: readonly DeskPersonSession[]
  readonly notes: readonly DeskPersonNote[]
}

export type DeskPersonOrder = {
  readonly id: number
  readonly market: string
  readonly side: 'buy' | 'sell'
  readonly price: string
  readonly quantity: string
  readonly remaining: string
  readonly created_at: string
}

/** Parts of the console where a transfer has its case. */
export type DeskTransferPart = 'deposits' | 'withdrawals' | 'chain-deposits' | 'chain-withdrawals'

export type DeskPersonTransfer = {
  readonly part: DeskTransferPart
  readonly id: number
  readonly created_at: string
  readonly currency: string
  readonly amount: string
  readonly state: string
}

export type DeskPersonEvent = {
  readonly at: string
  /** A dotted word. */
  readonly kind: string
  /** A part of it is left out; null where nobody did it from anywhere. */
  readonly address: string | null
}

/** What one person did lately, the newest first. */
export type DeskPersonActivity = {
  readonly orders: readonly DeskPersonOrder[]
  /** How many orders are open; those that are shown may be fewer. */
  readonly orders_total: number
  readonly transfers: readonly DeskPersonTransfer[]
  readonly events: readonly DeskPersonEvent[]
}
