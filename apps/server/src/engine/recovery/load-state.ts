/**
 * Loads the core's whole state from the restart tables, in one snapshot. Large tables arrive packed,
 * as a few long byte columns: a start with 100,000 open orders takes one second instead of ten.
 */
import { type ChargeSchedule, type CoreState, type MarketRow, rememberedMax } from '@tukar/core'
import { currencyUnits, priceUnits, ratePpm } from '@tukar/money'
import type pg from 'pg'
import { bodyWords, idWords } from '../words.ts'

export type LoadedState = {
  /** The journal row that the tables hold; 0 for an empty database. */
  readonly row: number
  /** Null for an empty database. */
  readonly state: CoreState | null
}

type MarkRow = Record<
  'row_no' | 'seq' | 'time_ms' | 'epoch' | 'last_order_id' | 'last_hold_id' | 'forgotten_at',
  string
>

/**
 * Loads the tables, in one snapshot.
 *
 * @param remembered how many command ids the core remembers; another number only in tests
 */
export async function loadState(
  client: pg.ClientBase,
  remembered: number = rememberedMax,
): Promise<LoadedState> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await readTables(client, remembered)
  } finally {
    await client.query('commit')
  }
}

async function readTables(client: pg.ClientBase, remembered: number): Promise<LoadedState> {
  const found = await client.query<MarkRow>('select * from exchange.watermark')
  const [mark] = found.rows
  if (mark === undefined) throw new Error('the database has no watermark')
  const row = Number(mark.row_no)
  if (row === 0) return { row, state: null }
  const counters = {
    seq: Number(mark.seq),
    time: Number(mark.time_ms),
    epoch: Number(mark.epoch),
    lastOrderId: Number(mark.last_order_id),
    lastHoldId: Number(mark.last_hold_id),
    forgottenAt: Number(mark.forgotten_at),
  }
  const state: CoreState = {
    counters,
    ...(await readListing(client)),
    balances: await readBalances(client),
    orders: await readOrders(client),
    holds: await readHolds(client),
    remembered: await readRemembered(client, remembered),
  }
  return { row, state }
}

type Listing = Pick<CoreState, 'currencies' | 'markets' | 'schedules' | 'suspendedAccounts'>

async function readListing(client: pg.ClientBase): Promise<Listing> {
  const currencies = await client.query<CurrencyTableRow>(
    'select * from exchange.currency order by id',
  )
  const markets = await client.query<MarketTableRow>('select * from exchange.market order by id')
  const schedules = await client.query<ScheduleTableRow>(
    'select * from exchange.charge_schedule order by id',
  )
  const suspended = await client.query<{ account_id: string }>(
    'select account_id from exchange.suspended_account order by 1',
  )
  return {
    currencies: currencies.rows.map((row) => ({
      currencyId: row.id,
      code: row.code,
      decimals: row.decimals,
      supplyMax: currencyUnits(Number(row.supply_max)),
    })),
    markets: markets.rows.map(toMarket),
    schedules: schedules.rows.map(toSchedule),
    suspendedAccounts: suspended.rows.map((row) => Number(row.account_id)),
  }
}

const rowsPerPack = 65_536
const bigintBytes = 8

/** Rows of a query as records of bytes, many to a column, in the order of `orderBy`. */
async function readPacked(
  client: pg.ClientBase,
  query: { readonly record: string; readonly from: string; readonly orderBy: string },
): Promise<Buffer[]> {
  const found = await client.query<{ pack: Buffer }>({
    text: `select string_agg(record, ''::bytea order by place) as pack from (
        select row_number() over (order by ${query.orderBy}) as place, ${query.record} as record
        from ${query.from}
      ) placed group by (place - 1) / ${rowsPerPack} order by min(place)`,
  })
  return found.rows.map(({ pack }) => pack)
}

/** Bigint columns as one record. */
function bigints(...columns: readonly string[]): string {
  return columns.map((column) => `int8send((${column})::bigint)`).join(' || ')
}

/** The bigint at this offset of a pack; exact, because all values are below 2^53. */
function bigintAt(pack: Buffer, at: number): number {
  return pack.readInt32BE(at) * 4_294_967_296 + pack.readUInt32BE(at + 4)
}

function* records<T>(
  packs: readonly Buffer[],
  recordBytes: number,
  read: (pack: Buffer, at: number) => T,
): Generator<T> {
  for (const pack of packs) {
    for (let at = 0; at < pack.length; at += recordBytes) yield read(pack, at)
  }
}

