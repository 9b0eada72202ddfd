/** Registration, sign-in, sessions and the profile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, objectAt, textAt } from '../../harness/http.ts'
import { readMailbox } from '../../harness/mailbox.ts'
import {
  confirmEmail,
  goodPassword,
  newIdentity,
  newPerson,
  signIn,
  signUp,
  signupBody,
} from '../../harness/people.ts'
import { until } from '../../harness/until.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const weakText = 'Password is weak. Password must minimum 8 char, 1 uppercase, and 1 number.'

/** Fields of a profile (DATA-01): those of every account, then those that only its owner sees. */
const profileFields = [
  'orang_name',
  'orang_nickname',
  'orang_email',
  'orang_kyc_status',
  'orang_agreement',
  'two_fa_is_active',
  'orang_nik',
  'orang_niktype',
  'orang_profession',
  'orang_address',
  'orang_domicile',
  'orang_income_source',
  'orang_income',
  'orang_acc_purpose',
  'orang_mobilenumber',
  'orang_birthplace',
  'orang_birthday',
  'orang_gender',
  'orang_address_city',
  'orang_address_province',
  'orang_mother_name',
  'orang_npwp_number',
  'orang_nik_file',
  'orang_warganegara',
  'orang_video_file',
] as const
const knownFields = 6

function registerSignup(fixture: () => Fixture): void {
  const signup = (body: Record<string, string>) => signUp(fixture().client, body)

  test('API-27 API-31 SRV-13 SRV-14 DEC-29: a person registers, confirms his e-mail and has a profile that begins unverified', async () => {
    const { client } = fixture()
    const identity = newIdentity('baru')
    const answer = await signup(signupBody(identity) as Record<string, string>)
    assert.equal(answer.status, 200, answer.text)
    assertFrame(answer, 1)
    assertRefused(await signIn(client, identity.email, goodPassword), 200)
    await confirmEmail(client, identity.email)
    const token = textAt((await signIn(client, identity.email, goodPassword)).body, 'token')
    const { body } = await client.call('GET', '/users/mydata', { token })
    const text = JSON.stringify(body)
    assert.match(text, /"orang_kyc_status":"not approve"/)
    assert.match(text, /"two_fa_is_active":(false|0)/)
    assert.match(text, new RegExp(`"orang_name":"${identity.name}"`))
    assert.match(text, new RegExp(`"orang_email":"${identity.email}"`))
    assert.match(text, /"orang_agreement":(0|null|false)/)
  })

  test('DATA-01 API-06: the profile has every field of a user, empty where nothing is known yet', async () => {
    const { token } = await newPerson(fixture().client, 'lengkap')
    const { body } = await fixture().client.call('GET', '/users/mydata', { token })
    const profile = objectAt(body, 'data')
    for (const name of profileFields) assert.ok(name in profile, name)
    for (const name of profileFields.slice(knownFields)) assert.equal(profile[name], null, name)
  })

  test('SRV-13 CONST-03: a password that is weak, short or not repeated is refused', async () => {
    const body = { ...signupBody(newIdentity('lemah')) } as Record<string, string>
    const pairOf = (password: string) => ({ ...body, password, password_confirm: password })
    for (const password of ['tanpabesar1', 'TanpaAngka', 'Pendek1']) {
      assertRefused(await signup(pairOf(password)), 200, 400)
    }
    assert.equal((await signup(pairOf('tanpabesar1'))).body['msg'], weakText)
    assertRefused(await signup({ ...body, password_confirm: 'Lain-Sandi-9' }), 200, 400)
    assertRefused(await signIn(fixture().client, String(body['email']), 'tanpabesar1'), 200, 401)
  })

  test('ATT-16 ATT-17: an address in another case is the same account, and only its owner is notified', async () => {
    const { client } = fixture()
    const { email, name, token } = await fixture().person('alice')
    const other = { password: 'Lain-Sandi-9', password_confirm: 'Lain-Sandi-9' }
    const again = {
      ...signupBody({ ...newIdentity('ganda'), email: email.toUpperCase() }),
      ...other,
    }
    const unknown = await signup(signupBody(newIdentity('ganda')) as Record<string, string>)
    const known = await signup(again)
    assertFrame(known, 1)
    assert.deepEqual([known.status, known.body['msg']], [unknown.status, unknown.body['msg']])
    assertRefused(await signIn(client, email, other.password), 200, 401)
    const answer = await signIn(client, email.toUpperCase(), goodPassword)
    assert.equal(answer.body['success'], 1, answer.text)
    const profile = await client.call('GET', '/users/mydata', { token })
    assert.match(profile.text, new RegExp(`"orang_name":"${name}"`))
    await until(
      'the notification of the owner',
      async () => (await readMailbox(client, email)).length === 2,
    )
  })

  test('ATT-16: of 20 concurrent registrations of one address, one succeeds', async () => {
    const { client } = fixture()
    const identity = newIdentity('serentak')
    const passwords = Array.from({ length: 20 }, (_, at) => `Sandi-Serentak-${at}`)
    const answers = await Promise.all(
      passwords.map((password) => {
        const body = { ...signupBody(identity), password, password_confirm: password }
        return signup(body)
      }),
    )
    const isTaken = ({ body }: Answer) => body['success'] === 1
    assert.ok(answers.some(isTaken))
    for (const answer of answers) if (!isTaken(answer)) assertRefused(answer, 429, 503)
    await until('all e-mails', async () => {
      return (await readMailbox(client, identity.email)).length === answers.filter(isTaken).length
    })
    // If one form was accepted, its password counts. If several were, none counts, whoever sent them.
    for (const mail of await readMailbox(client, identity.email)) {
      const [code = ''] = /(?<=verification_code=)[\w-]+/.exec(textAt(mail, 'text')) ?? []
      await client.call('POST', '/auth/email_verification', { body: { code } })
    }
    const taken = passwords.filter((_, at) => isTaken(answers[at] as Answer))
    const entered = []
    for (const password of taken) {
      if (isTaken(await signIn(client, identity.email, password))) entered.push(password)
    }
    assert.equal(entered.length, taken.length === 1 ? 1 : 0)
  })

  test('ATT-18: a password beyond any sense is refused before it is hashed', async () => {
    const { client } = fixture()
    const { email } = await fixture().person('alice')
    for (const password of [`A1${'x'.repeat(1_000)}`, `A1${'x'.repeat(1_000_000)}`]) {
      assertRefused(await signIn(client, email, password), 400, 413, 200)
      const body = { ...signupBody(newIdentity('panjang')), password, password_confirm: password }
      assertRefused(await signUp(client, body), 400, 413)
    }
  })

  test('ATT-31 DEC-27: an invalid e-mail address is refused', async () => {
    for (const email of [
      '',
      'tanpa-at',
      'a@b',
      'a@@b.test',
      `${'x'.repeat(260)}@b.test`,
      'a\u0000@b.test',
      'a\ud800@b.test',
      `${'\ufdfa'.repeat(20)}@b.test`,
    ]) {
      const body = { ...signupBody(newIdentity('surat')), email }
      assertRefused(await signUp(fixture().client, body), 200, 400)
    }
  })
}

