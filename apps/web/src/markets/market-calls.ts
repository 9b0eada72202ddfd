/** The calls for market data that pages make. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { send } from '../api/request.ts'
import type { Market } from './market.ts'

/** Loads every listed market, newest first. */
export async function loadMarkets(): Promise<readonly Market[]> {
  const query = { page: 1, rows: 20, sort: 'id', order: 'desc' }
  const outcome = await send({ host: 'api', method: 'GET', path: '/markets', query })
  if (!outcome.ok) throw new Error(outcome.code)
  const data = outcome.body['data']
  const rows = isRecord(data) && Array.isArray(data['datas']) ? data['datas'] : []
  return rows.filter(isRecord).map(readMarket)
}

const orNull = (text: string): string | null => (text === '' ? null : text)

function readMarket(row: JsonRecord): Market {
  const pair = textAt(row, 'pair')
  const [base = '', quote = ''] = pair.split('_')
  const first: unknown = Array.isArray(row['currencies']) ? row['currencies'][0] : null
  const currency = isRecord(first) ? first : {}
  return {
    id: Number(row['id']),
    pair,
    base,
    quote,
    baseName: textAt(currency, 'ccurrency_name'),
    icon: orNull(textAt(currency, 'ccurrency_icon_data_url')),
    lastPrice: orNull(textAt(row, 'last_price')),
    bestBid: orNull(textAt(row, 'price_buy')),
    bestAsk: orNull(textAt(row, 'price_sell')),
    changePercent: orNull(textAt(row, 'change_24h')),
    high: orNull(textAt(row, 'high_24h')),
    low: orNull(textAt(row, 'low_24h')),
    volume: orNull(textAt(row, 'vol_24h')),
    feeRate: orNull(textAt(row, 'ticker_percent_spread')),
    priceDecimals: quote === 'USDT' ? 2 : 0,
    baseDecimals: Number(currency['decimal_display'] ?? 8),
  }
}

/** Puts the news of an event into the list. */
export function applyUpdate(markets: readonly Market[], message: unknown): readonly Market[] {
  if (!isRecord(message)) return markets
  const pair = textAt(message, 'pair')
  return markets.map((market) =>
    market.pair === pair
      ? {
          ...market,
          lastPrice: orNull(textAt(message, 'last_price')),
          bestBid: orNull(textAt(message, 'last_bid')),
          bestAsk: orNull(textAt(message, 'last_ask')),
          changePercent: orNull(textAt(message, 'change_24h')),
          high: orNull(textAt(message, 'high_24h')),
          low: orNull(textAt(message, 'low_24h')),
          volume: orNull(textAt(message, 'vol_24h')),
        }
      : market,
  )
}

/** Loads the prices of a market's last trades, the oldest first. */
export async function loadTradePrices(pair: string): Promise<readonly string[]> {
  const outcome = await send({
    host: 'sync',
    method: 'GET',
    path: '/histories/load-first-time',
    query: { pair },
  })
  if (!outcome.ok) throw new Error(outcome.code)
  const data = outcome.body['data']
  const rows =
    isRecord(data) && Array.isArray(data['datas']) ? data['datas'] : Array.isArray(data) ? data : []
  return rows
    .filter(isRecord)
    .map((row) => textAt(row, 'mclose_position'))
    .toReversed()
}
