import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { tablesFollow } from '../../../engine/testing/tables.ts'
import { ask } from '../../../testing/desk.ts'
import { sweepAccounts } from '../service.ts'
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
  verificationCode,
} from '../testing/registration-desk.ts'
import { password, proofFor, textOf } from '../testing/sign-in-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const verify = (desk: RegistrationDesk, code: string) =>
  post(desk, '/auth/email_verification', { code })

const codeOf = ({ body }: { body: Readonly<Record<string, unknown>> }) => body['code']

/** The newest token for an address that was registered more than once. */
async function choiceToken(desk: RegistrationDesk, email: string, count = 1): Promise<string> {
  const mails = await mailsTo(desk, email, /^Choose your password/, count)
  return linkOf(mails.at(-1)).searchParams.get('token') ?? ''
}

const choose = (desk: RegistrationDesk, email: string, token: string, chosen: string) =>
  post(desk, '/auth/passchange_form_post', {
    email,
    token,
    password: chosen,
    password_confirm: chosen,
  })

async function fundsOf({ database }: RegistrationDesk, email: string): Promise<unknown> {
  const found = await database.query(
    `select currency_id, amount, state from accounts.starting_fund f
     join accounts.users u on u.id = f.user_id where u.email_key = $1 order by currency_id`,
    [email],
  )
  return found.rows
}

const booked = [
  { currency_id: 1, amount: 5_000_000_000, state: 'booked' },
  { currency_id: 2, amount: 2_000_000, state: 'booked' },
]

test('SRV-13 SRV-19 DEC-29: a user registers with the link of an e-mail, then signs in, with funds', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  const answer = await signUp(desk, email)
  assert.deepEqual([answer.status, answer.body['success']], [200, 1])
  assert.equal('usid' in answer.body, false)
  assert.equal(codeOf(await signIn(desk, email)), 'login.unverified')
  assert.deepEqual(await fundsOf(desk, email), [])
  const done = await verify(desk, await verificationCode(desk, email))
  assert.equal(done.body['msg'], 'Your e-mail is confirmed. You can sign in now.')
  const token = textOf(await signIn(desk, email), 'token')
  const profile = await ask(desk, 'GET', '/users/mydata', { token })
  assert.equal(profile.status, 200)
  assert.deepEqual(await fundsOf(desk, email), booked)
})

test('ATT-15: the link points to the configured address, whatever host a request names', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await desk.http.inject({
    method: 'POST',
    url: '/auth/signup_post',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { name: 'Dewi', email, password, password_confirm: password },
  })
  const [mail] = await mailsTo(desk, email, /^Confirm/)
  const link = linkOf(mail)
  assert.equal(link.origin + link.pathname, `${origin}/auth/email-verification`)
  assert.doesNotMatch(mail?.raw ?? '', /evil/)
})

test('DEC-30 ATT-15: a code has 256 random bits, and the database stores its hash alone', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await signUp(desk, email)
  const code = await verificationCode(desk, email)
  assert.match(code, /^[\w-]{43}$/)
  await allSent(desk)
  const stored = await desk.database.query<{ text: string }>(
    `select (select string_agg(l::text, ' ') from accounts.email_link l) ||
       (select string_agg(o::text, ' ') from mail.outbox o) as text`,
  )
  assert.ok(!stored.rows[0]?.text.includes(code))
  assert.ok(!stored.rows[0]?.text.includes(Buffer.from(code).toString('hex')))
})

test('SRV-19: the code of a confirmed address gives the same answer again, and funds once', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await signUp(desk, email)
  const code = await verificationCode(desk, email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(desk, code)))
  for (const { status, body } of answers) {
    assert.deepEqual(
      [status, body['success'], body['msg']],
      [200, 1, 'Your e-mail is confirmed. You can sign in now.'],
    )
  }
  await until('the funds are booked', async () => {
    return JSON.stringify(await fundsOf(desk, email)) === JSON.stringify(booked)
  })
  const paid = async () => {
    const transfers = await desk.database.query<{ userId: number }>(
      `select u.id as "userId" from exchange.transfer t
       join accounts.users u on u.id = t.to_account_id where u.email_key = $1`,
      [email],
    )
    return transfers.rows
  }
  await until('the tables have both', async () => (await paid()).length >= 2)
  const [first] = await paid()
  await tablesFollow(desk.deps.engine, first?.userId ?? 0)
  assert.equal((await paid()).length, 2)
})

