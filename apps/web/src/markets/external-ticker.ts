/**
 * The price of bitcoin in USDT at an external exchange (API-82). It is off unless the configuration names a
 * base URL, and no page requests it automatically (DEC-131): people trade on our own book only.
 */
import { isRecord, parseJson } from '../api/json.ts'
import type { ClientConfig } from '../app/client-config.ts'

const tickerPath = '/api/v3/ticker/price?symbol=BTCUSDT'
const priceGrammar = /^\d{1,12}(?:\.\d{1,12})?$/
const askMs = 5_000

type Bases = Pick<ClientConfig, 'tickerBase'> & {
  readonly hosts: Pick<ClientConfig['hosts'], 'proxy'>
}

/** The URL of the price: through our proxy if there is one (DEC-133); null if it is off. */
export function externalTickerUrl({ tickerBase, hosts }: Bases): string | null {
  return tickerBase === '' ? null : `${hosts.proxy || tickerBase}${tickerPath}`
}

/**
 * Requests the external price once.
 *
 * @returns USDT for one bitcoin as the received decimal string; null if it is off, the exchange does not
 * answer in time, or the answer has no price
 */
export async function fetchExternalTicker(bases: Bases): Promise<string | null> {
  const address = externalTickerUrl(bases)
  if (address === null) return null
  try {
    const signal = AbortSignal.timeout(askMs)
    const response = await fetch(address, { signal, credentials: 'omit', redirect: 'error' })
    const body = response.ok ? parseJson(await response.text()) : null
    const price = isRecord(body) ? body['price'] : null
    return typeof price === 'string' && priceGrammar.test(price) ? price : null
  } catch {
    return null
  }
}
