import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret } from 'otpauth'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { ask } from '../../../testing/desk.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { unseal } from '../../../platform/secrets/sealing.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { deleteSignInOf } from '../sign-in/sign-in-store.ts'
import {
  challengeFor,
  enter,
  firstStep,
  mailsTo,
  memberAt,
  password,
  protect,
  secondStep,
  setUp,
  signInDesk,
  textOf,
} from '../testing/sign-in-desk.ts'
import { acceptCode } from './two-factor.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

test('TFA-06 TFA-10 API-11 DEC-34 SRV-22: a factor is set up with an image and proven by a code', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const answer = await ask(desk, 'GET', '/users/two-fa-qr-img', { token })
  assert.match(textOf(answer, 'qr_url'), /^data:image\/svg\+xml;base64,/)
  const profile = async () => (await ask(desk, 'GET', '/users/mydata', { token })).body['data']
  assert.match(JSON.stringify(await profile()), /"two_fa_is_active":false/)
  const authenticator = await setUp(desk, token)
  const activate = (google_secret: string) =>
    ask(desk, 'POST', '/users/two-fa-activate', { token, body: { google_secret } })
  const wrong = await activate(authenticator.wrongCode())
  assert.deepEqual([wrong.status, wrong.body['code']], [200, 'two_factor.wrong'])
  const right = await activate(authenticator.code())
  assert.deepEqual([right.body['success'], right.body['code']], [1, ''])
  assert.match(JSON.stringify(await profile()), /"two_fa_is_active":true/)
  const notices = await desk.database.query(
    `select 1 from notifications.notice where account_id = $1 and kind = 'two_factor_on'`,
    [userId],
  )
  assert.equal(notices.rowCount, 1)
})

test('ATT-11: a seed is shown only before it is active, and is sealed in the database', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const first = await setUp(desk, token)
  const body = { google_secret: first.code(), secret: 'JBSWY3DPEHPK3PXP', qr_url: 'x' }
  const second = await setUp(desk, token)
  const stale = await ask(desk, 'POST', '/users/two-fa-activate', { token, body })
  assert.equal(stale.body['code'], 'two_factor.wrong')
  const own = { google_secret: second.code() }
  await ask(desk, 'POST', '/users/two-fa-activate', { token, body: own })
  const again = await ask(desk, 'GET', '/users/two-fa-qr-img', { token })
  assert.deepEqual([again.status, again.body['code']], [200, 'two_factor.active'])
  assert.equal('data' in again.body, false)
  const over = await ask(desk, 'POST', '/users/two-fa-activate', { token, body: own })
  assert.equal(over.body['code'], 'two_factor.active')
  const stored = await desk.database.query<{ sealed: Buffer }>(
    'select sealed_seed as sealed from accounts.two_factor where user_id = $1',
    [userId],
  )
  const sealed = stored.rows[0]?.sealed ?? Buffer.alloc(0)
  const key = testKeys('two-factor')
  const seed = unseal(key, `two-factor of ${userId}`, sealed)
  assert.equal(sealed.includes(seed), false)
  assert.equal(new Secret({ buffer: Uint8Array.from(seed).buffer }).base32.length, 32)
  assert.throws(() => unseal(key, `two-factor of ${userId + 1}`, sealed))
})

test('LOGIN-06 SRV-15 SRV-16 TFA-05: a protected account needs password and code', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const first = await firstStep(desk, email)
  assert.deepEqual([first.body['success'], first.body['action']], [1, '2fa'])
  assert.equal('usid' in first.body, false)
  const challenge = textOf(first, 'token')
  assert.match(challenge, /^[\w-]{43}$/)
  assert.equal(await desk.sessions.authenticate(challenge), null)
  const second = await secondStep(desk, email.toUpperCase(), challenge, authenticator.code())
  assert.deepEqual([second.body['action'], second.body['usid']], ['login_complete', userId])
  assert.equal((await desk.sessions.authenticate(textOf(second, 'token')))?.userId, userId)
})

test('DEC-17 ATT-12: no answer of a sign-in sets a cookie or contains the password', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const first = await firstStep(desk, email)
  const second = await secondStep(desk, email, textOf(first, 'token'), authenticator.code())
  for (const { headers, body } of [first, second]) {
    assert.equal('set-cookie' in headers, false)
    assert.equal(JSON.stringify(body).includes(password), false)
  }
})

