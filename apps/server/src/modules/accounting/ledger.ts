/** Searches the ledger: pages of entries, newest first, read window by window. */
import { chargeKinds } from '@tukar/core'
import {
  compareRows,
  type Entry,
  entriesOfTrade,
  entriesOfTransfer,
  matchesFilter,
  type LedgerPosition,
} from './ledger-entries.ts'
import { type LedgerQuery, readTrades, readTransfers, windowRows } from './ledger-store.ts'
import type { Connection } from './range.ts'

/** The maximum number of windows for one answer; rarer entries follow on later pages. */
const windowsMax = 10

export type LedgerPage = {
  readonly entries: readonly Entry[]
  /** The start of the next page; null if nothing follows. */
  readonly next: LedgerPosition | null
}

type Row = LedgerPosition & { readonly entries: readonly Entry[] }

/** Kinds of entries that only trades create. */
const tradeKinds = new Set<string>(['trade', ...chargeKinds])

/**
 * The next entries before a position, at least this many if they exist; all entries of a trade or transfer
 * stay together. A page may have fewer and still name a next page if matches are rare.
 */
export async function searchLedger(
  connection: Connection,
  query: LedgerQuery,
  before: LedgerPosition,
  count: number,
): Promise<LedgerPage> {
  const entries: Entry[] = []
  let position = before
  for (let window = 0; window < windowsMax; window += 1) {
    const { rows, isLast, fromMs } = await readWindow(connection, query, position)
    for (const row of rows) {
      entries.push(...row.entries.filter((entry) => matchesFilter(entry, query)))
      position = { seq: row.seq, no: row.no, timeMs: row.timeMs }
      if (entries.length >= count) return { entries, next: position }
    }
    if (isLast) return { entries, next: null }
    // The window was complete from this moment on, however few entries it had: the next window begins before
    // it.
    if (fromMs !== null) position = { ...position, timeMs: Math.min(position.timeMs, fromMs - 1) }
  }
  return { entries, next: position }
}

type Window = {
  readonly rows: readonly Row[]
  readonly isLast: boolean
  /** The window is complete from this moment on; null if its last row is its end. */
  readonly fromMs: number | null
}

/** Rows of both kinds in order, as far as both were read. */
async function readWindow(
  connection: Connection,
  query: LedgerQuery,
  before: LedgerPosition,
): Promise<Window> {
  const { kind } = query
  const transfers =
    kind !== undefined && tradeKinds.has(kind) ? [] : await readTransfers(connection, query, before)
  const trades =
    kind !== undefined && !tradeKinds.has(kind)
      ? { rows: [], fromMs: null }
      : await readTrades(connection, query, before)
  const rows: readonly Row[] = [
    ...transfers.map((row) => ({ ...row, entries: entriesOfTransfer(row) })),
    ...trades.rows.map((row) => ({ ...row, entries: entriesOfTrade(row) })),
  ].toSorted(compareRows)
  // Beyond the end of a full window there may be unread rows of its kind.
  const ends = [transfers, trades.rows].flatMap((found) => {
    const end = found.length < windowRows ? undefined : found.at(-1)
    return end === undefined ? [] : [end]
  })
  const [nearest] = ends.toSorted(compareRows)
  const { fromMs } = trades
  if (fromMs !== null && (nearest === undefined || nearest.timeMs < fromMs)) {
    return { rows: rows.filter(({ timeMs }) => timeMs >= fromMs), isLast: false, fromMs }
  }
  if (nearest === undefined) return { rows, isLast: true, fromMs: null }
  const near = rows.filter((row) => compareRows(row, nearest) <= 0)
  return { rows: near, isLast: false, fromMs: null }
}
