/** Starting funds in the database. */
import type { Database } from '../../../platform/database/pool.ts'

export type StartingFund = {
  readonly fundId: number
  readonly userId: number
  readonly currencyId: number
  readonly amount: number
}

/** Starting funds that are not booked yet, of one user or (null) of all users; at most 1000. */
export async function listPendingFunds(
  database: Database,
  userId: number | null,
): Promise<readonly StartingFund[]> {
  const found = await database.query<StartingFund>(
    `select id as "fundId", user_id as "userId", currency_id as "currencyId", amount
     from accounts.starting_fund
     where state = 'pending' and ($1::bigint is null or user_id = $1) order by id limit 1000`,
    [userId],
  )
  return found.rows
}

/** Marks a fund as booked. */
export async function markFundBooked(database: Database, fundId: number): Promise<void> {
  await database.query(`update accounts.starting_fund set state = 'booked' where id = $1`, [fundId])
}
