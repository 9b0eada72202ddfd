/** Converts the monthly bonus from wire names. */
import type { BonusEntryState, BonusExclusion, DeskBonus, DeskBonusEntry } from '@tukar/wire'

export type BonusEntry = {
  readonly userId: number
  readonly name: string
  readonly filled: number
  readonly counted: number
  readonly state: BonusEntryState
  readonly reason: BonusExclusion | null
  readonly paidAt: string
}

/** Amounts are decimal texts of rupiah. */
export type BonusMonths = {
  readonly isOn: boolean
  readonly amount: string
  readonly target: number
  readonly samePersonMax: number
  readonly house: string
  readonly months: readonly { readonly month: string; readonly amount: string }[]
  /** Empty until a month was closed. */
  readonly month: string
  readonly entries: readonly BonusEntry[]
  readonly waitingSum: string
}

/** Reads the answer about the bonus. */
export function toBonusMonths(data: DeskBonus): BonusMonths {
  return {
    isOn: data.is_on,
    amount: data.amount,
    target: data.target,
    samePersonMax: data.same_person_max,
    house: data.house,
    months: data.months.map((row) => ({
      month: row.month,
      amount: row.amount,
    })),
    month: data.month ?? '',
    entries: data.entries.map(toEntry),
    waitingSum: data.waiting_sum,
  }
}

function toEntry(row: DeskBonusEntry): BonusEntry {
  return {
    userId: row.user_id,
    name: row.name,
    filled: row.filled,
    counted: row.counted,
    state: row.state,
    reason: row.reason,
    paidAt: row.paid_at ?? '',
  }
}
