/** The balances of a user in the projections. */
import type { Database } from '../../platform/database/pool.ts'

export type BalanceRecord = {
  readonly currencyId: number
  readonly available: number
  readonly held: number
}

/** All balances of a user, in units of the currency. */
export async function listBalances(
  database: Database,
  userId: number,
): Promise<readonly BalanceRecord[]> {
  const found = await database.query<BalanceRecord>(
    `select currency_id as "currencyId", available, held from exchange.balance
     where account_id = $1`,
    [userId],
  )
  return found.rows
}
