/**
 * Dated charges: which rows apply to a market at a time, and what they take from a fill.
 * A charge is taken from what a side receives, in that currency, rounded down for each fill.
 */
import { chargeAmount, type CurrencyUnits } from '@tukar/money'
import { houseAccounts } from './accounts.ts'
import type { ChargeKind, ChargePayer, ChargeSchedule, Side } from './commands.ts'
import type { Charge } from './events.ts'

/** In the order in which a fill's charges are listed: a charge on the fee comes after the fee. */
export const chargeKinds = ['fee', 'bourse', 'vat', 'income_tax'] as const
export const chargePayers = ['maker', 'taker', 'buyer', 'seller', 'both'] as const
export const chargeBases = ['gross', 'fee'] as const

/** No charge on the gross is above 5 %, none on the fee above 25 %: a side always receives something. */
export const grossRatePpmMax = 50_000
export const feeRatePpmMax = 250_000

/** The house account that each kind of charge is owed to. */
export const chargeAccounts = {
  fee: houseAccounts.fees,
  bourse: houseAccounts.bourse,
  vat: houseAccounts.vat,
  income_tax: houseAccounts.incomeTax,
} as const satisfies Record<ChargeKind, number>

/** The charges that apply to a market until `until`. */
type ActiveCharges = { readonly rows: readonly ChargeSchedule[]; readonly until: number }

export class ChargeTable {
  readonly #schedules = new Map<number, ChargeSchedule>()
  readonly #active = new Map<number, ActiveCharges>()

  /** Adds or replaces a row. */
  set(schedule: ChargeSchedule): void {
    this.#schedules.set(schedule.scheduleId, schedule)
    this.#active.clear()
  }

  get(scheduleId: number): ChargeSchedule | undefined {
    return this.#schedules.get(scheduleId)
  }

  rows(): Iterable<ChargeSchedule> {
    return this.#schedules.values()
  }

  /** The rows that apply to a market at a time, in the order of their kinds. */
  active(marketId: number, time: number): readonly ChargeSchedule[] {
    const known = this.#active.get(marketId)
    if (known !== undefined && time < known.until) return known.rows
    const found = this.#findActive(marketId, time)
    this.#active.set(marketId, found)
    return found.rows
  }

  #findActive(marketId: number, time: number): ActiveCharges {
    const latest = new Map<string, ChargeSchedule>()
    let until = Number.POSITIVE_INFINITY
    for (const row of this.#schedules.values()) {
      if (row.marketId !== marketId) continue
      if (row.from > time) {
        if (row.from < until) until = row.from
        continue
      }
      const name = `${row.chargeKind} ${row.payer}`
      const rival = latest.get(name)
      if (rival === undefined || isLater(row, rival)) latest.set(name, row)
    }
    const rows = [...latest.values()].filter((row) => row.ratePpm > 0)
    rows.sort((one, other) => rank(one) - rank(other))
    return { rows, until }
  }
}

/** Later by its date; of two of one date the one with the higher id. */
function isLater(row: ChargeSchedule, rival: ChargeSchedule): boolean {
  return row.from > rival.from || (row.from === rival.from && row.scheduleId > rival.scheduleId)
}

function rank(row: ChargeSchedule): number {
  return chargeKinds.indexOf(row.chargeKind) * chargePayers.length + chargePayers.indexOf(row.payer)
}

/** One side of a fill, as far as charges ask. */
export type ChargedSide = {
  readonly side: Side
  readonly isTaker: boolean
  readonly currencyId: number
  /** What the side receives before charges. */
  readonly gross: CurrencyUnits
}

/** Appends the charges of one side of a fill and returns their sum. */
export function chargeSide(
  active: readonly ChargeSchedule[],
  charged: ChargedSide,
  charges: Charge[],
): CurrencyUnits {
  const { side, currencyId } = charged
  let fees = 0
  let total = 0
  for (const row of active) {
    if (!pays(row.payer, charged)) continue
    const base = (row.base === 'gross' ? charged.gross : fees) as CurrencyUnits
    const amount = chargeAmount(base, row.ratePpm)
    if (row.chargeKind === 'fee') fees += amount
    total += amount
    const { chargeKind, ratePpm, scheduleId } = row
    charges.push({ side, chargeKind, currencyId, amount, ratePpm, scheduleId })
  }
  return total as CurrencyUnits
}

function pays(payer: ChargePayer, charged: ChargedSide): boolean {
  switch (payer) {
    case 'both':
      return true
    case 'taker':
      return charged.isTaker
    case 'maker':
      return !charged.isTaker
    case 'buyer':
      return charged.side === 'buy'
    case 'seller':
      return charged.side === 'sell'
  }
}
