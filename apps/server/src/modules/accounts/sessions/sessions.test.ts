import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { QueryConfig } from 'pg'
import { until } from '../../../engine/testing/until.ts'
import type { Database } from '../../../platform/database/pool.ts'
import { migratedDatabase } from '../../../platform/database/testing/cluster.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { hashOf, makeToken, createSeal } from '../../../platform/security/opaque-tokens.ts'
import { dayMs } from '../../../platform/time/day.ts'
import { insertUser } from '../registration/registration-store.ts'
import { createSessions } from './sessions.ts'
import { findSessions, insertSession, listSessions, sweepSessions } from './sessions-store.ts'

let database: Database
let stop: () => Promise<void>
let keys: Keys

before(async () => {
  ;({ database, stop } = await migratedDatabase())
  keys = testKeys
})

after(() => stop())

test('R-30: beyond the limit of sessions the oldest one ends', async () => {
  const user = { fullName: 'A', email: 'c@b.test', emailKey: 'c@b.test', passwordHash: null }
  const userId = await insertUser({ database, keys: testKeys }, user, [])
  assert.ok(userId !== null)
  const hashes = Array.from({ length: 4 }, () => randomBytes(32))
  const client = { address: '192.0.2.1', device: 'Firefox on Linux', deviceSinceMs: null }
  const lastsUntilMs = Date.now() + dayMs
  for (const tokenHash of hashes) {
    const seal = createSeal(keys('session'), {
      tokenHash,
      userId,
      deviceSinceMs: null,
      clientHash: null,
      lastsUntilMs,
    })
    await insertSession(
      database,
      { tokenHash, userId, clientHash: null, lastsUntilMs, seal, client },
      { days: 1, max: 3 },
    )
  }
  const found = await findSessions(database, hashes)
  const users = found.map((session) => session?.userId ?? null)
  assert.deepEqual(users, [null, userId, userId, userId])
})

test('ATT-01 ATT-02: a session that is inserted into the database, or moved to another user, is invalid', async () => {
  const person = (email: string) =>
    insertUser(
      { database, keys: testKeys },
      { fullName: 'T', email, emailKey: email, passwordHash: null },
      [],
    )
  const [thief, victim] = [(await person('t@b.test')) ?? 0, (await person('v@b.test')) ?? 0]
  const sessions = createSessions(database, keys, { days: 7 })
  const own = await sessions.open(thief)
  await database.query('update accounts.session set user_id = $2 where user_id = $1', [
    thief,
    victim,
  ])
  assert.equal(await sessions.authenticate(own), null)
  const written = randomBytes(32).toString('base64url')
  await database.query(
    `insert into accounts.session (token_hash, user_id, expires_at, seal)
     values (sha256(convert_to($1, 'UTF8')), $2, now() + interval '1 day',
       (select seal from accounts.session where user_id = $2 limit 1))`,
    [written, victim],
  )
  assert.equal(await sessions.authenticate(written), null)
  assert.equal((await sessions.authenticate(await sessions.open(victim)))?.userId, victim)
})