test('SRV-19 ATT-15: guessed, old, replaced and foreign codes get the same refusal', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await signUp(desk, email)
  const first = await verificationCode(desk, email)
  await post(desk, '/auth/email_verification_token_request', { email })
  const second = await verificationCode(desk, email, 2)
  await post(desk, '/auth/passchange-request', { email })
  const [mail] = await mailsTo(desk, email, /^Choose/)
  const foreign = linkOf(mail).searchParams.get('token') ?? ''
  for (const code of ['', 'x', 'A'.repeat(43), first, foreign, `${second}x`]) {
    assert.equal(codeOf(await verify(desk, code)), 'verify.failed', code)
  }
  await desk.database.query(`update accounts.email_link set expires_at = now()`)
  assert.equal(codeOf(await verify(desk, second)), 'verify.failed')
  assert.equal(codeOf(await signIn(desk, email)), 'login.unverified')
})

test('SRV-20: a new link is e-mailed on request, and it works', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  await signUp(desk, email)
  await verificationCode(desk, email)
  await post(desk, '/auth/email_verification_token_request', { email: email.toUpperCase() })
  const code = await verificationCode(desk, email, 2)
  assert.equal((await verify(desk, code)).body['success'], 1)
})

test('ATT-17 DEC-31: known and unknown addresses get the same answers; the owner gets an e-mail', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  const stranger = newEmail()
  const shapeOf = ({ status, body }: Awaited<ReturnType<typeof signUp>>) => {
    const { request_id: requestId, ...rest } = body
    assert.ok(requestId)
    return { status, rest }
  }
  for (const path of ['email_verification_token_request', 'passchange-request']) {
    const known = await post(desk, `/auth/${path}`, { email })
    assert.deepEqual(
      shapeOf(known),
      shapeOf(await post(desk, `/auth/${path}`, { email: stranger })),
    )
    assert.equal(known.body['success'], 1)
  }
  const again = await signUp(desk, email.toUpperCase(), {
    name: 'Somebody',
    password: 'Lain-Sandi-9',
    password_confirm: 'Lain-Sandi-9',
  })
  assert.deepEqual(shapeOf(again), shapeOf(await signUp(desk, newEmail())))
  const [notification] = await mailsTo(desk, email, /already have an account/)
  assert.match(notification?.text ?? '', /Hello Dewi,/)
  assert.ok(notification?.text.includes(`${origin}/auth/forgot-password`))
  assert.equal(codeOf(await signIn(desk, email, 'Lain-Sandi-9')), 'login.failed')
  assert.equal((await signIn(desk, email)).body['success'], 1)
  await allSent(desk)
  assert.deepEqual(
    desk.sink.mails.filter(({ to }) => to[0] === stranger),
    [],
  )
})

test('ATT-16 SRV-13: of a hundred concurrent registrations of one address in many spellings, one account is created', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  const spellings = [
    email,
    email.toUpperCase(),
    ` ${email} `,
    email.replace('p', 'P'),
    email.replace('@', '\uff20'),
  ]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      signUp(desk, spellings[at % spellings.length] ?? email, {}, { address: `192.0.2.${at}` }),
    ),
  )
  const created = await desk.database.query('select id from accounts.users where email_key = $1', [
    email,
  ])
  assert.equal(created.rows.length, 1)
  for (const { status } of answers) assert.ok([200, 429, 503].includes(status), String(status))
  await allSent(desk)
  // The newest of the sent links opens the account.
  const { mails } = desk.sink
  assert.ok(mails.length >= 1 && mails.length <= 5, String(mails.length))
  const outcomes = []
  for (const mail of mails) {
    const { searchParams } = linkOf(mail)
    const code = searchParams.get('verification_code') ?? searchParams.get('token') ?? ''
    const live = await desk.database.query(
      `select 1 from accounts.email_link where token_hash = sha256($1::text::bytea) and ended_at is null`,
      [code],
    )
    outcomes.push(live.rows.length)
  }
  assert.equal(outcomes.filter((count) => count === 1).length, 1)
})

test('ATT-14: an address gets five e-mails of a kind an hour, and the sixth request does not reveal an account', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  for (const address of [email, newEmail()]) {
    for (const path of ['email_verification_token_request', 'passchange-request']) {
      const statuses: number[] = []
      for (let at = 0; at < 7; at++) {
        statuses.push((await post(desk, `/auth/${path}`, { email: address })).status)
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429], path)
    }
  }
  await allSent(desk)
  const resets = desk.sink.mails.filter(({ subject }) => subject.startsWith('Choose'))
  assert.equal(resets.length, 5)
  await desk.database.query(`update accounts.mail_count set since = now() - interval '61 minutes'`)
  assert.equal((await post(desk, '/auth/passchange-request', { email })).status, 200)
})

