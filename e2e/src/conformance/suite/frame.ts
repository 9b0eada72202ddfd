/** Properties that every call shares: the shape of answers, HTTP, headers, lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Json } from '../../harness/http.ts'
import { isObject, listRows, objectAt, textAt } from '../../harness/http.ts'
import type { Fixture } from '../fixture.ts'

/** Asserts the envelope and headers of every answer, refusals included. */
export function assertFrame(answer: Answer, success: 0 | 1): void {
  const { body, text } = answer
  assert.equal(body['success'], success, text)
  assert.equal(typeof body['msg'], 'string', text)
  for (const key of ['code', 'params', 'request_id']) assert.ok(key in body, `${key} in ${text}`)
  assert.ok(isObject(body['params']) || body['params'] === null, text)
  assert.equal(typeof body['request_id'], 'string', text)
  assert.doesNotMatch(text, /\bat \/|node_modules|select .* from|syntax error/i, 'no inside shows')
}

/** Asserts a refusal with a text and a code, and one of these statuses. */
export function assertRefused(answer: Answer, ...statuses: readonly number[]): void {
  assert.ok(statuses.includes(answer.status), `${answer.status}: ${answer.text}`)
  assertFrame(answer, 0)
  assert.notEqual(answer.body['msg'], '')
  assert.match(textAt(answer.body, 'code'), /^[a-z_]+(\.[a-z_]+)*$/)
}

const listCalls = [
  { path: '/markets', isPrivate: false, sort: 'id', private: 'orang_id' },
  { path: '/currencies', isPrivate: false, sort: 'id', private: 'supply_max' },
  { path: '/balances', isPrivate: true, sort: 'id', private: 'account_id' },
  { path: '/notifs', isPrivate: true, sort: 'id', private: 'account_id' },
  { path: '/obooks/myobook-open', isPrivate: true, sort: 'updated_at', private: 'orang_id' },
  { path: '/obooks/myobook-close', isPrivate: true, sort: 'updated_at', private: 'account_id' },
  { path: '/ccdeposits', isPrivate: true, sort: 'id', private: 'user_id' },
  { path: '/wallets_btc/deposits', isPrivate: true, sort: 'id', private: 'user_id' },
  { path: '/withdraws', isPrivate: true, sort: 'id', private: 'user_id' },
  { path: '/wallets_btc/withdraws', isPrivate: true, sort: 'id', private: 'user_id' },
] as const

const good = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }

function registerFrame(fixture: () => Fixture): void {
  test('GEN-15 R-14 DEC-135: an answer has success, msg, code, params and request_id', async () => {
    const { client } = fixture()
    assertFrame(await client.call('GET', '/auth/status'), 1)
    assertFrame(await client.call('GET', '/markets', { query: good }), 1)
  })

  test('SRV-01: an unknown route is answered 404 with success 0', async () => {
    const answer = await fixture().client.call('GET', '/auth/no-such-call')
    assertRefused(answer, 404)
  })

  test('API-35 SRV-24: the status call answers anybody and is not cached', async () => {
    const answer = await fixture().client.call('GET', '/auth/status')
    assert.equal(answer.status, 200)
    assertFrame(answer, 1)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
  })

  test('the health call answers 200', async () => {
    assert.equal((await fixture().client.call('GET', '/healthz')).status, 200)
  })

  test('API-02 DEC-19: the token is read from the JWT header in any case, and from nowhere else', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    const get = (headers: Record<string, string>) =>
      client.call('GET', '/users/mydata', { headers })
    assert.equal((await get({ JWT: token })).status, 200)
    assert.equal((await get({ jwt: token })).status, 200)
    assertRefused(await get({ cookie: `jwt=${token}` }), 401)
    assertRefused(await get({ authorization: `Bearer ${token}` }), 401)
    const query = { jwt: token, token }
    assertRefused(await client.call('GET', '/users/mydata', { query }), 401)
  })

  test('ATT-19 DEC-19: a POST with the cookie alone does nothing', async () => {
    const { client, person } = fixture()
    const { token, usid } = await person('alice')
    const headers = { cookie: `jwt=${token}; usid=${usid}` }
    for (const path of ['/exchange/1', '/obooks/cancel', '/auth/signout', '/users/check-token']) {
      assertRefused(await client.call('POST', path, { headers, body: {} }), 401)
    }
    assert.equal((await client.call('GET', '/users/mydata', { token })).status, 200)
  })

  test('ATT-19: a body that is not JSON is refused', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await client.call('POST', '/obooks/cancel', {
        token,
        rawBody: '{"id":1}',
        headers: { 'content-type': type },
      })
      assertRefused(answer, 400, 415)
    }
  })

  test('ATT-19: a foreign origin gets no permission', async () => {
    const origin = 'https://evil.example'
    const answer = await fixture().client.call('OPTIONS', '/exchange/1', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'jwt',
      },
    })
    const allowed = answer.headers.get('access-control-allow-origin')
    assert.ok(allowed === null || (allowed !== '*' && allowed !== origin), String(allowed))
  })

  test('ATT-41: a broken or oversized body is refused, and the server continues', async () => {
    const { client } = fixture()
    const call = (rawBody: string) => client.call('POST', '/auth/signin_post', { rawBody })
    assertRefused(await call('{"email":'), 400)
    assertRefused(await call('[]'), 400)
    assertRefused(await call('null'), 400)
    assertRefused(await call(JSON.stringify({ email: 'x'.repeat(3_000_000) })), 413)
    assertFrame(await client.call('GET', '/auth/status'), 1)
  })

  test('ATT-114: answers carry the headers that guard a browser', async () => {
    const answer = await fixture().client.call('GET', '/')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'self'|default-src 'none'/)
    assert.doesNotMatch(policy.replace(/style-src[^;]*/, ''), /unsafe-inline|unsafe-eval/)
    assert.notEqual(answer.headers.get('referrer-policy'), null)
  })

  test('ATT-114 GEN-15: an address that cannot be read gets the same frame and headers', async () => {
    for (const path of ['/%', '/obooks/by-command/%F0', `/obooks/by-command/${'a'.repeat(300)}`]) {
      const answer = await fetch(fixture().url + path)
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', path)
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
      const body = (await answer.json()) as { success?: unknown; code?: unknown }
      assert.equal(body.success, 0)
      assert.equal(typeof body.code, 'string')
    }
  })

  test('ATT-38: private answers are not stored by caches', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    for (const path of ['/users/mydata', '/balances', '/obooks/myobook-open']) {
      const answer = await client.call('GET', path, { token, query: good })
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/, path)
    }
  })
}

