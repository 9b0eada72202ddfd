/** Reads rows and events of markets: wire names end here. */
import type { CourseRow, MarketRow } from '@tukar/wire'
import { isRecord, parseJson, textAt } from '../api/json.ts'
import { readFigures, unknownFigures } from './figures-wire.ts'
import type { Course } from './last-day.ts'
import type { Market } from './market.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Reads a market's row (DATA-03). */
export function readMarket(row: MarketRow): Market {
  const { pair } = row
  const [base = '', quote = ''] = pair.split('_')
  const [currency] = row.currencies
  if (currency === undefined) throw new Error(`${pair} has no currencies`)
  return {
    id: row.id,
    pair,
    base,
    quote,
    baseName: currency.ccurrency_name || base,
    icon: orNull(currency.ccurrency_icon_data_url),
    ...unknownFigures,
    ...readFigures(row),
    feeRate: orNull(row.ticker_percent_spread),
    priceDecimals: row.price_decimals,
    baseDecimals: currency.decimal_display,
  }
}

/** Applies an event to the list: it has one market, or many as JSON text (DEC-75). */
export function applyNews(markets: readonly Market[], message: unknown): readonly Market[] {
  if (!isRecord(message)) return markets
  const table = message['jsontable']
  const parsed: unknown = typeof table === 'string' ? parseJson(table) : [message]
  const rows = Array.isArray(parsed) ? parsed.filter(isRecord) : []
  const byPair = new Map(rows.map((row) => [textAt(row, 'pair'), row]))
  return markets.map((market) => {
    const row = byPair.get(market.pair)
    return row === undefined ? market : { ...market, ...readFigures(row) }
  })
}

/** Reads the prices of the last day by pair. */
export function readCourses(rows: readonly CourseRow[]): ReadonlyMap<string, Course> {
  return new Map(
    rows.map(({ pair, from, to, prices }) => [pair, { fromMs: from, toMs: to, prices }]),
  )
}
