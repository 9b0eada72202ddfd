/** The monthly bonus at the console: who is entitled, who is excluded and why, and who was paid. */
import * as z from 'zod/mini'

/** A month in Jakarta: `2026-11`. */
const month = z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))

export const DeskBonusQuery = z.object({ month: z.optional(month) })

/** Pays all unpaid bonuses of a month. */
export const PayBonuses = z.strictObject({ month })

/** Excludes a user with an unpaid bonus. */
export const ExcludeFromBonus = z.strictObject({
  month,
  user_id: z.number().check(z.int(), z.positive()),
})

export const bonusEntryStates = ['waiting', 'paid', 'excluded'] as const
export type BonusEntryState = (typeof bonusEntryStates)[number]

/**
 * Why a user with enough filled orders is not entitled: not verified, the same identity as another account,
 * too many orders matched with the same few users, or an operator's decision.
 */
export const bonusExclusions = ['not_verified', 'same_identity', 'same_people', 'operator'] as const
export type BonusExclusion = (typeof bonusExclusions)[number]
