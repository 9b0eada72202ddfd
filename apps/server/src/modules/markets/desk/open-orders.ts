/** Counts the resting orders of a market, for changes of its rules. */
import type { Database } from '../../../platform/database/pool.ts'
import type { PlainRules } from './rules-reading.ts'

export type RestingOrders = {
  readonly count: number
  readonly accounts: number
  /** Orders off the tick, off the lot, outside the price range, or outside the size range of the rules. */
  readonly offTick: number
  readonly offLot: number
  readonly outside: number
  readonly otherSize: number
}

/**
 * Counts the open orders of a market, and those that the new rules would reject as new orders.
 *
 * @param baseScale 10 to the power of the base currency's decimals
 */
export async function countResting(
  database: Database,
  marketId: number,
  rules: PlainRules,
  baseScale: number,
): Promise<RestingOrders> {
  const found = await database.query<RestingOrders>(
    `select count(*) as count, count(distinct account_id) as accounts,
       count(*) filter (where price % $2 <> 0) as "offTick",
       count(*) filter (where remaining % $3 <> 0 or price::numeric * $3 < $8) as "offLot",
       count(*) filter (where price < $4 or price > $5) as outside,
       count(*) filter (where price::numeric * remaining < $6::numeric * $8 or remaining > $7)
         as "otherSize"
     from exchange.orders where status = 'open' and market_id = $1`,
    [
      marketId,
      rules.tick,
      rules.lot,
      rules.priceMin,
      rules.priceMax,
      rules.notionalMin,
      rules.quantityMax,
      baseScale,
    ],
  )
  const [row] = found.rows
  return row ?? { count: 0, accounts: 0, offTick: 0, offLot: 0, outside: 0, otherSize: 0 }
}

/** The number of open orders of each market. */
export async function openOrderCounts(database: Database): Promise<ReadonlyMap<number, number>> {
  const found = await database.query<{ marketId: number; count: number }>(
    `select market_id as "marketId", count(*) as count
     from exchange.orders where status = 'open' group by market_id`,
  )
  return new Map(found.rows.map(({ marketId, count }) => [marketId, count]))
}
