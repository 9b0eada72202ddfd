/** Captchas, second factors and the list of sessions. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesFromNow } from '../../harness/authenticator.ts'
import { captchaProof } from '../../harness/captcha.ts'
import { type Answer, isObject, type JsonObject, objectAt, textAt } from '../../harness/http.ts'
import { goodPassword, newPerson, type Person, signIn } from '../../harness/people.ts'
import { openSocket } from '../../harness/sockets.ts'
import { until } from '../../harness/until.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

/** A person with an authenticator. The codes count from the time at which it got its secret. */
type Protected = { readonly person: Person; readonly code: (stepsLater: number) => string }

const post = ({ client }: Fixture, path: string, body: JsonObject, token?: string) =>
  client.call('POST', path, { body, ...(token === undefined ? {} : { token }) })

async function setUp({ client }: Fixture, token: string): Promise<Protected['code']> {
  const answer = await client.call('GET', '/users/two-fa-qr-img', { token })
  assertFrame(answer, 1)
  assert.match(textAt(answer.body, 'qr_url'), /^data:image\//)
  return codesFromNow(textAt(objectAt(answer.body, 'data'), 'secret'))
}

/** A new person with a second factor. The code of the previous step is used up. */
async function protectedPerson(fixture: Fixture, name: string): Promise<Protected> {
  const person = await newPerson(fixture.client, name)
  const code = await setUp(fixture, person.token)
  const body = { google_secret: code(-1) }
  assertFrame(await post(fixture, '/users/two-fa-activate', body, person.token), 1)
  return { person, code }
}

async function challengeOf({ client }: Fixture, { email }: Person): Promise<string> {
  const answer = await signIn(client, email, goodPassword)
  assertFrame(answer, 1)
  assert.equal(answer.body['action'], '2fa')
  return textAt(answer.body, 'token')
}

const enter = (fixture: Fixture, email: string, challenge: string, code: string): Promise<Answer> =>
  post(fixture, '/auth/two-fa-login', { email, password: challenge, google_secret: code })

function registerCaptcha(fixture: () => Fixture): void {
  test('LOGIN-04 ATT-04 SRV-15 DEC-22: a sign-in requires a proof, and accepts each proof once', async () => {
    const w = fixture()
    const { email } = await w.person('alice')
    const task = objectAt((await w.client.call('GET', '/captcha/challenge')).body, 'data')
    const isRequired = textAt(task, 'kind') !== 'none'
    const credentials = { email, password: goodPassword }
    const wrong = await post(w, '/auth/signin_post', credentials)
    assertFrame(wrong, isRequired ? 0 : 1)
    if (isRequired) assert.equal(wrong.body['msg'], 'Wrong captcha')
    const captcha = await captchaProof(w.client)
    assertFrame(await post(w, '/auth/signin_post', { ...credentials, captcha }), 1)
    const again = await post(w, '/auth/signin_post', { ...credentials, captcha })
    assertFrame(again, isRequired ? 0 : 1)
  })
}

function registerFactors(fixture: () => Fixture): void {
  test('API-09 API-10 API-29 TFA-03 TFA-05 SRV-22 DEC-34: a factor is set up, required and disabled', async () => {
    const w = fixture()
    const { person, code } = await protectedPerson(w, 'faktor')
    const { token, email } = person
    const profile = async () => (await w.client.call('GET', '/users/mydata', { token })).text
    assert.match(await profile(), /"two_fa_is_active":(true|1)/)
    assertRefused(await w.client.call('GET', '/users/two-fa-qr-img', { token }), 200)
    const challenge = await challengeOf(w, person)
    assertRefused(await w.client.call('GET', '/users/mydata', { token: challenge }), 401)
    const answer = await enter(w, email, challenge, code(0))
    assertFrame(answer, 1)
    assert.equal(answer.body['action'], 'login_complete')
    assert.equal(Number(answer.body['usid']), person.usid)
    const fresh = textAt(answer.body, 'token')
    const off = (google_secret: string) =>
      post(w, '/users/two-fa-deactivate', { google_secret }, fresh)
    assertRefused(await off(code(0)), 200)
    assertFrame(await off(code(1)), 1)
    assertRefused(await w.client.call('GET', '/users/mydata', { token }), 401)
    assert.equal((await signIn(w.client, email, goodPassword)).body['action'], 'login_complete')
  })

  test('ATT-06 DEC-17 DEC-135: a challenge serves its owner, once, and no password replaces it', async () => {
    const w = fixture()
    const { person, code } = await protectedPerson(w, 'langkah')
    const { email } = person
    assertRefused(await enter(w, email, goodPassword, code(0)), 200)
    const taken = await challengeOf(w, person)
    assertRefused(await enter(w, (await w.person('bob')).email, taken, code(0)), 200)
    assertRefused(await enter(w, email, taken, code(0)), 200)
    const used = await challengeOf(w, person)
    assertFrame(await enter(w, email, used, code(0)), 1)
    assertRefused(await enter(w, email, used, code(1)), 200)
  })

  test('ATT-09 G-08: of 60 concurrent sign-ins with one valid code, one succeeds', async () => {
    const w = fixture()
    const { person, code } = await protectedPerson(w, 'serentak')
    const challenges = [await challengeOf(w, person), await challengeOf(w, person)]
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        enter(w, person.email, challenges[i % challenges.length] ?? '', code(0)),
      ),
    )
    assert.equal(answers.filter(({ body }) => body['success'] === 1).length, 1)
  })

  test('ATT-07: ten codes an hour over all sessions; then the right one waits too', async () => {
    const w = fixture()
    const { person, code } = await protectedPerson(w, 'tebak')
    const near = new Set([-2, -1, 0, 1, 2].map(code))
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find(
      (digits) => !near.has(digits),
    )
    const tries: Answer[] = []
    for (let round = 0; round < 3; round++) {
      const challenge = await challengeOf(w, person)
      const guesses = Array.from({ length: 5 }, () =>
        enter(w, person.email, challenge, wrong ?? ''),
      )
      tries.push(...(await Promise.all(guesses)))
    }
    assert.equal(tries.filter(({ status }) => status === 200).length, 10)
    assert.equal(tries.filter(({ status }) => status === 429).length, 5)
    assertRefused(await enter(w, person.email, await challengeOf(w, person), code(0)), 429)
  })

  test('ATT-10 ATT-11: a session alone neither replaces nor removes a factor', async () => {
    const w = fixture()
    const { person, code } = await protectedPerson(w, 'curian')
    const { token } = person
    for (const google_secret of ['', '123', 'abcdef', code(-1)]) {
      assertRefused(await post(w, '/users/two-fa-deactivate', { google_secret }, token), 200)
    }
    const body = { google_secret: code(0), secret: 'JBSWY3DPEHPK3PXP' }
    assertRefused(await post(w, '/users/two-fa-activate', body, token), 200)
    await challengeOf(w, person)
  })
}

