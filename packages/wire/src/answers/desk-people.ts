/** Answers of the console's calls for users and their identities. */
import * as z from 'zod/mini'
import { deskRoles } from '../desk/desk.ts'
import { identityDecisions, identityFileKinds } from '../desk/identity-cases.ts'
import { kycPieces, kycReasons, kycStates } from '../identity/kyc.ts'
import { deskTransferParts } from '../desk/people.ts'
import { DeskPerson } from './desk.ts'
import { Decimal, many, pageOf, Time } from './shapes.ts'

/** A row of the list, without personal data. */
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

/** A found user, masked. */
export const DeskPersonFound = z.extend(DeskPerson, {
  kyc: z.enum(kycStates),
  suspended: z.boolean(),
})
export type DeskPersonFound = z.infer<typeof DeskPersonFound>

export const DeskPersonBalance = z.strictObject({
  currency: z.string(),
  available: Decimal,
  held: Decimal,
  /** Whole rupiah, rounded down; null without a known price. */
  value: z.nullable(Decimal),
})
export type DeskPersonBalance = z.infer<typeof DeskPersonBalance>

/** The daily withdrawal limit. */
export const DeskPersonLimit = z.strictObject({
  currency: z.string(),
  daily: Decimal,
  /** The default limit of all users. */
  usual: Decimal,
  /** Whether the user has an individual limit. */
  own: z.boolean(),
})
export type DeskPersonLimit = z.infer<typeof DeskPersonLimit>

export const DeskPersonSession = z.strictObject({
  id: z.int(),
  created_at: Time,
  last_seen_at: Time,
  device: z.string(),
  /** Shortened. */
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

/** All data of one user except activity. */
export const DeskPersonDetail = z.strictObject({
  person: DeskPerson,
  created_at: Time,
  demo: z.boolean(),
  email_verified: z.boolean(),
  /** The user's operator roles. */
  roles: many(z.enum(deskRoles)),
  /** Since when; null if the account is not suspended. */
  suspended_at: z.nullable(Time),
  kyc: z.enum(kycStates),
  two_factor: z.boolean(),
  /** When operators will disable the second factor; null if no reset is pending. */
  factor_reset_at: z.nullable(Time),
  /** The state of an account whose row does not match its proof; null if the account is not held. */
  held_state: z.nullable(z.string()),
  limits: many(DeskPersonLimit),
  balances: many(DeskPersonBalance),
  /** The sum of all balances in whole rupiah; null while a price is missing. */
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
  /** A dotted kind. */
  kind: z.string(),
  /** Shortened; null if no client caused it. */
  address: z.nullable(z.string()),
})
export type DeskPersonEvent = z.infer<typeof DeskPersonEvent>

/** The recent activity of one user, the newest first. */
export const DeskPersonActivity = z.strictObject({
  orders: many(DeskPersonOrder),
  /** The number of open orders; the list may have fewer. */
  orders_total: z.int(),
  transfers: many(DeskPersonTransfer),
  events: many(DeskPersonEvent),
})
export type DeskPersonActivity = z.infer<typeof DeskPersonActivity>

const recordStates = ['draft', 'submitted', 'in_review', 'rejected', 'approved'] as const

/** A case of the queue; its id is its user's. */
export const DeskIdentityRow = z.strictObject({
  id: z.int(),
  person: z.nullable(DeskPerson),
  state: z.enum(recordStates),
  kind: z.nullable(z.enum(['indonesia', 'global'])),
  reason: z.nullable(z.enum(kycReasons)),
  piece: z.nullable(z.enum(kycPieces)),
  submitted_at: z.nullable(Time),
  decided_at: z.nullable(Time),
  /** The deciding operator's name; null: an automatic decision, or none yet. */
  decided_by: z.nullable(z.string()),
})
export type DeskIdentityRow = z.infer<typeof DeskIdentityRow>

/** The findings of the automatic check: figures only, no personal data. */
export const DeskFinding = z.strictObject({
  source: z.enum(['steps', 'modal']),
  at: Time,
  verdict: z.enum(['approve', 'review']),
  /** Why the check did not approve automatically, the most important first. */
  reasons: many(z.enum(kycReasons)),
  /** The check's reason for refusing an image. */
  refusal: z.nullable(z.string()),
  /** Of the face: 0 to 1. */
  probability: z.nullable(z.number()),
  quality: z.nullable(z.number()),
  document: z.nullable(
    z.strictObject({
      kind: z.enum(['ktp', 'passport', 'unknown']),
      /** Of the text: 0 to 1. */
      confidence: z.number(),
      face_quality: z.nullable(z.number()),
      matches: z.strictObject({
        name: z.nullable(z.number()),
        number: z.nullable(z.boolean()),
        birth_date: z.nullable(z.boolean()),
      }),
    }),
  ),
})
export type DeskFinding = z.infer<typeof DeskFinding>

export const DeskIdentityStep = z.strictObject({
  at: Time,
  from: z.string(),
  to: z.string(),
  /** `machine`, `user`, or the name of an operator. */
  actor: z.string(),
  cause: z.nullable(z.string()),
})
export type DeskIdentityStep = z.infer<typeof DeskIdentityStep>

export const DeskIdentity = z.extend(DeskIdentityRow, {
  /** Masked; null before there are details. */
  masked: z.nullable(
    z.strictObject({
      name: z.string(),
      number: z.nullable(z.string()),
      number_kind: z.enum(['ktp', 'passport']),
    }),
  ),
  files: many(
    z.strictObject({
      kind: z.enum(identityFileKinds),
      at: Time,
    }),
  ),
  /** The newest first. */
  findings: many(DeskFinding),
  steps: many(DeskIdentityStep),
  /** Whether another account with the same number is pending or approved; the revealed data tell which. */
  number_shared: z.boolean(),
  /** The decisions that the role's operators can make now. */
  can: many(z.enum(identityDecisions)),
  /** Changes with the case. A decision sends it, and is refused for another version. */
  version: z.int(),
})
export type DeskIdentity = z.infer<typeof DeskIdentity>

/** The details that the user entered, in the form of `KycDetails`. */
const ShownDetails = z.strictObject({
  name: z.string(),
  phone: z.nullable(z.string()),
  birthPlace: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  gender: z.nullable(z.enum(['M', 'F'])),
  address: z.nullable(z.string()),
  profession: z.nullable(z.string()),
  number: z.nullable(z.string()),
  numberKind: z.enum(['ktp', 'passport']),
  npwp: z.nullable(z.string()),
  city: z.nullable(z.string()),
  province: z.nullable(z.string()),
  nationality: z.nullable(z.string()),
})

export const DeskIdentityShown = z.strictObject({
  id: z.int(),
  email: z.nullable(z.string()),
  /** From the user's input or the document. */
  details: z.nullable(ShownDetails),
  /** Texts read from the document, in the order of the findings. */
  read: many(
    z.strictObject({
      name: z.nullable(z.string()),
      number: z.nullable(z.string()),
      birth_date: z.nullable(z.string()),
    }),
  ),
  /** At `/desk/identity/{id}/file/{file id}?token=`. */
  files: many(
    z.strictObject({
      id: z.string(),
      kind: z.enum(identityFileKinds),
      media_type: z.string(),
      at: Time,
    }),
  ),
  /** Ids of other accounts, pending or approved, with the entered or read number. */
  used_by: many(z.int()),
  token: z.string(),
  /** How long the token opens files, in seconds. */
  expires_s: z.int(),
})
export type DeskIdentityShown = z.infer<typeof DeskIdentityShown>