function registerHostile(fixture: () => Fixture): void {
  test('ATT-31: a name that leaves no ink is refused', async () => {
    for (const name of ['\u3164', '\u2800', '\u115f\u1160', '\ud800']) {
      const body = { ...signupBody(newIdentity('kosong')), name }
      assertRefused(await signUp(fixture().client, body), 200, 400)
    }
  })

  test('ATT-31: a sign-in with an invalid address is refused, not broken', async () => {
    for (const email of ['a\u0000@b.test', 'a\u0007@b.test', '\ud800@b.test', '']) {
      assertRefused(await signIn(fixture().client, email, goodPassword), 200, 400, 401)
    }
  })

  test('ATT-05: of 30 concurrent wrong passwords at most ten are checked', async () => {
    const { client } = fixture()
    const victim = await newPerson(client, 'serbu')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => signIn(client, victim.email, `Salah-Sandi-${at}`)),
    )
    const looked = answers.filter(({ status }) => status !== 429 && status !== 503)
    assert.ok(looked.length <= 10, String(looked.length))
    assert.ok(answers.some(({ status }) => status === 429))
  })
}

function registerSessions(fixture: () => Fixture): void {
  test('API-28 DATA-02: a sign-in answers login_complete, a token and usid', async () => {
    const { client, person } = fixture()
    const { email } = await person('alice')
    const answer = await signIn(client, email, goodPassword)
    assertFrame(answer, 1)
    assert.equal(answer.body['action'], 'login_complete')
    assert.match(textAt(answer.body, 'token'), /^[\w-]{43,}$/)
    assert.match(textAt(answer.body, 'usid'), /^\d+$/)
  })

  test('R-30: a token is new at each sign-in and reveals nothing about its owner', async () => {
    const { client, person } = fixture()
    const { email, token, usid } = await person('alice')
    const next = textAt((await signIn(client, email, goodPassword)).body, 'token')
    assert.notEqual(next, token)
    assert.equal(next.split('.').length, 1)
    assert.ok(!Buffer.from(next, 'base64url').toString('latin1').includes(String(usid)))
  })

  test('ATT-17 SRV-15: a wrong password and an unknown address get the same answer', async () => {
    const { client, person } = fixture()
    const { email } = await person('alice')
    const wrong = await signIn(client, email, 'Salah-Sandi-1')
    const unknown = await signIn(client, newIdentity('siapa').email, 'Salah-Sandi-1')
    assertRefused(wrong, 200, 401)
    assert.equal(unknown.status, wrong.status)
    assert.equal(unknown.body['msg'], wrong.body['msg'])
    assert.equal(unknown.body['code'], wrong.body['code'])
    assert.equal(wrong.body['token'] ?? '', '')
  })

  test('API-05 SRV-17: check-token accepts only a live session', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    assertFrame(await client.call('POST', '/users/check-token', { token }), 1)
    for (const bad of ['x', 'a'.repeat(43), 'a.b.c', 'x'.repeat(8_000)]) {
      assertRefused(await client.call('POST', '/users/check-token', { token: bad }), 401, 431)
    }
  })

  test('ATT-01: tokens of other kinds are refused', async () => {
    const { client, person } = fixture()
    const { token } = await person('alice')
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":1001}')}.`
    for (const bad of [
      none,
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      `${token},${token}`,
    ]) {
      assertRefused(await client.call('GET', '/users/mydata', { token: bad }), 401)
    }
  })

  test('API-30 SRV-18 ATT-02: a signed-out token is invalid within a second, the others stay valid', async () => {
    const { client, person } = fixture()
    const alice = await person('alice')
    const token = textAt((await signIn(client, alice.email, goodPassword)).body, 'token')
    assertFrame(await client.call('POST', '/auth/signout', { token }), 1)
    await until(
      'the token to be refused',
      async () => (await client.call('GET', '/users/mydata', { token })).status === 401,
    )
    assert.equal((await client.call('GET', '/users/mydata', { token: alice.token })).status, 200)
  })

  test("API-06 SRV-25 INV-24: mydata shows the user's own profile and no secret", async () => {
    const { client, person } = fixture()
    const [alice, bob] = [await person('alice'), await person('bob')]
    const answer = await client.call('GET', '/users/mydata', { token: alice.token })
    assertFrame(answer, 1)
    for (const key of ['orang_name', 'orang_nickname', 'orang_email', 'orang_kyc_status']) {
      assert.match(answer.text, new RegExp(`"${key}":`))
    }
    assert.doesNotMatch(answer.text, /password|argon2|secret|hash/i)
    assert.ok(!answer.text.includes(bob.email))
  })

  test('ATT-03: a foreign user id in the query or cookie changes nothing', async () => {
    const { client, person } = fixture()
    const [alice, bob] = [await person('alice'), await person('bob')]
    const answer = await client.call('GET', '/users/mydata', {
      token: alice.token,
      query: { usid: bob.usid, user_id: bob.usid, uid: bob.usid },
      headers: { cookie: `usid=${bob.usid}` },
    })
    assert.ok(answer.text.includes(alice.email))
    assert.ok(!answer.text.includes(bob.email))
  })

  test('ATT-05: many wrong passwords for one address are slowed down, other people still sign in', async () => {
    const { client } = fixture()
    const victim = await newPerson(client, 'sasaran')
    const statuses: number[] = []
    for (let i = 0; i < 25 && !statuses.includes(429); i++) {
      statuses.push((await signIn(client, victim.email, `Salah-Sandi-${i}`)).status)
    }
    assert.ok(statuses.includes(429), statuses.join())
    const { email } = await fixture().person('alice')
    assert.equal((await signIn(client, email, goodPassword)).body['success'], 1)
  })
}

/** Registers the tests of accounts. */
export function registerAccountSuite(fixture: () => Fixture): void {
  registerSignup(fixture)
  registerHostile(fixture)
  registerSessions(fixture)
}
