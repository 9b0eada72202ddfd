/** How long a restart takes with 100,000 open orders (G-14), independent of history. */
import { type Client, newCommandId } from '@tukar/e2e/harness/http'
import { openLedger } from '@tukar/e2e/harness/ledger'
import type { Person } from '@tukar/e2e/harness/people'
import { startPostgres } from '@tukar/e2e/harness/postgres'
import { startServer } from '@tukar/e2e/harness/server'
import { toFigure, type Measured } from '../report.ts'
import { readLastPrice } from './last-price.ts'
import { registerCrowd } from './people.ts'

/** More accounts from one address than normally allowed, without captchas. */
const crowded = { TUKAR_SIGN_UP_BURST: '100000', TUKAR_CAPTCHA: 'none' }

const openPerPerson = 195
const tickRupiah = 1_000
const retriesMax = 50

/** Places one order, and waits when a rate limit requires it. */
async function placeWhenReady(client: Client, person: Person, price: number): Promise<void> {
  const body = {
    market_place: 'Limit Buy',
    market_position: String(price),
    market_amount: '11000.00',
    market_amount_maxbalance_marking: false,
  }
  const commandId = newCommandId()
  for (let attempt = 0; attempt < retriesMax; attempt++) {
    const answer = await client.call('POST', '/exchange/1', {
      token: person.token,
      commandId,
      body,
    })
    if (answer.body['success'] === 1) return
    if (answer.status !== 429 && answer.status !== 503) throw new Error(answer.text)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the server never took the order')
}

/** Fills the book with orders far below the market, then restarts the server several times. */
export async function measureStart(quick: boolean): Promise<Measured> {
  const people = quick ? 10 : Math.ceil(100_000 / openPerPerson)
  const postgres = await startPostgres()
  const ledger = await openLedger(postgres.url)
  let server = await startServer({ databaseUrl: postgres.url, environment: crowded })
  try {
    const crowd = await registerCrowd(server.client, people)
    const base = Math.round((await readLastPrice(server.client)) / tickRupiah) * tickRupiah
    const { client } = server
    await Promise.all(
      crowd.map(async (person, i) => {
        for (let n = 0; n < openPerPerson; n++) {
          const price =
            base - ((base / 5 / tickRupiah) | 0) * tickRupiah - ((i + n) % 5_000) * tickRupiah
          await placeWhenReady(client, person, price)
        }
      }),
    )
    const [row] = await ledger.query<{ open: string }>(
      `select count(*) as open from exchange.orders where status = 'open'`,
    )
    const tookSeconds: number[] = []
    for (let i = 0; i < (quick ? 1 : 5); i++) {
      await server.kill()
      const begin = performance.now()
      server = await startServer({
        databaseUrl: postgres.url,
        port: server.port,
        environment: crowded,
      })
      tookSeconds.push((performance.now() - begin) / 1_000)
    }
    return {
      figures: [
        {
          ...toFigure(
            `Start to the first answer with ${Number(row?.open).toLocaleString('en-US')} open orders`,
            's',
            tookSeconds,
          ),
          floor: { of: 'value', atMost: 5 },
        },
      ],
      notes: [
        'After SIGKILL, so that the journal’s tail is applied too; PostgreSQL keeps running.',
      ],
    }
  } finally {
    await server.stop()
    await ledger.close()
    await postgres.stop()
  }
}
