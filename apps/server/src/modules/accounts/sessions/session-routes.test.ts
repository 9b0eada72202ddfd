import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { ask } from '../../../testing/desk.ts'
import { enter, memberAt, type SignInDesk, signInDesk } from '../testing/sign-in-desk.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

type Row = {
  readonly id: number
  readonly created_at: string
  readonly last_seen_at: string
  readonly address: string
  readonly device: string
  readonly current: boolean
}

async function listed(desk: SignInDesk, token: string): Promise<readonly Row[]> {
  const { body } = await ask(desk, 'GET', '/users/sessions', { token })
  return body['data'] as readonly Row[]
}

const revoke = (desk: SignInDesk, token: string, body: object) =>
  ask(desk, 'POST', '/users/sessions/revoke', { token, body })

const statusOf = async (desk: SignInDesk, token: string) =>
  (await ask(desk, 'POST', '/users/check-token', { token })).status

test('R-30: users see their sessions, with the current one marked', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const token = await enter(desk, email, { address: '192.0.2.1' })
  await enter(desk, email, { address: '203.0.113.9', agent: 'curl/8.0' })
  const rows = await listed(desk, token)
  assert.deepEqual(
    rows.map(({ address, device, current }) => ({ address, device, current })),
    [
      { address: '203.0.113.9', device: '', current: false },
      { address: '192.0.2.1', device: 'Firefox on Linux', current: true },
    ],
  )
  for (const row of rows) {
    assert.ok(Date.parse(row.last_seen_at) >= Date.parse(row.created_at))
    assert.equal(JSON.stringify(row).includes(token), false)
  }
})

test('R-30: the time of last use follows the use, at intervals of a minute', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  await desk.database.query(
    `update accounts.session set last_seen_at = now() - interval '1 hour' where user_id = $1`,
    [userId],
  )
  const before = Date.now()
  for (let tries = 0; tries < 100; tries++) {
    const [own] = await listed(desk, token)
    if (own !== undefined && Date.parse(own.last_seen_at) > before - 60_000) return
  }
  assert.fail('the session is still not seen')
})

test('ATT-02: a revoked session ends at once, on a server that has it cached', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const [token, other] = [await enter(desk, email), await enter(desk, email)]
  assert.equal(await statusOf(desk, other), 200)
  const id = (await listed(desk, token)).find(({ current }) => !current)?.id ?? 0
  assert.equal((await revoke(desk, token, { id: String(id) })).body['success'], 1)
  assert.deepEqual([await statusOf(desk, other), await statusOf(desk, token)], [401, 200])
})

test('SRV-08: a sign-out is recorded with user and client; one without a session is not', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const leave = (as: string) =>
    ask(desk, 'POST', '/auth/signout', { token: as, address: '192.0.2.44' })
  assert.equal((await leave(token)).body['success'], 1)
  assert.equal(await statusOf(desk, token), 401)
  await leave(token)
  await leave('x'.repeat(43))
  const { rows } = await desk.database.query<{ account: number; text: string }>(
    `select account_id as account, e::text as text from security.event e
     where kind = 'session.closed' and client_address = '192.0.2.44'`,
  )
  assert.deepEqual(
    rows.map(({ account }) => account),
    [userId],
  )
  assert.equal(rows[0]?.text.includes(token), false)
})

test('ATT-02: all other sessions can be ended at once; the current one stays', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const tokens: string[] = []
  for (let count = 0; count < 4; count++) tokens.push(await enter(desk, email))
  const [own = '', ...others] = tokens
  for (const one of others) assert.equal(await statusOf(desk, one), 200)
  assert.equal((await revoke(desk, own, { all: true })).body['success'], 1)
  for (const one of others) assert.equal(await statusOf(desk, one), 401)
  assert.deepEqual(
    (await listed(desk, own)).map(({ current }) => current),
    [true],
  )
})

test('ATT-19 API-02: a live token works in the header jwt alone', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const identity = { jwt: token, token, usid: String(userId) }
  const send = (headers: Readonly<Record<string, string>>) =>
    desk.http.inject({
      method: 'POST',
      url: '/users/sessions/revoke',
      query: identity,
      headers,
      payload: { all: true, ...identity },
    })
  for (const headers of [
    {},
    { cookie: `jwt=${token}; usid=${userId}` },
    { authorization: `Bearer ${token}`, 'x-jwt': token, 'x-api-key': token },
    { jwt: `Bearer ${token}` },
    { jwt: `${token}, ${token}` },
    { jwt: `${token};` },
  ]) {
    assert.equal((await send(headers)).statusCode, 401, JSON.stringify(Object.keys(headers)))
  }
  assert.equal((await send({ jwt: token })).statusCode, 200)
})

test('R-41 ATT-27: many people share a demo person: each sees and ends their own session alone', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { userId } = await memberAt(desk)
  await desk.database.query(`update accounts.users set demo_name = 'Sari' where id = $1`, [userId])
  const [mine, theirs] = [await desk.sessions.open(userId), await desk.sessions.open(userId)]
  const rows = await listed(desk, mine)
  assert.deepEqual(
    rows.map(({ current }) => current),
    [true],
  )
  const otherId = (await listed(desk, theirs))[0]?.id ?? 0
  for (const body of [{ all: true }, { id: String(otherId) }]) {
    const refused = await revoke(desk, mine, body)
    assert.deepEqual([refused.status, refused.body['code']], [200, 'session.demo_person'])
    assert.match(String(refused.body['msg']), /^Demo people are shared/)
  }
  assert.equal(await statusOf(desk, theirs), 200)
  assert.equal((await revoke(desk, mine, { id: String(rows[0]?.id) })).body['success'], 1)
  assert.deepEqual([await statusOf(desk, mine), await statusOf(desk, theirs)], [401, 200])
})

test("ATT-03 ATT-27: no user can end another user's session by its id", async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const [mine, theirs] = [await memberAt(desk), await memberAt(desk)]
  const [token, victim] = [await enter(desk, mine.email), await enter(desk, theirs.email)]
  const id = (await listed(desk, victim))[0]?.id ?? 0
  const refused = await revoke(desk, token, { id, usid: theirs.userId, user_id: theirs.userId })
  assert.deepEqual([refused.status, refused.body['code']], [404, 'session.unknown'])
  for (const bad of ['0', '-1', '1e3', '1 or 1=1', '9'.repeat(30)]) {
    assert.equal((await revoke(desk, token, { id: bad })).status, 404, bad)
  }
  for (const bad of [{}, { all: false }, { id: null }, { id: 1.5 }]) {
    assert.equal((await revoke(desk, token, bad)).status, 400, JSON.stringify(bad))
  }
  assert.equal(await statusOf(desk, victim), 200)
  assert.equal((await ask(desk, 'GET', '/users/sessions')).status, 401)
})
