/**
 * Dated charges: which rows apply to a market at a time, and what they take from a fill.
 * A charge is taken from what a side receives, in that currency, rounded down for each fill.
 */
import { chargeAmount, currencyUnits, type CurrencyUnits, type RatePpm } from '@tukar/money'
import { houseAccounts } from './accounts.ts'
import {
  type ChargeKind,
  chargeKinds,
  type ChargePayer,
  chargePayers,
  type ChargeSchedule,
  type Side,
} from './commands.ts'
import type { Charge } from './events.ts'
import type { Ledger } from './ledger.ts'

/**
 * No charge on the gross is above 5 %, none on the fee above 25 %: with at most three rows of each of
 * the four kinds a side pays less than 60 %, so it always receives something.
 */
export const grossRatePpmMax = 50_000
export const feeRatePpmMax = 250_000

/** The house account that each kind of charge is owed to. */
const chargeAccounts = {
  fee: houseAccounts.fees,
  bourse: houseAccounts.bourse,
  vat: houseAccounts.vat,
  income_tax: houseAccounts.incomeTax,
} as const satisfies Record<ChargeKind, number>

/** One charge that one side of a fill pays. */
type ChargeLine = {
  readonly chargeKind: ChargeKind
  readonly scheduleId: number
  readonly ratePpm: RatePpm
  readonly isOfFee: boolean
  readonly isTax: boolean
  /** The balance row that it is paid to. */
  readonly houseRow: number
}

/** The charges of a market until the next date of its schedules. */
export type ActiveCharges = {
  /** First millisecond at which they no longer apply. */
  readonly until: number
  readonly buyingMaker: readonly ChargeLine[]
  readonly buyingTaker: readonly ChargeLine[]
  readonly sellingMaker: readonly ChargeLine[]
  readonly sellingTaker: readonly ChargeLine[]
}

/** The charges that apply at a time, from a market's schedules. */
export function findActiveCharges(
  schedules: readonly ChargeSchedule[],
  time: number,
  rowOf: {
    readonly base: (houseId: number) => number
    readonly quote: (houseId: number) => number
  },
): ActiveCharges {
  const latest = new Map<string, ChargeSchedule>()
  let until = Number.POSITIVE_INFINITY
  for (const row of schedules) {
    if (row.from > time) {
      if (row.from < until) until = row.from
      continue
    }
    const name = `${row.chargeKind} ${row.payer}`
    const rival = latest.get(name)
    if (rival === undefined || row.from > rival.from) latest.set(name, row)
  }
  const rows = [...latest.values()].filter((row) => row.ratePpm > 0)
  rows.sort((one, other) => rank(one) - rank(other))
  const linesOf = (payers: readonly ChargePayer[], houseRow: (houseId: number) => number) =>
    rows
      .filter((row) => payers.includes(row.payer))
      .map((row) => chargeLine(row, houseRow(chargeAccounts[row.chargeKind])))
  return {
    until,
    buyingMaker: linesOf(['maker', 'buyer', 'both'], rowOf.base),
    buyingTaker: linesOf(['taker', 'buyer', 'both'], rowOf.base),
    sellingMaker: linesOf(['maker', 'seller', 'both'], rowOf.quote),
    sellingTaker: linesOf(['taker', 'seller', 'both'], rowOf.quote),
  }
}

function chargeLine(row: ChargeSchedule, houseRow: number): ChargeLine {
  const { chargeKind, scheduleId, ratePpm } = row
  const isTax = chargeKind === 'vat' || chargeKind === 'income_tax'
  return { chargeKind, scheduleId, ratePpm, isOfFee: row.base === 'fee', isTax, houseRow }
}

/** By kind, then payer: the fee comes before what is a share of it. */
function rank(row: ChargeSchedule): number {
  return chargeKinds.indexOf(row.chargeKind) * chargePayers.length + chargePayers.indexOf(row.payer)
}

/** One side of a fill, as far as charges ask. */
export type ChargedSide = {
  readonly side: Side
  readonly currencyId: number
  /** What the side receives before charges. */
  readonly gross: CurrencyUnits
  /** The balance row in which it received that. */
  readonly row: number
}

/** Takes the charges of one side from what it received; appends them and returns the taxes' sum. */
export function chargeSide(
  ledger: Ledger,
  lines: readonly ChargeLine[],
  charged: ChargedSide,
  charges: Charge[],
): CurrencyUnits {
  const { side, currencyId, gross, row } = charged
  let fees = 0
  let taxes = 0
  for (const { chargeKind, scheduleId, ratePpm, isOfFee, isTax, houseRow } of lines) {
    const amount = chargeAmount(isOfFee ? currencyUnits(fees) : gross, ratePpm)
    if (chargeKind === 'fee') fees += amount
    if (isTax) taxes += amount
    if (amount > 0) ledger.pay(row, houseRow, amount)
    charges.push({ side, chargeKind, currencyId, amount, ratePpm, scheduleId })
  }
  return currencyUnits(taxes)
}
