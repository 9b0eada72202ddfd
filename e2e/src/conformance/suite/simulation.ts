/**
 * Features of a simulation: demo people to sign in as, and the e-mails that it sends. Any other server has
 * none of these calls.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type JsonObject, objectAt, rowsAt, textAt } from '../../harness/http.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const rowsMax = 100

const people = ({ client }: Fixture): Promise<Answer> => client.call('GET', '/simulation/people')
const enter = ({ client }: Fixture, body: JsonObject): Promise<Answer> =>
  client.call('POST', '/simulation/enter', { body })

/** The demo people; null from a server that is not a simulation, which must also refuse to sign them in. */
async function demoPeople(fixture: Fixture): Promise<readonly JsonObject[] | null> {
  const answer = await people(fixture)
  if (answer.status === 200) {
    assertFrame(answer, 1)
    return rowsAt(answer.body, 'data')
  }
  assertRefused(answer, 404)
  assertRefused(await enter(fixture, {}), 404)
  return null
}

/** Asserts an answer that opens a session; returns its user id and token. */
function assertEntered(answer: Answer): { readonly usid: number; readonly token: string } {
  assert.equal(answer.status, 200, answer.text)
  assertFrame(answer, 1)
  assert.equal(answer.body['action'], 'login_complete')
  assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
  return { usid: Number(textAt(answer.body, 'usid')), token: textAt(answer.body, 'token') }
}

function registerPeople(fixture: () => Fixture): void {
  test('R-41: demo people are listed by name and role only', async () => {
    const listed = await demoPeople(fixture())
    if (listed === null) return
    const names = listed.map((row) => textAt(row, 'name'))
    assert.equal(new Set(names).size, names.length, 'each name once')
    assert.ok(names.every((name) => name !== ''))
    const roles = listed.map((row) => textAt(row, 'role'))
    assert.ok(roles.includes('trader'))
    assert.ok(roles.every((role) => ['trader', 'operator'].includes(role)))
    assert.doesNotMatch(JSON.stringify(listed), /@|password|email|token|usid/i)
  })

  test('R-41: entering without a name opens a session of the first trader', async () => {
    const w = fixture()
    const listed = await demoPeople(w)
    if (listed === null) return
    const first = listed.find((row) => row['role'] === 'trader')
    const name = textAt(first ?? {}, 'name')
    const { usid, token } = assertEntered(await enter(w, {}))
    for (const body of [{ name: null }, { name }, { name: name.toUpperCase() }]) {
      const again = assertEntered(await enter(w, body))
      assert.equal(again.usid, usid, JSON.stringify(body))
      assert.notEqual(again.token, token, 'a session of its own')
    }
    const { body } = await w.client.call('GET', '/users/mybank', { token })
    assert.notEqual(textAt(objectAt(body, 'data'), 'ac_number'), '', 'an account from the start')
    const bare = await w.client.call('POST', '/simulation/enter')
    assert.equal(assertEntered(bare).usid, usid, 'a body is not needed')
    const profile = await w.client.call('GET', '/users/mydata', { token })
    assert.equal(profile.status, 200, profile.text)
  })

  test('R-41: every demo person can be entered, each is a different user, and each session ends alone', async () => {
    const w = fixture()
    const listed = await demoPeople(w)
    if (listed === null) return
    const entered: ReturnType<typeof assertEntered>[] = []
    for (const row of listed) {
      entered.push(assertEntered(await enter(w, { name: textAt(row, 'name') })))
    }
    assert.equal(new Set(entered.map(({ usid }) => usid)).size, listed.length)
    const [first, ...others] = entered
    const statusOf = async (token: string) =>
      (await w.client.call('GET', '/users/mydata', { token })).status
    const token = first?.token ?? ''
    assertFrame(await w.client.call('POST', '/auth/signout', { token, body: {} }), 1)
    assert.equal(await statusOf(token), 401)
    for (const other of others) assert.equal(await statusOf(other.token), 200)
  })

  test('R-41 ATT-02: only demo people can be entered, whatever the name', async () => {
    const w = fixture()
    if ((await demoPeople(w)) === null) return
    const person = await w.person('alice')
    for (const name of ['', 'nobody', person.name, person.email, "' or 1=1 --", '__proto__', '%']) {
      const answer = await enter(w, { name })
      assertRefused(answer, 404)
      assert.equal(answer.body['token'], undefined)
    }
    for (const name of [7, true, [], {}, 'x'.repeat(5_000)]) {
      assertRefused(await enter(w, { name }), 400)
    }
    for (const rawBody of ['[]', '"Sari"', '{"name":']) {
      assertRefused(await w.client.call('POST', '/simulation/enter', { rawBody }), 400)
    }
    const headers = { origin: 'http://evil.example' }
    assertRefused(await w.client.call('POST', '/simulation/enter', { headers }), 404)
  })
}

function registerMails(fixture: () => Fixture): void {
  const read = ({ client }: Fixture, query: Record<string, string | number>, headers = {}) =>
    client.call('GET', '/mailbox/messages', { query, headers })

  test('R-43: the mails to an address are listed, newest first, each whole', async () => {
    const w = fixture()
    const { email } = await w.person('alice')
    const answer = await read(w, { to: email })
    assertFrame(answer, 1)
    const mails = rowsAt(answer.body, 'data')
    assert.ok(mails.length > 0, 'the sign-up was told of')
    for (const mail of mails) {
      for (const key of ['from', 'subject', 'text', 'html']) assert.notEqual(textAt(mail, key), '')
      assert.equal(textAt(mail, 'to').toLowerCase(), email.toLowerCase())
      assert.ok(!Number.isNaN(Date.parse(textAt(mail, 'received_at'))))
    }
    const all = rowsAt((await read(w, { rows: rowsMax })).body, 'data')
    const ids = all.map((mail) => Number(textAt(mail, 'id')))
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => other - one),
    )
    assert.equal(rowsAt((await read(w, { rows: 1 })).body, 'data').length, 1)
    assert.ok(rowsAt((await read(w, { rows: 9_999 })).body, 'data').length <= rowsMax)
    const nobody = await read(w, { to: "x' or 1=1 --@example.test" })
    assert.deepEqual(rowsAt(nobody.body, 'data'), [])
  })

  test("ATT-40: e-mails are only shown on the server's own machine, never to forwarded requests", async () => {
    const w = fixture()
    for (const headers of [{ 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }]) {
      assertRefused(await read(w, {}, headers), 404)
    }
  })
}

/** Registers the tests of a simulation's features. */
export function registerSimulationSuite(fixture: () => Fixture): void {
  registerPeople(fixture)
  registerMails(fixture)
}
