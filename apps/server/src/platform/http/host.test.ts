import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { calls } from '@tukar/wire'
import { rowsOf, type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

let rig: Rig
let server: ServerProcess
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
  server = await startServerProcess(databaseUrl, {
    TUKAR_LOG_LEVEL: 'debug',
    TUKAR_SECRET_KEY: secretKey,
  })
})

after(async () => {
  await server.stop()
  await rig.stop()
})

const secretKey = Buffer.from('Canary9-a-key-of-32-bytes-and-more').toString('base64')
const asPage = { accept: 'text/html' }

function pathOf({ path }: { readonly path: string }): string {
  return path.replace(':id', '1')
}

async function bodyOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await answer.json()
  assert.ok(typeof body === 'object' && body !== null)
  return { ...body }
}

async function turn(isOn: boolean): Promise<void> {
  await rowsOf(databaseUrl, 'update public.maintenance set is_on = $1', [isOn])
  await until('the server has seen the switch', async () => {
    const { success } = await bodyOf(await fetch(`${server.url}/auth/status`))
    return success === (isOn ? 0 : 1)
  })
}

test('SRV-09 SRV-24 DEC-11 ATT-115 GUARD-02 CONST-25 ERR-31: during maintenance status says so, and every other call but the console is 503', async () => {
  await turn(true)
  try {
    for (const language of ['en', 'id']) {
      const headers = { 'accept-language': language }
      const status = await fetch(`${server.url}/auth/status`, { headers })
      assert.equal(status.status, 200)
      assert.equal(status.headers.get('cache-control'), 'no-store')
      const { success, msg } = await bodyOf(status)
      assert.deepEqual([success, msg], [0, 'Server maintenance'])
      for (const call of Object.values(calls)) {
        if (call.path === calls.status.path) continue
        const body = call.method === 'POST' ? { method: 'POST', body: '{}' } : {}
        const json = { ...headers, 'content-type': 'application/json' }
        const answer = await fetch(server.url + pathOf(call), { ...body, headers: json })
        // Operators end maintenance there.
        if (call.path.startsWith('/desk/')) {
          assert.equal(answer.status, 401, call.path)
          continue
        }
        assert.equal(answer.status, 503, call.path)
        assert.equal((await bodyOf(answer))['msg'], 'Server maintenance', call.path)
        assert.notEqual(answer.headers.get('retry-after'), null)
      }
    }
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    for (const page of ['/', '/maintenance', '/markets', '/settings/profile', '/no/such']) {
      assert.equal((await fetch(server.url + page, { headers: asPage })).status, 200, page)
    }
  } finally {
    await turn(false)
  }
  assert.equal((await fetch(`${server.url}/markets`)).status, 200)
})

test('ATT-114 SRV-03: every answer carries the headers that guard a browser', async () => {
  const pages = ['/', '/markets', '/chart/candles', '/healthz', '/no/such', '/%zz', '/users/mydata']
  const sockets = ['/socket.io/', '/socket.io/?EIO=4&transport=polling', '/socket.io/x.js']
  for (const path of [...pages, ...sockets, ...Object.values(calls).map(pathOf)]) {
    const { headers } = await fetch(server.url + path, { headers: asPage })
    const csp = headers.get('content-security-policy') ?? ''
    assert.match(csp, /default-src 'self'/, path)
    assert.match(csp, /script-src 'self'/, path)
    assert.match(csp, /frame-ancestors 'self'/, path)
    assert.match(csp, /object-src 'none'/, path)
    assert.doesNotMatch(csp, /unsafe|\*/, path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', path)
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path)
    assert.match(headers.get('strict-transport-security') ?? '', /max-age=\d{7}/, path)
    assert.match(headers.get('permissions-policy') ?? '', /geolocation=\(\)/, path)
    assert.equal(headers.get('x-powered-by'), null)
  }
})

test('ATT-21: no URL makes the server redirect to a foreign site', async () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
  ]
  const fields = ['redirect', 'redirect_to', 'return', 'return_url', 'next', 'url', 'continue']
  const queries = elsewhere.flatMap((to) =>
    fields.map((field) => `/auth/login?${field}=${encodeURIComponent(to)}`),
  )
  const paths = ['//evil.example', '//evil.example/..', '/%2f%2fevil.example', '/%5cevil.example/']
  for (const path of [...paths, ...queries, '/auth/login/', '/assets', '/assets/..']) {
    const { status, location } = await new Promise<{ status: number; location: unknown }>(
      (resolve, reject) => {
        request(server.url, { path, headers: asPage }, (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
        })
          .on('error', reject)
          .end()
      },
    )
    assert.ok(status < 300 || status >= 400, `${path}: ${status}`)
    assert.equal(location, undefined, path)
  }
})

