/**
 * A database with a million orders, as after months of trading: one account has nine tenths of them, most
 * canceled unfilled, and as many open ones as the markets allow; the rest belong to others.
 */
import type { Database } from '@tukar/server/database/pool'

export const ordersInAll = 1_000_000
export const crowdedAccount = 5_000
/** The crowded account's share, in percent. */
const crowdedShare = 90
const others = 2_000
const marketCount = 5
const openPerMarket = 200
/** The first order and the pace of all of them: some 116 days. */
export const firstMs = Date.UTC(2026, 0, 1)
export const msPerOrder = 10_000

const fillMarkets = `
  insert into exchange.currency select n, 'C' || n, 8, 1000000000000000
    from generate_series(1, ${marketCount + 1}) n;
  insert into exchange.market select n, 'C' || n + 1 || '_C1', n + 1, 1, 100, 10, 1000, 1000000000,
      100, 1000000000000, 100000, 1200000, 800000, ${openPerMarket}, 'open', null, 0
    from generate_series(1, ${marketCount}) n`

/** Of ten closed orders four were filled, in one to six fills, within an hour. */
const fillOrders = `
  insert into exchange.orders
  select n, account, market, side, 100000 + n % 1000 * 100, 1000, case fills when 0 then 1000 else 0 end,
    'GTC', false, case when is_open then 'open' when fills = 0 then 'canceled' else 'filled' end,
    case when is_open then null when fills = 0 then 'user' else 'filled' end,
    fills, fills * 1000, fills * 900, n, created, n + 400,
    case when is_open then created else created + n * 7919 % 3600000 end
  from (
    select n, case when n % 100 < ${crowdedShare} then ${crowdedAccount} else 10000 + n % ${others} end
        as account,
      (1 + n * 31 % 997 % ${marketCount})::int as market,
      case when n * 17 % 101 < 40 then 'sell' else 'buy' end as side,
      ${firstMs} + n * ${msPerOrder} as created,
      case when n % 10 < 4 then 1 + n % 3 * (n / 10 % 3) else 0 end::int as fills,
      n > ${ordersInAll} - ${openPerMarket * 4} as is_open
    from generate_series(1::bigint, ${ordersInAll}) n
  ) made`

/** Fills a migrated database, and runs PostgreSQL's maintenance. */
export async function fillWithOrders(database: Database): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(fillMarkets)
    await client.query(fillOrders)
    await client.query('vacuum analyze exchange.orders')
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

/** The markets' ids. */
export const marketIds: readonly number[] = Array.from({ length: marketCount }, (_, at) => at + 1)
