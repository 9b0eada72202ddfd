/**
 * The price of bitcoin in USDT at an exchange outside (API-82). It is off unless the configuration names a
 * base, and no page asks for it by itself (DEC-131): what people trade on is our own book alone.
 */
import { isRecord, parseJson } from '../api/json.ts'
import type { ClientConfig } from '../app/client-config.ts'

const tickerPath = '/api/v3/ticker/price?symbol=BTCUSDT'
const priceGrammar = /^\d{1,12}(?:\.\d{1,12})?$/
const askMs = 5_000

type Bases = Pick<ClientConfig, 'tickerBase'> & {
  readonly hosts: Pick<ClientConfig['hosts'], 'proxy'>
}

/** Where the price is asked for: through our proxy where there is one (DEC-133); null where it is off. */
export function outsideTickerAddress({ tickerBase, hosts }: Bases): string | null {
  return tickerBase === '' ? null : `${hosts.proxy || tickerBase}${tickerPath}`
}

/**
 * Asks once for the price outside.
 *
 * @returns USDT for one bitcoin, as the decimal string that was told; null where it is off, or where the
 *   other side does not answer in time or tells no price
 */
export async function askOutsideTicker(bases: Bases): Promise<string | null> {
  const address = outsideTickerAddress(bases)
  if (address === null) return null
  try {
    const signal = AbortSignal.timeout(askMs)
    const response = await fetch(address, { signal, credentials: 'omit', redirect: 'error' })
    const told = response.ok ? parseJson(await response.text()) : null
    const price = isRecord(told) ? told['price'] : null
    return typeof price === 'string' && priceGrammar.test(price) ? price : null
  } catch {
    return null
  }
}
