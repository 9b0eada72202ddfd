import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import type { SignInDesk } from '../testing/sign-in-desk.ts'
import { memberAt, password, signInDesk } from '../testing/sign-in-desk.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

type Headers = Readonly<Record<string, string>>

const send = ({ http }: SignInDesk, url: string, headers: Headers, payload: object = {}) =>
  http.inject({ method: 'POST', url, headers, payload })

/** Signs in like a browser; returns the token, and the cookie as it is sent back. */
async function enterByBrowser(desk: SignInDesk, email: string, headers: Headers = {}) {
  const asked = { 'x-session-cookie': '1', ...headers }
  const answer = await send(desk, '/auth/signin_post', asked, { email, password })
  const stored = String(answer.headers['set-cookie'])
  return { jwt: String(answer.json().token), stored, cookie: stored.split(';')[0] ?? '' }
}

const check = async (desk: SignInDesk, headers: Headers) =>
  (await send(desk, '/users/check-token', headers)).statusCode

test("M-5: a browser's token is invalid without its cookie, or with the cookie of another browser", async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const [own, other] = [await enterByBrowser(desk, email), await enterByBrowser(desk, email)]
  assert.match(own.stored, /^client=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
  const { jwt, cookie } = own
  assert.equal(await check(desk, { jwt, cookie: `usid=7; ${cookie}` }), 200)
  // Two tabs of one browser, and a server on another port that set a cookie of this name.
  assert.equal(await check(desk, { jwt, cookie: `${other.cookie}; jwt=${jwt}; ${cookie}` }), 200)
  for (const headers of [{}, { cookie: other.cookie }, { cookie: 'client=' }, { cookie: jwt }]) {
    assert.equal(await check(desk, { jwt, ...headers }), 401, JSON.stringify(headers))
  }
  assert.equal(await check(desk, { cookie: `jwt=${jwt}; ${cookie}` }), 401, 'the cookie alone')
})

test('M-5: a client that stores no cookies needs its token alone', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const answer = await send(desk, '/auth/signin_post', {}, { email, password })
  assert.equal(answer.headers['set-cookie'], undefined)
  assert.equal(await check(desk, { jwt: String(answer.json().token) }), 200)
})

test('M-5: signing out ends the session and clears its cookie', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const { jwt, cookie } = await enterByBrowser(desk, email)
  const { headers } = await send(desk, '/auth/signout', { jwt, cookie })
  const gone = [headers['set-cookie']].flat()
  assert.match(String(gone[0]), /^__Host-client=; Path=\/; Max-Age=0; HttpOnly; .*Secure$/)
  assert.match(String(gone[1]), /^client=; Path=\/; Max-Age=0; HttpOnly/)
  assert.equal(await check(desk, { jwt, cookie }), 401)
})

test('M-5: on secure pages no other host can set the cookie of a session', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const { host } = new URL(desk.deps.origin)
  const { jwt, stored, cookie } = await enterByBrowser(desk, email, { host })
  assert.match(stored, /^__Host-client=[\w-]{43}; Path=\/; .*; Secure$/)
  assert.equal(await check(desk, { jwt, cookie }), 200)
})
