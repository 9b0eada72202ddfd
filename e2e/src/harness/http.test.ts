import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createClient } from './http.ts'

type Planned = { readonly status: number; readonly code: string; readonly retryAfter?: string }

const behind: Planned = { status: 503, code: 'engine.behind', retryAfter: '0' }
const done: Planned = { status: 200, code: '' }

/**
 * A client of a server that answers by a plan and repeats the last answer; also returns the requests that
 * arrived.
 */
async function clientOf(t: TestContext, plan: readonly Planned[]) {
  const requests: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const { status, code, retryAfter } = plan[Math.min(requests.length, plan.length - 1)] ?? done
    requests.push(request.method)
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
    response.end(JSON.stringify({ code }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { client: createClient(`http://127.0.0.1:${address.port}`), requests }
}

test('R-64: a read is repeated while the latest figures are being written', async (t) => {
  const { client, requests } = await clientOf(t, [behind, behind, done])
  assert.equal((await client.call('GET', '/balances')).status, 200)
  assert.deepEqual(requests, ['GET', 'GET', 'GET'])
})

test('R-64: a server whose figures never arrive is not polled forever', async (t) => {
  const { client, requests } = await clientOf(t, [{ ...behind, retryAfter: '30' }])
  const answer = await client.call('GET', '/balances', { timeoutMs: 20_000 })
  assert.deepEqual([answer.status, answer.body['code']], [503, 'engine.behind'])
  assert.deepEqual(requests, ['GET'])
})

test('R-64: no command is sent twice, and no other refusal is repeated', async (t) => {
  const commanded = await clientOf(t, [behind, done])
  assert.equal((await commanded.client.call('POST', '/exchange/1')).status, 503)
  const closed = await clientOf(t, [{ ...behind, code: 'server.maintenance' }, done])
  assert.equal((await closed.client.call('GET', '/auth/status')).status, 503)
  assert.deepEqual([commanded.requests, closed.requests], [['POST'], ['GET']])
})
