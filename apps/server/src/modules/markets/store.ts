/** The listing in the projections. */
import type { Database } from '../../platform/database/pool.ts'

export type CurrencyRecord = {
  readonly currencyId: number
  readonly symbol: string
  readonly decimals: number
}

export type MarketRecord = {
  readonly marketId: number
  readonly symbol: string
  readonly baseId: number
  readonly quoteId: number
  readonly tick: number
  readonly lot: number
  readonly notionalMin: number
  readonly quantityMax: number
  readonly priceMin: number
  readonly priceMax: number
  readonly referencePrice: number
  readonly buyBandPpm: number
  readonly sellBandPpm: number
  readonly openOrdersMax: number
  readonly state: 'open' | 'cancel_only' | 'halted'
}

export type ScheduleRecord = {
  readonly scheduleId: number
  readonly marketId: number
  readonly kind: string
  readonly payer: string
  readonly base: string
  readonly ratePpm: number
  readonly from: number
}

/** All listed currencies, by id. */
export async function readCurrencies(database: Database): Promise<readonly CurrencyRecord[]> {
  const found = await database.query<CurrencyRecord>(
    'select id as "currencyId", code as symbol, decimals from exchange.currency order by id',
  )
  return found.rows
}

/** All listed markets with their rules in units and their state, by id. */
export async function readMarkets(database: Database): Promise<readonly MarketRecord[]> {
  const found = await database.query<MarketRecord>(
    `select id as "marketId", symbol, base_id as "baseId", quote_id as "quoteId", tick, lot,
       notional_min as "notionalMin", quantity_max as "quantityMax", price_min as "priceMin",
       price_max as "priceMax", reference_price as "referencePrice",
       buy_band_ppm as "buyBandPpm", sell_band_ppm as "sellBandPpm",
       open_orders_max as "openOrdersMax", state
     from exchange.market order by id`,
  )
  return found.rows
}

/** All scheduled charges of all markets, past and future, by id. */
export async function readSchedules(database: Database): Promise<readonly ScheduleRecord[]> {
  const found = await database.query<ScheduleRecord>(
    `select id as "scheduleId", market_id as "marketId", charge_kind as kind, payer, base,
       rate_ppm as "ratePpm", from_ms as "from"
     from exchange.charge_schedule order by id`,
  )
  return found.rows
}
