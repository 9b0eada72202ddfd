/** A user's own orders and fills, read from the projections: always with their owner. */
import type { FilterRule, List } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'

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

const orderColumns = `id as "orderId", account_id as "userId", market_id as "marketId", side, price,
  quantity, remaining, time_in_force as "timeInForce", post_only as "postOnly", status,
  close_reason as "closeReason", fill_count as "fillCount", received,
  created_ms as "createdMs", updated_ms as "updatedMs"`

/** Wire fields that may be sorted and filtered by, and their columns: the allow-list (ATT-23). */
const columns: Readonly<Record<string, string>> = {
  id: 'id',
  market_pair: 'market_id',
  market_place: 'side',
  created_at: 'created_ms',
  updated_at: 'updated_ms',
}

const operators = { equal: '=', notequal: '<>', greater: '>', less: '<' } as const
/** A total is exact up to here. */
const countedMax = 10_000

export type OwnOrders = {
  readonly userId: number
  readonly isOpen: boolean
  readonly list: List
  /** The number of a market by its symbol; 0 if there is none. */
  readonly marketIdOf: (symbol: string) => number
}

/** One page of a user's open or closed orders, and how many there are. */
export async function listOwnOrders(
  database: Database,
  { userId, isOpen, list, marketIdOf }: OwnOrders,
): Promise<{ readonly rows: readonly OrderRecord[]; readonly total: number }> {
  const values: unknown[] = [userId]
  const conditions = ['account_id = $1', isOpen ? `status = 'open'` : `status <> 'open'`]
  for (const rule of list.filters) conditions.push(conditionOf(rule, values, marketIdOf))
  const sort = columns[list.sort ?? 'updated_at']
  if (sort === undefined) throw new Refusal('list.malformed')
  const where = conditions.join(' and ')
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from
      (select 1 from exchange.orders where ${where} limit ${countedMax}) counted`,
    values,
  )
  const found = await database.query<OrderRecord>(
    `select ${orderColumns} from exchange.orders where ${where}
     order by ${sort} ${list.order}, id ${list.order}
     limit ${list.rows} offset ${(list.page - 1) * list.rows}`,
    values,
  )
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** One rule as SQL; its values are bound, its field and operator come from lists of ours. */
function conditionOf(
  { field, op, value }: FilterRule,
  values: unknown[],
  marketIdOf: (symbol: string) => number,
): string {
  const column = columns[field]
  const ownValues = (Array.isArray(value) ? value : [value]).map((one) =>
    columnValue(field, one, marketIdOf),
  )
  if (column === undefined || ownValues.includes(null)) throw new Refusal('list.malformed')
  values.push(op === 'in' ? ownValues : ownValues[0])
  const place = `$${values.length}`
  if (op === 'in') return `${column} = any(${place})`
  if (op === 'contains' || Array.isArray(value)) throw new Refusal('list.malformed')
  return `${column} ${operators[op]} ${place}`
}

/** A wire value as its column holds it; null for one that cannot be. */
function columnValue(
  field: string,
  value: string | number | boolean,
  marketIdOf: (symbol: string) => number,
): string | number | null {
  switch (field) {
    case 'market_pair':
      return marketIdOf(String(value))
    case 'market_place':
      return value === 'Limit Buy' ? 'buy' : 'sell'
    case 'id':
      return /^\d{1,15}$/.test(String(value)) ? Number(value) : null
    default: {
      const timeMs = Date.parse(String(value))
      return Number.isNaN(timeMs) ? null : timeMs
    }
  }
}

/** An order of the user, whatever its state; null if it is not there or not his. */
export async function findOwnOrder(
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

const fillsMax = 1_000

/** The trades of an order, newest first. */
export async function listFills(
  database: Database,
  orderId: number,
): Promise<readonly FillRecord[]> {
  const found = await database.query<FillRecord>(
    `select no, market_id as "marketId", time_ms as "timeMs", price, quantity, quote,
       taker_side as "takerSide", charges::float8[] as charges,
       base_tax_rupiah as "baseTaxRupiah", quote_tax_rupiah as "quoteTaxRupiah"
     from exchange.trade where maker_order_id = $1 or taker_order_id = $1
     order by no desc limit ${fillsMax}`,
    [orderId],
  )
  return found.rows
}

/** The order that a command id placed; null if it placed none. */
export async function findOrderOfCommand(
  database: Database,
  userId: number,
  id: Buffer,
): Promise<OrderRecord | null> {
  const found = await database.query<OrderRecord>(
    `select ${orderColumns} from exchange.orders where account_id = $1 and created_seq =
       (select seq from exchange.command_answer where scope = $1 and id = $2)`,
    [userId, id],
  )
  return found.rows[0] ?? null
}
