/**
 * Builds rows of answers and events with their wire names from domain figures in units. `market_*`,
 * `mclose_*`, `saldo_*` and `ccurrency_*` are written only here.
 */
import {
  buyHold,
  currencyUnits,
  decimalsOfStep,
  formatPrice,
  formatUnits,
  priceUnits,
} from '@tukar/money'
import type {
  BalanceRow,
  CourseRow,
  CurrencyRow,
  FillRow,
  LevelRow,
  MarketRow,
  OrderRow,
  TickerFields,
  TradeRow,
} from '../answers/trading.ts'

/** The decimals and names of a market for its rows. */
export type MarketScale = {
  readonly marketId: number
  readonly symbol: string
  readonly baseSymbol: string
  readonly quoteSymbol: string
  readonly baseDecimals: number
  readonly quoteDecimals: number
  readonly baseScale: number
  readonly tick: number
}

export type LevelFigures = { readonly price: number; readonly quantity: number }
type Side = 'buy' | 'sell'

const price = (scale: MarketScale, units: number): string =>
  formatPrice(units, scale.tick, scale.quoteDecimals)

/** A quantity on the wire: a buy's in quote, rounded up, a sell's in base. */
function wireAmount(scale: MarketScale, side: Side, at: number, quantity: number): string {
  if (side === 'sell') return formatUnits(quantity, scale.baseDecimals)
  const quote = buyHold(priceUnits(at), currencyUnits(quantity), scale.baseScale)
  return formatUnits(quote, scale.quoteDecimals)
}

const places = { buy: 'Limit Buy', sell: 'Limit Sell' } as const

/**
 * A level of the public book: the fields of an order, without an owner (R-20, DEC-87). `ownerId` is the
 * requesting user, if the level has an order of theirs (SRV-58).
 */
export function levelRow(
  scale: MarketScale,
  side: Side,
  level: LevelFigures,
  ownerId: number | null = null,
): LevelRow {
  return {
    id: null,
    orang_id: ownerId,
    market_position: price(scale, level.price),
    market_amount: wireAmount(scale, side, level.price, level.quantity),
    base_quantity: formatUnits(level.quantity, scale.baseDecimals),
    market_result_including_fee: null,
    market_place: places[side],
    market_status: 'open',
    market_amount_start: null,
    matched_count: null,
    created_at: null,
    updated_at: null,
    market_pair: scale.symbol,
  }
}

export type TradeFigures = {
  readonly no: number
  readonly price: number
  readonly quantity: number
  readonly takerSide: Side
  readonly timeMs: number
}

/** A public trade (DATA-21). */
export function tradeRow(scale: MarketScale, trade: TradeFigures): TradeRow {
  return {
    id: trade.no,
    no: trade.no,
    mclose_position: price(scale, trade.price),
    mclose_symbol_a: formatUnits(trade.quantity, scale.baseDecimals),
    aggressor: trade.takerSide === 'buy' ? 'buyer' : 'seller',
    created_at: new Date(trade.timeMs).toISOString(),
  }
}

export type TickerFigures = {
  readonly lastPrice: number | null
  readonly previousPrice: number | null
  readonly bestBid: number | null
  readonly bestAsk: number | null
  readonly changeBasisPoints: number | null
  readonly high: number | null
  readonly low: number | null
  readonly volumeBase: number
  readonly volumeQuote: number
}

/** The figures of `market_update` (RT-02); unknown ones are null. */
export function tickerFields(scale: MarketScale, ticker: TickerFigures): TickerFields {
  const orNull = (units: number | null) => (units === null ? null : price(scale, units))
  const { changeBasisPoints } = ticker
  return {
    pair: scale.symbol,
    last_price: orNull(ticker.lastPrice),
    previous_price: orNull(ticker.previousPrice),
    last_bid: orNull(ticker.bestBid),
    last_ask: orNull(ticker.bestAsk),
    change_24h: changeBasisPoints === null ? null : formatUnits(changeBasisPoints, 2),
    high_24h: orNull(ticker.high),
    low_24h: orNull(ticker.low),
    vol_24h: formatUnits(ticker.volumeBase, scale.baseDecimals),
    vol_24h_quote: formatUnits(ticker.volumeQuote, scale.quoteDecimals),
  }
}

export type CourseFigures = {
  readonly fromMs: number
  readonly toMs: number
  readonly prices: readonly number[]
}