test('ATT-06 DEC-135: the second step alone, with the password, for another user, late or repeated is refused', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const other = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const refused = async (who: string, challenge: string) => {
    const { status, body } = await secondStep(desk, who, challenge, authenticator.code())
    assert.deepEqual([status, body['code'], body['success']], [200, 'two_factor.expired', 0])
  }
  await refused(email, '')
  await refused(email, password)
  await refused(email, 'x'.repeat(43))
  const taken = await challengeFor(desk, email)
  await refused(other.email, taken)
  await refused(email, taken)
  const late = await challengeFor(desk, email)
  await desk.database.query(
    `update accounts.sign_in_challenge set expires_at = expires_at - interval '10 minutes'`,
  )
  await refused(email, late)
  const used = await challengeFor(desk, email)
  assert.equal((await secondStep(desk, email, used, authenticator.code())).body['success'], 1)
  await refused(email, used)
})

test('ATT-09: of 100 concurrent calls with one correct code exactly one succeeds', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeFor(desk, email)))
  const code = authenticator.code()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      secondStep(desk, email, challenges[at % challenges.length] ?? '', code),
    ),
  )
  assert.equal(answers.filter(({ body }) => body['success'] === 1).length, 1)
  await desk.database.query('delete from accounts.code_attempt where user_id = $1', [userId])
  await desk.database.query(`delete from security.tally where subject like 'codes of%'`)
  const again = await secondStep(desk, email, await challengeFor(desk, email), code)
  assert.equal(again.body['code'], 'two_factor.wrong')
})

test('ATT-07: five codes per challenge and ten an hour, however many sessions try', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const wrong = authenticator.wrongCode()
  const one = await challengeFor(desk, email)
  const codes: unknown[] = []
  for (let tries = 0; tries < 6; tries++) {
    codes.push((await secondStep(desk, email, one, wrong)).body['code'])
  }
  // The answer names the wrong codes as the reason, not the time.
  const [four, allWrong] = [Array<string>(4).fill('two_factor.wrong'), 'two_factor.all_wrong']
  assert.deepEqual(codes, [...four, allWrong, allWrong])
  const late = await secondStep(desk, email, one, authenticator.code())
  assert.equal(late.body['code'], allWrong, 'a right code comes too late')
  const challenges = await Promise.all(Array.from({ length: 40 }, () => challengeFor(desk, email)))
  const answers = await Promise.all(
    challenges.flatMap((challenge) =>
      [1, 2, 3].map(() => secondStep(desk, email, challenge, wrong)),
    ),
  )
  const looked = answers.filter(({ body }) => body['code'] === 'two_factor.wrong')
  assert.equal(looked.length, 5)
  const right = await secondStep(desk, email, await challengeFor(desk, email), authenticator.code())
  assert.deepEqual([right.status, right.body['code']], [429, 'two_factor.too_many'])
  assert.equal(right.headers['retry-after'], '3600')
  const notices = await desk.database.query(
    `select 1 from notifications.notice where account_id = $1 and kind = 'two_factor_guessed'`,
    [userId],
  )
  assert.equal(notices.rowCount, 1)
  const mails = (await mailsTo(desk, email)).map(({ template }) => template)
  assert.deepEqual(mails, ['two_factor_on', 'two_factor_guessed'])
  await desk.database.query(
    `update accounts.code_attempt set since = since - interval '60 minutes' where user_id = $1`,
    [userId],
  )
  await desk.database.query(`update security.tally set at = at - interval '60 minutes'`)
  const later = await secondStep(desk, email, await challengeFor(desk, email), authenticator.code())
  assert.equal(later.body['success'], 1)
})

test('ATT-10 TFA-07: a stolen session cannot deactivate the factor; a code can, once', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const token = await enter(desk, email)
  const authenticator = await protect(desk, token)
  const deactivate = (google_secret: string) =>
    ask(desk, 'POST', '/users/two-fa-deactivate', { token, body: { google_secret } })
  for (const code of [authenticator.wrongCode(), authenticator.code(-1), '', '12345', 'abcdef']) {
    assert.equal((await deactivate(code)).body['code'], 'two_factor.wrong')
  }
  const code = authenticator.code()
  assert.equal((await deactivate(`${code.slice(0, 3)} ${code.slice(3)}`)).body['success'], 1)
  const over = await deactivate(code)
  assert.deepEqual([over.status, over.body['code']], [200, 'two_factor.inactive'])
  assert.equal((await firstStep(desk, email)).body['action'], 'login_complete')
})

