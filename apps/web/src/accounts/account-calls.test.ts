/** The browser globals are stubs; the server that answers the calls is real. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'

let answer = {}
/** The longest time that ending a session may take, on any machine. */
const endMsMax = 10_000
/** The tokens of ended sessions. */
const ended = new EventEmitter()
const server = createServer((request, response) => {
  if (request.url === '/auth/signout') ended.emit('token', request.headers['jwt'])
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify(answer))
})
const cookies = new Map<string, string>()
let isBlocked = false

/** Stubs the browser globals that the calls read; the document can block cookies. */
function browserAt(api: string) {
  const document = {
    getElementById: () => ({ textContent: JSON.stringify({ hosts: { api } }) }),
    documentElement: { dataset: {}, lang: '' },
    querySelector: () => null,
    get cookie() {
      return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (!isBlocked) cookies.set(name, value)
    },
  }
  const addEventListener = () => undefined
  const matchMedia = () => ({ matches: false, addEventListener })
  const navigator = {
    languages: [],
    get cookieEnabled() {
      return !isBlocked
    },
  }
  const kept = { document, matchMedia, addEventListener, navigator }
  for (const [name, value] of Object.entries(kept))
    Reflect.defineProperty(globalThis, name, { value })
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  browserAt(`http://127.0.0.1:${address.port}`)
})
after(() => server.close())

const complete = { success: 1, action: 'login_complete', token: 'abc', usid: 7 }
const codeAsked = { success: 1, action: '2fa', token: 'challenge' }

test('R-87: without cookies both sign-in steps fail with an explanation', async () => {
  const { signIn } = await import('./account-calls.ts')
  const captcha = {
    shown: { state: 'off' },
    retry: () => undefined,
    answer: () => undefined,
    carry: <Outcome>(call: (proof: string) => Promise<Outcome>) => call(''),
  } as const
  const enter = () => signIn({ email: 'ada@example.test', password: 'Rahasia-123' }, captcha)
  for (const given of [complete, codeAsked]) {
    answer = given
    isBlocked = true
    const end =
      given === complete ? once(ended, 'token', { signal: AbortSignal.timeout(endMsMax) }) : null
    const outcome = await enter()
    // A session that the browser cannot store is ended at the server.
    if (end !== null) assert.deepEqual(await end, ['abc'])
    assert.ok(!outcome.ok, given.action)
    assert.equal(outcome.code, 'browser.no_cookies')
    assert.match(outcome.message, /cookies/)
    isBlocked = false
    assert.equal((await enter()).ok, true, given.action)
  }
})
