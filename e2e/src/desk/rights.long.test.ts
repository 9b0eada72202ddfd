/**
 * The rights of every call of the console, for a guest, a trader and an operator of each role. A new call
 * that is not listed here fails the test.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createAuthenticator } from '../harness/authenticator.ts'
import { type Answer, isObject, textAt } from '../harness/http.ts'
import { root } from '../harness/paths.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { quietMarket } from '../harness/stage.ts'
import { giveRole } from './desk-visits.ts'

const roles = ['support', 'kyc', 'finance', 'risk', 'admin'] as const
type Role = (typeof roles)[number]

const readers: readonly Role[] = ['support', 'finance', 'risk', 'admin']
const deciders: readonly Role[] = ['finance', 'risk']
const writers: readonly Role[] = ['support', 'admin']
const overseers: readonly Role[] = ['risk', 'admin']
const bookkeepers: readonly Role[] = ['finance', 'risk', 'admin']

/** The rights, listed independently of the product's code. */
const rights: Readonly<Record<string, readonly Role[]>> = {
  'GET /desk/me': roles,
  'GET /desk/overview': roles,
  'GET /desk/passkeys': roles,
  'POST /desk/passkeys': roles,
  'POST /desk/passkeys/begin': roles,
  'POST /desk/passkeys/remove': roles,
  'GET /desk/deposits': readers,
  'GET /desk/deposits/:id': readers,
  'GET /desk/deposits/:id/file': readers,
  'POST /desk/deposits/:id/decide': deciders,
  'POST /desk/deposits/:id/preview': readers,
  'GET /desk/withdrawals': readers,
  'GET /desk/withdrawals/:id': readers,
  'POST /desk/withdrawals/:id/decide': deciders,
  'POST /desk/withdrawals/:id/preview': readers,
  'GET /desk/chain-deposits': readers,
  'GET /desk/chain-deposits/:id': readers,
  'POST /desk/chain-deposits/:id/decide': deciders,
  'GET /desk/chain-withdrawals': readers,
  'GET /desk/chain-withdrawals/:id': readers,
  'POST /desk/chain-withdrawals/:id/decide': deciders,
  'POST /desk/chain-withdrawals/:id/preview': readers,
  'GET /desk/chains': readers,
  'POST /desk/chains': overseers,
  'GET /desk/chain-reserves': readers,
  'POST /desk/chain-reserves': deciders,
  'GET /desk/markets': overseers,
  'GET /desk/schedules': ['finance', 'admin'],
  'GET /desk/identity': ['kyc'],
  'GET /desk/identity/:id': ['kyc'],
  'POST /desk/identity/:id/show': ['kyc'],
  'GET /desk/identity/:id/file/:file': ['kyc'],
  'POST /desk/identity/:id/decide': ['kyc'],
  'POST /desk/identity/:id/preview': ['kyc'],
  'GET /desk/bonus': ['finance', 'risk', 'admin'],
  'GET /desk/tax': ['finance', 'admin'],
  'GET /desk/tax/csv': ['finance', 'admin'],
  'GET /desk/maintenance': ['admin'],
  'GET /desk/articles': writers,
  'GET /desk/articles/:id': writers,
  'POST /desk/articles': writers,
  'POST /desk/articles/:id': writers,
  'POST /desk/articles/:id/remove': writers,
  'POST /desk/articles/:id/restore': writers,
  'GET /desk/announcements': writers,
  'POST /desk/announcements': writers,
  'POST /desk/announcements/:id': writers,
  'POST /desk/announcements/:id/remove': writers,
  'GET /desk/books': bookkeepers,
  'GET /desk/books/export': bookkeepers,
  'GET /desk/closings': bookkeepers,
  'GET /desk/closings/day': bookkeepers,
  'GET /desk/closings/export': bookkeepers,
  'GET /desk/ledger': bookkeepers,
  'GET /desk/ledger/export': bookkeepers,
  'GET /desk/people/:id/ledger': readers,
  'GET /desk/reconciliation': bookkeepers,
  'POST /desk/reconciliation': bookkeepers,
  'GET /desk/reconciliation/export': bookkeepers,
  'GET /desk/currencies': readers,
  'POST /desk/currencies/contract': ['admin'],
  'POST /desk/currencies/trial-token': ['admin'],
  'GET /desk/audit': overseers,
  'GET /desk/audit/csv': overseers,
  'GET /desk/people': roles,
  'POST /desk/people/find': roles,
  'GET /desk/people/:id': roles,
  'GET /desk/people/:id/activity': roles,
  'POST /desk/people/:id/notes': ['support', 'risk', 'admin'],
  'POST /desk/reveal': roles,
  'POST /desk/bank-account/lock': overseers,
  'POST /desk/bank-account/unlock': overseers,
  'GET /desk/operators': ['admin'],
  'POST /desk/operators': ['admin'],
  'GET /desk/operators/proposals': ['admin'],
  'POST /desk/operators/proposals/:id/decide': ['admin'],
  // Each kind of change has its own roles.
  'GET /desk/changes': roles,
  'POST /desk/changes': roles,
  'POST /desk/changes/preview': roles,
  'POST /desk/changes/:id/decide': roles,
  'GET /desk/settings': roles,
}