const theStranger = { password: 'Orang-Lain-1', password_confirm: 'Orang-Lain-1', name: 'Other' }
const theOwner = { password, password_confirm: password, name: 'Dewi' }

for (const [order, first, second] of [
  ['the stranger first', theStranger, theOwner],
  ['the owner first', theOwner, theStranger],
] as const) {
  test(`SRV-13 ATT-16: of two who register one address only its owner can sign in: ${order}`, async (t) => {
    const desk = await registrationDesk(t, await rig.database())
    const email = newEmail()
    const answers = [await signUp(desk, email, first)]
    const confirmation = await verificationCode(desk, email)
    answers.push(await signUp(desk, email, second), await signUp(desk, newEmail()))
    const recorded = answers.map(({ status, body }) => [status, body['success'], body['msg']])
    assert.deepEqual(recorded, [recorded[0], recorded[0], recorded[0]])
    const token = await choiceToken(desk, email)
    // Whichever e-mail the owner opens, no password of the attacker is valid.
    assert.equal(codeOf(await verify(desk, confirmation)), 'verify.failed')
    for (const { password: typed } of [theStranger, theOwner]) {
      assert.equal(codeOf(await signIn(desk, email, typed)), 'login.failed')
    }
    const chosen = await choose(desk, email, token, 'Pilihan-Saya-3')
    assert.equal(chosen.body['success'], 1)
    assert.equal((await signIn(desk, email, 'Pilihan-Saya-3')).body['success'], 1)
    assert.equal(codeOf(await signIn(desk, email, theStranger.password)), 'login.failed')
    assert.deepEqual(await fundsOf(desk, email), booked)
    // After the confirmation, another registration changes nothing.
    await signUp(desk, email, theStranger)
    assert.equal((await signIn(desk, email, 'Pilihan-Saya-3')).body['success'], 1)
  })
}

test('SRV-13 SRV-20 ATT-16: without a valid password, a repeated e-mail leads to setting one', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  for (const form of [theOwner, theStranger, theStranger]) await signUp(desk, email, form)
  const older = await choiceToken(desk, email, 2)
  await post(desk, '/auth/email_verification_token_request', { email })
  const newer = await choiceToken(desk, email, 3)
  assert.equal(codeOf(await choose(desk, email, older, password)), 'reset.failed')
  assert.equal((await choose(desk, email, newer, password)).body['success'], 1)
  assert.equal((await signIn(desk, email)).body['success'], 1)
  await allSent(desk)
  const confirmations = desk.sink.mails.filter(({ subject }) => subject.startsWith('Confirm'))
  assert.equal(confirmations.length, 1)
})

test('DEC-29: if addresses need no confirmation, a user signs in at once, and keeps the account', async (t) => {
  const desk = await registrationDesk(t, await rig.database(), { requiresVerifiedEmail: false })
  const email = newEmail()
  await signUp(desk, email)
  assert.equal((await signIn(desk, email)).body['success'], 1)
  assert.deepEqual(await fundsOf(desk, email), booked)
  const other = { password: 'Orang-Lain-1', password_confirm: 'Orang-Lain-1' }
  await signUp(desk, email, other)
  assert.equal(codeOf(await signIn(desk, email, other.password)), 'login.failed')
  assert.equal((await signIn(desk, email)).body['success'], 1)
  await verify(desk, await verificationCode(desk, email))
  assert.deepEqual(await fundsOf(desk, email), booked)
})

test('DEC-29 ATT-16: a user who signed in once keeps the account, even after all devices were forgotten', async (t) => {
  const desk = await registrationDesk(t, await rig.database(), { requiresVerifiedEmail: false })
  const email = newEmail()
  await signUp(desk, email)
  assert.equal((await signIn(desk, email)).body['success'], 1)
  await desk.database.query(`update accounts.session set expires_at = now() - interval '1 day'`)
  await desk.database.query(
    `update accounts.known_device set last_seen_at = now() - interval '366 days'`,
  )
  await sweepAccounts(desk.deps)
  const other = { password: 'Orang-Lain-1', password_confirm: 'Orang-Lain-1' }
  await signUp(desk, email, other)
  assert.equal(codeOf(await signIn(desk, email, other.password)), 'login.failed')
  assert.equal((await signIn(desk, email)).body['success'], 1)
})

