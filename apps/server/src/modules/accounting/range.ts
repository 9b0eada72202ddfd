/**
 * Ranges of the ledger: trades of each market by number, transfers by number. All sums are computed over such
 * ranges, along the primary keys, never over a whole table at once.
 */
import type { Database, Transaction } from '../../platform/database/pool.ts'

export type Connection = Pick<Database | Transaction, 'query'>

/** The position of a transfer: its command, and its number within the command. */
export type TransferPosition = { readonly seq: number; readonly no: number }

/** The position up to which something was summed; a missing market has no trades yet. */
export type Marks = {
  readonly transfers: TransferPosition
  readonly trades: ReadonlyMap<number, number>
}

/** From after one position up to another. */
export type Range = { readonly after: Marks; readonly upTo: Marks }

/** The position before everything. */
export const begin: Marks = { transfers: { seq: 0, no: -1 }, trades: new Map() }

/** The current end of transfers and trades. */
export async function readEnd(connection: Connection): Promise<Marks> {
  const transfers = await connection.query<TransferPosition>(
    'select seq, no from exchange.transfer order by seq desc, no desc limit 1',
  )
  const trades = await connection.query<{ marketId: number; no: number }>(
    `select m.id as "marketId", t.no from exchange.market m cross join lateral (
       select no from exchange.trade where market_id = m.id order by no desc limit 1) t`,
  )
  return {
    transfers: transfers.rows[0] ?? begin.transfers,
    trades: new Map(trades.rows.map(({ marketId, no }) => [marketId, no])),
  }
}

/**
 * The next position after the given one, by at most so many trades of each market and so many transfers; the
 * same position if nothing follows.
 */
export async function readNext(connection: Connection, after: Marks, max: number): Promise<Marks> {
  const { seq, no } = after.transfers
  const transfers = await connection.query<TransferPosition>(
    `select seq, no from (select seq, no from exchange.transfer where (seq, no) > ($1, $2)
       order by seq, no limit $3) next order by seq desc, no desc limit 1`,
    [seq, no, max],
  )
  const trades = await connection.query<{ marketId: number; no: number }>(
    `select m.id as "marketId", max(t.no) as no from exchange.market m
     left join unnest($1::int[], $2::bigint[]) as k (id, no) on k.id = m.id
     cross join lateral (select no from exchange.trade
       where market_id = m.id and no > coalesce(k.no, 0) order by no limit $3) t group by m.id`,
    [[...after.trades.keys()], [...after.trades.values()], max],
  )
  const moved = trades.rows.map(({ marketId, no: upTo }) => [marketId, upTo] as const)
  return {
    transfers: transfers.rows[0] ?? after.transfers,
    trades: new Map([...after.trades, ...moved]),
  }
}

/** Whether two positions are equal. */
export function isSamePosition(one: Marks, other: Marks): boolean {
  return (
    one.transfers.seq === other.transfers.seq &&
    one.transfers.no === other.transfers.no &&
    [...one.trades].every(([marketId, no]) => (other.trades.get(marketId) ?? 0) === no) &&
    [...other.trades].every(([marketId, no]) => (one.trades.get(marketId) ?? 0) === no)
  )
}

/** The values of `entriesOfRange`: the first seven of the statement. */
export function valuesOf({ after, upTo }: Range): unknown[] {
  const markets = [...upTo.trades.keys()]
  return [
    markets,
    markets.map((marketId) => after.trades.get(marketId) ?? 0),
    [...upTo.trades.values()],
    after.transfers.seq,
    after.transfers.no,
    upTo.transfers.seq,
    upTo.transfers.no,
  ]
}

/**
 * The parts of a `with` clause that end in `entry`: the gain or loss of each account in a range, by kind. The
 * entries equal those of `exchange.ledger_entry`, which cannot read a single range.
 */
export const entriesOfRange = `
  ranged_trade as (
    select t.*, m.base_id, m.quote_id,
      case t.taker_side when 'buy' then t.taker_account_id else t.maker_account_id end as buyer_id,
      case t.taker_side when 'buy' then t.maker_account_id else t.taker_account_id end as seller_id
    from unnest($1::int[], $2::bigint[], $3::bigint[]) as r (market_id, after_no, up_to_no)
    cross join lateral (select * from exchange.trade where market_id = r.market_id
      and no > r.after_no and no <= r.up_to_no offset 0) t
    join exchange.market m on m.id = t.market_id
  ), ranged_transfer as (
    select * from exchange.transfer where (seq, no) > ($4::bigint, $5::int)
      and (seq, no) <= ($6::bigint, $7::int) and from_account_id <> to_account_id
  ), charged as (
    select f.charges[i + 2] as amount,
      case f.charges[i] when 0 then f.buyer_id else f.seller_id end as payer_id,
      case f.charges[i] when 0 then f.base_id else f.quote_id end as currency_id,
      (f.charges[i + 1] + 1)::bigint as house_id,
      (array['fee', 'bourse', 'vat', 'income_tax'])[f.charges[i + 1] + 1] as kind
    from ranged_trade f, lateral generate_series(1, cardinality(f.charges), 5) as i
  ), entry (account_id, currency_id, amount, kind) as (
    select from_account_id, currency_id, -amount, reason from ranged_transfer
    union all select to_account_id, currency_id, amount, reason from ranged_transfer
    union all select buyer_id, base_id, quantity, 'trade' from ranged_trade
    union all select seller_id, base_id, -quantity, 'trade' from ranged_trade
    union all select seller_id, quote_id, quote, 'trade' from ranged_trade
    union all select buyer_id, quote_id, -quote, 'trade' from ranged_trade
    union all select payer_id, currency_id, -amount, kind from charged
    union all select house_id, currency_id, amount, kind from charged
  )`
