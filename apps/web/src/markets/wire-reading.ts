/** Reads markets and their news as they come: wire names stop here. */
import { isRecord, type JsonRecord, parseJson, rowsOf, textAt } from '../api/json.ts'
import type { Course } from './last-day.ts'
import type { Market } from './market.ts'
import { toldFigures, unknownFigures } from './figures-wire-reading.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

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
    ...unknownFigures,
    ...toldFigures(row),
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
    return row === undefined ? market : { ...market, ...toldFigures(row) }
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
