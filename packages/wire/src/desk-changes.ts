/**
 * Changes of money or rules by an operator: what would happen, why it is wanted, and the second person's
 * word. What a kind takes is looked at by the kind itself.
 */
import * as z from 'zod/mini'
import { deskPage, deskReason } from './desk.ts'
import { many, pageOf, Time } from './answers/shapes.ts'

const kindLengthMax = 60
const kind = z.string().check(z.maxLength(kindLengthMax), z.regex(/^[a-z]+(?:\.[a-z_]+)+$/))

/** What became of a change; `applying` is being carried out, and taken up again after a restart. */
export const changeStatuses = [
  'waiting',
  'applying',
  'applied',
  'declined',
  'failed',
  'expired',
] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** Asks what a change would do; nothing is kept. */
export const PreviewChange = z.object({ kind, input: z.unknown() })

/** Proposes a change; one that needs no second person is carried out at once. */
export const ProposeChange = z.object({ kind, input: z.unknown(), reason: deskReason })

/** Confirms or declines what another operator proposed; whoever proposed it may decline it too. */
export const DecideChange = z.object({
  decision: z.enum(['confirm', 'decline']),
  reason: deskReason,
})

export const DeskChangesQuery = z.object({
  status: z.optional(z.enum(changeStatuses)),
  kind: z.optional(kind),
  page: deskPage,
})

/** A text in both languages. */
export const WireWords = z.strictObject({
  en: z.string(),
  id: z.string(),
})
export type WireWords = z.infer<typeof WireWords>

/** One thing that changes, in words; amounts also in rupiah. Null: was not there, or will not be. */
export const DeskChangeLine = z.strictObject({
  text: WireWords,
  before: z.nullable(WireWords),
  after: z.nullable(WireWords),
})
export type DeskChangeLine = z.infer<typeof DeskChangeLine>

export const DeskChangePreview = z.strictObject({
  /** What it is done to, as the record has it: `market:6`. */
  subject: z.string(),
  title: WireWords,
  lines: many(DeskChangeLine),
  warnings: many(WireWords),
  is_second_needed: z.boolean(),
})
export type DeskChangePreview = z.infer<typeof DeskChangePreview>

/** What became of a proposal or of a decision. */
export const DeskChangeOutcome = z.strictObject({
  id: z.int(),
  status: z.enum(changeStatuses),
})
export type DeskChangeOutcome = z.infer<typeof DeskChangeOutcome>

export const DeskChangeRow = z.extend(DeskChangePreview, {
  id: z.int(),
  kind: z.string(),
  status: z.enum(changeStatuses),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: Time,
  expires_at: Time,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Time),
  decided_reason: z.nullable(z.string()),
  /** Why it could not be carried out, in the reader's language; null where nothing is known. */
  failure: z.nullable(z.string()),
  /** What whoever asks may decide. */
  can: many(z.enum(['confirm', 'decline'])),
})
export type DeskChangeRow = z.infer<typeof DeskChangeRow>

/** A page of changes, newest first. */
export const DeskChanges = pageOf(DeskChangeRow)
export type DeskChanges = z.infer<typeof DeskChanges>
