/**
 * Everybody's bourse fees and taxes, summed from the trades, and the same from the ledger. What a day came
 * to that is over never changes again: it is summed once and kept, so that only today is read anew.
 */
import { isProjectedUntil } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { inSnapshot } from '../../platform/database/transaction.ts'
import type { Span } from '../../platform/time/span.ts'
import { chargeCodes, type ChargeName } from './charge-lines.ts'
import { type DaySums, endOfSavedDays, saveDay, listSavedDays } from './saved-days.ts'
import { dayAt, partsOfDay, spanOf } from './period.ts'
import {
  chargedEver,
  type ChargeTotal,
  firstTradeMs,
  type LedgerSum,
  type Reading,
  sumCharges,
  sumLedger,
} from './store.ts'

/** What happened so long ago was decided, and stands in the journal. */
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
  /** Sums the days that are over and were not summed yet. */
  readonly sweep: () => Promise<void>
}

/** Each kind's account has the number after its code. */
const kinds = (['vat', 'income_tax', 'bourse'] as const).map((kind) => ({
  kind,
  accountId: chargeCodes[kind] + 1,
}))
const accountIds = kinds.map(({ accountId }) => accountId)
const everMs = Number.MAX_SAFE_INTEGER

/** @param clock milliseconds since 1970 */
export function createChargeTotals(database: Database, clock: () => number): ChargeTotals {
  /** Parts of a day that still runs. */
  const parts = new Map<number, DaySums>()
  /** Whether nothing comes to it any more; asked before it is read. */
  const isOver = async (reading: Reading, { toMs }: Span): Promise<boolean> =>
    toMs + settledMs < clock() && isProjectedUntil(reading, toMs)

  /** A part at a time, so that no statement reads for long however much was traded. */
  async function sumDay(reading: Reading, day: Span): Promise<DaySums> {
    const found: DaySums[] = []
    for (const part of partsOfDay(day)) {
      const known = parts.get(part.fromMs)
      const isKept = known !== undefined || (await isOver(reading, part))
      const sums = known ?? {
        traded: await sumCharges(reading, part),
        booked: await sumLedger(reading, accountIds, part),
      }
      if (isKept) parts.set(part.fromMs, sums)
      found.push(sums)
    }
    return joined(found)
  }
  async function within(
    reading: Reading,
    kept: ReadonlyMap<number, DaySums>,
    { fromMs, toMs }: Span,
  ): Promise<DaySums> {
    const days = [...kept].flatMap(([dayMs, sums]) =>
      dayMs >= fromMs && dayMs < toMs ? [sums] : [],
    )
    const keptToMs = Math.max(0, ...[...kept.keys()].map((dayMs) => dayAt(dayMs).toMs))
    const rest = { fromMs: Math.max(fromMs, keptToMs), toMs }
    for await (const day of daysWithTrades(reading, rest)) days.push(await sumDay(reading, day))
    return joined(days)
  }

  return {
    // All of one moment, for trades go on meanwhile.
    ofMonth: (year, month) =>
      inSnapshot(database, async (reading) => {
        const bookedEver = await chargedEver(reading, accountIds)
        const kept = await listSavedDays(reading)
        const ofMonth = await within(reading, kept, spanOf({ year, month }))
        const ever = await within(reading, kept, { fromMs: 0, toMs: everMs })
        return {
          totals: ofMonth.traded,
          proofs: proofsFrom(ofMonth, { traded: ever.traded, booked: bookedEver }),
          firstMs: await firstTradeMs(reading),
        }
      }),
    async sweep() {
      const span = { fromMs: await endOfSavedDays(database), toMs: clock() }
      for await (const day of daysWithTrades(database, span)) {
        if (!(await isOver(database, day))) return
        await saveDay(database, day, await sumDay(database, day))
        for (const { fromMs } of partsOfDay(day)) parts.delete(fromMs)
      }
    },
  }
}

function joined(sums: readonly DaySums[]): DaySums {
  return {
    traded: merged(sums.flatMap(({ traded }) => traded)),
    booked: mergedLedger(sums.flatMap(({ booked }) => booked)),
  }
}

/** Days of a span in which somebody traded: the others are passed over. */
async function* daysWithTrades(reading: Reading, { fromMs, toMs }: Span): AsyncGenerator<Span> {
  let atMs = await firstTradeMs(reading, fromMs)
  while (atMs !== null && atMs < toMs) {
    const day = dayAt(atMs)
    yield day
    atMs = await firstTradeMs(reading, day.toMs)
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

/** Sums of the same account and currency as one. */
function mergedLedger(rows: readonly LedgerSum[]): readonly LedgerSum[] {
  const sums = new Map<string, LedgerSum>()
  for (const row of rows) {
    const key = `${row.accountId} ${row.currencyId}`
    sums.set(key, { ...row, amount: row.amount + (sums.get(key)?.amount ?? 0) })
  }
  return [...sums.values()]
}

function proofsFrom(ofMonth: DaySums, ever: DaySums): readonly ChargeProof[] {
  const currencyIds = [
    ...new Set([...ever.traded, ...ever.booked].map(({ currencyId }) => currencyId)),
  ].toSorted((one, other) => one - other)
  return kinds.flatMap(({ kind, accountId }) => {
    const tradedIn = ({ traded }: DaySums, currencyId: number) =>
      sumOf(traded.filter((each) => each.kind === kind && each.currencyId === currencyId))
    const bookedIn = ({ booked }: DaySums, currencyId: number) =>
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
