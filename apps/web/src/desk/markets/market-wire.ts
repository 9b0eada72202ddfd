/** The console's answers about markets and dated charges, read without believing them. */
import {
  type DeskChargeKind,
  type DeskChargePayer,
  deskChargeKinds,
  deskChargePayers,
  type DeskMarketState,
  deskMarketStates,
} from '@tukar/wire'
import { type JsonRecord, textAt } from '../../api/json.ts'
import { recordAt, recordsAt } from '../wire-reading.ts'

/** The rules of a market as decimal texts; bands in percent of the reference. */
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

/** Every market, and the currencies that one can be made of. */
export function readMarkets(body: JsonRecord): Markets {
  const data = recordAt(body, 'data')
  return {
    markets: recordsAt(data, 'markets').map(readMarket),
    currencies: recordsAt(data, 'currencies').map((row) => textAt(row, 'symbol')),
  }
}

function readMarket(row: JsonRecord): MarketEntry {
  const state = textAt(row, 'state')
  return {
    id: numberAt(row, 'id'),
    pair: textAt(row, 'pair'),
    base: textAt(row, 'base'),
    quote: textAt(row, 'quote'),
    // What is not known is not open.
    state: deskMarketStates.find((one) => one === state) ?? 'halted',
    lastPrice: textAt(row, 'last_price') || null,
    openOrders: numberAt(row, 'open_orders'),
    tick: textAt(row, 'tick'),
    lot: textAt(row, 'lot'),
    minimum: textAt(row, 'minimum'),
    quantityMax: textAt(row, 'quantity_max'),
    priceMin: textAt(row, 'price_min'),
    priceMax: textAt(row, 'price_max'),
    referencePrice: textAt(row, 'reference_price'),
    buyBandPpm: numberAt(row, 'buy_band_ppm'),
    sellBandPpm: numberAt(row, 'sell_band_ppm'),
    openOrdersMax: numberAt(row, 'open_orders_max'),
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
  /** Null: since ever. */
  readonly from: string | null
  readonly status: ScheduleStatus
}

export type Schedules = {
  readonly markets: readonly { readonly pair: string; readonly quote: string }[]
  readonly schedules: readonly ScheduleEntry[]
}

/** Every dated charge; what has a kind or payer that is not known is left out. */
export function readSchedules(body: JsonRecord): Schedules {
  const data = recordAt(body, 'data')
  return {
    markets: recordsAt(data, 'markets').map((row) => ({
      pair: textAt(row, 'pair'),
      quote: textAt(row, 'quote'),
    })),
    schedules: recordsAt(data, 'schedules').flatMap(readSchedule),
  }
}

function readSchedule(row: JsonRecord): readonly ScheduleEntry[] {
  const kind = deskChargeKinds.find((one) => one === row['kind'])
  const payer = deskChargePayers.find((one) => one === row['payer'])
  if (kind === undefined || payer === undefined) return []
  const status = textAt(row, 'status')
  return [
    {
      id: numberAt(row, 'id'),
      pair: textAt(row, 'pair'),
      kind,
      payer,
      base: row['base'] === 'fee' ? 'fee' : 'gross',
      ratePpm: numberAt(row, 'rate_ppm'),
      from: textAt(row, 'from') || null,
      status: status === 'current' || status === 'future' ? status : 'past',
    },
  ]
}

function numberAt(row: JsonRecord, key: string): number {
  return Number(textAt(row, key)) || 0
}
