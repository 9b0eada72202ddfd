/** The market's last price. */
import type { Client } from '@tukar/e2e/harness/http'
import { objectAt, textAt } from '@tukar/e2e/harness/http'

/** The price of the last trade of BTC_IDR, in rupiah. */
export async function readLastPrice(client: Client): Promise<number> {
  const answer = await client.call('GET', '/exchange/load-first-time', {
    query: { pair: 'BTC_IDR' },
  })
  return Number(textAt(objectAt(objectAt(answer.body, 'data'), 'market'), 'last_price'))
}
