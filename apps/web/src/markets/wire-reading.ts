/** Reads markets and their news as they come: wire names stop here. */
import { isRecord, type JsonRecord, parseJson, textAt } from '../api/json.ts'
import type { Market } from './market.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Returns the rows of a list answer (DEC-137). */
export function rowsOf(body: JsonRecord): readonly JsonRecord[] {
  const data = body['data']
  const rows = isRecord(data) ? data['datas'] : data
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

/** What an event tells of a market; the highest and lowest price have two names each (DEC-72). */
function readFigures(row: JsonRecord) {
  return {
    lastPrice: orNull(textAt(row, 'last_price')),
    bestBid: orNull(textAt(row, 'last_bid') || textAt(row, 'price_buy')),
    bestAsk: orNull(textAt(row, 'last_ask') || textAt(row, 'price_sell')),
    changePercent: orNull(textAt(row, 'change_24h')),
    high: orNull(textAt(row, 'high_24h') || textAt(row, 'ticker_24h_high')),
    low: orNull(textAt(row, 'low_24h') || textAt(row, 'ticker_24h_low')),
    volume: orNull(textAt(row, 'vol_24h')),
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
    ...readFigures(row),
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
    return row === undefined ? market : { ...market, ...readFigures(row) }
  })
}

/** Reads the prices of public trades, as they come. */
export function readTradePrices(body: JsonRecord): readonly string[] {
  return rowsOf(body).map((row) => textAt(row, 'mclose_position'))
}
