/** Reads events and answers with market data. Wire names end here; amounts become integers. */
import { parseUnits } from '@tukar/money'
import { isRecord, type JsonRecord, parseJson, textAt } from '../api/json.ts'
import { type Figures, readFigures } from '../markets/figures-wire.ts'
import type { Measures } from './frame.ts'
import { countDecimals, type Level, type Side } from './levels.ts'
import type { OwnBalances, OwnOrderNotice } from './messages.ts'
import type { SideSnapshot } from './book-sides.ts'
import type { Trade } from './recent-trades.ts'
import type { Pulse } from './watch.ts'

/** The server's code for a pair without a market. */
export const unknownCode = 'market.unknown'

/** Some payloads come as JSON text: reads either form. */
function opened(payload: unknown): unknown {
  return typeof payload === 'string' ? parseJson(payload) : payload
}

/** The rows of an answer: the list itself, or its `datas`. */
export function rowsIn(value: unknown): readonly JsonRecord[] {
  const list = opened(value)
  const rows = isRecord(list) ? list['datas'] : list
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

function unitsAt(row: JsonRecord, key: string, decimals: number): number | null {
  const parsed = parseUnits(textAt(row, key), decimals)
  return parsed.ok ? parsed.units : null
}

/** Reads the decimals and tick of a market; null if the row lacks one of them. */
export function decodeMeasures(row: JsonRecord): Measures | null {
  const priceDecimals = Number(row['quote_decimals'])
  const baseDecimals = Number(row['base_decimals'])
  if (!Number.isInteger(priceDecimals) || !Number.isInteger(baseDecimals)) return null
  const tick = unitsAt(row, 'tick', priceDecimals)
  const lot = unitsAt(row, 'lot', baseDecimals)
  if (tick === null || tick === 0 || lot === null || lot === 0) return null
  const quantityDecimals = countDecimals(lot, baseDecimals)
  return { priceDecimals, baseDecimals, quantityDecimals, tick }
}

/** Whether a payload names another market. */
export function isForeignPair(payload: unknown, pair: string): boolean {
  const record = opened(payload)
  return !isRecord(record) || textAt(record, 'pair') !== pair
}

/** Reads the rows of one side, best first (DEC-78); null if a row is not a level. */
export function decodeLevels(rows: readonly JsonRecord[], measures: Measures): Level[] | null {
  const levels: Level[] = []
  for (const row of rows) {
    const price = unitsAt(row, 'market_position', measures.priceDecimals)
    const quantity = unitsAt(row, 'base_quantity', measures.baseDecimals)
    if (price === null || quantity === null) return null
    levels.push({ price, quantity })
  }
  return levels
}

/** Reads `sells` or `buys`; null if it is not a snapshot. */
export function decodeSide(side: Side, payload: unknown, measures: Measures): SideSnapshot | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const seq = Number(record['seq'])
  const checksum = Number(record['checksum'])
  const levels = decodeLevels(rowsIn(record['data']), measures)
  if (levels === null || !Number.isInteger(seq) || !Number.isInteger(checksum)) return null
  return { side, seq, checksum, levels }
}

/** Reads trades (DATA-21); skips rows that are not trades. */
export function decodeTrades(rows: readonly JsonRecord[], measures: Measures): readonly Trade[] {
  return rows.flatMap((row): readonly Trade[] => {
    const price = unitsAt(row, 'mclose_position', measures.priceDecimals)
    const quantity = unitsAt(row, 'mclose_symbol_a', measures.baseDecimals)
    const no = Number(row['no'] ?? row['id'])
    if (price === null || quantity === null || !Number.isInteger(no)) return []
    const takerSide: Side = textAt(row, 'aggressor') === 'buyer' ? 'buy' : 'sell'
    return [{ no, price, quantity, takerSide, timeMs: Date.parse(textAt(row, 'created_at')) }]
  })
}

/** Reads `histories`: trades, and whether they are prepended or replace the list (DEC-89). */
export function decodeTradesEvent(
  payload: unknown,
  measures: Measures,
): { readonly trades: readonly Trade[]; readonly isPrepended: boolean } {
  const record = opened(payload)
  if (!isRecord(record)) return { trades: [], isPrepended: true }
  const trades = decodeTrades(rowsIn(record['data']), measures)
  return { trades, isPrepended: record['prepended'] !== false }
}

