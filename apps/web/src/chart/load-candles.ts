/** Loads candles of a market and reads them into integers. */
import { parseUnits } from '@tukar/money'
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { rowsIn, unknownCode } from '../feed/decode.ts'
import { type Candle, type CandleTrade, decimalsIn, type Frame } from './candles.ts'

/** Decimals of the market's prices and quantities. */
export type Scale = { readonly priceDecimals: number; readonly quantityDecimals: number }

export type LoadedCandles = {
  /** Oldest first. */
  readonly candles: readonly Candle[]
  /** Null without a candle to read it from. */
  readonly scale: Scale | null
  /** The number of the last trade in the candles; 0 without trades. */
  readonly lastNo: number
}

/** The maximum number of candles. */
const rowsMax = 1_000
const timeoutMs = 8_000

/** Loads the newest candles; null on failure, `unknown` if there is no such market. */
export async function loadCandles(
  base: string,
  pair: string,
  frame: Frame,
): Promise<LoadedCandles | 'unknown' | null> {
  const query = new URLSearchParams({ pair, width: frame, rows: String(rowsMax) })
  try {
    const response = await fetch(`${base}/chart/history?${query.toString()}`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    if (!isRecord(body)) return null
    if (textAt(body, 'code') === unknownCode) return 'unknown'
    if (Number(body['success']) !== 1) return null
    const lastNo = Number(body['no'])
    return Number.isInteger(lastNo) ? { ...readCandles(rowsIn(body['data'])), lastNo } : null
  } catch {
    return null
  }
}

function readCandles(rows: readonly JsonRecord[]): Omit<LoadedCandles, 'lastNo'> {
  const [first] = rows
  if (first === undefined) return { candles: [], scale: null }
  const scale = {
    priceDecimals: decimalsIn(textAt(first, 'open')),
    quantityDecimals: decimalsIn(textAt(first, 'volume')),
  }
  const candles = rows.flatMap((row) => readCandle(row, scale) ?? [])
  return { candles: candles.sort((a, b) => a.openMs - b.openMs), scale }
}

function readCandle(row: JsonRecord, { priceDecimals, quantityDecimals }: Scale): Candle | null {
  const openMs = Number(row['time'])
  const open = toUnits(textAt(row, 'open'), priceDecimals)
  const high = toUnits(textAt(row, 'high'), priceDecimals)
  const low = toUnits(textAt(row, 'low'), priceDecimals)
  const close = toUnits(textAt(row, 'close'), priceDecimals)
  const volume = toUnits(textAt(row, 'volume'), quantityDecimals)
  if (open === null || high === null || low === null || close === null || volume === null) {
    return null
  }
  return Number.isFinite(openMs) ? { openMs, open, high, low, close, volume } : null
}

function toUnits(text: string, decimals: number): number | null {
  const parsed = parseUnits(text, decimals)
  return parsed.ok ? parsed.units : null
}

/** A trade with its decimal texts; it is converted once the scale of the candles is known. */
export type TradeTexts = {
  readonly no: number
  readonly timeMs: number
  readonly price: string
  readonly quantity: string
}

/** Reads the trades of a `histories` event, oldest first. */
export function readTrades(payload: unknown, pair: string): readonly TradeTexts[] {
  if (!isRecord(payload) || textAt(payload, 'pair') !== pair) return []
  return rowsIn(payload['data'])
    .map((row) => ({
      no: Number(row['no'] ?? row['id']),
      timeMs: Date.parse(textAt(row, 'created_at')),
      price: textAt(row, 'mclose_position'),
      quantity: textAt(row, 'mclose_symbol_a'),
    }))
    .filter(({ no, timeMs }) => Number.isInteger(no) && Number.isFinite(timeMs))
    .sort((a, b) => a.no - b.no)
}

/** The scale of a trade, for a market without candles. */
export function readTradeScale({ price, quantity }: TradeTexts): Scale {
  return { priceDecimals: decimalsIn(price), quantityDecimals: decimalsIn(quantity) }
}

/** The trade in units of a scale; null if it does not fit. */
export function toCandleTrade(trade: TradeTexts, scale: Scale): CandleTrade | null {
  const price = toUnits(trade.price, scale.priceDecimals)
  const quantity = toUnits(trade.quantity, scale.quantityDecimals)
  if (price === null || quantity === null) return null
  return { no: trade.no, timeMs: trade.timeMs, price, quantity }
}
