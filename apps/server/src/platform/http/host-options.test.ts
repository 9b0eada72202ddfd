import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { serverMessage } from '@tukar/i18n/server'
import { calls } from '@tukar/wire'
import { pino } from 'pino'
import { createLog } from '../logging/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { registerContracts } from './contracts.ts'
import { followRequests } from './follow-requests.ts'
import { createHttpHost, type HttpHost, type HttpOptions, success } from './host.ts'
import { route } from './route.ts'
import { buildHeader, buildOf, webFolder } from './web-folder.ts'

async function withHost<T>(
  options: Partial<HttpOptions>,
  work: (http: HttpHost) => Promise<T>,
): Promise<T> {
  const http = await createHttpHost({
    log: createLog('fatal'),
    allowedOrigins: [],
    trustedProxies: [],
    connectSources: [],
    captchaSources: [],
    product: 'Tukar',
    clientConfig: {},
    webFolder,
    ...options,
  })
  try {
    return await work(http)
  } finally {
    await http.close()
  }
}

const addressSeen = (trustedProxies: readonly string[], from: string): Promise<string> =>
  withHost({ trustedProxies }, async (http) => {
    http.get('/address', async ({ ip }) => ({ ip }))
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.20' }
    const answer = await http.inject({ url: '/address', remoteAddress: from, headers })
    return answer.json<{ ip: string }>().ip
  })

test('ATT-112: only a trusted proxy names the client, and only the last hop that it saw', async () => {
  assert.equal(await addressSeen([], '198.51.100.7'), '198.51.100.7')
  assert.equal(await addressSeen(['10.0.0.0/8'], '198.51.100.7'), '198.51.100.7')
  assert.equal(await addressSeen(['10.0.0.0/8'], '10.1.2.3'), '198.51.100.20')
})

test('a stream of events is neither counted with the times of requests nor logged as one', async () => {
  const metrics = createMetrics()
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  await withHost({}, async (http) => {
    followRequests(http, metrics, log)
    http.get('/events', (_, reply) =>
      reply.type('text/event-stream; charset=utf-8').send(Readable.from(['data: 1\n\n'])),
    )
    http.get('/answer', async () => ({}))
    for (const url of ['/events', '/answer']) assert.equal((await http.inject(url)).statusCode, 200)
  })
  const readPart = [metrics.text(), ...lines].join('\n')
  metrics.stop()
  assert.match(metrics.text(), /route="\/answer"/)
  assert.match(lines.join(), /"route":"\/answer"/)
  assert.doesNotMatch(readPart, /\/events/)
})

const policyOf = (options: Partial<HttpOptions>): Promise<Readonly<Record<string, string>>> =>
  withHost(options, async (http) => {
    const { headers } = await http.inject('/no/such')
    const rules = String(headers['content-security-policy']).split(';')
    return Object.fromEntries(rules.map((rule) => rule.split(/ (.*)/s)))
  })

test('DEC-19 ATT-114: pages run only our scripts, unless an external captcha is configured', async () => {
  const own = await policyOf({})
  assert.equal(own['script-src'], "'self'")
  assert.equal(own['frame-src'], "'self'")
  assert.equal(own['connect-src'], "'self'")
  const source = 'https://captcha.example/'
  const other = await policyOf({ captchaSources: [source] })
  for (const rule of ['script-src', 'frame-src', 'connect-src']) {
    assert.equal(other[rule], `'self' ${source}`)
  }
  assert.equal(other['style-src'], "'self'")
})