/** A market's prices within the last 24 hours, at equal intervals. */
export function courseRow(scale: MarketScale, { fromMs, toMs, prices }: CourseFigures): CourseRow {
  return {
    pair: scale.symbol,
    from: fromMs,
    to: toMs,
    prices: prices.map((units) => price(scale, units)),
  }
}

export type CurrencyFigures = {
  readonly currencyId: number
  readonly symbol: string
  readonly name: string
  readonly icon: string
  readonly decimals: number
  readonly kind: string
  readonly withdrawalRails: readonly string[]
  readonly travelRuleThreshold: string | null
  readonly withdrawalFee: string
  /** The minimum that is credited automatically; null: the default of the settings. */
  readonly depositMin: string | null
  readonly isListed: boolean
  readonly areDepositsOpen: boolean
  readonly areWithdrawalsOpen: boolean
}

/** A currency (DATA-04). */
export function currencyRow(currency: CurrencyFigures): CurrencyRow {
  const isOnChain = currency.kind.startsWith('evm')
  const yes = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no')
  return {
    id: currency.currencyId,
    ccurrency_symbol: currency.symbol,
    ccurrency_name: currency.name,
    ccurrency_icon_data_url: currency.icon,
    decimal_display: currency.decimals,
    ccurrency_kind: currency.kind,
    wd_config: currency.withdrawalRails,
    travel_rules_limit: currency.travelRuleThreshold,
    ccurrency_withdraw_fee: currency.withdrawalFee,
    ccurrency_config: {
      address_view: yes(isOnChain || currency.kind === 'bitcoin'),
      deposit_info_view: yes(isOnChain),
      deposit_manual_view: yes(isOnChain),
    },
    ccurrency_show: yes(currency.isListed),
    ccurrency_deposit_open: yes(currency.areDepositsOpen),
    ccurrency_withdraw_open: yes(currency.areWithdrawalsOpen),
  }
}

export type RateFigures = {
  readonly kind: string
  readonly payer: string
  readonly base: string
  readonly ratePpm: number
}

export type MarketFigures = {
  readonly scale: MarketScale
  readonly ticker: TickerFigures
  readonly base: CurrencyFigures
  readonly quote: CurrencyFigures
  readonly state: string
  readonly lot: number
  readonly notionalMin: number
  /** The price limits of orders: price units, and shares of the reference price in ppm. */
  readonly band: {
    readonly priceMin: number
    readonly priceMax: number
    readonly referencePrice: number
    readonly buyBandPpm: number
    readonly sellBandPpm: number
  }
  readonly rates: readonly RateFigures[]
}

/** A rate in parts per million as a fraction with four decimals or more: 2000 is "0.0020". */
function fractionText(ratePpm: number): string {
  return formatUnits(ratePpm, 6).replace(/0{1,2}$/, '')
}

/** A market (DATA-03), with its rules as additions (docs/wire-additions.md). */
export function marketRow({ scale, ticker, base, quote, ...rules }: MarketFigures): MarketRow {
  const fields = tickerFields(scale, ticker)
  const takerFee = rules.rates.find((rate) => rate.kind === 'fee' && rate.payer === 'taker')
  return {
    id: scale.marketId,
    ...fields,
    pair_show: scale.symbol.replace('_', '/'),
    simbols: [scale.baseSymbol, scale.quoteSymbol],
    ticker_24h_high: fields.high_24h,
    ticker_24h_low: fields.low_24h,
    ticker_percent_spread: fractionText(takerFee?.ratePpm ?? 0),
    price_buy: fields.last_bid,
    price_sell: fields.last_ask,
    currencies: [currencyRow(base), currencyRow(quote)],
    market_state: rules.state,
    tick: formatUnits(scale.tick, scale.quoteDecimals),
    price_decimals: decimalsOfStep(scale.tick, scale.quoteDecimals),
    lot: formatUnits(rules.lot, scale.baseDecimals),
    minimum: formatUnits(rules.notionalMin, scale.quoteDecimals),
    base_decimals: scale.baseDecimals,
    quote_decimals: scale.quoteDecimals,
    band: {
      price_min: price(scale, rules.band.priceMin),
      price_max: price(scale, rules.band.priceMax),
      reference: price(scale, rules.band.referencePrice),
      buy_ppm: rules.band.buyBandPpm,
      sell_ppm: rules.band.sellBandPpm,
    },
    charges: rules.rates.map((rate) => ({
      kind: rate.kind,
      payer: rate.payer,
      base: rate.base,
      rate_ppm: rate.ratePpm,
    })),
  }
}