test('ATT-38: private answers are stored by no cache, and a suffix makes no file of a call', async () => {
  const answer = await fetch(`${server.url}/users/mydata/x.css`)
  assert.equal(answer.status, 404)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const own = await fetch(`${server.url}/users/mydata`)
  assert.equal(own.headers.get('cache-control'), 'no-store')
})

test('SRV-01 ATT-42: unknown routes and unreadable requests answer with the envelope and a request id', async () => {
  for (const path of ['/no/such', '/%zz', '/auth/nothing_post']) {
    const answer = await fetch(server.url + path)
    const body = await bodyOf(answer)
    assert.ok(answer.status === 404 || answer.status === 400, path)
    assert.equal(body['success'], 0)
    assert.equal(body['request_id'], answer.headers.get('x-request-id'))
  }
})

test('ATT-41: a huge body is 413, huge headers are 431, and the next is answered', async () => {
  const big = await fetch(`${server.url}/auth/signin_post`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'x'.repeat(2_000_000) }),
  }).catch(() => null)
  // The server may end the connection before everything is sent.
  if (big !== null) assert.equal(big.status, 413)
  const head = `GET / HTTP/1.1\r\nhost: a\r\nfiller: ${'x'.repeat(100_000)}\r\n\r\n`
  assert.match(await saidTo(head), /^HTTP\/1\.1 431 /)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})

test('SRV-01 ATT-114 LOW-4: invalid requests, and requests with two hosts, get the envelope and headers of every answer, and the next request is answered', async () => {
  const usual = await fetch(`${server.url}/healthz`)
  const guards = [...usual.headers].filter(([name]) => /policy|security|options/.test(name))
  assert.ok(guards.length > 8)
  const upgrade = 'GET /x HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
  const unreadable = [
    [400, 'HELO mail\r\n\r\n'],
    [400, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [400, 'GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n'],
    [405, 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n'],
    [417, 'GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: a-gift\r\n\r\n'],
    [426, upgrade],
  ] as const
  for (const [status, sent] of unreadable) {
    const [head = '', body = ''] = (await saidTo(sent)).split('\r\n\r\n')
    const [line, ...lines] = head.split('\r\n')
    assert.match(line ?? '', new RegExp(`^HTTP/1\\.1 ${status} `))
    const headers = new Map(lines.map((text) => [text.split(': ')[0], text]))
    for (const [name, value] of guards) assert.equal(headers.get(name), `${name}: ${value}`)
    assert.equal(headers.get('cache-control'), 'cache-control: no-store')
    const healthBody: Readonly<Record<string, unknown>> = { ...JSON.parse(body) }
    assert.deepEqual([healthBody['success'], healthBody['code']], [0, 'request.malformed'])
    assert.equal(headers.get('x-request-id'), `x-request-id: ${String(healthBody['request_id'])}`)
  }
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})

/** The server's answer to these bytes, up to the end of the connection. */
async function saidTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => (said += text))
  socket.end(bytes)
  // A connection that is cut while it still sends has already delivered its answer.
  await once(socket, 'close').catch(() => undefined)
  return said
}

test('ATT-19: a body that is no JSON is refused, and a foreign page gets no permission', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await fetch(`${server.url}/auth/signout`, {
      method: 'POST',
      headers: { 'content-type': type, cookie: 'jwt=anything', origin: 'https://evil.example' },
      body: '{"a":1}',
    })
    assert.equal(answer.status, 415, type)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
})

