/** The monthly bonus at the console: who is entitled in a month, who is not and why, who was paid. */
import * as z from 'zod/mini'

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
