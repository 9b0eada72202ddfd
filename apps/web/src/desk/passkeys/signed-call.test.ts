/** The browser globals are stubs; the server that answers the calls is real. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { routes } from '@tukar/wire'

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
  const msg = 'Confirm this decision with your passkey.'
  response.end(JSON.stringify({ success: 0, msg, code: 'desk.passkey_needed', params: {} }))
})

/** Stubs the browser globals of an insecure page, which has no passkeys. */
function browserAt(api: string) {
  const document = {
    getElementById: () => ({ textContent: JSON.stringify({ hosts: { api } }) }),
    documentElement: { dataset: {}, lang: '' },
    querySelector: () => null,
    cookie: '',
  }
  const addEventListener = () => undefined
  const matchMedia = () => ({ matches: false, addEventListener })
  const navigator = { languages: [], cookieEnabled: true }
  const window = { isSecureContext: false, PublicKeyCredential: Object }
  const kept = { document, matchMedia, addEventListener, navigator, window }
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

test('R-87: without passkeys a decision fails with an explanation', async () => {
  const { callSigned } = await import('./signed-call.ts')
  const outcome = await callSigned(routes.decideWithdrawal, {
    id: 7,
    input: { decision: 'approve' },
  })
  assert.ok(!outcome.ok)
  assert.equal(outcome.code, 'desk.passkey_needed')
  assert.match(outcome.message, /offers no passkeys here/)
})
