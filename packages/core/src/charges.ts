/**
 * Dated charges: which schedules apply to a market at a time, and what they charge for a fill. A
 * charge is deducted from what a side receives, in that currency, rounded down for each fill.
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
import type { RecordedCharge } from './state/event-buffer.ts'
import type { ExchangeState } from './state/exchange-state.ts'

/**
 * The highest rates: 5 % of the gross amount, 25 % of the fee. With at most three schedules of each of the
 * four kinds, a side pays less than 60 %, so it always receives something.
 */
export const grossRatePpmMax = 50_000
export const feeRatePpmMax = 250_000

/** The house account that receives each kind of charge. */
const chargeAccounts = {
  fee: houseAccounts.fees,
  bourse: houseAccounts.bourse,
  vat: houseAccounts.vat,
  income_tax: houseAccounts.incomeTax,
} as const satisfies Record<ChargeKind, number>

/** One charge that one side of a fill pays. */
type ActiveCharge = RecordedCharge & {
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
  readonly buyingMaker: readonly ActiveCharge[]
  readonly buyingTaker: readonly ActiveCharge[]
  readonly sellingMaker: readonly ActiveCharge[]
  readonly sellingTaker: readonly ActiveCharge[]
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
  const chargesFor = (side: Side, payers: readonly ChargePayer[]): ActiveCharge[] =>
    rows
      .filter((row) => payers.includes(row.payer))
      .map((row) => {
        const houseId = chargeAccounts[row.chargeKind]
        const isSeller = side === 'sell'
        return toActiveCharge(row, isSeller ? rowOf.quote(houseId) : rowOf.base(houseId))
      })
  return {
    until,
    buyingMaker: chargesFor('buy', ['maker', 'buyer', 'both']),
    buyingTaker: chargesFor('buy', ['taker', 'buyer', 'both']),
    sellingMaker: chargesFor('sell', ['maker', 'seller', 'both']),
    sellingTaker: chargesFor('sell', ['taker', 'seller', 'both']),
  }
}

function toActiveCharge(row: ChargeSchedule, houseRow: number): ActiveCharge {
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

/** Sorts by kind, then payer: the fee comes before charges that are a share of it. */
function rank(row: ChargeSchedule): number {
  return chargeKinds.indexOf(row.chargeKind) * chargePayers.length + chargePayers.indexOf(row.payer)
}

/**
 * Deducts the charges of one side of a fill from what it received, and appends them to the `traded` record.
 *
 * @param gross what the side receives before charges
 * @param row the balance row that received it
 * @returns the sum of the taxes
 */
export function chargeSide(
  state: ExchangeState,
  lines: readonly ActiveCharge[],
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
    if (amount > 0) state.ledger.pay(row, line.houseRow, amount)
    state.eventBuffer.charged(line, amount)
  }
  return currencyUnits(taxes)
}