test('ATT-32: a body that is packed is refused, and never read as something else', async () => {
  const answer = await fetch(`${server.url}/auth/signout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{}'),
  })
  assert.equal(answer.status, 415)
})

test('INV-24 ATT-37: logs are one JSON line per event, without secrets of any request', async () => {
  const canary = 'Canary7secret'
  const forged = `${canary}\r\n{"level":50,"msg":"forged"}`
  const headers = {
    'content-type': 'application/json',
    jwt: canary,
    authorization: canary,
    cookie: `jwt=${canary}`,
    'user-agent': canary,
  }
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const from = server.log().length
  await fetch(`${server.url}/markets?filter_rules=${encodeURIComponent(forged)}`, { headers })
  await fetch(`${server.url}/auth/email-verification?verification_code=${canary}`, { headers })
  for (const call of Object.values(calls)) {
    if (call.method === 'GET') continue
    await post(pathOf(call), {
      name: forged,
      email: `${canary}@people.example`,
      password: forged,
      password_confirm: forged,
      token: canary,
      code: canary,
      google_secret: canary,
    })
  }
  const last = await fetch(`${server.url}/no/such`)
  const requestId = last.headers.get('x-request-id') ?? ''
  await until('all is logged', () => server.log().includes(requestId))
  const lines = server.log().slice(from).trim().split('\n')
  assert.ok(lines.length > 5)
  for (const line of lines) {
    assert.doesNotMatch(line, /Canary7secret/i)
    assert.equal(typeof JSON.parse(line), 'object')
  }
})

test('ATT-42 INV-24: where the database fails, the answer is a request id and nothing of the inside', async () => {
  const canary = `${'c'.repeat(36)}Canary8`
  await rowsOf(databaseUrl, 'alter table accounts.session rename to session_hidden')
  try {
    const answer = await fetch(`${server.url}/users/mydata`, { headers: { jwt: canary } })
    assert.equal(answer.status, 500)
    const body = await bodyOf(answer)
    assert.deepEqual(Object.keys(body).toSorted(), [
      'code',
      'msg',
      'params',
      'request_id',
      'success',
    ])
    assert.doesNotMatch(JSON.stringify(body), /session|relation|select|pg_|\.[jt]s/i)
    const requestId = String(body['request_id'])
    await until('the failure is logged', () => server.log().includes(requestId))
    assert.doesNotMatch(server.log(), /Canary8/)
  } finally {
    await rowsOf(databaseUrl, 'alter table accounts.session_hidden rename to session')
  }
})

test('ATT-39 SRV-12: pages, public calls and logs contain no secret', async () => {
  const { password } = new URL(databaseUrl)
  assert.ok(password.length > 10)
  const paths = ['/', '/chart/candles', '/healthz', '/metrics', '/simulation/people']
  for (const path of [...paths, calls.status.path, calls.markets.path, '/.env', '/package.json']) {
    const text = await (await fetch(server.url + path, { headers: asPage })).text()
    assert.ok(!text.includes(password) && !text.includes(secretKey), path)
    assert.doesNotMatch(text, /Canary9|postgres:|DATABASE_URL|"scripts"/, path)
  }
  assert.ok(!server.log().includes(password) && !server.log().includes(secretKey))
})

test('LOW-9: health tells the public only whether the server is up, and details on this machine', async () => {
  const inside = await bodyOf(await fetch(`${server.localUrl}/healthz`))
  assert.deepEqual(Object.keys(inside), ['state', 'epoch', 'last_seq', 'lag', 'waiting'])
  const answer = await fetch(`${server.url}/healthz`)
  assert.deepEqual([answer.status, await bodyOf(answer)], [200, {}])
})

test('GET /metrics answers this machine alone', async () => {
  const answer = await fetch(`${server.localUrl}/metrics`)
  assert.equal(answer.status, 200)
  const text = await answer.text()
  assert.match(text, /tukar_http_requests_total\{method="GET",route="\/markets",status="200"\} \d+/)
  assert.match(text, /tukar_http_request_seconds_bucket\{.*le="\+Inf"\} \d+/)
  assert.match(text, /tukar_engine_leading 1/)
  assert.match(text, /tukar_maintenance 0/)
})

const localPaths = [
  '/metrics',
  '/mailbox',
  '/mailbox/messages?to=a',
  '/simulation/bank',
  '/simulation/chain',
]

test("M-8: at the public listener no local route is open, whatever the request's headers", async () => {
  const manual = { redirect: 'manual' } as const
  for (const door of localPaths) {
    // Requests from this machine are redirected to the local listener, which nobody else can reach.
    const led = await fetch(server.url + door, manual)
    assert.deepEqual([led.status, await led.text()], [307, ''], door)
    assert.equal(led.headers.get('location'), server.localUrl + door)
    assert.equal((await fetch(server.localUrl + door, manual)).status, 200, door)
    for (const headers of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }]) {
      for (const url of [server.url, server.localUrl]) {
        assert.equal((await fetch(url + door, { ...manual, headers })).status, 404, door)
      }
    }
  }
})

test('M-8: at the local listener only local routes answer, to no other page, and under no other host name', async () => {
  const { port } = new URL(server.localUrl)
  const root = await fetch(server.localUrl, { redirect: 'manual' })
  const exchange = `http://localhost:${new URL(server.url).port}`
  assert.deepEqual([root.status, root.headers.get('location')], [302, exchange])
  for (const path of ['/markets', '/auth/status', '/executor', '/no/such']) {
    for (const accept of ['application/json', 'text/html']) {
      const answer = await fetch(server.localUrl + path, { headers: { accept } })
      assert.deepEqual([answer.status, (await bodyOf(answer))['code']], [404, 'request.not_found'])
    }
  }
  const named = async (host: string) => {
    const misnamed = request({ port, host: '127.0.0.1', path: '/mailbox', headers: { host } }).end()
    const [answer] = (await once(misnamed, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  assert.equal(await named(`localhost:${port}`), 200)
  assert.equal(await named(`evil.example:${port}`), 404)
  for (const origin of [server.url, 'null', 'https://evil.example']) {
    const answer = await fetch(`${server.localUrl}/mailbox/messages`, { headers: { origin } })
    assert.equal(answer.status, 404, origin)
  }
})
