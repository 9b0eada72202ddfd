/**
 * The saved totals of each account's ledger entries up to a position (`books.total`): a reconciliation adds
 * only later entries. The position advances when much follows it, in bounded ranges.
 */
import { type Database, giveTime, type Transaction } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import {
  type Connection,
  entriesOfRange,
  isSamePosition,
  type Marks,
  type Range,
  readNext,
  valuesOf,
} from './range.ts'

/** The maximum number of trades and transfers that a run sums again; above it the totals advance first. */
export const tailMax = 100_000
/** Trades of each market, and transfers, that are summed in one transaction. */
export const stretchMax = 50_000
/** The timeout of statements that read a range, in milliseconds; others have a shorter one. */
export const longMs = 120_000

/** The position of the saved totals. */
export async function readMarks(connection: Connection): Promise<Marks> {
  const transfers = await connection.query<{ seq: number; no: number }>(
    'select seq, no from books.mark',
  )
  const trades = await connection.query<{ marketId: number; no: number }>(
    'select market_id as "marketId", no from books.market_mark',
  )
  return {
    transfers: transfers.rows[0] ?? { seq: 0, no: -1 },
    trades: new Map(trades.rows.map(({ marketId, no }) => [marketId, no])),
  }
}

/** An upper bound of the trades, and the commands with transfers, in a range. */
function sizeOf({ after, upTo }: Range): number {
  const trades = [...upTo.trades].map(([marketId, no]) => no - (after.trades.get(marketId) ?? 0))
  return trades.reduce((sum, count) => sum + count, 0)
}

async function transfersIn(connection: Connection, { after, upTo }: Range): Promise<number> {
  const found = await connection.query<{ count: number }>(
    `select count(*) as count from (select 1 from exchange.transfer
       where (seq, no) > ($1, $2) and (seq, no) <= ($3, $4) limit $5) counted`,
    [after.transfers.seq, after.transfers.no, upTo.transfers.seq, upTo.transfers.no, tailMax + 1],
  )
  return found.rows[0]?.count ?? 0
}

/** Whether more entries follow the totals than a run should read. */
export async function isTailLong(connection: Connection, range: Range): Promise<boolean> {
  const trades = sizeOf(range)
  return trades > tailMax || trades + (await transfersIn(connection, range)) > tailMax
}

/**
 * Advances the totals by one range; false when nothing follows. Concurrent calls take turns, and the second
 * one continues where the first one ended.
 */
export async function advanceTotals(database: Database, max = stretchMax): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await giveTime(transaction, longMs)
    await transaction.query('select from books.mark for update')
    const after = await readMarks(transaction)
    const upTo = await readNext(transaction, after, max)
    if (isSamePosition(after, upTo)) return false
    await addRange(transaction, { after, upTo })
    await saveMarks(transaction, upTo)
    return true
  })
}

async function addRange(transaction: Transaction, range: Range): Promise<void> {
  await transaction.query(
    `with ${entriesOfRange}
     insert into books.total as kept (account_id, currency_id, amount)
     select account_id, currency_id, sum(amount) from entry group by account_id, currency_id
     on conflict (account_id, currency_id) do update set amount = kept.amount + excluded.amount`,
    valuesOf(range),
  )
}

async function saveMarks(transaction: Transaction, { transfers, trades }: Marks): Promise<void> {
  await transaction.query('update books.mark set seq = $1, no = $2', [transfers.seq, transfers.no])
  await transaction.query(
    `insert into books.market_mark (market_id, no)
     select * from unnest($1::int[], $2::bigint[])
     on conflict (market_id) do update set no = excluded.no`,
    [[...trades.keys()], [...trades.values()]],
  )
}
