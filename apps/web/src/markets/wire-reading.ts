/** Reads markets and their news as they come: wire names stop here. */
import { isRecord, type JsonRecord, parseJson, textAt } from '../api/json.ts'
import type { Course } from './last-day.ts'
import type { Market } from './market.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Returns the rows of a list answer (DEC-137). */
export function rowsOf(body: JsonRecord): readonly JsonRecord[] {
  const data = body['data']
  const rows = isRecord(data) ? data['datas'] : data
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

/** Our figures and their names on the wire, the first one that is told counts (DEC-72, DEC-74). */
const figureNames = {
  lastPrice: ['last_price'],
  bestBid: ['last_bid', 'price_buy'],
  bestAsk: ['last_ask', 'price_sell'],
  changePercent: ['change_24h'],
  high: ['high_24h', 'ticker_24h_high'],
  low: ['low_24h', 'ticker_24h_low'],
  volume: ['vol_24h'],
} as const
type Figure = keyof typeof figureNames
type Figures = Pick<Market, Figure>

const unknownFigures: Figures = {
  lastPrice: null,
  bestBid: null,
  bestAsk: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
}

/** The figures that a row tells, unknown ones as null; those that it does not mention stay as before. */
function readFigures(row: JsonRecord, before: Figures): Figures {
  const read = (figure: Figure): string | null => {
    const names = figureNames[figure].filter((name) => name in row)
    if (names.length === 0) return before[figure]
    return orNull(names.map((name) => textAt(row, name)).find((text) => text !== '') ?? '')
  }
  return {
    lastPrice: read('lastPrice'),
    bestBid: read('bestBid'),
    bestAsk: read('bestAsk'),
    changePercent: read('changePercent'),
    high: read('high'),
    low: read('low'),
    volume: read('volume'),
  }
}

/** Reads a market's row (DATA-03). */
export function readMarket(row: JsonRecord): Market {
  const pair = textAt(row, 'pair')
  const [base = '', quote = ''] = pair.split('_')
  const first: unknown = Array.isArray(row['currencies']) ? row['currencies'][0] : null
  const currency = isRecord(first) ? first : {}
  return {
    id: Number(textAt(row, 'id')),
    pair,
    base,
    quote,
    baseName: textAt(currency, 'ccurrency_name') || base,
    icon: orNull(textAt(currency, 'ccurrency_icon_data_url')),
    ...readFigures(row, unknownFigures),
    feeRate: orNull(textAt(row, 'ticker_percent_spread')),
    priceDecimals: Number(textAt(row, 'price_decimals')) || 0,
    baseDecimals: Number(textAt(currency, 'decimal_display')) || 0,
  }
}

/** Puts the news of an event into the list: of one market, or of many as JSON text (DEC-75). */
export function applyNews(markets: readonly Market[], message: unknown): readonly Market[] {
  if (!isRecord(message)) return markets
  const table = message['jsontable']
  const told: unknown = typeof table === 'string' ? parseJson(table) : [message]
  const rows = Array.isArray(told) ? told.filter(isRecord) : []
  const byPair = new Map(rows.map((row) => [textAt(row, 'pair'), row]))
  return markets.map((market) => {
    const row = byPair.get(market.pair)
    return row === undefined ? market : { ...market, ...readFigures(row, market) }
  })
}

/** Reads the prices of public trades, as they come. */
export function readTradePrices(body: JsonRecord): readonly string[] {
  return rowsOf(body).map((row) => textAt(row, 'mclose_position'))
}

/** Reads how markets went within the last day, by pair. */
export function readCourses(body: JsonRecord): ReadonlyMap<string, Course> {
  return new Map(rowsOf(body).map((row) => [textAt(row, 'pair'), readCourse(row)]))
}

function readCourse(row: JsonRecord): Course {
  const { prices } = row
  return {
    fromMs: Number(textAt(row, 'from')),
    toMs: Number(textAt(row, 'to')),
    prices: Array.isArray(prices) ? prices.filter((price) => typeof price === 'string') : [],
  }
}