test("ATT-34 ATT-33: the pages' configuration stays data, and no page has an inline script", async () => {
  const clientConfig = { product: '</script><script>alert(1)</script><!--', name: "$&'`" }
  await withHost({ clientConfig }, async (http) => {
    for (const url of ['/', '/chart/candles']) {
      const { body } = await http.inject({ url, headers: { accept: 'text/html' } })
      const readPart = /<script type="application\/json" id="client-config">(.*?)<\/script>/s.exec(
        body,
      )
      assert.deepEqual(JSON.parse(readPart?.[1] ?? 'null'), clientConfig, url)
      const others =
        body.replace(readPart?.[0] ?? '', '').match(/<script[^>]*>.*?<\/script>/gs) ?? []
      assert.ok(others.length > 0, url)
      const data = /^<script type="application\/json" id="page-files">[^<]*<\/script>$/
      for (const script of others) {
        if (data.test(script)) continue
        assert.match(script, /^<script [^>]*\bsrc="\/[^>]*><\/script>$/)
      }
      assert.doesNotMatch(body, /<style|\sstyle=|\son\w+=/, url)
    }
  })
})

test("GEN-10 DEC-06 ATT-33: title and manifest have the product's name, whatever it is", async () => {
  const product = 'Pasar "A&B" <i>$&'
  await withHost({ product }, async (http) => {
    for (const url of ['/', '/markets', '/no/such/page', '/index.html']) {
      const { body } = await http.inject({ url, headers: { accept: 'text/html' } })
      const [, title] = /<title>(.*?)<\/title>/.exec(body) ?? []
      assert.equal(title, 'Pasar &quot;A&amp;B&quot; &lt;i&gt;$&amp;', url)
    }
    const answer = await http.inject('/manifest.webmanifest')
    assert.match(String(answer.headers['content-type']), /^application\/manifest\+json/)
    const manifest = answer.json<Record<string, unknown>>()
    assert.deepEqual([manifest['name'], manifest['short_name']], [product, product])
    assert.equal(manifest['start_url'], '/')
  })
})

test('SRV-01: an invalid URL is answered with a page if a browser requests one', async () => {
  await withHost({}, async (http) => {
    const url = '/markets/1/%E0%A4%A'
    const page = await http.inject({ url, headers: { accept: 'text/html' } })
    assert.equal(page.statusCode, 400)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.body, /^<!doctype html>/i)
    assert.match(String(page.headers['content-security-policy']), /default-src 'self'/)
    const call = await http.inject({ url, headers: { accept: 'application/json' } })
    assert.equal(call.statusCode, 400)
    assert.equal(call.json<Record<string, unknown>>()['code'], 'request.malformed')
  })
})

test('SRV-03: the configured origins may call with their headers, others may not', async () => {
  const origin = 'https://tukar.example'
  await withHost({ allowedOrigins: [origin] }, async (http) => {
    const allowed = await http.inject({
      method: 'OPTIONS',
      url: '/users/mydata',
      headers: { origin },
    })
    assert.equal(allowed.statusCode, 204)
    assert.equal(allowed.headers['access-control-allow-origin'], origin)
    assert.match(String(allowed.headers['access-control-allow-headers']), /jwt.*x-api-key/)
    assert.ok(Number(allowed.headers['access-control-max-age']) >= 600, 'it is not asked each time')
    const answer = await http.inject({ url: '/no/such', headers: { origin } })
    const readable = String(answer.headers['access-control-expose-headers']).split(', ')
    for (const name of ['date', 'x-request-id', 'retry-after']) assert.ok(readable.includes(name))
    assert.equal(answer.headers['access-control-max-age'], undefined)
    const evil = { origin: 'https://evil.example' }
    const other = await http.inject({ method: 'OPTIONS', url: '/users/mydata', headers: evil })
    for (const name of ['allow-origin', 'expose-headers', 'max-age']) {
      assert.equal(other.headers[`access-control-${name}`], undefined, name)
    }
  })
})

test('anybody gets the documents of all calls and events, equal to the reference', async () => {
  await withHost({}, async (http) => {
    registerContracts(http)
    for (const name of ['openapi.json', 'asyncapi.json']) {
      const answer = await http.inject(`/${name}`)
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
      const reference = path.resolve(import.meta.dirname, '../../../../../docs/reference', name)
      assert.deepEqual(answer.json(), JSON.parse(readFileSync(reference, 'utf8')))
    }
  })
})

test('ATT-32: whatever type a body claims, its call gets only validated input', async () => {
  await withHost({}, async (http) => {
    const seen: unknown[] = []
    const guard = { require: async () => 1 }
    route(http, guard, calls.contactUs, async ({ request, input }) => {
      seen.push(input)
      return success(request)
    })
    const good = { name: 'a', email: 'b', subject: 'c', message: 'd' }
    const bad = { ...good, message: { $ne: 1 } }
    const types = [
      '',
      ';charset=utf-8',
      ' ; a=b',
      '\t',
      '\t;x',
      ' ',
      ';',
      '; charset=x, text/plain',
    ]
    const send = (type: string | null, body: object) =>
      http.inject({
        method: 'POST',
        url: calls.contactUs.path,
        payload: JSON.stringify(body),
        ...(type === null ? {} : { headers: { 'content-type': type } }),
      })
    for (const end of types) {
      for (const type of [`application/json${end}`, `APPLICATION/JSON${end}`, `text/json${end}`]) {
        assert.ok([400, 415].includes((await send(type, bad)).statusCode), JSON.stringify(type))
      }
    }
    assert.ok([400, 415].includes((await send(null, bad)).statusCode))
    assert.deepEqual(seen, [])
    assert.equal((await send('application/json', { ...good, isAdmin: true })).statusCode, 200)
    assert.deepEqual(seen, [good])
  })
})

