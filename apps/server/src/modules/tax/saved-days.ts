/** The saved sums of days that are over. */
import type { Database } from '../../platform/database/pool.ts'
import type { Span } from '../../platform/time/span.ts'
import { dayAt } from './period.ts'
import type { ChargeTotal, LedgerSum, TaxReading } from './store.ts'

/** The sums of one or more days: by the trades, and by the ledger's entries. */
export type DaySums = {
  readonly traded: readonly ChargeTotal[]
  readonly booked: readonly LedgerSum[]
}

/** All saved sums, by the start of the day. */
export async function listSavedDays(reading: TaxReading): Promise<ReadonlyMap<number, DaySums>> {
  const found = await reading.query<DaySums & { readonly fromMs: number }>(
    'select from_ms as "fromMs", traded, booked from tax.day_sum order by from_ms',
  )
  return new Map(found.rows.map(({ fromMs, traded, booked }) => [fromMs, { traded, booked }]))
}

/** The moment after the last saved day; 0 if there is none. Days are saved in order. */
export async function endOfSavedDays(reading: TaxReading): Promise<number> {
  const found = await reading.query<{ readonly lastMs: number | null }>(
    'select max(from_ms) as "lastMs" from tax.day_sum',
  )
  const lastMs = found.rows[0]?.lastMs ?? null
  return lastMs === null ? 0 : dayAt(lastMs).toMs
}

/** Saves a day; a saved day never changes. */
export async function saveDay(
  database: Database,
  { fromMs }: Span,
  { traded, booked }: DaySums,
): Promise<void> {
  await database.query(
    `insert into tax.day_sum (from_ms, traded, booked) values ($1, $2, $3) on conflict do nothing`,
    [fromMs, JSON.stringify(traded), JSON.stringify(booked)],
  )
}