/** Every list call, with inputs that it must refuse. */
function registerLists(fixture: () => Fixture): void {
  const ask = async (list: (typeof listCalls)[number], query: Record<string, string | number>) => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    return client.call('GET', list.path, { query, ...(list.isPrivate ? { token } : {}) })
  }

  for (const list of listCalls) {
    const base = { ...good, sort: list.sort }

    test(`API-03 DEC-137: ${list.path} answers data.datas, total, page and rows`, async () => {
      const answer = await ask(list, base)
      assert.equal(answer.status, 200, answer.text)
      assertFrame(answer, 1)
      const data = objectAt(answer.body, 'data')
      assert.ok(Array.isArray(data['datas']))
      assert.equal(typeof data['total'], 'number')
      assert.equal(data['page'], 1)
      assert.equal(data['rows'], 10)
    })

    test(`ATT-22 SRV-05: ${list.path} refuses filter_rules that are not a short list of rules`, async () => {
      const rule = { field: list.sort, op: 'equal', value: 1 }
      const bad: readonly Json[] = [
        {},
        'x',
        [1],
        [[rule]],
        [{ field: list.sort, op: 'equal', value: { a: 1 } }],
        [{ field: list.sort, op: 'equal', value: null }],
        [{ field: list.sort, op: 'equal', value: 'a\u0000b' }],
        Array.from({ length: 11 }, () => rule),
        [{ ...rule, value: 'x'.repeat(5_000) }],
      ]
      for (const rules of bad) {
        assertRefused(await ask(list, { ...base, filter_rules: JSON.stringify(rules) }), 400)
      }
      assertRefused(await ask(list, { ...base, filter_rules: '[{' }), 400)
    })

    test(`ATT-23 SRV-05: ${list.path} filters only by its own fields and operations`, async () => {
      for (const field of [
        'password_hash',
        list.private,
        '1=1',
        '__proto__',
        'id; drop table x',
        '',
      ]) {
        const rules = [{ field, op: 'equal', value: 1 }]
        assertRefused(await ask(list, { ...base, filter_rules: JSON.stringify(rules) }), 400)
      }
      for (const op of ['like', '=', 'constructor', 'or', '']) {
        const rules = [{ field: list.sort, op, value: 1 }]
        assertRefused(await ask(list, { ...base, filter_rules: JSON.stringify(rules) }), 400)
      }
    })

    test(`ATT-25 SRV-05: ${list.path} sorts only by its own fields`, async () => {
      // A loaded machine answers late, and one that was suspended even later.
      const sleptMs = 8_500
      for (const sort of ['(select pg_sleep(9))', 'id;drop', 'password_hash', '__proto__']) {
        const before = performance.now()
        assertRefused(await ask(list, { ...base, sort }), 400)
        assert.ok(performance.now() - before < sleptMs, 'nothing slept')
      }
      assertRefused(await ask(list, { ...base, order: 'desc;drop' }), 400)
    })

    test(`ATT-26 SRV-05: ${list.path} refuses or clamps pages and rows beyond its bounds`, async () => {
      for (const [page, rows] of [
        [1, 1e9],
        [1, -1],
        [1, 'NaN'],
        [1e9, 10],
        [0, 10],
        [1, 1.5],
      ] as const) {
        const answer = await ask(list, { ...base, page, rows })
        if (answer.status === 200) assert.ok(listRows(answer).length <= 100)
        else assertRefused(answer, 400)
      }
    })

    if (!list.isPrivate) continue
    test(`SRV-02 ROLE-03: ${list.path} requires a session`, async () => {
      const { client } = fixture()
      assertRefused(await client.call('GET', list.path, { query: base }), 401)
      const token = 'a'.repeat(43)
      assertRefused(await client.call('GET', list.path, { query: base, token }), 401)
    })
  }
}

/** Registers the tests of the envelope. */
export function registerFrameSuite(fixture: () => Fixture): void {
  registerFrame(fixture)
  registerLists(fixture)
}