test('M-1: a session knows since when its device is known, and the database cannot make the device older', async () => {
  const user = { fullName: 'M', email: 'm@b.test', emailKey: 'm@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const sessions = createSessions(database, keys, { days: 7 })
  const where = { address: '192.0.2.1', device: 'Firefox on Linux' }
  const deviceSinceMs = 1_700_000_000_123
  const known = await sessions.open(userId, { ...where, deviceSinceMs })
  assert.equal((await sessions.authenticate(known))?.deviceSinceMs, deviceSinceMs)
  for (const older of ['null', `device_since - interval '1 day'`]) {
    const token = await sessions.open(userId, { ...where, deviceSinceMs })
    await database.query(`update accounts.session set device_since = ${older} where user_id = $1`, [
      userId,
    ])
    assert.equal(await sessions.authenticate(token), null, older)
  }
})

test('M-4: a change in the database cannot extend a session', async () => {
  const user = { fullName: 'L', email: 'l@b.test', emailKey: 'l@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const openFor = (days: number) => createSessions(database, keys, { days }).open(userId)
  const ask = (token: string) => createSessions(database, keys, { days: 7 }).authenticate(token)
  const lengthen = (set: string) =>
    database.query(`update accounts.session set ${set} where user_id = $1`, [userId])
  const over = await openFor(0)
  await lengthen(`expires_at = now() + interval '7 days'`)
  assert.deepEqual(await listSessions(database, userId), [])
  assert.equal(await ask(over), null, 'it was over as it was opened')
  for (const until of ['null', `lasts_until + interval '1 day'`]) {
    const token = await openFor(7)
    assert.equal((await ask(token))?.userId, userId)
    await lengthen(`lasts_until = ${until}`)
    assert.equal(await ask(token), null, until)
  }
})

test('M-4: a session from before its end was sealed is invalid, and is deleted', async () => {
  const user = { fullName: 'P', email: 'p@b.test', emailKey: 'p@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const token = makeToken()
  const row = { tokenHash: hashOf(token), userId, deviceSinceMs: null, clientHash: null }
  const seal = createSeal(keys('session'), { ...row, lastsUntilMs: null })
  await database.query(
    `insert into accounts.session (token_hash, user_id, expires_at, seal)
     values ($1, $2, now() + interval '1 day', $3)`,
    [row.tokenHash, userId, seal],
  )
  assert.deepEqual(await listSessions(database, userId), [])
  await sweepSessions(database)
  const left = await database.query('select from accounts.session where user_id = $1', [userId])
  assert.equal(left.rowCount, 0)
  assert.equal(await createSessions(database, keys, { days: 7 }).authenticate(token), null)
})

test('M-5: a change in the database cannot remove or replace the browser of a session', async () => {
  const user = { fullName: 'N', email: 'n@b.test', emailKey: 'n@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const sessions = createSessions(database, keys, { days: 7 })
  const where = { address: '192.0.2.1', device: 'Firefox on Linux', deviceSinceMs: null }
  const [secret, other] = [makeToken(), makeToken()]
  const bound = await sessions.open(userId, { ...where, secret })
  assert.equal((await sessions.authenticate(bound, `client=${secret}`))?.userId, userId)
  assert.equal(await sessions.authenticate(bound), null)
  for (const hash of [null, hashOf(other)]) {
    const token = await sessions.open(userId, { ...where, secret })
    await database.query('update accounts.session set client_hash = $2 where user_id = $1', [
      userId,
      hash,
    ])
    assert.equal(await sessions.authenticate(token, `client=${other}`), null)
  }
})

test('M-5: an unused session ends, and a used one lives until its last day', async () => {
  const user = { fullName: 'O', email: 'o@b.test', emailKey: 'o@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const life = { days: 2, idleHours: 24 }
  const leftHours = async () => {
    const { rows } = await database.query<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours
       from accounts.session where user_id = $1`,
      [userId],
    )
    return rows[0]?.hours ?? null
  }
  const pass = (hours: number) =>
    database.query(
      `update accounts.session set created_at = created_at - make_interval(hours => $2),
         last_seen_at = last_seen_at - make_interval(hours => $2),
         expires_at = expires_at - make_interval(hours => $2) where user_id = $1`,
      [userId, hours],
    )
  const token = await createSessions(database, keys, life).open(userId)
  // Each one is a server that does not have the session cached.
  const ask = () => createSessions(database, keys, life).authenticate(token)
  for (const left of [24, 8]) {
    await pass(20)
    assert.equal((await ask())?.userId, userId)
    await until('the use is noted', async () => (await leftHours()) === left)
  }
  await pass(9)
  assert.equal(await ask(), null, 'its days are over')
  const unused = await createSessions(database, keys, life).open(userId)
  await pass(25)
  assert.equal(await createSessions(database, keys, life).authenticate(unused), null)
})

test('ATT-02: a session that another server ends is invalid here within a second', async () => {
  const user = { fullName: 'B', email: 'd@b.test', emailKey: 'd@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const [here, there] = [
    createSessions(database, keys, { days: 7 }),
    createSessions(database, keys, { days: 7 }),
  ]
  const token = await here.open(userId)
  assert.equal((await here.authenticate(token))?.userId, userId)
  await there.closeAll(userId, null)
  // A slow machine may take longer than the second for which a session is cached.
  const isDead = async () => (await here.authenticate(token)) === null
  await until('the session is dead', isDead, 30_000)
})

test('R-30 ATT-01: any token that we did not issue is invalid, signed or not', async () => {
  const user = { fullName: 'C', email: 'e@b.test', emailKey: 'e@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const sessions = createSessions(database, keys, { days: 7 })
  const token = await sessions.open(userId)
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`
  const stored = createHash('sha256').update(token).digest('base64url')
  const others = ['', unsigned, stored, token.slice(1), ` ${token}`, token.repeat(2_000)]
  for (const other of others) {
    assert.equal(await sessions.authenticate(other), null, other.slice(0, 50))
  }
  assert.equal((await sessions.authenticate(token))?.userId, userId)
})

test('ATT-02: a session that ends during a lookup is invalid for the next call', async () => {
  const user = { fullName: 'D', email: 'f@b.test', emailKey: 'f@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  // The answer of the first lookup is held back until the session has ended.
  const hold: { go: () => void; isReached: boolean } = { go: () => undefined, isReached: false }
  const released = new Promise<void>((resolve) => (hold.go = resolve))
  const slow = new Proxy(database, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return async (query: QueryConfig, values?: unknown[]) => {
        const found = await target.query(query, values)
        if (Object(query).name === 'session-users' && !hold.isReached) {
          hold.isReached = true
          await released
        }
        return found
      }
    },
  })
  const sessions = createSessions(slow, keys, { days: 7 })
  const token = await sessions.open(userId)
  const looking = sessions.authenticate(token)
  await until('the call looks', () => hold.isReached)
  await sessions.close(token)
  hold.go()
  await looking
  assert.equal(await sessions.authenticate(token), null)
})

test('R-30: frequent tokens are looked up together, before their second is over', async () => {
  const user = { fullName: 'E', email: 'g@b.test', emailKey: 'g@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const asked: number[] = []
  const counting = new Proxy(database, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return async (query: QueryConfig, values?: unknown[]) => {
        const found = await target.query(query, values)
        if (Object(query).name === 'session-users') asked.push([query.values?.[0]].flat().length)
        return found
      }
    },
  })
  let timeMs = 5_000
  const sessions = createSessions(counting, keys, { days: 7 }, () => timeMs)
  const tokens: string[] = []
  for (let count = 0; count < 3; count++) tokens.push(await sessions.open(userId))
  const [one = '', two = '', rare = ''] = tokens
  const call = async (...callers: string[]) => {
    const found = await Promise.all(callers.map((token) => sessions.authenticate(token)))
    assert.deepEqual(new Set(found.map((session) => session?.userId)), new Set([userId]))
  }
  await call(one, two, rare)
  assert.deepEqual(asked, [3])
  timeMs += 400
  await call(one, two, one)
  assert.deepEqual(asked, [3])
  timeMs += 200
  await call(one, two, one)
  assert.deepEqual(asked, [3])
  await until('both are asked about again', () => asked.length === 2)
  assert.deepEqual(asked, [3, 2])
  await call(one, two)
  timeMs += 450
  await call(one, two)
  assert.deepEqual(asked, [3, 2])
  await call(rare)
  assert.deepEqual(asked, [3, 2, 1])
})
