/** Reads taxes: a user's rows and sums, prices, and the totals of all users. */
import type { Database } from '../../platform/database/pool.ts'
import type { Span } from '../../platform/time/span.ts'
import {
  allTrades,
  type ChargeLine,
  type ChargeName,
  chargeLines,
  ownTrades,
} from './charge-lines.ts'

export type TaxReading = Pick<Database, 'query'>

const taxes = chargeLines(ownTrades, ['vat', 'income_tax'])

/** A user's taxes within a span, oldest first; without a page all of them. */
export async function listTaxes(
  database: TaxReading,
  userId: number,
  { fromMs, toMs }: Span,
  page: { readonly offset: number; readonly limit: number } | null = null,
): Promise<readonly ChargeLine[]> {
  const found = await database.query<ChargeLine>(
    `${taxes} order by "timeMs", "marketId", no, side, kind offset $4 limit $5`,
    [userId, fromMs, toMs, page?.offset ?? 0, page?.limit ?? null],
  )
  return found.rows
}

/** A kind of tax at a rate within a month (in Jakarta, from 1). */
export type TaxSum = {
  readonly month: number
  readonly kind: Exclude<ChargeName, 'bourse'>
  readonly ratePpm: number
  readonly count: number
  /** Units of rupiah. */
  readonly baseRupiah: number
  readonly taxRupiah: number
  /** Rows without a known value in rupiah; only `count` includes them. */
  readonly unvalued: number
}

/** Sums of a user's taxes within a span of at most one year. */
export async function sumTaxes(
  database: TaxReading,
  userId: number,
  { fromMs, toMs }: Span,
): Promise<readonly TaxSum[]> {
  const found = await database.query<TaxSum>(
    `select extract(month from to_timestamp("timeMs" / 1000) at time zone 'Asia/Jakarta')::integer
         as month,
       kind, "ratePpm", count(*) as count,
       coalesce(sum("baseRupiah") filter (where "amountRupiah" is not null), 0)::bigint as "baseRupiah",
       coalesce(sum("amountRupiah"), 0)::bigint as "taxRupiah",
       count(*) filter (where "amountRupiah" is null) as unvalued
     from (${taxes}) taxes group by 1, 2, 3 order by 1, 2, 3`,
    [userId, fromMs, toMs],
  )
  return found.rows
}

/** The last rupiah prices before a moment, by currency: units of rupiah for one whole coin. */
export async function listRupiahPrices(
  database: TaxReading,
  beforeMs: number,
): Promise<ReadonlyMap<number, number>> {
  const found = await database.query<{ readonly currencyId: number; readonly price: number }>(
    `select m.base_id as "currencyId", last.price from exchange.market m
     cross join lateral (select price from exchange.trade e
       where e.market_id = m.id and e.time_ms < $1 order by e.time_ms desc, e.no desc limit 1) last
     where m.quote_id = 1 and m.id =
       (select min(id) from exchange.market where base_id = m.base_id and quote_id = 1)`,
    [beforeMs],
  )
  return new Map(found.rows.map(({ currencyId, price }) => [currencyId, price]))
}

/** All charges of one kind, rate and currency on one side of a market. */
export type ChargeTotal = {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly kind: ChargeName
  readonly ratePpm: number
  readonly currencyId: number
  readonly count: number
  /** Units of the charged currency. */
  readonly amount: number
  /** Units of rupiah. */
  readonly baseRupiah: number
  readonly amountRupiah: number
  readonly unvalued: number
}

/** The bourse fees and taxes of all users within a span, summed. */
export async function sumCharges(
  database: TaxReading,
  { fromMs, toMs }: Span,
): Promise<readonly ChargeTotal[]> {
  const found = await database.query<ChargeTotal>(
    `select symbol, side, kind, "ratePpm", "receivedId" as "currencyId", count(*) as count,
       sum(amount)::bigint as amount,
       coalesce(sum("baseRupiah") filter (where "amountRupiah" is not null), 0)::bigint as "baseRupiah",
       coalesce(sum("amountRupiah"), 0)::bigint as "amountRupiah",
       count(*) filter (where "amountRupiah" is null) as unvalued
     from (${chargeLines(allTrades, ['bourse', 'vat', 'income_tax'])}) charges
     group by 1, 2, 3, 4, 5 order by 3, 4, 1, 2`,
    [fromMs, toMs],
  )
  return found.rows
}

/** The taxes of all users within a span, one by one, oldest first. */
export async function listCharges(
  database: TaxReading,
  { fromMs, toMs }: Span,
): Promise<readonly ChargeLine[]> {
  const found = await database.query<ChargeLine>(
    `${chargeLines(allTrades, ['bourse', 'vat', 'income_tax'])}
     order by "timeMs", "marketId", no, side, kind`,
    [fromMs, toMs],
  )
  return found.rows
}

/** The income of a house account in a currency. */
export type LedgerSum = {
  readonly accountId: number
  readonly currencyId: number
  readonly amount: number
}

/**
 * The charges that the ledger booked to house accounts within a span. The rule equals the view
 * exchange.ledger_entry, which would read every trade of all time for each call.
 */
export async function sumLedger(
  database: TaxReading,
  accountIds: readonly number[],
  { fromMs, toMs }: Span,
): Promise<readonly LedgerSum[]> {
  const found = await database.query<LedgerSum>(
    `select t.charges[i + 1] + 1 as "accountId",
       case t.charges[i] when 0 then m.base_id else m.quote_id end as "currencyId",
       sum(t.charges[i + 2])::bigint as amount
     from exchange.market m
     join exchange.trade t on t.market_id = m.id and t.time_ms >= $2 and t.time_ms < $3
     cross join lateral generate_series(1, cardinality(t.charges), 5) i
     where t.charges[i + 1] + 1 = any($1::bigint[])
     group by 1, 2`,
    [accountIds, fromMs, toMs],
  )
  return found.rows
}

/**
 * All charges ever booked to house accounts: their balances in the core, without other transfers to and from
 * them.
 */
export async function chargedEver(
  database: TaxReading,
  accountIds: readonly number[],
): Promise<readonly LedgerSum[]> {
  const found = await database.query<LedgerSum>(
    `select b.account_id as "accountId", b.currency_id as "currencyId",
       (b.available + b.held
         + coalesce((select sum(amount) from exchange.transfer t where t.from_account_id = b.account_id
             and t.currency_id = b.currency_id and t.to_account_id <> b.account_id), 0)
         - coalesce((select sum(amount) from exchange.transfer t where t.to_account_id = b.account_id
             and t.currency_id = b.currency_id and t.from_account_id <> b.account_id), 0)
       )::bigint as amount
     from exchange.balance b where b.account_id = any($1::bigint[])`,
    [accountIds],
  )
  return found.rows
}

/** The time of the first trade from a moment on, in milliseconds since 1970; null if there is none. */
export async function firstTradeMs(database: TaxReading, fromMs = 0): Promise<number | null> {
  const found = await database.query<{ readonly firstMs: number | null }>(
    `select min(first.time_ms) as "firstMs" from exchange.market m
     cross join lateral (select time_ms from exchange.trade
       where market_id = m.id and time_ms >= $1 order by time_ms limit 1) first`,
    [fromMs],
  )
  return found.rows[0]?.firstMs ?? null
}
