/**
 * The database's clock, by which rows of transfers are written and read. With the clock of another machine, a
 * recent payout might look old, and be sent again or given back (INV-13, INV-26).
 */
import type { Database } from '../../../platform/database/pool.ts'
import { timeMsOf } from './time-columns.ts'

export type DatabaseClock = {
  /** Reads the database's time; in between, the monotonic clock of this process continues it. */
  read(connection: Pick<Database, 'query'>): Promise<void>
  /** Milliseconds since 1970; throws before the first read. */
  nowMs(): number
}

/** Creates a clock that was not read yet. */
export function createDatabaseClock(): DatabaseClock {
  let known: { readonly nowMs: number; readonly sinceMs: number } | null = null
  return {
    async read(connection) {
      const found = await connection.query<{ nowMs: number }>(
        `select ${timeMsOf('clock_timestamp()')} as "nowMs"`,
      )
      const nowMs = found.rows[0]?.nowMs
      if (nowMs === undefined) throw new Error('the database returned no time')
      // Ignores the network delay, so that nothing seems older than it is.
      known = { nowMs, sinceMs: performance.now() }
    },
    nowMs() {
      if (known === null) throw new Error('the clock of the database was not read')
      return Math.floor(known.nowMs + performance.now() - known.sinceMs)
    },
  }
}
