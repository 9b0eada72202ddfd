/** The tables that the projector writes, and the expected rows of the small ones, from the core's state. */
import type { CoreState } from '@tukar/core'
import { hashBytes } from '../journal.ts'
import type { Row, TableSpec } from './rows.ts'

function table(name: string, keys: string, columns: string): TableSpec {
  return { name, keys: keys.split(' '), columns: columns.trim().split(/\s+/) }
}

export const tradeTable = table(
  'trade',
  'market_id no',
  `seq time_ms price quantity quote taker_side maker_order_id taker_order_id maker_account_id
   taker_account_id buyer_refund charges base_tax_rupiah quote_tax_rupiah`,
)
export const transferTable = table(
  'transfer',
  'seq no',
  `time_ms command_kind currency_id amount from_account_id from_bucket to_account_id to_bucket reason
   source suspended`,
)
export const answerTable = table('command_answer', 'seq', 'scope id body time_ms events')
export const ordersTable = table(
  'orders',
  'id',
  `account_id market_id side price quantity remaining time_in_force post_only status close_reason
   fill_count filled_quote received created_seq created_ms updated_seq updated_ms`,
)
export const balanceTable = table('balance', 'account_id currency_id', 'available held claim seq')
export const candleTable = table(
  'candle',
  'market_id width open_ms',
  'open high low close volume volume_quote trades',
)
const holdTable = table('hold', 'id', 'account_id currency_id remaining source')
const currencyTable = table('currency', 'id', 'code decimals supply_max')
const marketTable = table(
  'market',
  'id',
  `symbol base_id quote_id tick lot notional_min quantity_max price_min price_max reference_price
   buy_band_ppm sell_band_ppm open_orders_max state last_price trade_count`,
)
const scheduleTable = table(
  'charge_schedule',
  'id',
  'market_id charge_kind payer base rate_ppm from_ms',
)
const suspendedTable = table('suspended_account', 'account_id', 'account_id')
const watermarkTable = table(
  'watermark',
  'row_no',
  'epoch seq time_ms last_order_id last_hold_id forgotten_at hash',
)

/** A table and all rows that it must have. */
export type WholeTable = { readonly spec: TableSpec; readonly rows: Iterable<Row> }

/**
 * The expected rows of tables without a history. They are read immediately, because the state changes.
 *
 * @param row the journal row that led to this state
 */
export function stateTables(
  state: CoreState,
  row: number,
  hash: readonly [number, number],
): readonly WholeTable[] {
  const { counters } = state
  const mark: Row = {
    row_no: row,
    epoch: counters.epoch,
    seq: counters.seq,
    time_ms: counters.time,
    last_order_id: counters.lastOrderId,
    last_hold_id: counters.lastHoldId,
    forgotten_at: counters.forgottenAt,
    hash: hashBytes(hash),
  }
  return [
    { spec: watermarkTable, rows: [mark] },
    ...listingTables(state),
    {
      spec: suspendedTable,
      rows: [...state.suspendedAccounts].map((accountId) => ({ account_id: accountId })),
    },
    {
      spec: holdTable,
      rows: [...state.holds].map((hold) => ({
        id: hold.holdId,
        account_id: hold.accountId,
        currency_id: hold.currencyId,
        remaining: hold.remaining,
        source: hold.source,
      })),
    },
  ]
}

function listingTables(state: CoreState): readonly WholeTable[] {
  const currencies = [...state.currencies].map((currency) => ({
    id: currency.currencyId,
    code: currency.code,
    decimals: currency.decimals,
    supply_max: currency.supplyMax,
  }))
  const markets = [...state.markets].map((market) => ({
    id: market.marketId,
    symbol: market.symbol,
    base_id: market.baseId,
    quote_id: market.quoteId,
    tick: market.tick,
    lot: market.lot,
    notional_min: market.notionalMin,
    quantity_max: market.quantityMax,
    price_min: market.priceMin,
    price_max: market.priceMax,
    reference_price: market.referencePrice,
    buy_band_ppm: market.buyBandPpm,
    sell_band_ppm: market.sellBandPpm,
    open_orders_max: market.openOrdersMax,
    state: market.state,
    last_price: market.lastPrice,
    trade_count: market.tradeCount,
  }))
  const schedules = [...state.schedules].map((schedule) => ({
    id: schedule.scheduleId,
    market_id: schedule.marketId,
    charge_kind: schedule.chargeKind,
    payer: schedule.payer,
    base: schedule.base,
    rate_ppm: schedule.ratePpm,
    from_ms: schedule.from,
  }))
  return [
    { spec: currencyTable, rows: currencies },
    { spec: marketTable, rows: markets },
    { spec: scheduleTable, rows: schedules },
  ]
}
