/** The calls for market data. */
import { routes } from '@tukar/wire'
import { load } from '../api/call.ts'
import { everyPage, pageRows } from './every-page.ts'
import { asListed, type Market } from './market.ts'
import { readMarket } from './wire.ts'

/**
 * Loads all markets and returns them by ascending id; the pages are requested newest first (MKT-02). Throws
 * if there is no answer.
 */
export async function loadMarkets(): Promise<readonly Market[]> {
  const markets = await everyPage((page) => {
    const input = { page, rows: pageRows, sort: 'id', order: 'desc' } as const
    return load(routes.markets, { input }, ({ data }) => data.datas.map(readMarket))
  })
  return asListed(markets)
}

/** Loads the prices of a market's recent trades, the oldest first. Throws if there is no answer. */
export function loadTradePrices(pair: string): Promise<readonly string[]> {
  return load(routes.trades, { input: { pair } }, ({ data }) =>
    data.map(({ mclose_position: price }) => price).toReversed(),
  )
}
