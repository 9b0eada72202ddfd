/** A user's orders and fills in the projections, always with their owner. */
import type { FilterRule, List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { type Cut, mergedPage } from '../../platform/lists/merged-page.ts'
import type { Page } from '../../platform/lists/select-rows.ts'
import { selectPage } from '../../platform/lists/store.ts'

export type OrderRecord = {
  readonly orderId: number
  readonly userId: number
  readonly marketId: number
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly quantity: number
  readonly remaining: number
  readonly timeInForce: string
  readonly postOnly: boolean
  readonly status: 'open' | 'filled' | 'canceled'
  readonly closeReason: string | null
  readonly fillCount: number
  readonly received: number
  readonly createdMs: number
  readonly updatedMs: number
}

export type FillRecord = {
  readonly no: number
  readonly marketId: number
  readonly timeMs: number
  readonly price: number
  readonly quantity: number
  readonly quote: number
  readonly takerSide: 'buy' | 'sell'
  readonly charges: readonly number[]
  readonly baseTaxRupiah: number | null
  readonly quoteTaxRupiah: number | null
}

/** An order as `OrderRecord`. */
export const orderColumns = `id as "orderId", account_id as "userId", market_id as "marketId", side, price,
  quantity, remaining, time_in_force as "timeInForce", post_only as "postOnly", status,
  close_reason as "closeReason", fill_count as "fillCount", received,
  created_ms as "createdMs", updated_ms as "updatedMs"`

/** The columns that a list may be filtered by. */
const columns = {
  orderId: 'id',
  marketId: 'market_id',
  side: 'side',
  fillCount: 'fill_count',
  createdMs: 'created_ms',
  updatedMs: 'updated_ms',
} as const

/** The columns that closed orders can be sorted by, each with its index. Ids grow with time. */
const closedSorts = {
  orderId: 'created_ms',
  fillCount: 'fill_count',
  createdMs: 'created_ms',
  updatedMs: 'updated_ms',
} as const

export type MyOrdersQuery = {
  readonly userId: number
  readonly isOpen: boolean
  readonly list: List
  /** All markets that orders may belong to. */
  readonly marketIds: readonly number[]
}

/** A page of a user's open or closed orders, and the number of all. */
export function listMyOrders(
  database: Database,
  { userId, isOpen, list, marketIds }: MyOrdersQuery,
): Promise<Page<OrderRecord>> {
  const source = {
    table: 'exchange.orders',
    select: orderColumns,
    where: `account_id = $1 and status ${isOpen ? '=' : '<>'} 'open'`,
    values: [userId],
    columns,
    // Wide enough for any number in a filter.
    casts: { fillCount: 'bigint' },
    tie: 'id',
  } as const
  // A market limits the open orders of a user, so there are few of them.
  if (isOpen) return selectPage<OrderRecord>(database, source, list)
  const filters = [...list.filters, ...impliedFilters(list.filters)]
  const cuts = cutsOf(list)
  return mergedPage<OrderRecord>(
    database,
    {
      ...source,
      stretches: { marketId: marketIds, side: ['buy', 'sell'] },
      sorts: closedSorts,
      tieSort: 'orderId',
      ...(cuts !== null && { cuts }),
    },
    { ...list, filters },
  )
}

/**
 * An order never changes before its creation, so a bound on one time implies a bound on the other: either
 * index can start at the first possible row.
 */
function impliedFilters(filters: readonly FilterRule[]): readonly FilterRule[] {
  return filters.flatMap(({ field, op, values }): readonly FilterRule[] => {
    if (field === 'createdMs' && op === 'greater') return [{ field: 'updatedMs', op, values }]
    if (field === 'updatedMs' && op === 'less') return [{ field: 'createdMs', op, values }]
    return []
  })
}

const longLivedMs = 86_400_000
/** The condition in the indexes of migration 0012. */
const isLongLived = `updated_ms - created_ms > ${longLivedMs}`

/**
 * A list sorted by one time and filtered by the other would scan the index up to the bound. Orders more than
 * a day before the bound can only be long-lived ones, which have their own indexes.
 */
function cutsOf({ sort, order, filters }: List): readonly Cut[] | null {
  const boundOf = (name: string, by: FilterRule['op']) =>
    filters.find(({ field, op }) => field === name && op === by)?.values[0]
  const cut = (field: string, at: number, near: 'greater' | 'less'): readonly Cut[] => {
    const far = near === 'greater' ? 'less' : 'greater'
    const beyond = near === 'greater' ? at - 1 : at + 1
    return [
      { filters: [{ field, op: near, values: [beyond] }], where: 'true' },
      { filters: [{ field, op: far, values: [at] }], where: isLongLived },
    ]
  }
  // Sorted by market or side, orders are in the order of their creation within each.
  if (order === 'asc' && sort !== 'updatedMs' && sort !== 'fillCount') {
    const fromMs = boundOf('updatedMs', 'greater')
    return typeof fromMs === 'number' ? cut('createdMs', fromMs - longLivedMs, 'greater') : null
  }
  if (order === 'desc' && sort === 'updatedMs') {
    const untilMs = boundOf('createdMs', 'less')
    return typeof untilMs === 'number' ? cut('updatedMs', untilMs + longLivedMs, 'less') : null
  }
  return null
}

/** An order of the user in any state; null if it does not exist or belongs to another user. */
export async function findMyOrder(
  database: Database,
  userId: number,
  orderId: number,
): Promise<OrderRecord | null> {
  const found = await database.query<OrderRecord>(
    `select ${orderColumns} from exchange.orders where id = $1 and account_id = $2`,
    [orderId, userId],
  )
  return found.rows[0] ?? null
}

/** Whether the user had placed this order before a command. */
export async function wasMyOrder(
  database: Database,
  query: { readonly userId: number; readonly orderId: number; readonly beforeSeq: number },
): Promise<boolean> {
  const found = await database.query(
    'select 1 from exchange.orders where id = $1 and account_id = $2 and created_seq < $3',
    [query.orderId, query.userId, query.beforeSeq],
  )
  return found.rows.length > 0
}

/** A trade as `FillRecord`, without its charges: the driver returns the numbers of an array as text. */
export const fillColumns = `no, market_id as "marketId", time_ms as "timeMs", price, quantity, quote,
  taker_side as "takerSide", charges::text[] as charges,
  base_tax_rupiah as "baseTaxRupiah", quote_tax_rupiah as "quoteTaxRupiah"`

const fillsMax = 1_000

type FillRow = Omit<FillRecord, 'charges'> & { readonly charges: readonly string[] }

/** The trades of an order, newest first. */
export async function listFills(
  database: Database,
  orderId: number,
): Promise<readonly FillRecord[]> {
  const found = await database.query<FillRow>(
    `select ${fillColumns} from exchange.trade where maker_order_id = $1 or taker_order_id = $1
     order by no desc limit ${fillsMax}`,
    [orderId],
  )
  return found.rows.map((row) => ({ ...row, charges: row.charges.map(Number) }))
}

/** The order that a command placed, by the command's id; null if it placed none. */
export async function findOrderOfCommand(
  database: Database,
  userId: number,
  id: Buffer,
): Promise<OrderRecord | null> {
  // An order has the number and the time of its command; with the time, either index finds it.
  const found = await database.query<OrderRecord>(
    `with placed as (
       select seq, time_ms from exchange.command_answer where scope = $1 and id = $2
     )
     select ${orderColumns} from exchange.orders
     where id in (
       select id from exchange.orders, placed
         where account_id = $1 and status = 'open' and created_seq = seq
       union all
       select id from exchange.orders, placed
         where account_id = $1 and status <> 'open' and created_ms = time_ms and created_seq = seq
     )`,
    [userId, id],
  )
  return found.rows[0] ?? null
}

/** The key of a level by its side and price: "buy 165000000". */
export function levelKey(side: 'buy' | 'sell', price: number): string {
  return `${side} ${price}`
}

/** The levels of a market's book where a user has open orders, by `levelKey`. */
export async function readMyLevels(
  database: Database,
  userId: number,
  marketId: number,
): Promise<ReadonlySet<string>> {
  const found = await database.query<{ side: 'buy' | 'sell'; price: number }>(
    `select distinct side, price from exchange.orders
     where account_id = $1 and market_id = $2 and status = 'open'`,
    [userId, marketId],
  )
  return new Set(found.rows.map(({ side, price }) => levelKey(side, price)))
}

/** The newest open orders of a user, up to a limit, and the number of all. */
export async function listOpenOrders(
  database: Database,
  userId: number,
  max: number,
): Promise<Page<OrderRecord>> {
  const where = `account_id = $1 and status = 'open'`
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from exchange.orders where ${where}`,
    [userId],
  )
  const found = await database.query<OrderRecord>(
    `select ${orderColumns} from exchange.orders where ${where} order by id desc limit $2`,
    [userId, max],
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