let server: RunningServer

before(async () => {
  server = await startServer({ environment: quietMarket })
})

after(() => server.stop())

/** All calls of operators in the reference. */
function referredCalls(): readonly string[] {
  const page = readFileSync(path.join(root, 'docs/reference/api.md'), 'utf8')
  return [...page.matchAll(/^\| \w+ \| `((?:GET|POST) [^`]+)` \| \w+ \| operator \|/gm)].map(
    ([, call = '']) => call,
  )
}

async function make(call: string, token: string): Promise<Answer> {
  const [method = '', address = ''] = call.split(' ')
  const url = address.replace(':id', '999999')
  if (method === 'POST') return server.client.call('POST', url, { token, body: {} })
  return server.client.call('GET', url, { token })
}

/** A person with one role, proposed by one demo admin and confirmed by another. */
async function operatorWith(role: Role, hasFactor: boolean): Promise<Person> {
  const { client } = server
  const person = await newPerson(client, role)
  await giveRole(client, person, role)
  if (!hasFactor) return person
  const setup = await client.call('GET', '/users/two-fa-qr-img', { token: person.token })
  const data = isObject(setup.body['data']) ? setup.body['data'] : {}
  const code = await createAuthenticator(textAt(data, 'secret')).next()
  const body = { google_secret: code }
  const active = await client.call('POST', '/users/two-fa-activate', { token: person.token, body })
  assert.equal(active.body['success'], 1, active.text)
  return person
}

test('G-25 ATT-99 DEC-129: every call of the console answers only the roles that it is for', async () => {
  const all = referredCalls()
  assert.ok(all.length >= 14, `${all.length} calls were found`)
  assert.deepEqual(all.toSorted(), Object.keys(rights).toSorted())
  const trader = await newPerson(server.client)
  for (const call of all) {
    const nobody = await make(call, '')
    assert.deepEqual([nobody.status, nobody.body['code']], [401, 'session.invalid'], call)
    const theirs = await make(call, trader.token)
    assert.deepEqual([theirs.status, theirs.body['code']], [403, 'desk.forbidden'], call)
  }
  for (const role of roles) {
    const { token } = await operatorWith(role, true)
    for (const call of all) {
      const { status, text } = await make(call, token)
      const named = `${call} for ${role}: ${text}`
      if (rights[call]?.includes(role) === true) assert.ok([200, 400, 404].includes(status), named)
      else assert.equal(status, 403, named)
    }
  }
})

test('DEC-129: a role opens nothing without a second factor', async () => {
  const { token } = await operatorWith('finance', false)
  for (const call of referredCalls()) {
    const { status, body } = await make(call, token)
    assert.deepEqual([status, body['code']], [403, 'desk.two_factor'], call)
  }
})
