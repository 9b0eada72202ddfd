/**
 * Closes the days in Jakarta one after the other: opening, movements by kind and closing of each account and
 * currency. A closed day is never changed; later bookings belong to a later day.
 */
import { type Database, giveTime, type Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { dayMs, wibDate, wibDayStartMs } from '../../platform/time/day.ts'
import { groupOf } from './accounts.ts'
import {
  bodyOf,
  brokenDayOf,
  type ClosedDay,
  closeLines,
  firstHash,
  hashOfDay,
  linesOf,
  type LineMovement,
} from './closing-body.ts'
import { type Finding, findingsOf } from './finding.ts'
import { begin, type Connection, entriesOfRange, type Marks, valuesOf } from './range.ts'
import { longMs } from './totals.ts'

/** A day with the time of its closing. */
export type ListedDay = ClosedDay & { readonly closedAt: Date }

type LastDay = ClosedDay & { readonly marks: Marks }

const dayColumns = `no, to_char(day, 'YYYY-MM-DD') as day, from_ms as "fromMs", to_ms as "toMs", body, hash`

/** All closed days, in order. */
export async function readDays(connection: Connection): Promise<readonly ClosedDay[]> {
  const found = await connection.query<ClosedDay>(
    `select ${dayColumns} from books.closed_day order by no`,
  )
  return found.rows
}

/** One day; null if it is not closed. */
export async function readDay(connection: Connection, day: string): Promise<ListedDay | null> {
  const found = await connection.query<ListedDay>(
    `select ${dayColumns}, closed_at as "closedAt" from books.closed_day where to_char(day, 'YYYY-MM-DD') = $1`,
    [day],
  )
  return found.rows[0] ?? null
}

/** A page of closed days, the newest first. */
export async function listDays(
  connection: Connection,
  page: number,
  rows: number,
): Promise<{
  readonly days: readonly ListedDay[]
  readonly total: number
}> {
  const found = await connection.query<ListedDay>(
    `select ${dayColumns}, closed_at as "closedAt" from books.closed_day
     order by no desc limit $1 offset $2`,
    [rows, (page - 1) * rows],
  )
  const counted = await connection.query<{ total: number }>(
    'select count(*) as total from books.closed_day',
  )
  return { days: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Checks that the closed days are unchanged. */
export async function checkDays(connection: Connection): Promise<readonly Finding[]> {
  const day = brokenDayOf(await readDays(connection))
  if (day === null) return []
  return findingsOf('closed_days', [{ of: day, currencyId: null, expected: null, found: null }])
}

/**
 * Closes the next day if it is over; false if there is none to close. A day is closed once, even if two calls
 * run at once.
 *
 * @param nowMs milliseconds since 1970, up to which the tables are complete
 */
export async function closeNextDay(database: Database, nowMs: number): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await giveTime(transaction, longMs)
    // A concurrent closing waits here, and then finds the day closed.
    await transaction.query('select from books.mark for update')
    const last = await lastDay(transaction)
    const fromMs = last?.toMs ?? (await firstDayMs(transaction))
    if (fromMs === null || fromMs + dayMs > nowMs) return false
    const toMs = fromMs + dayMs
    const after = last?.marks ?? begin
    const upTo = await endOfDay(transaction, after, toMs)
    const moves = await movesIn(transaction, after, upTo)
    const body = bodyOf(closeLines(last === null ? [] : linesOf(last.body), moves))
    const created = { no: (last?.no ?? 0) + 1, day: wibDate(fromMs), fromMs, toMs, body }
    const hash = hashOfDay(last?.hash ?? firstHash, created)
    await insertDay(transaction, { ...created, hash, marks: upTo })
    return true
  })
}

async function lastDay(transaction: Transaction): Promise<LastDay | null> {
  const found = await transaction.query<
    ClosedDay & { seq: number; transferNo: number; trades: Readonly<Record<string, number>> }
  >(
    `select ${dayColumns}, seq, transfer_no as "transferNo", marks as trades
     from books.closed_day order by no desc limit 1`,
  )
  const [row] = found.rows
  if (row === undefined) return null
  const { seq, transferNo, trades, ...day } = row
  const marks = Object.entries(trades).map(([id, no]) => [Number(id), no] as const)
  return { ...day, marks: { transfers: { seq, no: transferNo }, trades: new Map(marks) } }
}

/** The start of the day of the first transfer; there is nothing before it. */
async function firstDayMs(transaction: Transaction): Promise<number | null> {
  const found = await transaction.query<{ timeMs: number }>(
    'select time_ms as "timeMs" from exchange.transfer order by seq, no limit 1',
  )
  const [first] = found.rows
  return first === undefined ? null : wibDayStartMs(first.timeMs)
}

/** The last transfer and trades before a moment. */
async function endOfDay(transaction: Transaction, after: Marks, toMs: number): Promise<Marks> {
  const { seq, no } = after.transfers
  const transfers = await transaction.query<{ seq: number; no: number }>(
    `select seq, no from (select seq, no, time_ms from exchange.transfer
       where (seq, no) > ($1::bigint, $2::int) order by seq, no offset 0) later
     where time_ms < $3 order by seq desc, no desc limit 1`,
    [seq, no, toMs],
  )
  const trades = await transaction.query<{ marketId: number; no: number }>(
    `select m.id as "marketId", t.no from exchange.market m cross join lateral (
       select max(no) as no from exchange.trade where market_id = m.id and time_ms = (
         select max(time_ms) from exchange.trade where market_id = m.id and time_ms < $1)) t
     where t.no is not null`,
    [toMs],
  )
  const moved = trades.rows.filter(({ marketId, no: upTo }) => {
    return upTo > (after.trades.get(marketId) ?? 0)
  })
  return {
    transfers: transfers.rows[0] ?? after.transfers,
    trades: new Map([
      ...after.trades,
      ...moved.map(({ marketId, no: upTo }) => [marketId, upTo] as const),
    ]),
  }
}

async function movesIn(
  transaction: Transaction,
  after: Marks,
  upTo: Marks,
): Promise<readonly LineMovement[]> {
  const found = await transaction.query<LineMovement>(
    `with ${entriesOfRange}
     select ${groupOf('account_id')} as group, currency_id as "currencyId", kind,
       sum(amount)::bigint as amount
     from entry group by 1, 2, 3`,
    valuesOf({ after, upTo }),
  )
  return found.rows
}

async function insertDay(transaction: Transaction, created: LastDay): Promise<void> {
  const { no, day, fromMs, toMs, marks, body, hash } = created
  const { transfers, trades } = marks
  await transaction.query(
    `insert into books.closed_day (no, day, from_ms, to_ms, seq, transfer_no, marks, body, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      no,
      day,
      fromMs,
      toMs,
      transfers.seq,
      transfers.no,
      JSON.stringify(Object.fromEntries(trades)),
      body,
      hash,
    ],
  )
}
