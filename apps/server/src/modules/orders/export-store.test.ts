import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MigratedDatabase, migratedDatabase } from '../../platform/database/testing/cluster.ts'
import { readFills, readOrders } from './export-store.ts'

const owner = 5_000
const orders = 3_400
/** More fills than one batch reads. */
const fullOrder = 1_700
const fillsOfFull = 2_300
let migrated: MigratedDatabase

/** Every second order is the owner's, every fifth open, every third filled once; one has many fills. */
before(async () => {
  migrated = await migratedDatabase()
  const { database } = migrated
  await database.query(`
    insert into exchange.currency select n, 'C' || n, 8, 1000000000 from generate_series(1, 4) n;
    insert into exchange.market select n, 'C' || n + 1 || '_C1', n + 1, 1, 100, 10, 1000, 1000000000, 100,
      1000000000000, 100000, 1200000, 800000, 200, 'open', null, 0 from generate_series(1, 3) n;
    insert into exchange.orders
    select n, ${owner} + n % 2, 1 + n % 3, case when n % 7 < 3 then 'sell' else 'buy' end, 1000, 1000, 1000,
      'GTC', false, case when n % 5 = 0 then 'open' else 'canceled' end, null,
      case when n = ${fullOrder} then ${fillsOfFull} else (n % 3 = 0)::int end, 0, 0, n, n / 4, n, n
    from generate_series(1, ${orders}) n;
    insert into exchange.trade
    select 1, row_number() over (), 1, 1, 1000, 10, 1, 'buy',
      case when id % 4 = 0 then id else 999999 end, case when id % 4 = 0 then 999999 else id end,
      1, 2, 0, '{1,0,7,1000,1}', null, 5
    from exchange.orders, generate_series(1, fill_count)`)
})
after(() => migrated.stop())

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const record of records) list.push(record)
  return list
}

/** The ids in the result of a statement. */
async function idsOf(text: string): Promise<readonly number[]> {
  const found = await migrated.database.query<{ id: number }>(text)
  return found.rows.map(({ id }) => id)
}

test('SRV-55: all own orders are exported once, newest first, of all markets or one', async () => {
  for (const marketId of [null, 2]) {
    const read = await all(readOrders(migrated.database, { userId: owner, marketId }))
    const expected = await idsOf(
      `select id from exchange.orders where account_id = ${owner}
         and market_id = ${marketId ?? 'market_id'} order by id desc`,
    )
    assert.deepEqual(
      read.map(({ orderId }) => orderId),
      expected,
    )
  }
})

test('SRV-59 INV-27: all own fills are exported once, on either side, for an order with many fills too', async () => {
  const read = await all(readFills(migrated.database, { userId: owner, marketId: null }))
  const expected = await idsOf(
    `select no as id from exchange.orders o
       join exchange.trade t on o.id in (t.maker_order_id, t.taker_order_id)
     where o.account_id = ${owner} order by o.id desc, no desc`,
  )
  assert.ok(expected.length > fillsOfFull)
  assert.deepEqual(
    read.map(({ fill }) => fill.no),
    expected,
  )
  assert.deepEqual(read[0]?.fill.charges, [1, 0, 7, 1_000, 1])
  assert.ok(read.every(({ order }) => order.userId === owner))
})
