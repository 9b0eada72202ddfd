/** Counts orders for the bonus. */
import type { BonusPeriod } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

/** Counts are exact up to this number, as totals are. */
const countedMax = 10_000

/**
 * How many orders of an account were completely filled in a period. Orders of one account never trade with
 * each other, so such trades are not counted.
 */
export async function countFilledOrders(
  database: Database,
  accountId: number,
  { startMs, endMs }: BonusPeriod,
): Promise<number> {
  const found = await database.query<{ count: number }>(
    `select count(*)::int as count from (
       select 1 from exchange.orders
       where account_id = $1 and account_id >= 1001 and status = 'filled'
         and updated_ms >= $2 and updated_ms < $3
       limit $4) filled`,
    [accountId, startMs, endMs, countedMax],
  )
  return found.rows[0]?.count ?? 0
}
