/** The listing as the projections hold it. */
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

/** Every listed currency, in the order of their ids. */
export async function readCurrencies(database: Database): Promise<readonly CurrencyRecord[]> {
  const found = await database.query<CurrencyRecord>(
    'select id as "currencyId", code as symbol, decimals from exchange.currency order by id',
  )
  return found.rows
}

/** Every listed market with its rules, in units, and its state, in the order of their ids. */
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

/** Every dated charge of every market, past and to come, in the order of their ids. */
export async function readSchedules(database: Database): Promise<readonly ScheduleRecord[]> {
  const found = await database.query<ScheduleRecord>(
    `select id as "scheduleId", market_id as "marketId", charge_kind as kind, payer, base,
       rate_ppm as "ratePpm", from_ms as "from"
     from exchange.charge_schedule order by id`,
  )
  return found.rows
}
