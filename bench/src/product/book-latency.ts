/** How soon a placed order is in another person's book. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, isObject, newCommandId, objectAt, textAt } from '@tukar/e2e/harness/http'
import { newPerson } from '@tukar/e2e/harness/people'
import { openSocket } from '@tukar/e2e/harness/sockets'
import { until } from '@tukar/e2e/harness/until'
import { readLastPrice } from './last-price.ts'

const pair = 'BTC_IDR'

/**
 * Milliseconds from sending an order over HTTP to its level in another person's book, for a number of rounds;
 * each order is canceled.
 */
export async function measureBookLatency(
  client: Client,
  url: string,
  rounds: number,
): Promise<number[]> {
  const person = await newPerson(client, 'cepat')
  const watcher = await openSocket(url, { pairs: [pair] })
  const last = await readLastPrice(client)
  const latencies: number[] = []
  for (let i = 0; i < rounds; i++) {
    const price = String((Math.round((last * 0.9) / 1_000) + i) * 1_000)
    const body = {
      market_place: 'Limit Buy',
      market_position: price,
      market_amount: '20000.00',
      market_amount_maxbalance_marking: false,
    }
    const begin = performance.now()
    const placed = await client.call('POST', '/exchange/1', {
      token: person.token,
      commandId: newCommandId(),
      body,
    })
    const received = await until(
      'the level in the other book',
      () =>
        watcher.received.find(
          ({ event, data, atMs }) =>
            event === 'buys' &&
            atMs > begin &&
            isObject(data) &&
            JSON.stringify(data['data']).includes(price),
        ),
      { everyMs: 1 },
    )
    latencies.push(received.atMs - begin)
    const id = Number(textAt(objectAt(placed.body, 'data'), 'id'))
    await client.call('POST', '/obooks/cancel', {
      token: person.token,
      commandId: newCommandId(),
      body: { id },
    })
    await wait(60)
  }
  watcher.close()
  return latencies
}
