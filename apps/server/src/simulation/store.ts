/** What the simulation reads of the books: the past that is made, and what the house's traders own. */
import type pg from 'pg'
import { houseTraderIds } from './house-traders.ts'

export type OwnedRow = {
  readonly accountId: number
  readonly currencyId: number
  /** Units, available and held. */
  readonly owned: number
}

export type PastMade = {
  /** Milliseconds since 1970, of the journal's first row. */
  readonly fromMs: number
  /** Of its last. */
  readonly untilMs: number
}

/** How far the past of a simulation is made. */
export async function readPastMade(database: pg.Pool): Promise<PastMade> {
  const found = await database.query<PastMade>(
    `select min(time_ms)::float8 as "fromMs", max(time_ms)::float8 as "untilMs"
     from exchange.journal
     where row_no in ((select min(row_no) from exchange.journal),
       (select max(row_no) from exchange.journal))`,
  )
  const [made] = found.rows
  if (made === undefined) throw new Error('the journal is empty')
  return made
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
