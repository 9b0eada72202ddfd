/** The lag of the tables behind the journal, measured from outside under load. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from '@tukar/e2e/harness/ledger'

const everyMs = 20

const lagQuery = `select coalesce(
    (extract(epoch from clock_timestamp()) * 1000 - (
      select time_ms from exchange.journal
      where row_no = (select row_no from exchange.watermark) + 1
    ))::float8, 0) as lag`

/** Samples the lag in milliseconds while `work` runs: the age of the first row not yet in the tables. */
export async function lagDuring<T>(
  ledger: Ledger,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly lagsMs: readonly number[] }> {
  const lagsMs: number[] = []
  const stop = new AbortController()
  const sampling = (async () => {
    while (!stop.signal.aborted) {
      const [row] = await ledger.query<{ lag: number }>(lagQuery)
      lagsMs.push(row?.lag ?? 0)
      await wait(everyMs)
    }
  })()
  try {
    return { result: await work, lagsMs }
  } finally {
    stop.abort()
    await sampling
  }
}
