import { until } from '../engine/testing/until.ts'
import type { Database } from '../platform/database/pool.ts'

/** Waits until this many statements of the database wait for a lock. */
export async function untilWaiting(
  database: Pick<Database, 'query'>,
  count: number,
): Promise<void> {
  await until(`${count} wait`, async () => {
    const waiting = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.rowCount === count
  })
}
