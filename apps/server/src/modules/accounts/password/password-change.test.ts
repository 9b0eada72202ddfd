import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { ask } from '../../../testing/desk.ts'
import {
  allSent,
  joined,
  linkOf,
  mailsTo,
  newEmail,
  origin,
  post,
  type RegistrationDesk,
  registrationDesk,
  resetToken,
  signIn,
  signUp,
} from '../testing/registration-desk.ts'
import { enter, protect, secondStep, textOf } from '../testing/sign-in-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const newPassword = 'Sandi-Baru-7'

const forget = (desk: RegistrationDesk, email: string) =>
  post(desk, '/auth/passchange-request', { email })

const change = (desk: RegistrationDesk, email: string, token: string, given = newPassword) =>
  post(desk, '/auth/passchange_form_post', {
    email,
    token,
    password: given,
    password_confirm: given,
  })

const codeOf = ({ body }: { body: Readonly<Record<string, unknown>> }) => body['code']

test('SRV-20 SRV-21 ATT-02: a forgotten password is changed by e-mail, and all sessions end', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  const tokens = [await enter(desk, email), await enter(desk, email)]
  const useAll = () =>
    Promise.all(tokens.map((token) => ask(desk, 'GET', '/users/mydata', { token })))
  assert.equal((await forget(desk, email.toUpperCase())).body['success'], 1)
  const [mail] = await mailsTo(desk, email, /^Choose/)
  const link = linkOf(mail)
  assert.equal(link.origin + link.pathname, `${origin}/auth/passchange-form`)
  assert.equal(link.searchParams.get('email'), email)
  assert.deepEqual(
    (await useAll()).map(({ status }) => status),
    [200, 200],
  )
  const answer = await change(desk, email, link.searchParams.get('token') ?? '')
  assert.equal(answer.body['msg'], 'Your password is changed. You can sign in with it now.')
  assert.deepEqual(
    (await useAll()).map(({ status }) => status),
    [401, 401],
  )
  assert.equal(codeOf(await signIn(desk, email)), 'login.failed')
  const token = textOf(await signIn(desk, email, newPassword), 'token')
  assert.equal((await ask(desk, 'GET', '/users/mydata', { token })).status, 200)
})

test('SRV-08 ATT-17: a request for a reset e-mail is recorded only for the account that it was sent to', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  await forget(desk, email)
  await forget(desk, newEmail())
  const { rows } = await desk.database.query<{ isOwn: boolean; text: string }>(
    `select u.email = $1 as "isOwn", e::text as text
     from security.event e left join accounts.users u on u.id = e.account_id
     where e.kind = 'reset.requested'`,
    [email],
  )
  assert.deepEqual(
    rows.map(({ isOwn }) => isOwn),
    [true],
  )
  assert.equal(rows[0]?.text.includes(email), false)
})

test('SRV-21 SRV-08: the owner is notified of the change by e-mail and notice, and it is recorded', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  await forget(desk, email)
  await change(desk, email, await resetToken(desk, email))
  const [notification] = await mailsTo(desk, email, /password was changed/)
  assert.ok(notification?.text.includes(`${origin}/auth/forgot-password`))
  const found = await desk.database.query<{ notices: number; events: number }>(
    `select (select count(*) from notifications.notice where kind = 'password_changed') as notices,
       (select count(*) from security.event where kind = 'password.changed') as events`,
  )
  assert.deepEqual(found.rows, [{ notices: 1, events: 1 }])
})

test('ATT-15 DEC-30: a token works once, even with twenty concurrent attempts', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  await forget(desk, email)
  const token = await resetToken(desk, email)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => change(desk, email, token, `Sandi-Baru-${at}`)),
  )
  assert.equal(answers.filter(({ body }) => body['success'] === 1).length, 1)
  for (const { status, body } of answers) {
    if (body['success'] !== 1) assert.ok(body['code'] === 'reset.failed' || status === 503)
  }
  assert.equal(codeOf(await change(desk, email, token)), 'reset.failed')
})

test('ATT-15: a guessed, foreign, expired or replaced token changes nothing', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  const other = await joined(desk)
  await forget(desk, email)
  await forget(desk, other)
  const first = await resetToken(desk, email)
  const foreign = await resetToken(desk, other)
  assert.equal(codeOf(await change(desk, email, foreign)), 'reset.failed')
  await forget(desk, email)
  const second = await resetToken(desk, email, 2)
  for (const token of ['', 'A'.repeat(43), `${second} `, first]) {
    assert.equal(codeOf(await change(desk, email, token)), 'reset.failed', token)
  }
  await desk.database.query('update accounts.email_link set expires_at = now()')
  assert.equal(codeOf(await change(desk, email, second)), 'reset.failed')
  assert.equal((await signIn(desk, email)).body['success'], 1)
  assert.equal((await signIn(desk, other)).body['success'], 1)
})

test('DEC-28: a weak new password is refused with the text of the registration, and the token stays valid', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  await forget(desk, email)
  const token = await resetToken(desk, email)
  const weak = await change(desk, email, token, 'tanpabesar1')
  assert.equal(
    weak.body['msg'],
    'Password is weak. Password must minimum 8 char, 1 uppercase, and 1 number.',
  )
  const body = { email, token, password: newPassword, password_confirm: 'Lain-Sandi-9' }
  const mismatch = await post(desk, '/auth/passchange_form_post', body)
  assert.equal(mismatch.body['msg'], 'Password confirmation is not the same')
  assert.equal((await change(desk, email, token, `A1${'x'.repeat(127)}`)).status, 400)
  assert.equal((await change(desk, email, token)).body['success'], 1)
})

test('ATT-10 ATT-12: a reset keeps the second factor active, and ends sign-ins that wait for a code', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const waiting = textOf(await signIn(desk, email), 'token')
  await forget(desk, email)
  await change(desk, email, await resetToken(desk, email))
  const late = await secondStep(desk, email, waiting, authenticator.code())
  assert.equal(codeOf(late), 'two_factor.expired')
  const first = await signIn(desk, email, newPassword)
  assert.deepEqual([first.body['action'], 'usid' in first.body], ['2fa', false])
  const entered = await secondStep(desk, email, textOf(first, 'token'), authenticator.code())
  assert.equal(entered.body['success'], 1)
})

test('DEC-30: setting a password by e-mail confirms the address', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await signUp(desk, email, { password: 'Orang-Lain-1', password_confirm: 'Orang-Lain-1' })
  await forget(desk, email)
  await change(desk, email, await resetToken(desk, email))
  assert.equal((await signIn(desk, email, newPassword)).body['success'], 1)
  const funds = await desk.database.query(
    `select 1 from accounts.starting_fund where state = 'booked'`,
  )
  assert.equal(funds.rows.length, 2)
})

test('ATT-05: an owner who was locked out by wrong attempts signs in with the new password', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  for (let at = 0; at < 11; at++) await signIn(desk, email, 'Salah-Sandi-1')
  assert.equal((await signIn(desk, email)).status, 429)
  await forget(desk, email)
  await change(desk, email, await resetToken(desk, email))
  assert.equal((await signIn(desk, email, newPassword)).body['success'], 1)
})

test('R-41: no password link is e-mailed for a demo person', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  await desk.database.query(`update accounts.users set demo_name = 'Sari' where email_key = $1`, [
    email,
  ])
  assert.equal((await forget(desk, email)).body['success'], 1)
  await allSent(desk)
  assert.ok(!desk.sink.mails.some(({ subject }) => subject.startsWith('Choose')))
})
