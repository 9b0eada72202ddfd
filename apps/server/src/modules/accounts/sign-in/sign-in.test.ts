import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { ask } from '../../../testing/desk.ts'
import { claimAttempt } from './attempts.ts'
import { enterAsDemo } from '../demo-people/demo-people.ts'
import { turnRanks } from '../password/hash-queue.ts'
import { isPassword } from '../password/passwords.ts'
import { findAddressee } from '../profile/profile-store.ts'
import { signIn } from './sign-in.ts'
import {
  enter,
  firstStep,
  mailsTo,
  memberAt,
  password,
  proofFor,
  type SignInDesk,
  signInDesk,
  textOf,
} from '../testing/sign-in-desk.ts'
import { proveUser } from '../user-proofs.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

/** All counts so far. */
async function counted({ database }: SignInDesk): Promise<number> {
  const found = await database.query<{ count: number }>(
    'select count(*)::int as count from security.tally',
  )
  return found.rows[0]?.count ?? 0
}

test('LOGIN-04 SRV-15 DEC-22: the captcha is checked first, and each proof serves one call', async (t) => {
  const desk = await signInDesk(t, databaseUrl, 'altcha')
  const { email } = await memberAt(desk)
  const refused = async (proof: string) => {
    const { status, body } = await firstStep(desk, email, password, { proof })
    assert.deepEqual([status, body['success'], body['msg']], [200, 0, 'Wrong captcha'])
  }
  await refused('')
  await refused('no proof')
  const proof = await proofFor(desk)
  const answer = await firstStep(desk, email, password, { proof })
  assert.equal(answer.body['action'], 'login_complete')
  await refused(proof)
  const body = { email, password, captcha: await proofFor(desk) }
  const other = await ask(desk, 'POST', '/auth/signin_post', { body })
  assert.equal(other.body['success'], 1)
})

test('ATT-04: a wrong captcha counts no attempt and computes no hash', async (t) => {
  const desk = await signInDesk(t, databaseUrl, 'altcha')
  const { email } = await memberAt(desk)
  // With all slots taken and the queue full, a password could not even be refused.
  const turn = { clientAddress: '127.0.0.1', rank: turnRanks.owner }
  const before = await counted(desk)
  const busy = Promise.allSettled(
    Array.from({ length: 52 }, () => isPassword(desk.keys, null, 'x', turn)),
  )
  const { body } = await firstStep(desk, email, 'Salah-1', { proof: 'none' })
  assert.equal(body['code'], 'captcha.wrong')
  assert.equal(await counted(desk), before)
  await busy
})

test('ATT-17 ATT-18: a full queue does not reveal who has an account, and serves owners', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const turn = { clientAddress: '127.0.0.1', rank: turnRanks.stranger }
  const answers = async (given: string) => {
    const over = new AbortController()
    const knock = async (): Promise<void> => {
      while (!over.signal.aborted)
        await isPassword(desk.keys, null, 'x', turn).catch(() => setImmediate())
    }
    const flood = Array.from({ length: 80 }, knock)
    const tries = [email, 'a@b.test'].map((address) => firstStep(desk, address, given))
    const both = await Promise.all(tries)
    over.abort()
    await Promise.all(flood)
    return both.map((answer) => textOf(answer, 'code') || textOf(answer, 'action'))
  }
  assert.deepEqual(await answers('Salah-1'), ['login.busy', 'login.busy'])
  await enter(desk, email)
  assert.deepEqual(await answers(password), ['login_complete', 'login.busy'])
})

test('DEC-03: "Wrong captcha" is compared by pages, so it is the same in both languages', async (t) => {
  const desk = await signInDesk(t, databaseUrl, 'altcha')
  for (const language of ['en', 'id'] as const) {
    const body = { email: 'a@b.test', password: 'x' }
    const answer = await ask(desk, 'POST', '/auth/signin_post', { body, language })
    assert.equal(answer.body['msg'], 'Wrong captcha')
  }
})

