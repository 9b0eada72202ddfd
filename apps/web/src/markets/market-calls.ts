/** The calls for market data that pages make. */
import { type RawOutcome, send } from '../api/request.ts'
import type { Market } from './market.ts'
import { readMarket, readTradePrices, rowsOf } from './wire-reading.ts'

/** MKT-02: asked for in pages of 20, newest first; a full page means that there may be more (DEC-71). */
const pageRows = 20
const pagesMax = 50

function bodyOf(outcome: RawOutcome) {
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return outcome.body
}

/** Loads every listed market, newest first. Throws where the server does not answer. */
export async function loadMarkets(): Promise<readonly Market[]> {
  const markets: Market[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { page, rows: pageRows, sort: 'id', order: 'desc' }
    const body = bodyOf(await send({ host: 'api', method: 'GET', path: '/markets', query }))
    const rows = rowsOf(body)
    markets.push(...rows.map(readMarket))
    if (rows.length < pageRows) break
  }
  return markets
}

/** Loads the prices of a market's last trades, the oldest first. Throws as above. */
export async function loadTradePrices(pair: string): Promise<readonly string[]> {
  const path = '/histories/load-first-time'
  const body = bodyOf(await send({ host: 'sync', method: 'GET', path, query: { pair } }))
  return readTradePrices(body).toReversed()
}
