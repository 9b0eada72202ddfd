import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { browserGuards } from './host.ts'
import { listenAsStandby } from './standby.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const health = {
  state: 'standby',
  epoch: 3,
  lastSeq: 90,
  committedRow: 12,
  projectedRow: 10,
  waiting: 0,
}

test('R-14 SRV-01 ATT-114 LOW-9: a standby answers with the whole envelope and guards browsers', async (t) => {
  const guardHeaders = await browserGuards({ connectSources: [], captchaSources: [] })
  const at = { host: '127.0.0.1', port: await freePort(), guardHeaders, hasLocalDoors: true }
  const standby = await listenAsStandby(at, () => health)
  t.after(() => standby.close())
  const texts = new Set<unknown>()
  for (const language of ['en', 'id']) {
    for (const path of ['/', '/auth/status', '/healthz', '/no/such']) {
      const headers = { 'accept-language': language }
      const answer = await fetch(`http://127.0.0.1:${at.port}${path}`, { headers })
      assert.equal(answer.status, 503)
      const body: unknown = await answer.json()
      const { msg, request_id, ...rest }: Readonly<Record<string, unknown>> = Object(body)
      texts.add(msg)
      const { state, epoch, waiting } = health
      const told = { state, epoch, last_seq: 90, lag: 2, waiting }
      assert.deepEqual(rest, { success: 0, code: 'engine.unavailable', params: {}, ...told })
      assert.match(String(request_id), /^[\da-f-]{36}$/)
      assert.equal(answer.headers.get('x-request-id'), request_id)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.notEqual(answer.headers.get('retry-after'), null)
      for (const [name, value] of Object.entries(guardHeaders)) {
        assert.equal(answer.headers.get(name), value, name)
      }
    }
  }
  assert.equal(texts.size, 2, 'a sentence in each language')
  const forwarded = { 'x-forwarded-for': '192.0.2.7' }
  const outside = await fetch(`http://127.0.0.1:${at.port}/healthz`, { headers: forwarded })
  const said: unknown = await outside.json()
  const names = ['code', 'msg', 'params', 'request_id', 'success']
  assert.deepEqual([outside.status, Object.keys(Object(said)).toSorted()], [503, names])
})
