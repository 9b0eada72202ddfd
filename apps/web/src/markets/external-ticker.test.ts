import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { askOutsideTicker, outsideTickerAddress } from './external-ticker.ts'

const nowhere = 'http://127.0.0.1:1'

/** An exchange outside that tells this; its base, and what it was asked for. */
async function outside(t: TestContext, status: number, told: string) {
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

test('API-82 DEC-131: the price outside is off without a base, and asked for once with one', async (t) => {
  const { base, asked } = await outside(t, 200, '{"symbol":"BTCUSDT","price":"100123.45000000"}')
  const hosts = { proxy: '' }
  assert.equal(await askOutsideTicker({ tickerBase: '', hosts: { proxy: base } }), null)
  assert.deepEqual(asked, [])
  assert.equal(await askOutsideTicker({ tickerBase: base, hosts }), '100123.45000000')
  assert.deepEqual(asked, [['GET', '/api/v3/ticker/price?symbol=BTCUSDT', undefined]])
})

test('DEC-133: what is asked for outside goes through the proxy where there is one', async (t) => {
  const { base, asked } = await outside(t, 200, '{"price":"1"}')
  const bases = { tickerBase: nowhere, hosts: { proxy: base } }
  assert.ok(outsideTickerAddress(bases)?.startsWith(`${base}/`))
  assert.equal(await askOutsideTicker(bases), '1')
  assert.equal(asked.length, 1)
})

test('API-82: whatever is no price counts as none', async (t) => {
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
    const { base } = await outside(t, status, told)
    assert.equal(await askOutsideTicker({ tickerBase: base, hosts }), null, told)
  }
  assert.equal(await askOutsideTicker({ tickerBase: nowhere, hosts }), null)
})