async function readBalances(client: pg.ClientBase): Promise<CoreState['balances']> {
  const packs = await readPacked(client, {
    record: bigints('account_id', 'currency_id', 'available', 'held', 'claim'),
    from: 'exchange.balance',
    orderBy: 'account_id, currency_id',
  })
  return records(packs, 5 * bigintBytes, (pack, at) => ({
    accountId: bigintAt(pack, at),
    currencyId: bigintAt(pack, at + 8),
    available: currencyUnits(bigintAt(pack, at + 16)),
    held: currencyUnits(bigintAt(pack, at + 24)),
    claim: currencyUnits(bigintAt(pack, at + 32)),
  }))
}

async function readOrders(client: pg.ClientBase): Promise<CoreState['orders']> {
  const side = "case side when 'buy' then 0 else 1 end"
  const packs = await readPacked(client, {
    record: bigints('id', 'account_id', 'market_id', side, 'price', 'remaining'),
    from: "exchange.orders where status = 'open'",
    orderBy: 'id',
  })
  return records(packs, 6 * bigintBytes, (pack, at) => ({
    orderId: bigintAt(pack, at),
    accountId: bigintAt(pack, at + 8),
    marketId: bigintAt(pack, at + 16),
    side: bigintAt(pack, at + 24) === 0 ? 'buy' : 'sell',
    price: priceUnits(bigintAt(pack, at + 32)),
    remaining: currencyUnits(bigintAt(pack, at + 40)),
  }))
}

type HoldTableRow = Record<'id' | 'account_id' | 'remaining', string> & {
  readonly currency_id: number
  readonly source: string
}

async function readHolds(client: pg.ClientBase): Promise<CoreState['holds']> {
  const found = await client.query<HoldTableRow>('select * from exchange.hold order by id')
  return found.rows.map((row) => ({
    holdId: Number(row.id),
    accountId: Number(row.account_id),
    currencyId: row.currency_id,
    remaining: currencyUnits(Number(row.remaining)),
    source: row.source,
  }))
}

async function readRemembered(
  client: pg.ClientBase,
  remembered: number,
): Promise<CoreState['remembered']> {
  const packs = await readPacked(client, {
    record: `${bigints('scope', 'seq', 'time_ms')} || id || body`,
    from: `(select * from exchange.command_answer order by seq desc limit ${remembered}) newest`,
    orderBy: 'seq',
  })
  return records(packs, 3 * bigintBytes + 24, (pack, at) => ({
    scope: bigintAt(pack, at),
    seq: bigintAt(pack, at + 8),
    time: bigintAt(pack, at + 16),
    words: idWords(pack, at + 24),
    body: bodyWords(pack, at + 40),
  }))
}

type CurrencyTableRow = {
  readonly id: number
  readonly code: string
  readonly decimals: number
  readonly supply_max: string
}

type MarketTableRow = Record<
  | 'tick'
  | 'lot'
  | 'notional_min'
  | 'quantity_max'
  | 'price_min'
  | 'price_max'
  | 'reference_price'
  | 'trade_count',
  string
> &
  Record<
    'id' | 'base_id' | 'quote_id' | 'buy_band_ppm' | 'sell_band_ppm' | 'open_orders_max',
    number
  > & {
    readonly symbol: string
    readonly state: MarketRow['state']
    readonly last_price: string | null
  }

function toMarket(row: MarketTableRow): MarketRow {
  return {
    marketId: row.id,
    symbol: row.symbol,
    baseId: row.base_id,
    quoteId: row.quote_id,
    tick: priceUnits(Number(row.tick)),
    lot: currencyUnits(Number(row.lot)),
    notionalMin: currencyUnits(Number(row.notional_min)),
    quantityMax: currencyUnits(Number(row.quantity_max)),
    priceMin: priceUnits(Number(row.price_min)),
    priceMax: priceUnits(Number(row.price_max)),
    referencePrice: priceUnits(Number(row.reference_price)),
    buyBandPpm: ratePpm(row.buy_band_ppm),
    sellBandPpm: ratePpm(row.sell_band_ppm),
    openOrdersMax: row.open_orders_max,
    state: row.state,
    lastPrice: row.last_price === null ? null : priceUnits(Number(row.last_price)),
    tradeCount: Number(row.trade_count),
  }
}

type ScheduleTableRow = Record<'id' | 'market_id' | 'rate_ppm', number> & {
  readonly charge_kind: ChargeSchedule['chargeKind']
  readonly payer: ChargeSchedule['payer']
  readonly base: ChargeSchedule['base']
  readonly from_ms: string
}

function toSchedule(row: ScheduleTableRow): ChargeSchedule {
  return {
    scheduleId: row.id,
    marketId: row.market_id,
    chargeKind: row.charge_kind,
    payer: row.payer,
    base: row.base,
    ratePpm: ratePpm(row.rate_ppm),
    from: Number(row.from_ms),
  }
}