/** Reads `pulse`: the current numbers of book and trades; null if it is malformed. */
export function decodePulse(payload: unknown): {
  readonly pulse: Pulse
  /** The figures of the market; empty if the pulse has none. */
  readonly tickers: readonly TickerNews[]
} | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const [seq, checksum, no] = [record['seq'], record['checksum'], record['no']].map(Number)
  if (!isNonNegativeInteger(seq) || !isNonNegativeInteger(checksum) || !isNonNegativeInteger(no))
    return null
  return { pulse: { seq, checksum, no }, tickers: decodeTickers(record['figures']) }
}

function isNonNegativeInteger(value: number | undefined): value is number {
  return Number.isInteger(value)
}

/** Reads `own_pulse`: the number of the last user event; null if it is malformed. */
export function decodeOwnPulse(
  payload: unknown,
): { readonly no: number; readonly isFirst: boolean } | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const no = Number(record['no'])
  return isNonNegativeInteger(no) ? { no, isFirst: record['first'] === true } : null
}

/** Figures of one market from a row of `market_update`. */
export type TickerNews = {
  readonly pair: string
  /** The number of their batch; null if the event has none. */
  readonly seq: number | null
  readonly figures: Partial<Figures>
}

/** Reads `market_update` in either form (DEC-75): the figures of each market in it. */
export function decodeTickers(payload: unknown): readonly TickerNews[] {
  const record = opened(payload)
  if (Array.isArray(record)) return readTickers(record.filter(isRecord))
  if (!isRecord(record)) return []
  const table = record['jsontable']
  return readTickers(table === undefined ? [record] : rowsIn(table))
}

function readTickers(rows: readonly JsonRecord[]): readonly TickerNews[] {
  return rows.flatMap((row) => {
    const pair = textAt(row, 'pair')
    return pair === '' ? [] : [{ pair, seq: readSeq(row), figures: readFigures(row) }]
  })
}

function readSeq(row: JsonRecord): number | null {
  const seq = row['seq']
  return typeof seq === 'number' && Number.isInteger(seq) ? seq : null
}

/** Reads a heartbeat: the server's time, and whether the engine accepts commands. */
export function decodeHeartbeat(payload: unknown): {
  readonly serverMs: number | null
  readonly isReloading: boolean
} {
  const record = opened(payload)
  if (!isRecord(record)) return { serverMs: null, isReloading: false }
  const time = record['time']
  const serverMs = typeof time === 'string' ? Date.parse(time) : Number(time)
  const state = textAt(record, 'engine')
  return {
    serverMs: Number.isFinite(serverMs) ? serverMs : null,
    isReloading: state !== '' && state !== 'leading',
  }
}

/** Reads `notif_obooks_result` (RT-06). */
export function decodeOrderNotice(payload: unknown): OwnOrderNotice | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const orderId = textAt(record, 'id')
  if (orderId === '') return null
  return {
    userId: textAt(record, 'uid'),
    orderId,
    status: textAt(record, 'status'),
    result: textAt(record, 'result'),
  }
}

/** Reads `notif` (RT-05, NOTIF-04). */
export function decodeNotice(payload: unknown): {
  readonly userId: string
  readonly text: string
  readonly about: string
} {
  const record = opened(payload)
  if (!isRecord(record)) return { userId: '', text: '', about: '' }
  return {
    userId: textAt(record, 'uid'),
    text: textAt(record, 'message'),
    about: textAt(record, 'kind'),
  }
}

/** One entry of `ubal`. */
export type OwnBalanceNews = {
  readonly userId: string
  /** The number of their batch; null if the event has none. */
  readonly seq: number | null
  readonly balances: OwnBalances
}

/** Reads `ubal` (RT-10, R-20): absolute amounts by symbol, for each user in it. */
export function decodeBalances(payload: unknown): readonly OwnBalanceNews[] {
  return rowsIn(payload).map((entry) => {
    const locks = isRecord(entry['lock']) ? entry['lock'] : {}
    const symbols = new Set([...Object.keys(entry), ...Object.keys(locks)])
    const balances: Record<string, { available: string | null; held: string | null }> = {}
    for (const symbol of symbols) {
      if (notSymbols.has(symbol)) continue
      const available = textAt(entry, symbol)
      const held = textAt(locks, symbol)
      balances[symbol] = { available: available || null, held: held || null }
    }
    return { userId: textAt(entry, 'u'), seq: readSeq(entry), balances }
  })
}

const notSymbols = new Set(['u', 'seq', 'lock'])
