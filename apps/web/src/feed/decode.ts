/** Reads events and answers of market data: wire names stop here, amounts become integers. */
import { parseUnits } from '@tukar/money'
import { isRecord, type JsonRecord, parseJson, textAt } from '../api/json.ts'
import { type Figures, toldFigures } from '../markets/figures-wire.ts'
import type { Measures } from './frame.ts'
import { decimalsOfUnits, type Level, type Side } from './levels.ts'
import type { OwnBalances, OwnOrderNotice } from './messages.ts'
import type { SidePicture } from './book-sides.ts'
import type { Trade } from './recent-trades.ts'
import type { Pulse } from './watch.ts'

/** What the server says to a pair that no market has. */
export const unknownCode = 'market.unknown'

/** Some payloads may come as JSON text: reads either form. */
function opened(payload: unknown): unknown {
  return typeof payload === 'string' ? parseJson(payload) : payload
}

/** Rows that stand in an answer as a list, or under `datas`. */
export function rowsIn(value: unknown): readonly JsonRecord[] {
  const list = opened(value)
  const rows = isRecord(list) ? list['datas'] : list
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

function unitsAt(row: JsonRecord, key: string, decimals: number): number | null {
  const parsed = parseUnits(textAt(row, key), decimals)
  return parsed.ok ? parsed.units : null
}

/** Reads how a market's numbers are shown; null where the row lacks it. */
export function decodeMeasures(row: JsonRecord): Measures | null {
  const priceDecimals = Number(row['quote_decimals'])
  const baseDecimals = Number(row['base_decimals'])
  if (!Number.isInteger(priceDecimals) || !Number.isInteger(baseDecimals)) return null
  const tick = unitsAt(row, 'tick', priceDecimals)
  const lot = unitsAt(row, 'lot', baseDecimals)
  if (tick === null || tick === 0 || lot === null || lot === 0) return null
  const quantityDecimals = decimalsOfUnits(lot, baseDecimals)
  return { priceDecimals, baseDecimals, quantityDecimals, tick }
}

/** Whether a payload names another market. */
export function isForeignPair(payload: unknown, pair: string): boolean {
  const record = opened(payload)
  return !isRecord(record) || textAt(record, 'pair') !== pair
}

/** Reads a side's rows, best first (DEC-78); null where one of them is no level. */
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

/** Reads `sells` or `buys`; null where it is no picture. */
export function decodeSide(side: Side, payload: unknown, measures: Measures): SidePicture | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const seq = Number(record['seq'])
  const checksum = Number(record['checksum'])
  const levels = decodeLevels(rowsIn(record['data']), measures)
  if (levels === null || !Number.isInteger(seq) || !Number.isInteger(checksum)) return null
  return { side, seq, checksum, levels }
}

/** Reads trades (DATA-21); what is none is left out. */
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

/** Reads `histories`: trades, and whether they go on top or are the whole list (DEC-89). */
export function decodeTradesEvent(
  payload: unknown,
  measures: Measures,
): { readonly trades: readonly Trade[]; readonly isPrepended: boolean } {
  const record = opened(payload)
  if (!isRecord(record)) return { trades: [], isPrepended: true }
  const trades = decodeTrades(rowsIn(record['data']), measures)
  return { trades, isPrepended: record['prepended'] !== false }
}

/** Reads `pulse`: what a subscriber has who missed nothing; null where it is none. */
export function decodePulse(payload: unknown): {
  readonly pulse: Pulse
  /** The market's figures, none where they are not told. */
  readonly tickers: readonly TickerNews[]
} | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const [seq, checksum, no] = [record['seq'], record['checksum'], record['no']].map(Number)
  if (!isWhole(seq) || !isWhole(checksum) || !isWhole(no)) return null
  return { pulse: { seq, checksum, no }, tickers: decodeTickers(record['figures']) }
}

function isWhole(value: number | undefined): value is number {
  return Number.isInteger(value)
}

/** Reads `own_pulse`: the number of the last own event; null where it is none. */
export function decodeOwnPulse(
  payload: unknown,
): { readonly no: number; readonly isFirst: boolean } | null {
  const record = opened(payload)
  if (!isRecord(record)) return null
  const no = Number(record['no'])
  return isWhole(no) ? { no, isFirst: record['first'] === true } : null
}

/** The figures that one row of `market_update` tells of one market. */
export type TickerNews = {
  readonly pair: string
  /** Number of the batch that they come from, null where it is not told. */
  readonly seq: number | null
  readonly figures: Partial<Figures>
}

/** Reads `market_update` in either form (DEC-75): the figures of each market that it names. */
export function decodeTickers(payload: unknown): readonly TickerNews[] {
  const record = opened(payload)
  if (Array.isArray(record)) return tickersOf(record.filter(isRecord))
  if (!isRecord(record)) return []
  const table = record['jsontable']
  return tickersOf(table === undefined ? [record] : rowsIn(table))
}

function tickersOf(rows: readonly JsonRecord[]): readonly TickerNews[] {
  return rows.flatMap((row) => {
    const pair = textAt(row, 'pair')
    return pair === '' ? [] : [{ pair, seq: seqOf(row), figures: toldFigures(row) }]
  })
}

function seqOf(row: JsonRecord): number | null {
  const seq = row['seq']
  return typeof seq === 'number' && Number.isInteger(seq) ? seq : null
}

/** Reads a heartbeat: the server's time, and whether the engine takes commands. */
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

/** What one entry of `ubal` tells. */
export type OwnBalanceNews = {
  readonly userId: string
  /** Number of the batch that they come from, null where it is not told. */
  readonly seq: number | null
  readonly balances: OwnBalances
}

/** Reads `ubal` (RT-10, R-20): absolute amounts by symbol for each user that is named. */
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
    return { userId: textAt(entry, 'u'), seq: seqOf(entry), balances }
  })
}

const notSymbols = new Set(['u', 'seq', 'lock'])
