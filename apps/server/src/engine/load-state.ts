/** The core's whole state from the restart tables, in one snapshot. */
import {
  type ChargeSchedule,
  type CoreState,
  type MarketRow,
  type OpenOrderRow,
  rememberedMax,
  type StateHash,
} from '@tukar/core'
import type pg from 'pg'
import { hashOfBytes } from './journal.ts'
import { bytesToWords } from './projector/write.ts'

export type LoadedState = {
  /** The journal row that the tables hold; 0 for an empty database. */
  readonly row: number
  /** The hash that the state had then; null for an empty database. */
  readonly hash: StateHash | null
  readonly state: CoreState | null
}

/** Numbers, although the driver gives bigint columns as text: all of ours are below 2^53. */
type Found = Record<string, unknown>
const number = (value: unknown): number => Number(value)

export async function loadState(client: pg.ClientBase): Promise<LoadedState> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const mark = (await client.query('select * from exchange.watermark')).rows[0] as
      | Found
      | undefined
    if (mark === undefined) return { row: 0, hash: null, state: null }
    return {
      row: number(mark['row_no']),
      hash: hashOfBytes(mark['hash'] as Buffer),
      state: await readTables(client, mark),
    }
  } finally {
    await client.query('commit')
  }
}

async function readTables(client: pg.ClientBase, mark: Found): Promise<CoreState> {
  const rows = async (text: string): Promise<Found[]> => (await client.query(text)).rows as Found[]
  return {
    counters: {
      seq: number(mark['seq']),
      time: number(mark['time_ms']),
      epoch: number(mark['epoch']),
      lastOrderId: number(mark['last_order_id']),
      lastHoldId: number(mark['last_hold_id']),
      forgottenAt: number(mark['forgotten_at']),
    },
    currencies: (await rows('select * from exchange.currency order by id')).map((row) => ({
      currencyId: number(row['id']),
      code: String(row['code']),
      decimals: number(row['decimals']),
      supplyMax: number(row['supply_max']) as never,
    })),
    markets: (await rows('select * from exchange.market order by id')).map(toMarket),
    schedules: (await rows('select * from exchange.charge_schedule order by id')).map(toSchedule),
    suspendedAccounts: (await rows('select account_id from exchange.suspended_account')).map(
      (row) => number(row['account_id']),
    ),
    balances: (
      await rows('select account_id, currency_id, available, held, claim from exchange.balance')
    ).map((row) => ({
      accountId: number(row['account_id']),
      currencyId: number(row['currency_id']),
      available: number(row['available']) as never,
      held: number(row['held']) as never,
      claim: number(row['claim']) as never,
    })),
    orders: (
      await rows(
        `select id, account_id, market_id, side, price, remaining from exchange.orders
         where status = 'open' order by id`,
      )
    ).map(toOpenOrder),
    holds: (await rows('select * from exchange.hold order by id')).map((row) => ({
      holdId: number(row['id']),
      accountId: number(row['account_id']),
      currencyId: number(row['currency_id']),
      remaining: number(row['remaining']) as never,
      source: String(row['source']),
    })),
    remembered: (
      await rows(
        `select * from (select scope, id, body, seq, time_ms from exchange.command_answer
         order by seq desc limit ${rememberedMax}) newest order by seq`,
      )
    ).map((row) => ({
      scope: number(row['scope']),
      words: bytesToWords(row['id'] as Buffer) as never,
      body: bytesToWords(row['body'] as Buffer) as never,
      seq: number(row['seq']),
      time: number(row['time_ms']),
    })),
  }
}

function toOpenOrder(row: Found): OpenOrderRow {
  return {
    orderId: number(row['id']),
    accountId: number(row['account_id']),
    marketId: number(row['market_id']),
    side: row['side'] as OpenOrderRow['side'],
    price: number(row['price']) as never,
    remaining: number(row['remaining']) as never,
  }
}

function toMarket(row: Found): MarketRow {
  return {
    marketId: number(row['id']),
    symbol: String(row['symbol']),
    baseId: number(row['base_id']),
    quoteId: number(row['quote_id']),
    tick: number(row['tick']) as never,
    lot: number(row['lot']) as never,
    notionalMin: number(row['notional_min']) as never,
    quantityMax: number(row['quantity_max']) as never,
    priceMin: number(row['price_min']) as never,
    priceMax: number(row['price_max']) as never,
    referencePrice: number(row['reference_price']) as never,
    buyBandPpm: number(row['buy_band_ppm']) as never,
    sellBandPpm: number(row['sell_band_ppm']) as never,
    openOrdersMax: number(row['open_orders_max']),
    state: row['state'] as MarketRow['state'],
    lastPrice: row['last_price'] === null ? null : (number(row['last_price']) as never),
    tradeCount: number(row['trade_count']),
  }
}

function toSchedule(row: Found): ChargeSchedule {
  return {
    scheduleId: number(row['id']),
    marketId: number(row['market_id']),
    chargeKind: row['charge_kind'] as ChargeSchedule['chargeKind'],
    payer: row['payer'] as ChargeSchedule['payer'],
    base: row['base'] as ChargeSchedule['base'],
    ratePpm: number(row['rate_ppm']) as never,
    from: number(row['from_ms']),
  }
}
