import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FilterRule, List } from '@tukar/wire'
import fc from 'fast-check'
import { type MigratedDatabase, migratedDatabase } from '../../platform/database/testing/cluster.ts'
import { countedMax } from '../../platform/lists/store.ts'
import { selectRows } from '../../platform/lists/select-rows.ts'
import { findOrderOfCommand, listMyOrders, type OrderRecord } from './store.ts'

const owner = 5_000
const stranger = 5_001
const marketIds = [1, 2, 3]
const orders = 400
/** Some orders lived longer than a day. */
const dayMs = 86_400_000
let migrated: MigratedDatabase

const insert = `
  insert into exchange.orders
  select id, account, 1 + id % 3, case when id % 5 < 2 then 'sell' else 'buy' end, 100 + id, 1000, 1000,
    'GTC', false, case id % 4 when 0 then 'open' when 1 then 'filled' else 'canceled' end,
    null, id % 4, 0, 0, id, 1000000 + id / 3 * 10, id + 1, 1000000 + id / 3 * 10 + id * 37 % 250
      + case when id % 9 < 4 then ${dayMs} else 0 end`

before(async () => {
  migrated = await migratedDatabase()
  await migrated.database.query(
    `${insert} from (select id, case id % 7 when 0 then ${stranger} else ${owner} end as account
       from generate_series(1, ${orders}) as id) made`,
  )
})
after(() => migrated.stop())

async function ownRecords(isOpen: boolean): Promise<readonly OrderRecord[]> {
  const found = await migrated.database.query<OrderRecord>(
    `select id as "orderId", market_id as "marketId", side, fill_count as "fillCount",
       created_ms as "createdMs", updated_ms as "updatedMs"
     from exchange.orders where account_id = $1 and (status = 'open') = $2`,
    [owner, isOpen],
  )
  return found.rows
}

function valueOf(order: OrderRecord, name: string): string | number {
  switch (name) {
    case 'marketId':
      return order.marketId
    case 'side':
      return order.side
    case 'fillCount':
      return order.fillCount
    case 'createdMs':
      return order.createdMs
    case 'updatedMs':
      return order.updatedMs
    default:
      return order.orderId
  }
}

const values = {
  orderId: fc.integer({ min: 0, max: orders + 5 }),
  marketId: fc.integer({ min: 0, max: 4 }),
  fillCount: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(999_999_999_999_999)),
  createdMs: fc.integer({ min: 999_990, max: 1_001_400 }),
  updatedMs: fc.oneof(
    fc.integer({ min: 999_990, max: 1_001_700 }),
    fc.integer({ min: dayMs + 999_990, max: dayMs + 1_001_700 }),
  ),
}
const comparing = fc.constantFrom('equal', 'notequal', 'greater', 'less')

function ruleOf(field: keyof typeof values): fc.Arbitrary<FilterRule> {
  const one = fc.record({
    field: fc.constant(field),
    op: comparing,
    values: fc.tuple(values[field]),
  })
  const several = fc.record({
    field: fc.constant(field),
    op: fc.constant('in' as const),
    values: fc.array(values[field], { maxLength: 3 }),
  })
  return fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: several })
}

const sideRule = fc.record({
  field: fc.constant('side'),
  op: fc.constantFrom('equal', 'notequal'),
  values: fc.tuple(fc.constantFrom('buy', 'sell')),
})
const fields = ['orderId', 'marketId', 'fillCount', 'createdMs', 'updatedMs'] as const
const list: fc.Arbitrary<List> = fc.record({
  page: fc.integer({ min: 1, max: 9 }),
  rows: fc.integer({ min: 1, max: 40 }),
  sort: fc.constantFrom(...fields, 'side'),
  order: fc.constantFrom('asc', 'desc'),
  filters: fc.array(fc.oneof(sideRule, ...fields.map(ruleOf)), { maxLength: 3 }),
})

test('SRV-55 HIST-03 HIST-04 ATT-23: every page, sort and filter of the own lists equals a plain query', async () => {
  const records = { open: await ownRecords(true), closed: await ownRecords(false) }
  await fc.assert(
    fc.asyncProperty(list, fc.boolean(), async (asked, isOpen) => {
      const { rows, total } = await listMyOrders(migrated.database, {
        userId: owner,
        isOpen,
        list: asked,
        marketIds,
      })
      const plain = selectRows(asked, isOpen ? records.open : records.closed, 'orderId', valueOf)
      assert.deepEqual(
        rows.map(({ orderId }) => orderId),
        plain.rows.map(({ orderId }) => orderId),
      )
      assert.equal(total, plain.total)
      assert.ok(rows.every(({ userId }) => userId === owner))
    }),
    { numRuns: 300 },
  )
})

test('R-15: a total is exact up to its limit, and pages continue beyond it', async () => {
  const { database } = migrated
  const busy = 6_000
  await database.query(
    `${insert.replaceAll('id % 4', 'id % 2 * 2 + 1')} from
      (select 10000 + n as id, ${busy} as account from generate_series(1, ${countedMax + 50}) n) made`,
  )
  const asked = { sort: 'orderId', order: 'asc', filters: [], rows: 20, page: 502 } as const
  const page = await listMyOrders(database, {
    userId: busy,
    isOpen: false,
    list: asked,
    marketIds,
  })
  assert.equal(page.total, countedMax)
  assert.equal(page.rows[0]?.orderId, 10_000 + 501 * 20 + 1)
})

test('R-12: the order of a command is found while it is open and after, by its owner alone', async () => {
  const { database } = migrated
  for (const orderId of [4, 5]) {
    const id = Buffer.alloc(16, orderId)
    await database.query(
      `insert into exchange.command_answer (scope, id, body, seq, time_ms, events)
       select account_id, $2, '\\x0000000000000000', created_seq, created_ms, '' from exchange.orders
       where id = $1`,
      [orderId, id],
    )
    assert.equal((await findOrderOfCommand(database, owner, id))?.orderId, orderId)
    assert.equal(await findOrderOfCommand(database, stranger, id), null)
  }
})
