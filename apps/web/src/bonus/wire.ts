/** Converts the answers about the monthly bonus from wire names. */
import type { BonusCountData, BonusMonthData, LastBonus } from '@tukar/wire'

export type Bonus = {
  /** Milliseconds since 1970; the end is exclusive. */
  readonly startMs: number
  readonly endMs: number
  readonly target: number
  readonly count: number
  /** The orders that count for the bonus. */
  readonly counted: number
  /** A decimal text in rupiah; null if the exchange promises no amount. */
  readonly amount: string | null
  readonly last: LastMonth | null
}

/** The outcome of the previous month; null if too few orders were filled. */
export type LastMonth = {
  /** `2026-10` */
  readonly month: string
  readonly state: string
  /** Why there is no bonus; empty if there is one. */
  readonly reason: string
  /** A decimal text in rupiah. */
  readonly amount: string
}

function readLast({ month, state, reason, amount }: LastBonus): LastMonth {
  return { month, state, reason: reason ?? '', amount }
}

/** Reads the data of both answers. */
export function readBonus(period: BonusMonthData, { count, counted }: BonusCountData): Bonus {
  const { start, end, target, amount, last_month: last } = period
  return {
    startMs: Date.parse(start),
    endMs: Date.parse(end),
    target,
    count,
    counted,
    amount: /[1-9]/.test(amount) ? amount : null,
    last: last === null ? null : readLast(last),
  }
}