test('ATT-91 TFA-06 ADR-0009: an older session, which may be stolen, cannot activate a factor; a fresh one can', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const [stolen, own] = [await enter(desk, email), await enter(desk, email)]
  const grow = () =>
    desk.database.query(
      `update accounts.session set created_at = now() - interval '16 minutes' where user_id = $1`,
      [userId],
    )
  await grow()
  const thief = await setUp(desk, stolen)
  const activate = (token: string, google_secret: string) =>
    ask(desk, 'POST', '/users/two-fa-activate', { token, body: { google_secret } })
  for (let tries = 0; tries < 11; tries++) {
    const refused = await activate(stolen, thief.code())
    assert.deepEqual([refused.status, refused.body['code']], [200, 'two_factor.sign_in_again'])
  }
  assert.match(textOf(await activate(stolen, thief.code()), 'msg'), /within 15 minutes/)
  assert.equal((await ask(desk, 'GET', '/users/sessions', { token: own })).status, 200)
  // The attacker's attempts did not use up those of the owner.
  const fresh = await enter(desk, email)
  const authenticator = await protect(desk, fresh)
  await grow()
  const over = await activate(fresh, authenticator.code())
  assert.equal(over.body['code'], 'two_factor.active')
  const off = { google_secret: authenticator.code() }
  const answer = await ask(desk, 'POST', '/users/two-fa-deactivate', { token: fresh, body: off })
  assert.equal(answer.body['success'], 1)
})

test('ATT-02: activating or deactivating a factor ends all other sessions and challenges at once', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const [token, other] = [await enter(desk, email), await enter(desk, email)]
  const isAlive = async (one: string) =>
    (await ask(desk, 'POST', '/users/check-token', { token: one })).status === 200
  assert.deepEqual([await isAlive(token), await isAlive(other)], [true, true])
  const authenticator = await protect(desk, token)
  assert.deepEqual([await isAlive(token), await isAlive(other)], [true, false])
  const waiting = await challengeFor(desk, email)
  const body = { google_secret: authenticator.code() }
  await ask(desk, 'POST', '/users/two-fa-deactivate', { token, body })
  const late = await secondStep(desk, email, waiting, authenticator.code(1))
  assert.equal(late.body['code'], 'two_factor.expired')
})

test('DEC-40: the sign-in data of a deleted user is removed', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  await secondStep(desk, email, await challengeFor(desk, email), authenticator.wrongCode())
  await deleteSignInOf(desk.database, userId)
  const left = await desk.database.query(
    `select user_id from accounts.two_factor where user_id = $1
     union all select user_id from accounts.code_attempt where user_id = $1
     union all select user_id from accounts.sign_in_challenge where user_id = $1
     union all select user_id from accounts.known_device where user_id = $1`,
    [userId],
  )
  assert.equal(left.rowCount, 0)
})

test('ATT-07: of nine concurrent codes for one challenge five are checked', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const challenge = await challengeFor(desk, email)
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => secondStep(desk, email, challenge, authenticator.wrongCode())),
  )
  const codes = answers.map(({ body }) => body['code'])
  assert.equal(codes.filter((code) => code === 'two_factor.wrong').length, 4)
  assert.equal(codes.filter((code) => code === 'two_factor.all_wrong').length, 5)
})

test('ATT-07 ATT-10: codes that a stolen session tries in the settings count too', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const token = await enter(desk, email)
  const authenticator = await protect(desk, token)
  const deactivate = (google_secret: string) =>
    ask(desk, 'POST', '/users/two-fa-deactivate', { token, body: { google_secret } })
  const statuses: number[] = []
  for (let tries = 0; tries < 10; tries++) {
    statuses.push((await deactivate(authenticator.wrongCode())).status)
  }
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal((await deactivate(authenticator.code())).status, 429)
  assert.equal((await firstStep(desk, email)).body['action'], '2fa')
})

test('ATT-11: a pending seed proves nothing', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  const authenticator = await setUp(desk, await enter(desk, email))
  const accept = (isActive: boolean) =>
    inTransaction(desk.database, (transaction) =>
      acceptCode(desk.deps, transaction, { userId, code: authenticator.code(), isActive }),
    )
  assert.deepEqual([await accept(true), await accept(false)], [false, true])
  assert.equal((await firstStep(desk, email)).body['action'], 'login_complete')
})

test('R-41: a demo person, whom many people share, gets no second factor, and nobody is locked out', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { userId } = await memberAt(desk)
  await desk.database.query(`update accounts.users set demo_name = 'Budi' where id = $1`, [userId])
  const [mine, theirs] = [await desk.sessions.open(userId), await desk.sessions.open(userId)]
  const body = { google_secret: '123456' }
  const answers = [
    await ask(desk, 'GET', '/users/two-fa-qr-img', { token: mine }),
    await ask(desk, 'POST', '/users/two-fa-activate', { token: mine, body }),
    await ask(desk, 'POST', '/users/two-fa-deactivate', { token: mine, body }),
  ]
  for (const { status, body: answer } of answers) {
    assert.deepEqual([status, answer['code']], [200, 'two_factor.demo_person'])
  }
  const stored = await desk.database.query('select 1 from accounts.two_factor where user_id = $1', [
    userId,
  ])
  assert.deepEqual(stored.rows, [])
  assert.equal((await ask(desk, 'GET', '/users/sessions', { token: theirs })).status, 200)
})