test('ATT-17: an unknown address, a wrong password and a missing password get the same answer', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  await desk.database.query(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ('D', 'D', 'demo@b.test', 'demo@b.test')`,
  )
  const answers = await Promise.all([
    firstStep(desk, email, 'Salah-Sandi-1'),
    firstStep(desk, 'nobody@people.example', password),
    firstStep(desk, 'demo@b.test', password),
    firstStep(desk, 'no address', password),
    firstStep(desk, email, `${password}${'x'.repeat(1_000)}`),
  ])
  const results = answers.map(({ status, body }) =>
    JSON.stringify([status, body['code'], body['msg']]),
  )
  assert.equal(new Set(results).size, 1, results.join('\n'))
  assert.equal(answers[0]?.body['code'], 'login.failed')
})

test('DEC-29 SRV-15: only the owner learns that the address is not verified', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  await desk.database.query('update accounts.users set email_verified_at = null where id = $1', [
    userId,
  ])
  await proveUser(desk.database, desk.keys, userId)
  const owner = await firstStep(desk, email)
  assert.deepEqual([owner.status, owner.body['code']], [200, 'login.unverified'])
  assert.equal('token' in owner.body, false)
  assert.equal((await firstStep(desk, email, 'Salah-1')).body['code'], 'login.failed')
  const open = { ...desk.deps, requiresVerifiedEmail: false }
  const client = { address: '192.0.2.1', device: '', language: 'en' } as const
  assert.ok('token' in (await signIn(open, { email, password, client })))
})

test('ATT-05: one client that tries many accounts is stopped; others and the owner can sign in', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const guesser = { clientAddress: '198.51.100.7', knownDevice: null }
  for (let no = 1; no <= 100; no++) {
    const attempt = { ...guesser, emailKey: `victim-${no}@b.test` }
    assert.ok((await claimAttempt(desk.database, desk.keys, attempt)) !== null)
  }
  const before = await counted(desk)
  const stopped = await firstStep(desk, email, password, { address: '198.51.100.7' })
  assert.deepEqual([stopped.status, stopped.body['code']], [429, 'login.too_many'])
  assert.equal(stopped.headers['retry-after'], '900')
  assert.equal(await counted(desk), before)
  const owner = await firstStep(desk, email, password, { address: '198.51.100.8' })
  assert.equal(owner.body['action'], 'login_complete')
  await desk.database.query(`update security.tally set at = at - interval '16 minutes'`)
  const later = await firstStep(desk, email, password, { address: '198.51.100.7' })
  assert.equal(later.body['action'], 'login_complete')
})

test('ATT-05 ATT-112 SRV-08: eleven wrong passwords from one IPv6 network count as ten, and are recorded', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const statuses: number[] = []
  for (let at = 1; at <= 11; at++) {
    const address = `2001:db8:0:7::${at}`
    statuses.push((await firstStep(desk, email, 'Salah-1', { address })).status)
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429])
  const recorded = await desk.database.query(
    `select 1 from security.event where account_id = $1 and kind = 'session.guessed'`,
    [userId],
  )
  assert.equal(recorded.rowCount, 1)
  const owner = await firstStep(desk, email, password, { address: '2001:db8:0:8::1' })
  assert.equal(owner.body['action'], 'login_complete')
})

test('SRV-08 DEC-126: a sign-in from a new kind of device or network is notified once', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const windows = 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0'
  await enter(desk, email, { address: '192.0.2.1' })
  await enter(desk, email, { address: '192.0.2.200' })
  // The warning is in the owner's language, whatever language the request has.
  await desk.database.query(`update accounts.users set language = 'id' where id = $1`, [userId])
  await enter(desk, email, { address: '203.0.113.5' })
  await enter(desk, email, { address: '203.0.113.5', agent: windows })
  await enter(desk, email, { address: '203.0.113.6', agent: windows })
  const results = await desk.database.query<{ params: object }>(
    `select params from notifications.notice where account_id = $1 order by id`,
    [userId],
  )
  assert.deepEqual(
    results.rows.map(({ params }) => params),
    [
      { device: 'Firefox on Linux', address: '203.0.113.5' },
      { device: 'Firefox on Windows', address: '203.0.113.5' },
    ],
  )
  const mails = await mailsTo(desk, email)
  assert.deepEqual(
    mails.map(({ template, language }) => [template, language]),
    [
      ['sign_in_new_device', 'id'],
      ['sign_in_new_device', 'id'],
    ],
  )
  assert.match(
    JSON.stringify(mails[1]?.params),
    /Firefox di Windows.*203\.0\.113\.5|203.*di Windows/,
  )
  const recorded = await desk.database.query(
    `select 1 from security.event where account_id = $1 and kind = 'session.opened'`,
    [userId],
  )
  assert.equal(recorded.rowCount, 5)
})

test('SESS-05 SRV-17 SRV-18: a session is live until it is signed out', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const check = () => ask(desk, 'POST', '/users/check-token', { token })
  assert.deepEqual([(await check()).body['success'], (await check()).body['usid']], [1, userId])
  const out = await ask(desk, 'POST', '/auth/signout', { token })
  assert.equal(out.body['success'], 1)
  assert.deepEqual([(await check()).status, (await check()).body['success']], [401, 0])
  const none = await ask(desk, 'POST', '/auth/signout', { token: textOf(out, 'token') })
  assert.equal(none.status, 401)
})

test('SESS-02 DEC-16: a session ends after seven days', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const age = (interval: string) =>
    desk.database.query(
      `update accounts.session set expires_at = expires_at - $2::interval where user_id = $1`,
      [userId, interval],
    )
  await age('6 days 23 hours')
  assert.equal((await desk.sessions.authenticate(token))?.userId, userId)
  await age('2 hours')
  desk.sessions.forget(userId)
  assert.equal(await desk.sessions.authenticate(token), null)
})

test('DEC-03 R-41: e-mails to a demo person are in the language of the last visitor', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { userId } = await memberAt(desk)
  const name = `Demo${userId}`
  await desk.database.query('update accounts.users set demo_name = $2 where id = $1', [
    userId,
    name,
  ])
  await proveUser(desk.database, desk.keys, userId)
  for (const language of ['id', 'en'] as const) {
    const client = { address: '192.0.2.1', device: '', language }
    assert.equal((await enterAsDemo(desk.deps, name, client)).userId, userId)
    assert.equal((await findAddressee(desk.database, desk.keys, userId))?.language, language)
  }
})

test('DEC-03: e-mails are in the language of the last sign-in on a known device', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  for (const language of ['en', 'id', 'en'] as const) {
    const client = { address: '192.0.2.1', device: '', language }
    await signIn(desk.deps, { email, password, client })
    assert.equal((await findAddressee(desk.database, desk.keys, userId))?.language, language)
  }
  const stranger = { address: '203.0.113.5', device: '', language: 'id' } as const
  await signIn(desk.deps, { email, password, client: stranger })
  assert.equal((await findAddressee(desk.database, desk.keys, userId))?.language, 'en')
})
