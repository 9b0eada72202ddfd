/**
 * Checks the ledger in PostgreSQL from outside, with SQL alone. Each check is a query for rows that must not
 * exist: no rows means that the invariant holds (reliability.md 9b).
 */
import { Pool, type QueryResultRow } from 'pg'

export type Ledger = {
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The broken invariants, each with the first rows that show it. Empty if all hold. */
  brokenInvariants(): Promise<string[]>
  close(): Promise<void>
}

/** Every money movement as signed legs: transfers, both sides of trades, and their charges. */
const legs = `
  sided as (
    select t.*, m.base_id, m.quote_id, c.decimals as base_decimals,
      case when taker_side = 'buy' then taker_account_id else maker_account_id end as buyer,
      case when taker_side = 'buy' then maker_account_id else taker_account_id end as seller
    from exchange.trade t
    join exchange.market m on m.id = t.market_id
    join exchange.currency c on c.id = m.base_id
  ),
  charge as (
    select s.market_id, s.no, s.base_id, s.quote_id, s.buyer, s.seller,
      charges[i] as side, charges[i + 1] as kind, charges[i + 2] as amount
    from sided s, generate_series(1, coalesce(array_length(charges, 1), 0), 5) as i
  ),
  leg as (
    select to_account_id as account_id, currency_id, amount::numeric from exchange.transfer
    union all select from_account_id, currency_id, -amount from exchange.transfer
    union all select buyer, base_id, quantity from sided
    union all select buyer, quote_id, -quote from sided
    union all select seller, base_id, -quantity from sided
    union all select seller, quote_id, quote from sided
    union all select case side when 0 then buyer else seller end,
      case side when 0 then base_id else quote_id end, -amount from charge
    union all select kind + 1, case side when 0 then base_id else quote_id end, amount from charge
  )`

/** The hold of an open order: ceil(price × remaining) of quote, or the remaining base. */
const holds = `
  hold as (
    select o.account_id, case o.side when 'buy' then m.quote_id else m.base_id end as currency_id,
      case o.side when 'buy'
        then ceil(o.price::numeric * o.remaining / (10::numeric ^ c.decimals)) else o.remaining end as amount
    from exchange.orders o
    join exchange.market m on m.id = o.market_id
    join exchange.currency c on c.id = m.base_id
    where o.status = 'open'
    union all select account_id, currency_id, remaining from exchange.hold
  )`

const checks: Readonly<Record<string, string>> = {
  'INV-01 every currency sums to zero': `
    select currency_id, sum(available + held + claim) from exchange.balance
    group by 1 having sum(available + held + claim) <> 0`,
  'INV-02 nobody has less than nothing': `
    select * from exchange.balance
    where (account_id not between 100 and 199 and available < 0) or held < 0 or claim > 0`,
  'INV-03 a balance is the sum of its entries': `
    with ${legs},
    summed as (select account_id, currency_id, sum(amount) as amount from leg group by 1, 2)
    select account_id, currency_id, b.available, b.held, b.claim, s.amount
    from exchange.balance b full join summed s using (account_id, currency_id)
    where coalesce(b.available + b.held + b.claim, 0) <> coalesce(s.amount, 0)`,
  'INV-04 what is held is what open orders and holds hold': `
    with ${holds},
    summed as (select account_id, currency_id, sum(amount) as amount from hold group by 1, 2)
    select account_id, currency_id, b.held, s.amount
    from exchange.balance b full join summed s using (account_id, currency_id)
    where coalesce(b.held, 0) <> coalesce(s.amount, 0)`,
  'INV-06 no book is crossed or locked': `
    select market_id, max(price) filter (where side = 'buy') as bid,
      min(price) filter (where side = 'sell') as ask
    from exchange.orders where status = 'open' group by 1
    having max(price) filter (where side = 'buy') >= min(price) filter (where side = 'sell')`,
  'INV-06 open orders have something left, on tick and lot': `
    select o.id from exchange.orders o join exchange.market m on m.id = o.market_id
    where o.status = 'open' and (o.remaining <= 0 or o.price % m.tick <> 0 or o.remaining % m.lot <> 0)`,
  'INV-08 a fill has one quote amount, rounded down': `
    with ${legs} select market_id, no from sided
    where quote <> floor(price::numeric * quantity / (10::numeric ^ base_decimals))`,
  'INV-09 an order is what was filled and what is left': `
    select o.id, o.quantity, o.remaining, f.quantity, o.fill_count, f.fills from exchange.orders o
    left join lateral (
      select coalesce(sum(quantity), 0) as quantity, count(*) as fills, coalesce(sum(quote), 0) as quote
      from (select quantity, quote from exchange.trade where maker_order_id = o.id
        union all select quantity, quote from exchange.trade where taker_order_id = o.id) one
    ) f on true
    where o.quantity <> o.remaining + f.quantity or o.fill_count <> f.fills
      or o.filled_quote <> f.quote or (o.status = 'filled') <> (o.remaining = 0)`,
  'INV-16 the journal has no gap and its epochs never go back': `
    select row_no from (
      select row_no, epoch, first_seq, lag(row_no) over w as before, lag(last_seq) over w as seq_before,
        lag(epoch) over w as epoch_before
      from exchange.journal window w as (order by row_no)
    ) j where row_no <> before + 1 or first_seq <> seq_before + 1 or epoch < epoch_before`,
  'INV-16 the trades of a market are numbered without a gap': `
    select market_id, count(*), max(no) from exchange.trade group by 1 having count(*) <> max(no)`,
}

/** Opens a connection to the database of a running server. */
export async function openLedger(databaseUrl: string): Promise<Ledger> {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => null)
  const query = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(text, [...values])).rows
  await query('select 1')
  return {
    query,
    async brokenInvariants() {
      const broken: string[] = []
      for (const [name, text] of Object.entries(checks)) {
        const rows = await query(text)
        if (rows.length > 0) {
          broken.push(`${name}: ${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`)
        }
      }
      return broken
    },
    close: () => pool.end(),
  }
}

/** Whether the projections hold every committed row. */
export async function isProjected(ledger: Ledger): Promise<boolean> {
  const rows = await ledger.query<{ caught_up: boolean }>(
    `select (select max(row_no) from exchange.journal) = (select row_no from exchange.watermark)
      as caught_up`,
  )
  return rows[0]?.caught_up === true
}
