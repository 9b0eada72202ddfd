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
