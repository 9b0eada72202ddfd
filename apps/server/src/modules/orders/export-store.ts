/**
 * A user's orders and fills, however many: read in bounded batches, each starting where the last one ended,
 * so that only one position is stored in between.
 */
import type { Database } from '../../platform/database/pool.ts'
import { type FillRecord, fillColumns, orderColumns, type OrderRecord } from './store.ts'

/** Rows in memory at a time. */
const ordersAtOnce = 500
const fillsAtOnce = 1_000

export type Exported = {
  readonly userId: number
  /** One market, or null for all. */
  readonly marketId: number | null
}

/** A position in the export, which goes back in time. */
type PagePosition = { readonly createdMs: number; readonly orderId: number }
const newest: PagePosition = {
  createdMs: Number.MAX_SAFE_INTEGER,
  orderId: Number.MAX_SAFE_INTEGER,
}

/** Closed orders are merged from the ranges of their index, which has no open orders. */
const partOfOrders = (condition: string) => `
  with page as (
    select stretch.id from exchange.market m
    cross join (values ('buy'), ('sell')) as sides (side)
    cross join lateral (
      select id from exchange.orders
      where account_id = $1 and status <> 'open' and market_id = m.id and side = sides.side
        and (created_ms, id) < ($2::bigint, $3::bigint) ${condition}
      order by created_ms desc, id desc limit ${ordersAtOnce}
    ) stretch
    where $4::int is null or m.id = $4
    union all (
      select id from exchange.orders
      where account_id = $1 and status = 'open' and id < $3
        and ($4::int is null or market_id = $4) ${condition}
      order by id desc limit ${ordersAtOnce}
    )
    order by id desc limit ${ordersAtOnce}
  )
  select ${orderColumns} from exchange.orders where id in (select id from page) order by id desc`

const allOrders = partOfOrders('')
const filledOrders = partOfOrders('and fill_count > 0')

async function* partsOf(
  database: Database,
  text: string,
  { userId, marketId }: Exported,
): AsyncGenerator<readonly OrderRecord[]> {
  for (let position: PagePosition | undefined = newest; position !== undefined; ) {
    const values: unknown[] = [userId, position.createdMs, position.orderId, marketId]
    const { rows }: { rows: readonly OrderRecord[] } = await database.query<OrderRecord>(
      text,
      values,
    )
    yield rows
    position = rows.length < ordersAtOnce ? undefined : rows.at(-1)
  }
}

/** All orders of a user, newest first. */
export async function* readOrders(
  database: Database,
  exported: Exported,
): AsyncGenerator<OrderRecord> {
  for await (const part of partsOf(database, allOrders, exported)) yield* part
}

/** A fill with the user's order that it belongs to. */
export type MyFill = { readonly order: OrderRecord; readonly fill: FillRecord }

/** All fills of a user: by order, newest first, and within an order newest first. */
export async function* readFills(database: Database, exported: Exported): AsyncGenerator<MyFill> {
  for await (const part of partsOf(database, filledOrders, exported)) {
    for (const orders of inGroups(part)) yield* fillsOf(database, orders)
  }
}

/** Groups of orders with about `fillsAtOnce` fills; an order with more fills forms a group alone. */
function inGroups(orders: readonly OrderRecord[]): readonly (readonly OrderRecord[])[] {
  const groups: OrderRecord[][] = []
  let fills = fillsAtOnce
  for (const order of orders) {
    fills += order.fillCount
    if (fills > fillsAtOnce) {
      groups.push([])
      fills = order.fillCount
    }
    groups.at(-1)?.push(order)
  }
  return groups
}

type FillRow = Omit<FillRecord, 'charges'> & {
  readonly orderId: number
  readonly charges: readonly string[]
}

const partOfFills = `
  select own.id as "orderId", ${fillColumns}
  from unnest($1::bigint[]) as own (id)
  cross join lateral (
    select * from exchange.trade where maker_order_id = own.id
    union all select * from exchange.trade where taker_order_id = own.id
  ) trade
  where (own.id, no) < ($2::bigint, $3::bigint)
  order by own.id desc, no desc limit ${fillsAtOnce}`

async function* fillsOf(
  database: Database,
  orders: readonly OrderRecord[],
): AsyncGenerator<MyFill> {
  const byId = new Map(orders.map((order) => [order.orderId, order]))
  let last: Pick<FillRow, 'orderId' | 'no'> | undefined = {
    orderId: Number.MAX_SAFE_INTEGER,
    no: 0,
  }
  while (last !== undefined) {
    const { rows }: { rows: readonly FillRow[] } = await database.query<FillRow>(partOfFills, [
      [...byId.keys()],
      last.orderId,
      last.no,
    ])
    for (const { orderId, charges, ...fill } of rows) {
      const order = byId.get(orderId)
      if (order !== undefined) yield { order, fill: { ...fill, charges: charges.map(Number) } }
    }
    last = rows.length < fillsAtOnce ? undefined : rows.at(-1)
  }
}
