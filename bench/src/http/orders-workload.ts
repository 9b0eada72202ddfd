/**
 * The load: orders of many people in one market, each under its own id. Of twenty requests about twelve place
 * a resting order, one crosses the spread, seven cancel the oldest, so that the book neither grows nor
 * empties.
 */
import { xorshift32 } from '../core/stream.ts'
import type { Workload } from './load.ts'
import { postRequest, type RawAnswer } from './raw-connection.ts'

export type OrdersOptions = {
  readonly tokens: readonly string[]
  /** The last price, in rupiah. */
  readonly lastPrice: number
  readonly seed: number
}

const tickRupiah = 1_000
const openPerPersonMax = 40

/** Ids as UUIDv7: the time, a counter, and the number of this process. */
function idSource(seed: number): () => string {
  const tail = (0x8000_0000_0000 + seed).toString(16).padStart(12, '0').slice(-12)
  let counter = 0
  return () => {
    counter++
    const time = Date.now().toString(16).padStart(12, '0')
    const high = (0x7000 | (counter & 0xfff)).toString(16)
    const low = (0x8000 | ((counter >>> 12) & 0x3fff)).toString(16)
    return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${low}-${tail}`
  }
}

/** The requests of these people; each connection takes the next person for each request. */
export function createOrdersWorkload(options: OrdersOptions): Workload {
  const random = xorshift32(options.seed)
  const nextId = idSource(options.seed)
  const people = options.tokens.map((token) => ({ token, open: [] as string[] }))
  const requested: { readonly person: number; readonly placed: boolean }[] = []
  let turn = 0

  const priceFrom = (buy: boolean, crossing: boolean): number => {
    const away = (1 + (random() % 400)) * tickRupiah
    const sign = buy === crossing ? 1 : -1
    return (
      Math.round(options.lastPrice / tickRupiah) * tickRupiah +
      sign * (crossing ? 20 * tickRupiah : away)
    )
  }
  const placement = (): string => {
    const buy = (random() & 1) === 1
    const price = priceFrom(buy, random() % 20 === 0)
    const lots = 1_000 + (random() % 1_000)
    const amount = buy ? `${Math.ceil((price * lots) / 1e8)}.00` : `0.0000${lots}`
    return (
      `{"market_place":"Limit ${buy ? 'Buy' : 'Sell'}","market_position":"${price}",` +
      `"market_amount":"${amount}","market_amount_maxbalance_marking":false}`
    )
  }
  return {
    request(connection) {
      const at = turn++ % people.length
      const person = people[at] ?? { token: '', open: [] }
      const headers = { JWT: person.token, 'idempotency-key': nextId() }
      const cancel =
        person.open.length > openPerPersonMax || (person.open.length > 4 && random() % 20 < 8)
      requested[connection] = { person: at, placed: !cancel }
      if (!cancel) return postRequest('/exchange/1', headers, placement())
      return postRequest('/obooks/cancel', headers, `{"id":${person.open.shift()}}`)
    },
    judge(answer: RawAnswer, connection: number) {
      if (answer.status !== 200) return 'turned_away'
      const { person, placed } = requested[connection] ?? { person: 0, placed: false }
      if (!answer.body.startsWith('{"success":1')) return 'refused'
      if (placed && /"market_status":"(open|partial)"/.test(answer.body)) {
        const id = /"id":"?(\d+)/.exec(answer.body)?.[1]
        if (id !== undefined) people[person]?.open.push(id)
      }
      return 'accepted'
    },
  }
}

/** The same bytes for a server with only a schema. */
export function createBareWorkload(): Workload {
  const nextId = idSource(1)
  const body =
    '{"market_place":"Limit Buy","market_position":"1650000000","market_amount":"20000.00",' +
    '"market_amount_maxbalance_marking":false}'
  const token = 'a'.repeat(43)
  return {
    request: () => postRequest('/exchange/1', { JWT: token, 'idempotency-key': nextId() }, body),
    judge: ({ status }) => (status === 200 ? 'accepted' : 'refused'),
  }
}
