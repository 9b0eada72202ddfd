/** Typed and pasted inputs of calls: each field is tested with the whole corpus. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountNumbers, emails, createPastes, type TypedCase } from '@tukar/i18n/corpus'
import { objectAt, rowsAt, textAt } from '../../harness/http.ts'
import { mailedLink } from '../../harness/mailbox.ts'
import {
  confirmEmail,
  goodPassword,
  newIdentity,
  signIn,
  signUp,
  signupBody,
} from '../../harness/people.ts'
import type { Fixture } from '../fixture.ts'

/**
 * A field of a call: sends a text in it and returns the text that was read, or null if it was refused as
 * invalid.
 */
type Field = (text: string) => Promise<string | null>

/**
 * Tests a field with every case of its kind, and with a valid text in the forms that pages and chats paste.
 */
async function tryWith(field: Field, cases: readonly TypedCase[]): Promise<void> {
  for (const [text, meaning] of cases) assert.equal(await field(text), meaning, text)
  const [text = '', meaning] = cases[0] ?? []
  for (const pasted of createPastes(text))
    assert.equal(await field(pasted), meaning, JSON.stringify(pasted))
}

/** The expected results for fields that only show whether a text was accepted. */
const taken = (cases: readonly TypedCase[]): readonly TypedCase[] =>
  cases.map(([text, meaning]) => [text, meaning === null ? null : 'taken'])

/** Registers the tests. */
export function registerInputSuite(fixture: () => Fixture): void {
  test('DEC-27 DEC-97 ATT-31: each text of the corpus is read, or refused, by the field that it is typed into', async () => {
    const { client } = fixture()
    const { token } = await fixture().person('ketik')
    const listed = await client.call('GET', '/api/payment/available_disbursements_bank', { token })
    const [bank] = rowsAt(objectAt(listed.body, 'data'), 'listsBank')
    const number: Field = async (ac_number) => {
      const body = { name: textAt(bank ?? {}, 'name'), ac_name: 'Ketik', ac_number }
      const answer = await client.call('POST', '/users/mybank', { token, body })
      if (answer.body['code'] === 'bank.number') return null
      const saved = await client.call('GET', '/users/mybank', { token })
      return textAt(objectAt(saved.body, 'data'), 'ac_number')
    }
    await tryWith(number, accountNumbers)
    // The server checks the password after the address. It sends no e-mail for a password that is too short.
    const address: Field = async (email) => {
      const body = { ...signupBody({ name: 'Ketik', email }), password: 'x', password_confirm: 'x' }
      const { code } = (await signUp(client, body)).body
      return code === 'register.email' ? null : code === 'register.password_short' ? 'taken' : ''
    }
    await tryWith(address, taken(emails))
  })

  test('MAIL-01 DEC-30: a program that only opens the link of an e-mail does nothing by it', async () => {
    const { client } = fixture()
    const identity = newIdentity('pindai')
    assert.equal((await signUp(client, signupBody(identity))).body['success'], 1)
    const { pathname, search } = await mailedLink(
      client,
      identity.email,
      '/auth/email-verification',
    )
    for (const accept of ['text/html', '*/*']) {
      await client.call('GET', pathname + search, { headers: { accept } })
    }
    const early = await signIn(client, identity.email, goodPassword)
    assert.equal(early.body['code'], 'login.unverified')
    await confirmEmail(client, identity.email)
    assert.equal((await signIn(client, identity.email, goodPassword)).body['success'], 1)
  })
}
