/** Sums of days that are over, as they are kept. */
import type { Database } from '../../platform/database/pool.ts'
import type { Span } from '../../platform/time/span.ts'
import { dayAt } from './period.ts'
import type { ChargeTotal, LedgerSum, Reading } from './store.ts'

/** What a day or more came to: by the trades, and by the ledger's entries. */
export type DaySums = {
  readonly traded: readonly ChargeTotal[]
  readonly booked: readonly LedgerSum[]
}

/** All that is kept, by the days' first moments. */
export async function listSavedDays(reading: Reading): Promise<ReadonlyMap<number, DaySums>> {
  const found = await reading.query<DaySums & { readonly fromMs: number }>(
    'select from_ms as "fromMs", traded, booked from tax.day_sum order by from_ms',
  )
  return new Map(found.rows.map(({ fromMs, traded, booked }) => [fromMs, { traded, booked }]))
}

/** The first moment after all that is kept; 0 where nothing is. Days are kept in their order. */
export async function endOfSavedDays(reading: Reading): Promise<number> {
  const found = await reading.query<{ readonly lastMs: number | null }>(
    'select max(from_ms) as "lastMs" from tax.day_sum',
  )
  const lastMs = found.rows[0]?.lastMs ?? null
  return lastMs === null ? 0 : dayAt(lastMs).toMs
}

/** Keeps a day; one that is kept already stays as it is. */
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
