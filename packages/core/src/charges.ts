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
import type { TapedCharge } from './event-tape.ts'
import type { World } from './world.ts'

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
type ChargeLine = TapedCharge & {
  readonly ratePpm: RatePpm
  readonly isFee: boolean
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
  const linesOf = (side: Side, payers: readonly ChargePayer[]): ChargeLine[] =>
    rows
      .filter((row) => payers.includes(row.payer))
      .map((row) => {
        const houseId = chargeAccounts[row.chargeKind]
        const isSeller = side === 'sell'
        return chargeLine(row, isSeller ? rowOf.quote(houseId) : rowOf.base(houseId))
      })
  return {
    until,
    buyingMaker: linesOf('buy', ['maker', 'buyer', 'both']),
    buyingTaker: linesOf('buy', ['taker', 'buyer', 'both']),
    sellingMaker: linesOf('sell', ['maker', 'seller', 'both']),
    sellingTaker: linesOf('sell', ['taker', 'seller', 'both']),
  }
}

function chargeLine(row: ChargeSchedule, houseRow: number): ChargeLine {
  const { chargeKind, scheduleId, ratePpm } = row
  return {
    kindCode: chargeKinds.indexOf(chargeKind),
    scheduleId,
    ratePpm,
    isFee: chargeKind === 'fee',
    isOfFee: row.base === 'fee',
    isTax: chargeKind === 'vat' || chargeKind === 'income_tax',
    houseRow,
  }
}

/** By kind, then payer: the fee comes before what is a share of it. */
function rank(row: ChargeSchedule): number {
  return chargeKinds.indexOf(row.chargeKind) * chargePayers.length + chargePayers.indexOf(row.payer)
}

/**
 * Takes the charges of one side of a fill from what it received, and writes them behind its `traded`.
 *
 * @param gross what the side receives before charges
 * @param row the balance row in which it received that
 * @returns the taxes' sum
 */
export function chargeSide(
  world: World,
  lines: readonly ChargeLine[],
  gross: CurrencyUnits,
  row: number,
): CurrencyUnits {
  let fees = 0
  let taxes = 0
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    const amount = chargeAmount(line.isOfFee ? currencyUnits(fees) : gross, line.ratePpm)
    if (line.isFee) fees += amount
    if (line.isTax) taxes += amount
    if (amount > 0) world.ledger.pay(row, line.houseRow, amount)
    world.tape.charged(line, amount)
  }
  return currencyUnits(taxes)
}
