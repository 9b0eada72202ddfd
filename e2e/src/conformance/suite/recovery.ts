/** E-mails about access: confirming an address, and choosing a new password. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesFromNow } from '../../harness/authenticator.ts'
import { captchaProof } from '../../harness/captcha.ts'
import { type Answer, listRows, objectAt, textAt, untilKnown } from '../../harness/http.ts'
import { mailedLink, readMailbox } from '../../harness/mailbox.ts'
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

/** Posts a form with a captcha's proof. */
async function postWithProof(
  { client }: Fixture,
  path: string,
  body: Record<string, string>,
): Promise<Answer> {
  return client.call('POST', path, { body: { ...body, captcha: await captchaProof(client) } })
}

function registerLife(fixture: () => Fixture): void {
  test('GEN-16 DEC-29 DEC-30 TFA-03 DEL-03 ATT-02: the whole life of an account, from its mail to its end', async () => {
    const w = fixture()
    const { client } = w
    const identity = newIdentity('hidup')
    const { email } = identity
    const post = (path: string, body: Record<string, string>, token?: string) =>
      client.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
    assertFrame(await signUp(client, signupBody(identity)), 1)
    await confirmEmail(client, email)
    const first = textAt((await signIn(client, email, goodPassword)).body, 'token')

    const { body } = await client.call('GET', '/users/two-fa-qr-img', { token: first })
    const code = await codesFromNow(textAt(objectAt(body, 'data'), 'secret'))
    assertFrame(await post('/users/two-fa-activate', { google_secret: code(-1) }, first), 1)
    assertFrame(await post('/auth/signout', {}, first), 1)
    assertRefused(await client.call('GET', '/users/mydata', { token: first }), 401)

    const enter = async (password: string, google_secret: string) => {
      const step = await signIn(client, email, password)
      assert.equal(step.body['action'], '2fa', step.text)
      const challenge = textAt(step.body, 'token')
      return post('/auth/two-fa-login', { email, password: challenge, google_secret })
    }
    const second = textAt((await enter(goodPassword, code(0))).body, 'token')
    assertFrame(await client.call('GET', '/users/mydata', { token: second }), 1)
    assertFrame(await post('/users/mydata', { orang_nickname: 'Hidup' }, second), 1)
    const query = { page: 1, rows: 20, sort: 'id', order: 'desc', filter_rules: '[]' }
    const notices = listRows(await client.call('GET', '/notifs', { token: second, query }))
    assert.ok(notices.length > 0)

    assertFrame(await postWithProof(w, '/auth/passchange-request', { email }), 1)
    const link = await mailedLink(client, email, '/auth/passchange-form')
    const password = 'Sandi-Baru-7'
    const change = { email, token: link.searchParams.get('token') ?? '' }
    const chosen = { ...change, password, password_confirm: password }
    assertFrame(await postWithProof(w, '/auth/passchange_form_post', chosen), 1)
    assertRefused(await client.call('GET', '/users/mydata', { token: second }), 401)

    const third = textAt((await enter(password, code(1))).body, 'token')
    const reason = 'The test is over'
    assertFrame(await untilKnown(() => post('/users/delete-account', { reason }, third)), 1)
    assertRefused(await client.call('GET', '/users/mydata', { token: third }), 401)
    assertRefused(await signIn(client, email, password), 200, 401)
    await until(
      'mails of all that happened',
      async () => (await readMailbox(client, email)).length >= 5,
    )
    const subjects = (await readMailbox(client, email)).map((mail) => textAt(mail, 'subject'))
    for (const heading of [/Confirm/, /is on/, /Choose/, /was changed/, /deleted/]) {
      assert.ok(
        subjects.some((subject) => heading.test(subject)),
        subjects.join(),
      )
    }
  })
}

/** Registers the tests of e-mails about access. */
export function registerRecoverySuite(fixture: () => Fixture): void {
  registerLife(fixture)
  const post = (path: string, body: Record<string, string>) => postWithProof(fixture(), path, body)

  test('API-32 API-33 SRV-20 SRV-21 ATT-02: a password is changed by mail, and old sessions are dead', async () => {
    const { client } = fixture()
    const { email, token } = await newPerson(client, 'lupa')
    assertFrame(await post('/auth/passchange-request', { email }), 1)
    const link = await mailedLink(client, email, '/auth/passchange-form')
    assert.equal(link.searchParams.get('email'), email)
    const password = 'Sandi-Baru-7'
    const key = link.searchParams.get('token') ?? ''
    const change = { email, token: key, password, password_confirm: password }
    const weak = { ...change, password: 'tanpabesar1', password_confirm: 'tanpabesar1' }
    assert.equal((await post('/auth/passchange_form_post', weak)).body['msg'], weakText)
    const answer = await post('/auth/passchange_form_post', change)
    assertFrame(answer, 1)
    assertRefused(await post('/auth/passchange_form_post', change), 200)
    assertRefused(await client.call('GET', '/users/mydata', { token }), 401)
    assertRefused(await signIn(client, email, goodPassword), 200, 401)
    assertFrame(await signIn(client, email, password), 1)
  })

  test('API-34 SRV-19 SRV-20 MAIL-01: the verification is sent again, and the older link is dead', async () => {
    const { client } = fixture()
    const { name, email } = newIdentity('ulang')
    assertFrame(await signUp(client, signupBody({ name, email })), 1)
    const path = '/auth/email-verification'
    const older = await mailedLink(client, email, path)
    assertFrame(await post('/auth/email_verification_token_request', { email }), 1)
    const newer = await mailedLink(client, email, path, 2)
    const verify = (link: URL) =>
      client.call('POST', '/auth/email_verification', {
        body: { code: link.searchParams.get('verification_code') ?? '' },
      })
    assertRefused(await verify(older), 200)
    assertFrame(await verify(newer), 1)
    assertFrame(await verify(newer), 1)
    assertFrame(await signIn(client, email, goodPassword), 1)
  })

  test('ATT-17 DEC-31: forgot and resend answer alike for known and unknown addresses', async () => {
    const { email } = await fixture().person('alice')
    const stranger = newIdentity('asing').email
    for (const path of ['/auth/passchange-request', '/auth/email_verification_token_request']) {
      const [known, unknown] = [await post(path, { email }), await post(path, { email: stranger })]
      assertFrame(known, 1)
      assert.deepEqual([known.status, known.body['msg']], [unknown.status, unknown.body['msg']])
    }
    assert.deepEqual(await readMailbox(fixture().client, stranger), [])
  })

  test('ATT-04 CONST-02: without a proof neither a mail is sent nor a password changed', async () => {
    const { client } = fixture()
    const task = objectAt((await client.call('GET', '/captcha/challenge')).body, 'data')
    if (textAt(task, 'kind') === 'none') return
    const body = { ...signupBody(newIdentity('robot')), token: 'x' }
    for (const path of [
      '/auth/signup_post',
      '/auth/passchange-request',
      '/auth/email_verification_token_request',
      '/auth/passchange_form_post',
    ]) {
      const answer = await client.call('POST', path, { body })
      assertFrame(answer, 0)
      assert.equal(answer.body['msg'], 'Wrong captcha')
    }
  })
}
