/** The calls for market data that pages make. */
import { send } from '../api/request.ts'
import type { Market } from './market.ts'

export async function loadMarkets(): Promise<readonly Market[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/markets' })
  if (!outcome.ok) throw new Error(outcome.code)
  return []
}

export async function loadTradePrices(pair: string): Promise<readonly string[]> {
  const outcome = await send({
    host: 'sync',
    method: 'GET',
    path: '/histories/load-first-time',
    query: { pair },
  })
  if (!outcome.ok) throw new Error(outcome.code)
  return []
}
