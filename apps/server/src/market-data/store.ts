/** Reads what the projector wrote: the start of market data, and candles. Writes nothing. */
import { firstUserId } from '@tukar/core'
import type pg from 'pg'
import type { MinuteBucket } from './day-figures.ts'
import type { StoredWidth } from './candle-widths.ts'
import { findFirstMinute, minuteMs } from './day-figures.ts'
import { type Candle, type PublicTrade, recentTradesMax } from './port.ts'

type Found = Record<string, unknown>

/** A market's stored trades as of journal row `row`. */
export type MarketHistory = {
  readonly row: number
  readonly seq: number
  /** Newest first. */
  readonly trades: readonly PublicTrade[]
  readonly previousPrice: number | null
  readonly reference: number | null
  readonly buckets: readonly MinuteBucket[]
}

export type HistoryRequest = {
  readonly marketId: number
  readonly nowMs: number
  readonly countsMarketMakerTrades: boolean
}

/** Reads a market's trades and figures in one snapshot. */
export async function readHistory(
  pool: pg.Pool,
  { marketId, nowMs, countsMarketMakerTrades }: HistoryRequest,
): Promise<MarketHistory> {
  const fromMs = findFirstMinute(nowMs) * minuteMs
  return await inSnapshot(pool, async (client) => {
    const { row, seq } = await readMark(client)
    const trades = await readTrades(client, marketId)
    return {
      row,
      seq,
      trades,
      previousPrice: await readPrevious(client, marketId, trades[0]?.price ?? null),
      reference: await readReference(client, marketId, fromMs),
      buckets: await readBuckets(client, { marketId, fromMs, countsMarketMakerTrades }),
    }
  })
}

/**
 * Reads at most `limit` stored candles up to now, oldest first, and the projected row in the same snapshot.
 */
export async function readCandles(
  pool: pg.Pool,
  request: { marketId: number; width: StoredWidth; limit: number },
): Promise<{ readonly row: number; readonly candles: readonly Candle[] }> {
  return await inSnapshot(pool, async (client) => {
    const { row } = await readMark(client)
    const found = await client.query<Found>({
      name: 'market-data-candles',
      text: `select open_ms, open, high, low, close, volume from exchange.candle
        where market_id = $1 and width = $2 order by open_ms desc limit $3`,
      values: [request.marketId, request.width, request.limit],
    })
    return { row, candles: found.rows.map(toCandle).reverse() }
  })
}

/** The journal row that the tables hold; 0 before the first. */
export async function readProjectedRow(pool: pg.Pool): Promise<number> {
  const found = await pool.query<Found>('select row_no from exchange.watermark')
  return Number(found.rows[0]?.['row_no'] ?? 0)
}

async function inSnapshot<Result>(
  pool: pg.Pool,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await read(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The state of the connection is unknown: close it instead of returning it to the pool.
    client.release(true)
    throw error
  }
}

async function readMark(client: pg.ClientBase): Promise<{ row: number; seq: number }> {
  const found = await client.query<Found>('select row_no, seq from exchange.watermark')
  const mark = found.rows[0]
  return { row: Number(mark?.['row_no'] ?? 0), seq: Number(mark?.['seq'] ?? 0) }
}

async function readTrades(client: pg.ClientBase, marketId: number): Promise<PublicTrade[]> {
  const found = await client.query<Found>({
    name: 'market-data-trades',
    text: `select no, price, quantity, taker_side, time_ms from exchange.trade
      where market_id = $1 order by no desc limit ${recentTradesMax}`,
    values: [marketId],
  })
  return found.rows.map((row) => ({
    no: Number(row['no']),
    price: Number(row['price']),
    quantity: Number(row['quantity']),
    takerSide: row['taker_side'] === 'buy' ? 'buy' : 'sell',
    timeMs: Number(row['time_ms']),
  }))
}

async function readPrevious(
  client: pg.ClientBase,
  marketId: number,
  lastPrice: number | null,
): Promise<number | null> {
  if (lastPrice === null) return null
  const found = await client.query<Found>({
    name: 'market-data-previous',
    text: `select price from exchange.trade where market_id = $1 and price <> $2
      order by no desc limit 1`,
    values: [marketId, lastPrice],
  })
  return toPrice(found.rows[0])
}

async function readReference(
  client: pg.ClientBase,
  marketId: number,
  beforeMs: number,
): Promise<number | null> {
  const found = await client.query<Found>({
    name: 'market-data-reference',
    text: `select price from exchange.trade where market_id = $1 and time_ms < $2
      order by time_ms desc, no desc limit 1`,
    values: [marketId, beforeMs],
  })
  return toPrice(found.rows[0])
}

type BucketRequest = {
  readonly marketId: number
  readonly fromMs: number
  readonly countsMarketMakerTrades: boolean
}

/** The minutes of the day, without trades between market makers if these do not count. */
async function readBuckets(
  client: pg.ClientBase,
  { marketId, fromMs, countsMarketMakerTrades }: BucketRequest,
): Promise<MinuteBucket[]> {
  const found = await client.query<Found>({
    name: 'market-data-buckets',
    text: `select c.open_ms, c.high, c.low, c.close,
        c.volume - coalesce(h.quantity, 0) as volume,
        c.volume_quote - coalesce(h.quote, 0) as volume_quote
      from exchange.candle c left join (
        select time_ms / ${minuteMs} * ${minuteMs} as open_ms, sum(quantity) as quantity,
          sum(quote) as quote
        from exchange.trade
        where not $3 and market_id = $1 and time_ms >= $2
          and maker_account_id < ${firstUserId} and taker_account_id < ${firstUserId}
        group by 1
      ) h on h.open_ms = c.open_ms
      where c.market_id = $1 and c.width = '1m' and c.open_ms >= $2 order by c.open_ms`,
    values: [marketId, fromMs, countsMarketMakerTrades],
  })
  return found.rows.map((row) => ({
    minute: Number(row['open_ms']) / minuteMs,
    high: Number(row['high']),
    low: Number(row['low']),
    close: Number(row['close']),
    volumeBase: Number(row['volume']),
    volumeQuote: Number(row['volume_quote']),
  }))
}

function toPrice(row: Found | undefined): number | null {
  return row === undefined ? null : Number(row['price'])
}

function toCandle(row: Found): Candle {
  return {
    openMs: Number(row['open_ms']),
    open: Number(row['open']),
    high: Number(row['high']),
    low: Number(row['low']),
    close: Number(row['close']),
    volume: Number(row['volume']),
  }
}
