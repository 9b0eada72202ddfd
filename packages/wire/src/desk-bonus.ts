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

export type DeskBonusEntry = {
  readonly user_id: number
  /** Masked. */
  readonly name: string
  readonly filled: number
  /** Of those, the orders that count. */
  readonly counted: number
  readonly state: BonusEntryState
  readonly reason: BonusExclusion | null
  readonly paid_at: string | null
}

/** Amounts are decimal texts of rupiah. */
export type DeskBonus = {
  /** What is set now; the amount is for each person. */
  readonly is_on: boolean
  readonly amount: string
  readonly target: number
  /** How many orders with the same other person count. */
  readonly same_person_max: number
  /** What the house has for it. */
  readonly house: string
  /** The months that were closed, the newest first, with what was promised for each. */
  readonly months: readonly { readonly month: string; readonly amount: string }[]
  /** The month that is told; null while none was closed. */
  readonly month: string | null
  readonly entries: readonly DeskBonusEntry[]
  /** What paying all who wait comes to. */
  readonly waiting_sum: string
}
