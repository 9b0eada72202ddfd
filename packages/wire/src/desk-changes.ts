/**
 * Changes of money or rules by an operator: what would happen, why it is wanted, and the second person's
 * word. What a kind takes is looked at by the kind itself.
 */
import * as z from 'zod/mini'
import { deskPage, deskReason } from './desk.ts'

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
export type WireWords = { readonly en: string; readonly id: string }

/** One thing that changes, in words; amounts also in rupiah. Null: was not there, or will not be. */
export type DeskChangeLine = {
  readonly text: WireWords
  readonly before: WireWords | null
  readonly after: WireWords | null
}

export type DeskChangePreview = {
  /** What it is done to, as the record has it: `market:6`. */
  readonly subject: string
  readonly title: WireWords
  readonly lines: readonly DeskChangeLine[]
  readonly warnings: readonly WireWords[]
  readonly is_second_needed: boolean
}

/** What became of a proposal or of a decision. */
export type DeskChangeOutcome = { readonly id: number; readonly status: ChangeStatus }

export type DeskChangeRow = DeskChangePreview & {
  readonly id: number
  readonly kind: string
  readonly status: ChangeStatus
  readonly reason: string
  readonly proposed_by: string
  readonly proposed_at: string
  readonly expires_at: string
  readonly decided_by: string | null
  readonly decided_at: string | null
  readonly decided_reason: string | null
  /** Why it could not be carried out, in the reader's language; null where nothing is known. */
  readonly failure: string | null
  /** What whoever asks may decide. */
  readonly can: readonly ('confirm' | 'decline')[]
}

/** A page of changes, newest first. */
export type DeskChanges = {
  readonly datas: readonly DeskChangeRow[]
  readonly total: number
  readonly page: number
  readonly rows: number
}
