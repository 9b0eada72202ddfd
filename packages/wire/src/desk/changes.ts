/**
 * Changes of money or rules by an operator: preview, reason and confirmation by a second operator. Each kind
 * of change validates its own input.
 */
import * as z from 'zod/mini'
import { deskPage, deskReason } from './desk.ts'

const kindLengthMax = 60
const kind = z.string().check(z.maxLength(kindLengthMax), z.regex(/^[a-z]+(?:\.[a-z_]+)+$/))

/** The status of a change; `applying` is resumed after a restart. */
export const changeStatuses = [
  'waiting',
  'applying',
  'applied',
  'declined',
  'failed',
  'expired',
] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** Previews a change; nothing is stored. */
export const PreviewChange = z.object({ kind, input: z.unknown() })

/** Proposes a change; one that needs no second operator is applied at once. */
export const ProposeChange = z.object({ kind, input: z.unknown(), reason: deskReason })

/** Confirms or declines a proposal; the proposer can also decline it. */
export const DecideChange = z.object({
  decision: z.enum(['confirm', 'decline']),
  reason: deskReason,
})

export const DeskChangesQuery = z.object({
  status: z.optional(z.enum(changeStatuses)),
  kind: z.optional(kind),
  page: deskPage,
})
