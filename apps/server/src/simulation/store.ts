/** Database reads of the simulation: the history that exists, and the market makers' balances. */
import type pg from 'pg'
import { marketMakerIds } from './market-makers.ts'

export type OwnedRow = {
  readonly accountId: number
  readonly currencyId: number
  /** Units, available and held. */
  readonly owned: number
}

export type PastMade = {
  /** Time of the journal's first row, in milliseconds since 1970. */
  readonly fromMs: number
  /** Time of the journal's last row. */
  readonly untilMs: number
}

/** How much of the simulated history exists. */
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

/** Reads the balances of the market makers. */
export async function readOwned(database: pg.Pool): Promise<readonly OwnedRow[]> {
  const found = await database.query<OwnedRow>(
    `select account_id::float8 as "accountId", currency_id as "currencyId",
       (available + held)::float8 as owned
     from exchange.balance where account_id = any($1)`,
    [marketMakerIds],
  )
  return found.rows
}
