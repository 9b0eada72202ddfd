/**
 * The orders of a user that may have fills within a period, latest first and a bounded number at a time. It
 * uses the indexes of the order lists (migrations 0010 and 0012). A user with millions of orders is searched
 * step by step, each from the end of the last.
 */
import { dayMs } from '../../platform/time/day.ts'
import type { Connection } from './range.ts'

/** Orders that one step reads, in addition to those that were open at its end. */
export const ordersAtOnce = 1_000

export type PersonOrdersQuery = {
  readonly accountId: number
  /** Null for all. */
  readonly currencyId: number | null
  /** From the first moment (inclusive) to the last (exclusive), in milliseconds since 1970. */
  readonly fromMs: number
  readonly untilMs: number
}

export type OrderStep = {
  readonly orderIds: readonly number[]
  /** Every fill of the user from this moment on, within the query, belongs to one of these orders. */
  readonly fromMs: number
}

type OrderStepRow = { readonly orderId: number; readonly updatedMs: number | null }

const ofStretch = `account_id = $1 and status <> 'open' and market_id = m.id and side = sides.side
  and fill_count > 0`

const stretches = `exchange.market m cross join (values ('buy'), ('sell')) as sides (side)`
const inMarket = `($4::int is null or $4 in (m.base_id, m.quote_id))`

/**
 * An order is filled between its creation and its last update. So fills before a moment belong to orders that
 * ended before it, or to orders that were open at it: orders that are still open, that ended within a day,
 * and the few that lived longer.
 */
const text = `
  (select s.id as "orderId", s.updated_ms as "updatedMs" from ${stretches}
   cross join lateral (
     select id, updated_ms from exchange.orders
     where ${ofStretch} and updated_ms >= $2 and updated_ms < $3
     order by updated_ms desc fetch first $5 rows with ties) s
   where ${inMarket} order by s.updated_ms desc fetch first $5 rows with ties)
  union all
  select s.id, null from ${stretches}
  cross join lateral (
    select id from exchange.orders
    where ${ofStretch} and updated_ms >= $3 and updated_ms < $3 + ${dayMs} and created_ms < $3
    union all
    select id from exchange.orders
    where ${ofStretch} and updated_ms - created_ms > ${dayMs} and updated_ms >= $3 + ${dayMs}
      and created_ms < $3) s
  where ${inMarket}
  union all
  select id, null from exchange.orders
  where account_id = $1 and status = 'open' and fill_count > 0 and updated_ms >= $2`

/** The next step of a search backward in time. */
export async function readOrdersStep(
  connection: Connection,
  { accountId, currencyId, fromMs, untilMs }: PersonOrdersQuery,
  atOnce = ordersAtOnce,
): Promise<OrderStep> {
  const values = [accountId, fromMs, untilMs, currencyId, atOnce]
  const { rows } = await connection.query<OrderStepRow>(text, values)
  const ended = rows.flatMap(({ updatedMs }) => updatedMs ?? [])
  return {
    orderIds: rows.map(({ orderId }) => orderId),
    fromMs: ended.length < atOnce ? fromMs : ended.reduce((earliest, ms) => Math.min(earliest, ms)),
  }
}