export type OrderFigures = {
  readonly orderId: number
  readonly userId: number
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly remaining: number
  readonly status: 'open' | 'filled' | 'canceled'
  readonly closeReason: string | null
  readonly fillCount: number
  readonly received: number
  readonly timeInForce: string
  readonly postOnly: boolean
  readonly createdMs: number
  readonly updatedMs: number
}

/** The wire status of an order (DEC-83): open, partial, close, cancel. */
export function orderStatusWord(
  status: OrderFigures['status'],
  fillCount: number,
): OrderRow['market_status'] {
  if (status === 'filled') return 'close'
  if (status === 'canceled') return 'cancel'
  return fillCount > 0 ? 'partial' : 'open'
}

/** One of the user's orders (DATA-20). */
export function orderRow(scale: MarketScale, order: OrderFigures): OrderRow {
  const { side } = order
  const receivedDecimals = side === 'buy' ? scale.baseDecimals : scale.quoteDecimals
  const createdAt = new Date(order.createdMs).toISOString()
  return {
    id: order.orderId,
    orang_id: order.userId,
    market_position: price(scale, order.price),
    market_amount: wireAmount(scale, side, order.price, order.remaining),
    market_result_including_fee: formatUnits(order.received, receivedDecimals),
    market_place: places[side],
    market_status: orderStatusWord(order.status, order.fillCount),
    market_amount_start: wireAmount(scale, side, order.price, order.quantity),
    matched_count: order.fillCount,
    created_at: createdAt,
    updated_at:
      order.updatedMs === order.createdMs ? createdAt : new Date(order.updatedMs).toISOString(),
    market_pair: scale.symbol,
    quantity: formatUnits(order.quantity, scale.baseDecimals),
    remaining_quantity: formatUnits(order.remaining, scale.baseDecimals),
    close_reason: order.closeReason,
    time_in_force: order.timeInForce,
    post_only: order.postOnly,
  }
}

export type FillFigures = TradeFigures & {
  readonly quote: number
  readonly baseCharges: number
  readonly quoteCharges: number
  readonly baseTaxRupiah: number | null
  readonly quoteTaxRupiah: number | null
  readonly ownSide: Side
  readonly charges: readonly {
    readonly side: string
    readonly kind: string
    readonly amount: number
    readonly ratePpm: number
  }[]
}

const rupiahDecimals = 2

/** A fill of one of the user's orders, with its charges (DATA-22). */
export function fillRow(scale: MarketScale, fill: FillFigures): FillRow {
  const rupiah = (units: number | null) =>
    units === null ? 'NA' : formatUnits(units, rupiahDecimals)
  return {
    ...tradeRow(scale, fill),
    mclose_symbol_a_nofee: formatUnits(fill.quantity, scale.baseDecimals),
    mclose_symbol_a: formatUnits(fill.quantity - fill.baseCharges, scale.baseDecimals),
    mclose_symbol_b_nofee: formatUnits(fill.quote, scale.quoteDecimals),
    mclose_symbol_b: formatUnits(fill.quote - fill.quoteCharges, scale.quoteDecimals),
    price_conversion: {
      a_tax_idr: rupiah(fill.baseTaxRupiah),
      b_tax_idr: rupiah(fill.quoteTaxRupiah),
    },
    side: fill.ownSide,
    charges: fill.charges.map((charge) => ({
      side: charge.side,
      kind: charge.kind,
      amount: formatUnits(
        charge.amount,
        charge.side === 'buy' ? scale.baseDecimals : scale.quoteDecimals,
      ),
      rate_ppm: charge.ratePpm,
    })),
  }
}

export type BalanceFigures = {
  readonly currency: CurrencyFigures
  readonly available: number
  readonly held: number
}

/** A balance (DATA-05). */
export function balanceRow({ currency, available, held }: BalanceFigures): BalanceRow {
  return {
    id: currency.currencyId,
    ccurrency_symbol: currency.symbol,
    ccurrency_name: currency.name,
    saldo_value: formatUnits(available, currency.decimals),
    saldo_lock: formatUnits(held, currency.decimals),
    ccurrency_obj: currencyRow(currency),
  }
}
