/**
 * The bourse fees and taxes of all users, summed from the trades and from the ledger. The sums of a past day
 * never change: they are computed once and saved, so that only today is read again.
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
  type TaxReading,
  sumCharges,
  sumLedger,
} from './store.ts'

/** Trades older than this are decided and in the journal. */
const finalAfterMs = 600_000

/** One kind of charge in one currency, by trades and by ledger, in units. */
export type ChargeProof = {
  readonly kind: ChargeName
  readonly currencyId: number
  /** Of the month: by the trades, and by the ledger's entries. */
  readonly traded: number
  readonly booked: number
  /** Of all time: by the trades, and by the account's balance and its outgoing transfers. */
  readonly tradedEver: number
  readonly bookedEver: number
}

export type MonthTotals = {
  readonly totals: readonly ChargeTotal[]
  readonly proofs: readonly ChargeProof[]
  /** The time of the first trade of all; null if there was none. */
  readonly firstMs: number | null
}

export type ChargeTotals = {
  readonly ofMonth: (year: number, month: number) => Promise<MonthTotals>
  /** Sums the past days that are not summed yet. */
  readonly sweep: () => Promise<void>
}

/** The account number of each kind follows from its code. */
const kinds = (['vat', 'income_tax', 'bourse'] as const).map((kind) => ({
  kind,
  accountId: chargeCodes[kind] + 1,
}))
const accountIds = kinds.map(({ accountId }) => accountId)
const everMs = Number.MAX_SAFE_INTEGER

/** @param clock milliseconds since 1970 */
export function createChargeTotals(database: Database, clock: () => number): ChargeTotals {
  /** Parts of the current day. */
  const parts = new Map<number, DaySums>()
  /** Whether the span is complete; checked before it is read. */
  const isOver = async (reading: TaxReading, { toMs }: Span): Promise<boolean> =>
    toMs + finalAfterMs < clock() && isProjectedUntil(reading, toMs)

  /** Read in parts, so that each statement stays short however much was traded. */
  async function sumDay(reading: TaxReading, day: Span): Promise<DaySums> {
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
    reading: TaxReading,
    stored: ReadonlyMap<number, DaySums>,
    { fromMs, toMs }: Span,
  ): Promise<DaySums> {
    const days = [...stored].flatMap(([dayMs, sums]) =>
      dayMs >= fromMs && dayMs < toMs ? [sums] : [],
    )
    const savedToMs = Math.max(0, ...[...stored.keys()].map((dayMs) => dayAt(dayMs).toMs))
    const rest = { fromMs: Math.max(fromMs, savedToMs), toMs }
    for await (const day of daysWithTrades(reading, rest)) days.push(await sumDay(reading, day))
    return joined(days)
  }

  return {
    // In one snapshot, because trading continues meanwhile.
    ofMonth: (year, month) =>
      inSnapshot(database, async (reading) => {
        const bookedEver = await chargedEver(reading, accountIds)
        const stored = await listSavedDays(reading)
        const ofMonth = await within(reading, stored, spanOf({ year, month }))
        const ever = await within(reading, stored, { fromMs: 0, toMs: everMs })
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

/** The days of a span with trades; the others are skipped. */
async function* daysWithTrades(reading: TaxReading, { fromMs, toMs }: Span): AsyncGenerator<Span> {
  let atMs = await firstTradeMs(reading, fromMs)
  while (atMs !== null && atMs < toMs) {
    const day = dayAt(atMs)
    yield day
    atMs = await firstTradeMs(reading, day.toMs)
  }
}

/** Merges totals of the same market, side, kind, rate and currency. */
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

/** Merges sums of the same account and currency. */
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
