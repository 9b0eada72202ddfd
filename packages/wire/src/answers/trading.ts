/** Answers of the calls for markets, orders and balances. */
import * as z from 'zod/mini'
import { Count, data, Decimal, many, pageOf, RowId, Time, YesNo } from './shapes.ts'

/** A decimal text; null if the figure is unknown. */
const Known = z.nullable(Decimal)

const OrderPlace = z.enum(['Limit Buy', 'Limit Sell'])
const OrderStatus = z.enum(['open', 'partial', 'close', 'cancel'])
const Side = z.enum(['buy', 'sell'])

/** The figures of `market_update` (RT-02). */
export const TickerFields = z.strictObject({
  pair: z.string(),
  last_price: Known,
  previous_price: Known,
  last_bid: Known,
  last_ask: Known,
  change_24h: Known,
  high_24h: Known,
  low_24h: Known,
  vol_24h: Decimal,
  vol_24h_quote: Decimal,
})
export type TickerFields = z.output<typeof TickerFields>

/** A currency (DATA-04). */
export const CurrencyRow = z.strictObject({
  id: RowId,
  ccurrency_symbol: z.string(),
  ccurrency_name: z.string(),
  ccurrency_icon_data_url: z.string(),
  decimal_display: Count,
  ccurrency_kind: z.string(),
  wd_config: many(z.string()),
  travel_rules_limit: Known,
  ccurrency_withdraw_fee: Decimal,
  ccurrency_config: z.strictObject({
    address_view: YesNo,
    deposit_info_view: YesNo,
    deposit_manual_view: YesNo,
  }),
  ccurrency_show: YesNo,
  ccurrency_deposit_open: YesNo,
  ccurrency_withdraw_open: YesNo,
})
export type CurrencyRow = z.output<typeof CurrencyRow>

/** A market (DATA-03) with its rules. */
export const MarketRow = z.strictObject({
  id: RowId,
  ...TickerFields.shape,
  pair_show: z.string(),
  simbols: many(z.string()),
  ticker_24h_high: Known,
  ticker_24h_low: Known,
  ticker_percent_spread: Decimal,
  price_buy: Known,
  price_sell: Known,
  currencies: many(CurrencyRow),
  market_state: z.string(),
  tick: Decimal,
  price_decimals: Count,
  lot: Decimal,
  minimum: Decimal,
  base_decimals: Count,
  quote_decimals: Count,
  band: z.strictObject({
    price_min: Decimal,
    price_max: Decimal,
    reference: Decimal,
    buy_ppm: Count,
    sell_ppm: Count,
  }),
  charges: many(
    z.strictObject({ kind: z.string(), payer: z.string(), base: z.string(), rate_ppm: Count }),
  ),
})
export type MarketRow = z.output<typeof MarketRow>

/** A level of the public book: the fields of an order, most of them null. */
export const LevelRow = z.strictObject({
  id: z.null(),
  orang_id: z.nullable(RowId),
  market_position: Decimal,
  market_amount: Decimal,
  base_quantity: Decimal,
  market_result_including_fee: z.null(),
  market_place: OrderPlace,
  market_status: z.literal('open'),
  market_amount_start: z.null(),
  matched_count: z.null(),
  created_at: z.null(),
  updated_at: z.null(),
  market_pair: z.string(),
})
export type LevelRow = z.output<typeof LevelRow>

const bookFields = {
  buys: many(LevelRow),
  sells: many(LevelRow),
  market: MarketRow,
  seq: Count,
  checksum: z.int(),
}

/** The snapshot of a book, in `data` and at the top level. */
export const BookAnswer = z.strictObject({ data: z.strictObject(bookFields), ...bookFields })

/** A public trade (DATA-21). */
export const TradeRow = z.strictObject({
  id: Count,
  no: Count,
  mclose_position: Decimal,
  mclose_symbol_a: Decimal,
  aggressor: z.enum(['buyer', 'seller']),
  created_at: Time,
})
export type TradeRow = z.output<typeof TradeRow>

/** A candle; `time` is its start in milliseconds since 1970. */
export const CandleRow = z.strictObject({
  time: z.int(),
  open: Decimal,
  high: Decimal,
  low: Decimal,
  close: Decimal,
  volume: Decimal,
})
export type CandleRow = z.output<typeof CandleRow>

/** Candles, and the number of the last trade in them. */
export const CandlesAnswer = z.strictObject({ data: many(CandleRow), no: Count })

/** A market's last 24 hours at equal intervals; `from` and `to` are milliseconds since 1970. */
export const CourseRow = z.strictObject({
  pair: z.string(),
  from: z.number(),
  to: z.number(),
  prices: many(Decimal),
})
export type CourseRow = z.output<typeof CourseRow>

/** One of the user's orders (DATA-20). */
export const OrderRow = z.strictObject({
  id: RowId,
  orang_id: RowId,
  market_position: Decimal,
  market_amount: Decimal,
  market_result_including_fee: Decimal,
  market_place: OrderPlace,
  market_status: OrderStatus,
  market_amount_start: Decimal,
  matched_count: Count,
  created_at: Time,
  updated_at: Time,
  market_pair: z.string(),
  quantity: Decimal,
  remaining_quantity: Decimal,
  close_reason: z.nullable(z.string()),
  time_in_force: z.string(),
  post_only: z.boolean(),
})
export type OrderRow = z.output<typeof OrderRow>

/** The command id of an idempotent request. */
const commandId = { command_id: z.string() }

export const PlacedAnswer = z.strictObject({ data: OrderRow, ...commandId })
export const CanceledAnswer = z.strictObject(commandId)
export const AllCanceledAnswer = z.strictObject({
  data: z.strictObject({ count: Count }),
  ...commandId,
})

/** A fill of one of the user's orders, with its charges (DATA-22). */
export const FillRow = z.strictObject({
  ...TradeRow.shape,
  mclose_symbol_a_nofee: Decimal,
  mclose_symbol_b_nofee: Decimal,
  mclose_symbol_b: Decimal,
  price_conversion: z.strictObject({
    a_tax_idr: z.union([Decimal, z.literal('NA')]),
    b_tax_idr: z.union([Decimal, z.literal('NA')]),
  }),
  side: Side,
  charges: many(
    z.strictObject({ side: z.string(), kind: z.string(), amount: Decimal, rate_ppm: Count }),
  ),
})
export type FillRow = z.output<typeof FillRow>

/** A balance (DATA-05). */
export const BalanceRow = z.strictObject({
  id: RowId,
  ccurrency_symbol: z.string(),
  ccurrency_name: z.string(),
  saldo_value: Decimal,
  saldo_lock: Decimal,
  ccurrency_obj: CurrencyRow,
})
export type BalanceRow = z.output<typeof BalanceRow>

export const MarketsAnswer = data(pageOf(MarketRow))
export const MarketAnswer = data(MarketRow)
export const CurrenciesAnswer = data(pageOf(CurrencyRow))
export const TradesAnswer = data(many(TradeRow))
export const CoursesAnswer = data(many(CourseRow))
export const OrdersAnswer = data(pageOf(OrderRow))
export const OrderAnswer = data(OrderRow)
export const FillsAnswer = data(many(FillRow))
export const BalancesAnswer = data(pageOf(BalanceRow))