test('ERR-32 DEC-117: the same refusal has the language that its caller requests', async () => {
  await withHost({}, async (http) => {
    route(http, { require: async () => 1 }, calls.contactUs, async ({ request }) =>
      success(request),
    )
    const readPart = async (language: string) => {
      const answer = await http.inject({
        method: 'POST',
        url: calls.contactUs.path,
        headers: { 'content-type': 'application/json', 'accept-language': language },
        payload: '{',
      })
      const { code, msg } = answer.json<Record<string, unknown>>()
      assert.equal(code, 'request.malformed')
      return msg
    }
    assert.equal(await readPart('id'), serverMessage('id', 'request.malformed'))
    assert.equal(
      await readPart('id-ID,id;q=0.9,en;q=0.8'),
      serverMessage('id', 'request.malformed'),
    )
    assert.equal(await readPart('en'), serverMessage('en', 'request.malformed'))
    assert.notEqual(await readPart('id'), await readPart('en'))
  })
})

test('LOW-1: a body that names a key twice is refused before its call, in an inner object too', async () => {
  await withHost({}, async (http) => {
    route(http, { require: async () => 1 }, calls.contactUs, async ({ request }) =>
      success(request),
    )
    const send = (payload: string) =>
      http.inject({
        method: 'POST',
        url: calls.contactUs.path,
        headers: { 'content-type': 'application/json', 'accept-language': 'id' },
        payload,
      })
    const good = '"name":"a","email":"b","subject":"c","message":"d"'
    assert.equal((await send(`{${good}}`)).statusCode, 200)
    for (const twice of [`{${good},"name":"e"}`, `{${good},"more":{"a":1,"a":1}}`]) {
      const refused = await send(twice)
      assert.equal(refused.statusCode, 400)
      const { code, msg } = refused.json<Record<string, unknown>>()
      assert.deepEqual(
        [code, msg],
        ['request.duplicate_key', 'Permintaan menyebut bidang yang sama dua kali.'],
      )
    }
    const broken = await send(`{${good}`)
    assert.equal(broken.json<Record<string, unknown>>()['code'], 'request.malformed')
  })
})

test('LOW-3: a page of a foreign origin that has a token is refused; ours and listed ones are not', async () => {
  const partner = 'https://partner.example'
  await withHost({ allowedOrigins: [partner] }, async (http) => {
    http.get('/open', async () => ({}))
    const ask = async (origin: string | null, jwt: string | null) => {
      const headers = { ...(origin !== null && { origin }), ...(jwt !== null && { jwt }) }
      const host = 'tukar.example'
      return (await http.inject({ url: '/open', headers: { host, ...headers } })).statusCode
    }
    for (const origin of ['https://evil.example', 'null', 'https://tukar.example.evil.example']) {
      assert.equal(await ask(origin, 'token'), 403, origin)
      assert.equal(await ask(origin, null), 200, 'what is open to all may be read anywhere')
    }
    for (const origin of [null, partner, 'https://tukar.example', 'http://tukar.example']) {
      assert.equal(await ask(origin, 'token'), 200, String(origin))
    }
  })
})

test("DEC-04: a missing file is answered 404 for browsers, too; an unknown page is the app's, which says so", () =>
  withHost({}, async (http) => {
    const statusOf = async (url: string) =>
      (await http.inject({ url, headers: { accept: 'text/html,*/*' } })).statusCode
    for (const file of ['/assets/nope.js', '/nope.js', '/a/b.map?x=1', '/.well-known/nope']) {
      assert.equal(await statusOf(file), 404, file)
    }
    for (const page of ['/no/such', '/auth/login?next=a.js'])
      assert.equal(await statusOf(page), 200)
  }))

test('each answer and each page name the build of the app that this server sends', () =>
  withHost({}, async (http) => {
    const page = await http.inject({ url: '/', headers: { accept: 'text/html' } })
    const [, build] = /<html[^>]* data-build="([\w-]{16})"/.exec(page.body) ?? []
    assert.ok(build !== undefined && build === buildOf(webFolder), page.body.slice(0, 200))
    for (const url of ['/', '/executor', '/no/such/call'])
      assert.equal((await http.inject(url)).headers[buildHeader], build, url)
  }))
