import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { fetchExternalTicker, externalTickerUrl } from './external-ticker.ts'

const nowhere = 'http://127.0.0.1:1'

/** Starts an external exchange with this answer; returns its base URL and the received requests. */
async function startExchange(t: TestContext, status: number, told: string) {
  const asked: unknown[] = []
  const server = createServer(({ method, url, headers }, response) => {
    asked.push([method, url, headers['cookie']])
    response.writeHead(status).end(told)
  })
  t.after(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { base: `http://127.0.0.1:${port}`, asked }
}

test('API-82 DEC-131: the external price is off without a base URL, and requested once with one', async (t) => {
  const { base, asked } = await startExchange(
    t,
    200,
    '{"symbol":"BTCUSDT","price":"100123.45000000"}',
  )
  const hosts = { proxy: '' }
  assert.equal(await fetchExternalTicker({ tickerBase: '', hosts: { proxy: base } }), null)
  assert.deepEqual(asked, [])
  assert.equal(await fetchExternalTicker({ tickerBase: base, hosts }), '100123.45000000')
  assert.deepEqual(asked, [['GET', '/api/v3/ticker/price?symbol=BTCUSDT', undefined]])
})

test('DEC-133: external requests use the proxy if there is one', async (t) => {
  const { base, asked } = await startExchange(t, 200, '{"price":"1"}')
  const bases = { tickerBase: nowhere, hosts: { proxy: base } }
  assert.ok(externalTickerUrl(bases)?.startsWith(`${base}/`))
  assert.equal(await fetchExternalTicker(bases), '1')
  assert.equal(asked.length, 1)
})

test('API-82: malformed prices count as none', async (t) => {
  const hosts = { proxy: '' }
  const answers = [
    [200, '{"price":1}'],
    [200, '{"price":"-1"}'],
    [200, '{"price":"1e9"}'],
    [200, '<html>'],
    [200, 'null'],
    [451, '{"price":"1"}'],
  ] as const
  for (const [status, told] of answers) {
    const { base } = await startExchange(t, status, told)
    assert.equal(await fetchExternalTicker({ tickerBase: base, hosts }), null, told)
  }
  assert.equal(await fetchExternalTicker({ tickerBase: nowhere, hosts }), null)
})
