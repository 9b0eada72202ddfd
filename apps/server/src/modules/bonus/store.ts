/** Orders as the bonus counts them. */
import type { BonusPeriod } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

/** A count is exact up to here, as totals are. */
const countedMax = 10_000

/**
 * How many orders of an account were filled to their end in a period. No order meets one of the same
 * account, so that trades with oneself are not among them.
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
