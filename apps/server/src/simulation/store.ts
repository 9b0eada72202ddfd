/** What the house's traders own, as the tables hold it. */
import type pg from 'pg'
import { houseTraderIds } from './house-traders.ts'

export type OwnedRow = {
  readonly accountId: number
  readonly currencyId: number
  /** Units, available and held. */
  readonly owned: number
}

/** Reads what each of the house's traders owns. */
export async function readOwned(database: pg.Pool): Promise<readonly OwnedRow[]> {
  const found = await database.query<OwnedRow>(
    `select account_id::float8 as "accountId", currency_id as "currencyId",
       (available + held)::float8 as owned
     from exchange.balance where account_id = any($1)`,
    [houseTraderIds],
  )
  return found.rows
}
