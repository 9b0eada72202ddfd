/** Orders as the bonus counts them. */
import type { BonusPeriod } from '@tukar/wire'
import type { Database } from '../../platform/database/pool.ts'

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
    `select count(*)::int as count from exchange.orders
     where account_id = $1 and status = 'filled' and updated_ms >= $2 and updated_ms < $3`,
    [accountId, startMs, endMs],
  )
  return found.rows[0]?.count ?? 0
}
