/** The test makes the browser's globals; the server that answers the calls is real. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'

type Requested = { readonly token: string | undefined; readonly response: ServerResponse }

const requested: Requested[] = []
const heard = new EventTarget()
const server = createServer((request, response) => {
  requested.push({ token: request.headers['jwt']?.toString(), response })
  heard.dispatchEvent(new Event('asked'))
})
const cookies = new Map<string, string>()
let reloads = 0

/** Sets up a document with cookies and settings, and the other globals that calls read. */
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
      if (text.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    },
  }
  const location = { reload: () => void (reloads += 1) }
  const addEventListener = () => undefined
  const matchMedia = () => ({ matches: false, addEventListener })
  const kept = {
    document,
    location,
    matchMedia,
    addEventListener,
    navigator: { languages: [] },
  }
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

function refuse({ response }: Requested): void {
  response.writeHead(401, { 'content-type': 'application/json', connection: 'close' })
  response.end('{"success":0,"msg":"Invalid token","code":"session.invalid"}')
}

test('SESS-06: a rejected token ends its own session, never one opened since', async () => {
  const { send } = await import('./request.ts')
  const { currentSession, openSession } = await import('./session.ts')
  const call = async () => {
    const isRequested = new Promise((resolve) =>
      heard.addEventListener('asked', resolve, { once: true }),
    )
    const answer = send({ host: 'api', method: 'GET', path: '/notifs' })
    await isRequested
    return { answer, request: requested.at(-1) }
  }
  openSession('first', 1)
  const late = await call()
  assert.ok(late.request?.token === 'first')
  openSession('second', 2)
  refuse(late.request)
  const outcome = await late.answer
  assert.ok(!outcome.ok && outcome.kind === 'session')
  assert.equal(currentSession()?.token, 'second')
  assert.equal(reloads, 0)

  const own = await call()
  assert.ok(own.request?.token === 'second')
  refuse(own.request)
  await own.answer
  assert.equal(currentSession(), null)
  assert.equal(cookies.size, 0)
  assert.equal(reloads, 1)
})

test('R-12: the answer to a repeat after a lost answer is marked as such', async () => {
  const { send } = await import('./request.ts')
  const nextAsked = () =>
    new Promise<Requested | undefined>((resolve) =>
      heard.addEventListener('asked', () => resolve(requested.at(-1)), { once: true }),
    )
  const plan = { host: 'api', method: 'POST', path: '/orders', body: {}, commandId: 'id' } as const
  const tooMany = ({ response }: Requested) => {
    response.writeHead(429, { 'content-type': 'application/json', connection: 'close' })
    response.end('{"success":0,"msg":"Later","code":"rate.limited"}')
  }
  const isRequested = nextAsked()
  const answer = send(plan)
  const first = await isRequested
  const isAskedAgain = nextAsked()
  first?.response.destroy()
  const second = await isAskedAgain
  assert.ok(second !== undefined)
  tooMany(second)
  const outcome = await answer
  assert.ok(!outcome.ok && outcome.kind === 'rate' && outcome.isOfRepeat === true)

  const isAskedOnce = nextAsked()
  const single = send(plan)
  const only = await isAskedOnce
  assert.ok(only !== undefined)
  tooMany(only)
  const reported = await single
  assert.ok(!reported.ok && reported.kind === 'rate' && reported.isOfRepeat === undefined)
})

test('ERR-27: a request that cannot be built reports why, is not repeated, and has a known outcome', async () => {
  const { send } = await import('./request.ts')
  const { failureText } = await import('./failure-text.ts')
  const { isOutcomeOpen, networkFailure } = await import('./answer.ts')
  const before = requested.length
  const plan = { host: 'api', method: 'POST', path: '/idr', body: {}, commandId: 'id' } as const
  const outcome = await send({ ...plan, token: 'two\nlines' })
  assert.ok(!outcome.ok)
  assert.notEqual(outcome.message, '')
  assert.equal(failureText(outcome), outcome.message)
  assert.notEqual(failureText(outcome), failureText(networkFailure))
  assert.deepEqual([isOutcomeOpen(outcome, false), outcome.isOfRepeat], [false, undefined])
  assert.equal(requested.length, before)
})

test('SESS-06: signing out does not end a session that another tab opened since', async () => {
  const { clearSession, currentSession, openSession } = await import('./session.ts')
  openSession('first', 1)
  cookies.set('jwt', 'of another page')
  cookies.set('usid', '2')
  clearSession()
  assert.equal(cookies.get('jwt'), 'of another page')
  assert.equal(currentSession()?.token, 'of another page')
  clearSession()
  assert.equal(currentSession(), null)
  assert.equal(cookies.size, 0)
})
