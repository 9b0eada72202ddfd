/**
 * Everybody's bourse fees and taxes, summed from the trades, and the same from the ledger. What a day came
 * to that is over never changes again: it is kept in memory, so that only today is read anew.
 */
import type { Database } from '../../platform/database/pool.ts'
import { inSnapshot } from '../../platform/database/transaction.ts'
import { chargeCodes, type ChargeName } from './charge-lines.ts'
import { dayAt, type Span, spanOf } from './period.ts'
import {
  chargedEver,
  type ChargeTotal,
  firstTradeMs,
  type LedgerSum,
  type Reading,
  sumCharges,
  sumLedger,
} from './store.ts'

/** The tables hold what happened so long ago, also on a slow day. */
const settledMs = 600_000

/** What trades and ledger say of one kind of charge in one currency, in its units. */
export type ChargeProof = {
  readonly kind: ChargeName
  readonly currencyId: number
  /** Of the month: by the trades, and by the ledger's entries. */
  readonly traded: number
  readonly booked: number
  /** Of all time: by the trades, and by the account's balance and what left it. */
  readonly tradedEver: number
  readonly bookedEver: number
}

export type MonthTotals = {
  readonly totals: readonly ChargeTotal[]
  readonly proofs: readonly ChargeProof[]
  /** When the first trade of all was made; null where there was none. */
  readonly firstMs: number | null
}

export type ChargeTotals = {
  readonly ofMonth: (year: number, month: number) => Promise<MonthTotals>
}

/** The sums of a day or more. */
type Sums = { readonly traded: readonly ChargeTotal[]; readonly booked: readonly LedgerSum[] }

/** Each kind's account has the number after its code. */
const kinds = (['vat', 'income_tax', 'bourse'] as const).map((kind) => ({
  kind,
  accountId: chargeCodes[kind] + 1,
}))
const accountIds = kinds.map(({ accountId }) => accountId)

/** @param clock milliseconds since 1970 */
export function createChargeTotals(database: Database, clock: () => number): ChargeTotals {
  const kept = new Map<number, Sums>()

  async function ofDay(reading: Reading, day: Span): Promise<Sums> {
    const known = kept.get(day.fromMs)
    if (known !== undefined) return known
    const traded = await sumCharges(reading, day)
    const sums = { traded, booked: await sumLedger(reading, accountIds, day) }
    if (day.toMs + settledMs < clock()) kept.set(day.fromMs, sums)
    return sums
  }
  /** Days without a trade are passed over. */
  async function within(reading: Reading, { fromMs, toMs }: Span): Promise<Sums> {
    const days: Sums[] = []
    let atMs = await firstTradeMs(reading, fromMs)
    while (atMs !== null && atMs < toMs) {
      const day = dayAt(atMs)
      days.push(await ofDay(reading, day))
      atMs = await firstTradeMs(reading, day.toMs)
    }
    return {
      traded: merged(days.flatMap(({ traded }) => traded)),
      booked: days.flatMap(({ booked }) => booked),
    }
  }

  return {
    // All of one moment, for trades go on meanwhile.
    ofMonth: (year, month) =>
      inSnapshot(database, async (reading) => {
        const bookedEver = await chargedEver(reading, accountIds)
        const firstMs = await firstTradeMs(reading)
        const ever = await within(reading, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER })
        const ofMonth = await within(reading, spanOf({ year, month }))
        return {
          totals: ofMonth.traded,
          proofs: proofsFrom(ofMonth, { traded: ever.traded, booked: bookedEver }),
          firstMs,
        }
      }),
  }
}

/** Totals of the same market, side, kind, rate and currency as one. */
function merged(totals: readonly ChargeTotal[]): readonly ChargeTotal[] {
  const sums = new Map<string, ChargeTotal>()
  for (const total of totals) {
    const { symbol, side, kind, ratePpm, currencyId } = total
    const key = [kind, ratePpm, symbol, side, currencyId].join(' ')
    const before = sums.get(key)
    sums.set(key, {
      ...total,
      count: total.count + (before?.count ?? 0),
      amount: total.amount + (before?.amount ?? 0),
      baseRupiah: total.baseRupiah + (before?.baseRupiah ?? 0),
      amountRupiah: total.amountRupiah + (before?.amountRupiah ?? 0),
      unvalued: total.unvalued + (before?.unvalued ?? 0),
    })
  }
  return [...sums.values()]
}

function proofsFrom(ofMonth: Sums, ever: Sums): readonly ChargeProof[] {
  const currencyIds = [
    ...new Set([...ever.traded, ...ever.booked].map(({ currencyId }) => currencyId)),
  ].toSorted((one, other) => one - other)
  return kinds.flatMap(({ kind, accountId }) => {
    const tradedIn = ({ traded }: Sums, currencyId: number) =>
      sumOf(traded.filter((each) => each.kind === kind && each.currencyId === currencyId))
    const bookedIn = ({ booked }: Sums, currencyId: number) =>
      sumOf(booked.filter((each) => each.accountId === accountId && each.currencyId === currencyId))
    return currencyIds
      .map((currencyId) => ({
        kind,
        currencyId,
        traded: tradedIn(ofMonth, currencyId),
        booked: bookedIn(ofMonth, currencyId),
        tradedEver: tradedIn(ever, currencyId),
        bookedEver: bookedIn(ever, currencyId),
      }))
      .filter(({ tradedEver, bookedEver }) => tradedEver !== 0 || bookedEver !== 0)
  })
}

const sumOf = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)
