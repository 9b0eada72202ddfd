/** The monthly bonus at the console: who is entitled in a month, who is not and why, who was paid. */
import * as z from 'zod/mini'
import { Decimal, many, Time } from './answers/shapes.ts'

/** A month of Jakarta: `2026-11`. */
const month = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))

export const DeskBonusQuery = z.object({ month: z.optional(month) })

/** Pays everybody of a month who waits for it. */
export const PayBonuses = z.strictObject({ month })

/** Takes somebody who waits out of a month. */
export const ExcludeFromBonus = z.strictObject({
  month,
  user_id: z.number().check(z.int(), z.positive()),
})

export const bonusEntryStates = ['waiting', 'paid', 'excluded'] as const
export type BonusEntryState = (typeof bonusEntryStates)[number]

/**
 * Why somebody who filled his orders is not entitled: not verified, the same identity as another, too many
 * orders matched with the same few people, or an operator's word.
 */
export const bonusExclusions = ['not_verified', 'same_identity', 'same_people', 'operator'] as const
export type BonusExclusion = (typeof bonusExclusions)[number]

export const DeskBonusEntry = z.strictObject({
  user_id: z.int(),
  /** Masked. */
  name: z.string(),
  filled: z.int(),
  /** Of those, the orders that count. */
  counted: z.int(),
  state: z.enum(bonusEntryStates),
  reason: z.nullable(z.enum(bonusExclusions)),
  paid_at: z.nullable(Time),
})
export type DeskBonusEntry = z.infer<typeof DeskBonusEntry>

/** Amounts are decimal texts of rupiah. */
export const DeskBonus = z.strictObject({
  /** What is set now; the amount is for each person. */
  is_on: z.boolean(),
  amount: Decimal,
  target: z.int(),
  /** How many orders with the same other person count. */
  same_person_max: z.int(),
  /** What the house has for it. */
  house: Decimal,
  /** The months that were closed, the newest first, with what was promised for each. */
  months: many(
    z.strictObject({
      month: z.string(),
      amount: Decimal,
    }),
  ),
  /** The month that is told; null while none was closed. */
  month: z.nullable(z.string()),
  entries: many(DeskBonusEntry),
  /** What paying all who wait comes to. */
  waiting_sum: Decimal,
})
export type DeskBonus = z.infer<typeof DeskBonus>
