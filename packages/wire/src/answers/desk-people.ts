/** What the console's calls about people and their identities give. */
import * as z from 'zod/mini'
import { deskRoles } from '../desk/desk.ts'
import { identityDecisions, identityFileKinds } from '../desk/identity-cases.ts'
import { kycPieces, kycReasons, kycStates } from '../identity/kyc.ts'
import { deskTransferParts } from '../desk/people.ts'
import { DeskPerson } from './desk.ts'
import { Decimal, many, pageOf, Time } from './shapes.ts'

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

const recordStates = ['draft', 'submitted', 'in_review', 'rejected', 'approved'] as const

/** A case of the queue; its id is its person's. */
export const DeskIdentityRow = z.strictObject({
  id: z.int(),
  person: z.nullable(DeskPerson),
  state: z.enum(recordStates),
  kind: z.nullable(z.enum(['indonesia', 'global'])),
  reason: z.nullable(z.enum(kycReasons)),
  piece: z.nullable(z.enum(kycPieces)),
  submitted_at: z.nullable(Time),
  decided_at: z.nullable(Time),
  /** Name of the operator who decided; null: the machine, or nobody yet. */
  decided_by: z.nullable(z.string()),
})
export type DeskIdentityRow = z.infer<typeof DeskIdentityRow>

/** What the machine found; figures only, nothing that was read. */
export const DeskFinding = z.strictObject({
  source: z.enum(['steps', 'modal']),
  at: Time,
  verdict: z.enum(['approve', 'review']),
  /** What keeps the machine from approving, the weightiest first. */
  reasons: many(z.enum(kycReasons)),
  /** What the identity check said when it refused a picture. */
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
  /** Whether another account waits or is approved with the number; which one, the shown data say. */
  number_shared: z.boolean(),
  /** What may be decided now, by whoever has the role. */
  can: many(z.enum(identityDecisions)),
  /** Changes with the case: sent along, a decision is about nothing else. */
  version: z.int(),
})
export type DeskIdentity = z.infer<typeof DeskIdentity>

/** What a person wrote, as `KycDetails` has it. */
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
  /** As the person wrote it, or his document says it. */
  details: z.nullable(ShownDetails),
  /** What was read from the document, by finding, in the order of the findings. */
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
  /** Ids of other accounts that wait or are approved with the number that was typed or read. */
  used_by: many(z.int()),
  token: z.string(),
  /** Seconds that the token opens files. */
  expires_s: z.int(),
})
export type DeskIdentityShown = z.infer<typeof DeskIdentityShown>
