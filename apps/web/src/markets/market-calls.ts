/** The calls for market data that pages make. */
import { type RawOutcome, send } from '../api/request.ts'
import { rowsOf } from '../api/json.ts'
import { everyPage, pageRows } from './every-page.ts'
import { asListed, type Market } from './market.ts'
import { readMarket, readTradePrices } from './wire-reading.ts'

function bodyOf(outcome: RawOutcome) {
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return outcome.body
}

/** Loads every market, newest first (MKT-02); returns them as listed. Throws where nobody answers. */
export async function loadMarkets(): Promise<readonly Market[]> {
  const rows = await everyPage(async (page) => {
    const query = { page, rows: pageRows, sort: 'id', order: 'desc' }
    return rowsOf(bodyOf(await send({ host: 'api', method: 'GET', path: '/markets', query })))
  })
  return asListed(rows.map(readMarket))
}

/** Loads the prices of a market's last trades, the oldest first. Throws as above. */
export async function loadTradePrices(pair: string): Promise<readonly string[]> {
  const path = '/histories/load-first-time'
  const body = bodyOf(await send({ host: 'sync', method: 'GET', path, query: { pair } }))
  return readTradePrices(body).toReversed()
}
