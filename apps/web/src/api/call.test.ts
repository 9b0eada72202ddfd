/** The test makes the browser's globals; the server that answers the calls is real. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { routes } from '@tukar/wire'

const asked: string[] = []
let answer = '{}'
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
  response.end(answer)
})

/** Sets up a document with settings, and the other globals that calls read. */
function browserAt(api: string): void {
  const document = {
    cookie: '',
    getElementById: () => ({ textContent: JSON.stringify({ hosts: { api, sync: api } }) }),
    documentElement: { dataset: {}, lang: '' },
    querySelector: () => null,
  }
  const addEventListener = () => undefined
  const matchMedia = () => ({ matches: false, addEventListener })
  const made = { document, matchMedia, addEventListener, navigator: { languages: [] } }
  for (const [name, value] of Object.entries(made))
    Reflect.defineProperty(globalThis, name, { value })
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  browserAt(`http://127.0.0.1:${address.port}`)
})
after(() => server.close())

const pairOf = ({ data }: { readonly data: { readonly pair: string } }): string => data.pair

test('a call uses its route, with the id in the path and the input as query', async () => {
  const { call } = await import('./call.ts')
  answer = '{"success":1,"data":{"pair":"BTC_IDR"}}'
  await call(routes.market, { id: 'BTC/IDR' })
  await call(routes.fills, { input: { pair: 'BTC_IDR', orderbook_id: '7' } })
  assert.deepEqual(asked.splice(0), [
    'GET /markets/BTC%2FIDR',
    'GET /histories/detail-for-one-orderbook?pair=BTC_IDR&orderbook_id=7',
  ])
})

test('GEN-15: an unreadable answer is the failure "broken", and reading it does not throw', async () => {
  const { callAs, load } = await import('./call.ts')
  answer = '{"success":1,"data":{"pair":"BTC_IDR"}}'
  assert.deepEqual(await callAs(routes.market, { id: 1 }, pairOf), { ok: true, body: 'BTC_IDR' })
  answer = '{"success":1}'
  const outcome = await callAs(routes.market, { id: 1 }, pairOf)
  assert.ok(!outcome.ok)
  assert.deepEqual([outcome.kind, outcome.status], ['broken', 200])
  await assert.rejects(load(routes.market, { id: 1 }, pairOf), { failure: outcome })
})
