/** The engine's events within a period, read from its journal. */
import { setImmediate } from 'node:timers/promises'
import type { CoreEvent } from '@tukar/core'
import type pg from 'pg'
import { decodeEvents } from '../codec/index.ts'
import { JournalGap } from '../journal.ts'

type Connection = Pick<pg.Pool, 'query'>
type Page = readonly { readonly row: number; readonly timeMs: number; readonly events: Buffer }[]

export type Stretch = {
  readonly startMs: number
  /** The first moment after it. */
  readonly endMs: number
  /**
   * The last row that the engine committed. All rows up to it are the engine's, because each number is used
   * once.
   */
  readonly lastRow: number
}

const pageRows = 64

/**
 * The events of each row within a period, in order. Other work of the event loop runs between rows.
 *
 * @throws JournalGap if a row is missing
 */
export async function* committedEvents(
  connection: Connection,
  { startMs, endMs, lastRow }: Stretch,
): AsyncGenerator<readonly CoreEvent[]> {
  for (let next = await firstRowSince(connection, startMs, lastRow); next <= lastRow; ) {
    const page = await readPage(connection, next, Math.min(next + pageRows - 1, lastRow))
    for (const { row, timeMs, events } of page) {
      if (row !== next) throw new JournalGap(`The journal has a gap before row ${row}.`)
      if (timeMs >= endMs) return
      yield decodeEvents(events).flat()
      await setImmediate()
      next = row + 1
    }
    if (page.length === 0) throw new JournalGap(`The journal has no row ${next}.`)
  }
}

/** The number of the first row that is not before a moment, or the one after the last; times never go back. */
async function firstRowSince(
  connection: Connection,
  momentMs: number,
  lastRow: number,
): Promise<number> {
  let [first, after] = [1, lastRow + 1]
  while (first < after) {
    const middle = Math.floor((first + after) / 2)
    const [row] = await readPage(connection, middle, middle)
    if (row === undefined) throw new JournalGap(`The journal has no row ${middle}.`)
    if (row.timeMs < momentMs) first = middle + 1
    else after = middle
  }
  return first
}

async function readPage(connection: Connection, from: number, to: number): Promise<Page> {
  const found = await connection.query<{ row: number; timeMs: number; events: Buffer }>(
    `select row_no::float8 as row, time_ms::float8 as "timeMs", events from exchange.journal
     where row_no between $1 and $2 order by row_no`,
    [from, to],
  )
  return found.rows
}
