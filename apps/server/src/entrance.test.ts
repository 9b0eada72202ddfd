/** The answers before a server leads, and how the leading host takes over its listener. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { notStarted } from './engine/index.ts'
import { type Entrance, openEntrance, sourcesOf } from './open-host.ts'
import { readSettings } from './platform/config/settings.ts'
import { addressOf, isLocalRequest } from './platform/http/front.ts'
import { browserGuards, createHttpHost, type HttpHost } from './platform/http/host.ts'
import { type LocalListener, localOnly } from './platform/http/local-only.ts'
import { createLog } from './platform/logging/log.ts'
import { freePort } from './platform/database/testing/port-slices.ts'

type Opened = { readonly entrance: Entrance; readonly url: string; readonly localUrl: string }

const settingsAt = (port: number, env: Readonly<Record<string, string>> = {}) =>
  readSettings({ PORT: String(port), HOST: '127.0.0.1', TUKAR_LOG_LEVEL: 'error', ...env })

async function opened(t: TestContext): Promise<Opened> {
  const port = await freePort()
  const entrance = await openEntrance(settingsAt(port), createLog('fatal'))
  t.after(() => entrance.close())
  const localUrl = `http://127.0.0.1:${entrance.localPort}`
  return { entrance, url: `http://127.0.0.1:${port}`, localUrl }
}

async function hostWith(
  t: TestContext,
  add: (http: HttpHost) => void,
  localListener?: LocalListener,
): Promise<HttpHost> {
  const http = await createHttpHost({
    ...(localListener === undefined ? {} : { localListener }),
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder: null,
  })
  t.after(() => http.close())
  add(http)
  return http
}

async function bodyOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await answer.json()
  return Object(body)
}

test('R-14 SRV-01 ATT-114: before it leads, a server refuses every call with the full envelope in both languages, and guards browsers', async (t) => {
  const { url } = await opened(t)
  const guardHeaders = await browserGuards(sourcesOf(settingsAt(0)))
  const texts = new Set<unknown>()
  for (const language of ['en', 'id']) {
    for (const path of ['/', '/markets', '/auth/status', '/no/such']) {
      for (const accept of ['application/json', 'text/html']) {
        const headers = { 'accept-language': language, accept }
        const answer = await fetch(url + path, { headers })
        assert.equal(answer.status, 503)
        const { msg, request_id, ...rest } = await bodyOf(answer)
        texts.add(msg)
        assert.deepEqual(rest, { success: 0, code: 'engine.unavailable', params: {} })
        assert.equal(answer.headers.get('x-request-id'), request_id)
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('retry-after'), '1')
        for (const [name, value] of Object.entries(guardHeaders)) {
          assert.equal(answer.headers.get(name), value, name)
        }
      }
    }
  }
  assert.equal(texts.size, 2, 'a sentence in each language')
})

test('FLT-16 R-62: a standby is alive but not ready, and its metrics say so', async (t) => {
  const { entrance, localUrl: url } = await opened(t)
  const statuses = ['standby', 'leading'] as const
  for (const state of statuses) {
    entrance.setStatus(() => ({ ...notStarted, state, committedRow: 12, projectedRow: 10 }))
    const alive = await fetch(`${url}/livez`)
    assert.equal(alive.status, 200)
    for (const path of ['/readyz', '/healthz']) {
      const ready = await fetch(url + path)
      assert.equal(ready.status, 503, path)
      const body = await bodyOf(ready)
      // A leader whose modules are not ready admits no calls yet.
      assert.deepEqual(body, {
        state: state === 'leading' ? 'starting' : state,
        epoch: 0,
        last_seq: 0,
        lag: 2,
        waiting: 0,
      })
    }
    const figures = await (await fetch(`${url}/metrics`)).text()
    const isLeading = Number(state === 'leading')
    assert.match(figures, new RegExp(`^tukar_engine_leading ${isLeading}$`, 'm'))
    assert.match(figures, new RegExp(`^tukar_engine_standby ${1 - isLeading}$`, 'm'))
    assert.match(figures, /^tukar_engine_rows_behind 2$/m)
  }
})

test('FLT-16 R-62: a server that takes over answers on existing connections, and refuses none', async (t) => {
  const { entrance, url } = await opened(t)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = async (): Promise<{ status: number | undefined; port: number | undefined }> => {
    const [answer] = (await once(get(`${url}/here`, { agent }), 'response')) as [IncomingMessage]
    const port = answer.socket.localPort
    await text(answer)
    return { status: answer.statusCode, port }
  }
  const before = await ask()
  assert.equal(before.status, 503)
  const http = await hostWith(t, (host) => host.get('/here', async () => ({ ok: true })))
  assert.equal(addressOf(http), null)
  const asked = Array.from({ length: 20 }, () => fetch(`${url}/here`).then(({ status }) => status))
  await entrance.handTo(http)
  // The simulated bank, a part of the server, is reached through this.
  assert.equal(addressOf(http)?.port, Number(new URL(url).port))
  for (const status of await Promise.all(asked)) assert.ok([200, 503].includes(status))
  assert.deepEqual(await ask(), { status: 200, port: before.port })
})

test('FLT-16 SRV-01: a socket that is opened before this server leads is told to reconnect', async (t) => {
  const { url } = await opened(t)
  const wanted = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  }).end()
  const [answer] = (await once(wanted, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.headers['retry-after'], '1')
  assert.match(await text(answer), /"code":"engine\.unavailable"/)
})

test('M-8: the local listener is one port higher, at a free port if that is taken, or at the configured one', async (t) => {
  const open = async (port: number, env = {}): Promise<number | null> => {
    const entrance = await openEntrance(settingsAt(port, env), createLog('fatal'))
    t.after(() => entrance.close())
    return entrance.localPort
  }
  const [port, other] = [await freePort(), await freePort()]
  const stands = createServer().listen(port + 1, '127.0.0.1')
  await once(stands, 'listening')
  const elsewhere = await open(port)
  assert.notEqual(elsewhere, port + 1)
  assert.equal((await fetch(`http://127.0.0.1:${elsewhere}/livez`)).status, 200)
  const named = { TUKAR_LOCAL_PORT: String(port + 1) }
  await assert.rejects(open(other, named), { code: 'EADDRINUSE', port: port + 1 })
  stands.close()
  await once(stands, 'close')
  const third = await freePort()
  assert.equal(await open(third, named), port + 1)
  assert.equal(await open(await freePort(), { TUKAR_LOCAL_DOORS: 'shut' }), null)
  const fourth = await freePort()
  assert.equal(await open(fourth), fourth + 1)
})

test('M-8 FLT-16: the host that takes over answers on the local listener too', async (t) => {
  const { entrance, url, localUrl } = await opened(t)
  const localListener = {
    exchangeUrl: 'https://tukar.example',
    isLocal: isLocalRequest,
    port: () => null,
  }
  const http = await hostWith(
    t,
    (host) => host.get('/door', localOnly, async () => ({})),
    localListener,
  )
  await entrance.handTo(http)
  const statuses = [localUrl, url].map(async (at) => (await fetch(`${at}/door`)).status)
  assert.deepEqual(await Promise.all(statuses), [200, 404])
  const home = await fetch(`${localUrl}/`, { redirect: 'manual' })
  assert.deepEqual([home.status, home.headers.get('location')], [302, 'https://tukar.example'])
})

test('FLT-18: a stop waits for running answers, and for no idle connection', async (t) => {
  const { entrance, url } = await opened(t)
  const steps = new EventEmitter()
  const begun = once(steps, 'begun')
  const http = await hostWith(t, (host) =>
    host.get('/slow', async () => {
      const goesOn = once(steps, 'goOn')
      steps.emit('begun')
      await goesOn
      return { done: true }
    }),
  )
  await entrance.handTo(http)
  const slow = fetch(`${url}/slow`)
  await begun
  const ended = entrance.close()
  await assert.rejects(fetch(`${url}/slow`), 'nobody new is let in')
  steps.emit('goOn')
  const answer = await slow
  assert.deepEqual([answer.status, await bodyOf(answer)], [200, { done: true }])
  await ended
})
