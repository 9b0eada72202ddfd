/** Converts answers about markets and dated charges from wire names. */
import type {
  DeskChargeKind,
  DeskChargePayer,
  DeskMarketRow,
  DeskMarkets,
  DeskMarketState,
  DeskScheduleRow,
  DeskSchedules,
} from '@tukar/wire'

/** The rules of a market as decimal texts; price bands in percent of the reference price. */
export type Rules = {
  readonly tick: string
  readonly lot: string
  readonly minimum: string
  readonly quantityMax: string
  readonly priceMin: string
  readonly priceMax: string
  readonly referencePrice: string
  readonly buyBandPpm: number
  readonly sellBandPpm: number
  readonly openOrdersMax: number
}

export type MarketEntry = Rules & {
  readonly id: number
  readonly pair: string
  readonly base: string
  readonly quote: string
  readonly state: DeskMarketState
  readonly lastPrice: string | null
  readonly openOrders: number
}

export type Markets = {
  readonly markets: readonly MarketEntry[]
  readonly currencies: readonly string[]
}

/** All markets, and the currencies that a new market can have. */
export function toMarkets({ markets, currencies }: DeskMarkets): Markets {
  return { markets: markets.map(toMarket), currencies: currencies.map(({ symbol }) => symbol) }
}

function toMarket(row: DeskMarketRow): MarketEntry {
  return {
    id: row.id,
    pair: row.pair,
    base: row.base,
    quote: row.quote,
    state: row.state,
    lastPrice: row.last_price,
    openOrders: row.open_orders,
    tick: row.tick,
    lot: row.lot,
    minimum: row.minimum,
    quantityMax: row.quantity_max,
    priceMin: row.price_min,
    priceMax: row.price_max,
    referencePrice: row.reference_price,
    buyBandPpm: row.buy_band_ppm,
    sellBandPpm: row.sell_band_ppm,
    openOrdersMax: row.open_orders_max,
  }
}

export type ScheduleStatus = 'past' | 'current' | 'future'

export type ScheduleEntry = {
  readonly id: number
  readonly pair: string
  readonly kind: DeskChargeKind
  readonly payer: DeskChargePayer
  readonly base: 'gross' | 'fee'
  readonly ratePpm: number
  /** Null: without a start date. */
  readonly from: string | null
  readonly status: ScheduleStatus
}

export type Schedules = {
  readonly markets: readonly { readonly pair: string; readonly quote: string }[]
  readonly schedules: readonly ScheduleEntry[]
}

/** All dated charges. */
export function toSchedules({ markets, schedules }: DeskSchedules): Schedules {
  return {
    markets: markets.map(({ pair, quote }) => ({ pair, quote })),
    schedules: schedules.map(toSchedule),
  }
}

function toSchedule({ rate_ppm: ratePpm, ...row }: DeskScheduleRow): ScheduleEntry {
  return { ...row, ratePpm }
}
