/** The monthly bonus as the console tells it; pure. */
import {
  type BonusEntryState,
  type BonusExclusion,
  bonusEntryStates,
  bonusExclusions,
} from '@tukar/wire'
import { type JsonRecord, textAt } from '../../api/json.ts'
import { recordAt, recordsAt } from '../wire-reading.ts'

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
export type DeskBonus = {
  readonly isOn: boolean
  readonly amount: string
  readonly target: number
  readonly samePersonMax: number
  readonly house: string
  readonly months: readonly { readonly month: string; readonly amount: string }[]
  /** Empty while no month was closed. */
  readonly month: string
  readonly entries: readonly BonusEntry[]
  readonly waitingSum: string
}

/** The page's answer. */
export function readDeskBonus(body: JsonRecord): DeskBonus {
  const data = recordAt(body, 'data')
  return {
    isOn: data['is_on'] === true,
    amount: textAt(data, 'amount'),
    target: Number(textAt(data, 'target')),
    samePersonMax: Number(textAt(data, 'same_person_max')),
    house: textAt(data, 'house'),
    months: recordsAt(data, 'months').map((row) => ({
      month: textAt(row, 'month'),
      amount: textAt(row, 'amount'),
    })),
    month: textAt(data, 'month'),
    entries: recordsAt(data, 'entries').map(readEntry),
    waitingSum: textAt(data, 'waiting_sum'),
  }
}

function readEntry(row: JsonRecord): BonusEntry {
  return {
    userId: Number(textAt(row, 'user_id')),
    name: textAt(row, 'name'),
    filled: Number(textAt(row, 'filled')),
    counted: Number(textAt(row, 'counted')),
    state: bonusEntryStates.find((one) => one === row['state']) ?? 'excluded',
    reason: bonusExclusions.find((one) => one === row['reason']) ?? null,
    paidAt: textAt(row, 'paid_at'),
  }
}