function registerSessionList(fixture: () => Fixture): void {
  const sessionsOf = async ({ client }: Fixture, token: string): Promise<readonly JsonObject[]> => {
    const answer = await client.call('GET', '/users/sessions', { token })
    assertFrame(answer, 1)
    const rows = answer.body['data']
    return Array.isArray(rows) ? rows.filter(isObject) : []
  }

  test('ATT-02 ATT-108: a session that its owner ends is dead, and so is its socket', async () => {
    const w = fixture()
    const person = await newPerson(w.client, 'sesi')
    const other = textAt((await signIn(w.client, person.email, goodPassword)).body, 'token')
    const socket = await openSocket(w.url, { token: other })
    const rows = await sessionsOf(w, person.token)
    assert.equal(rows.length, 2)
    const [away, own] = [false, true].map((current) =>
      rows.find((row) => row['current'] === current),
    )
    assert.ok(away !== undefined && own !== undefined)
    for (const key of ['id', 'created_at', 'last_seen_at', 'address']) textAt(away, key)
    const revoke = (body: JsonObject, token: string) =>
      post(w, '/users/sessions/revoke', body, token)
    const { token: stranger } = await w.person('bob')
    assertRefused(await revoke({ id: textAt(away, 'id') }, stranger), 404)
    assertFrame(await revoke({ id: textAt(away, 'id') }, person.token), 1)
    assertRefused(await w.client.call('GET', '/users/mydata', { token: other }), 401)
    await until('the socket to close', async () => !socket.socket.connected)
    socket.close()
    assertFrame(await revoke({ all: true }, person.token), 1)
    assert.equal((await sessionsOf(w, person.token)).length, 1)
  })
}

/** Registers the tests of signing in. */
export function registerSignInSuite(fixture: () => Fixture): void {
  registerCaptcha(fixture)
  registerFactors(fixture)
  registerSessionList(fixture)
}