test('ATT-04: without a captcha no account is created, nothing is e-mailed, and no password is set', async (t) => {
  const desk = await registrationDesk(t, await rig.database(), { captchaKind: 'altcha' })
  const email = newEmail()
  const answers = [
    await signUp(desk, email),
    await post(desk, '/auth/email_verification_token_request', { email }),
    await post(desk, '/auth/passchange-request', { email }),
    await post(desk, '/auth/passchange_form_post', {
      email,
      token: 'A'.repeat(43),
      password,
      password_confirm: password,
    }),
  ]
  for (const { status, body } of answers) {
    assert.deepEqual([status, body['success'], body['msg']], [200, 0, 'Wrong captcha'])
  }
  const left = await desk.database.query(
    'select 1 from accounts.users union all select 1 from mail.outbox',
  )
  assert.deepEqual(left.rows, [])
})

test('DEC-22 ATT-04: registration and recovery accept a proof under either name, each once', async (t) => {
  const desk = await registrationDesk(t, await rig.database(), { captchaKind: 'altcha' })
  const passwords = { password, password_confirm: password }
  for (const field of ['g-recaptcha-response', 'captcha']) {
    const email = newEmail()
    const send = async (path: string, form: object) => {
      const proof = await proofFor(desk)
      const misnamed = await post(desk, path, { ...form, altcha: proof })
      assert.equal(codeOf(misnamed), 'captcha.wrong', path)
      const answer = await post(desk, path, { ...form, [field]: proof })
      assert.equal(answer.body['success'], 1, `${path} by ${field}: ${textOf(answer, 'code')}`)
      const again = await post(desk, path, { ...form, [field]: proof })
      assert.equal(codeOf(again), 'captcha.wrong', path)
    }
    await send('/auth/signup_post', { name: 'Dewi', email, ...passwords })
    await send('/auth/email_verification_token_request', { email })
    await send('/auth/passchange-request', { email })
    const token = await resetToken(desk, email)
    await send('/auth/passchange_form_post', { email, token, ...passwords })
  }
})

test('SRV-13 ATT-18 CONST-03: the form is validated in order, and an overlong password is not hashed', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const same = (given: string) => ({ password: given, password_confirm: given })
  const faults: readonly (readonly [Readonly<Record<string, string>>, string, number])[] = [
    [{ name: ' ' }, 'register.name', 200],
    [{ name: '\u200b\u202e' }, 'register.name', 200],
    [{ name: 'Budi \u{1f600}' }, 'register.name_letter', 200],
    [{ name: 'x'.repeat(101) }, 'register.name_long', 200],
    [{ name: 'You won! https://evil.example' }, 'register.name_link', 200],
    [{ name: 'Claim at WWW.evil.example' }, 'register.name_link', 200],
    [{ name: 'Claim at evil.example/now' }, 'register.name_link', 200],
    [{ email: 'nobody' }, 'register.email', 200],
    [{ email: 'a..b@example.test' }, 'register.email', 200],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'register.email', 200],
    [same('Kurang1'), 'register.password_short', 200],
    [same('tanpabesar1'), 'register.password_weak', 200],
    [same('TanpaAngka'), 'register.password_weak', 200],
    [same(`A1${'x'.repeat(127)}`), 'register.password_long', 400],
    [{ password_confirm: 'Lain-Sandi-9' }, 'register.password_mismatch', 200],
  ]
  for (const [fields, code, status] of faults) {
    const answer = await signUp(desk, newEmail(), fields)
    assert.deepEqual([codeOf(answer), answer.status], [code, status])
  }
  const weak = await signUp(desk, newEmail(), same('tanpabesar1'))
  assert.equal(
    weak.body['msg'],
    'Password is weak. Password must minimum 8 char, 1 uppercase, and 1 number.',
  )
  assert.deepEqual((await desk.database.query('select 1 from accounts.users')).rows, [])
})

test('FLT-36: while the mail server is down users register, and their e-mails arrive later', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  desk.sink.answer = 421
  const email = newEmail()
  assert.equal((await signUp(desk, email)).body['success'], 1)
  await until('a try that failed', async () => {
    const tried = await desk.database.query(
      'select 1 from mail.outbox where last_error is not null',
    )
    return tried.rows.length === 1
  })
  desk.sink.answer = 'take'
  await desk.database.query('update mail.outbox set due_at = now()')
  assert.equal((await verify(desk, await verificationCode(desk, email))).body['success'], 1)
})

test('DEC-03: e-mails are in the language of the registration', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  const answer = await signUp(desk, email, {}, { language: 'id' })
  assert.match(String(answer.body['msg']), /^Hampir selesai/)
  await mailsTo(desk, email, /^Konfirmasi email Anda/)
  // Whatever the language of the request, the e-mail is in its reader's language.
  await post(desk, '/auth/passchange-request', { email }, { language: 'en' })
  await mailsTo(desk, email, /^Pilih kata sandi baru/)
})
