import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../engine/testing/rig.ts'
import { until } from '../engine/testing/until.ts'
import { startDelivery } from '../platform/mail/delivery.ts'
import { createMail, type OutgoingMail } from '../platform/mail/mail.ts'
import { createSmtpTransport, type Envelope } from '../platform/mail/smtp.ts'
import { testKeys } from '../platform/secrets/testing/secrets.ts'
import { ask, type Desk, deskOn } from '../testing/desk.ts'
import { startMailbox } from './index.ts'
import { startReceiver } from './receiver.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Open = Desk & {
  send(mail: OutgoingMail): Promise<void>
  deliver(mail: Envelope): Promise<void>
}

/** A test server with the mailbox, to which the product's own delivery sends. */
async function setUp(context: TestContext): Promise<Open> {
  const desk = await deskOn(context, await rig.database())
  const { database, log } = desk
  const mailbox = await startMailbox(desk.http, database, log)
  const keys = testKeys
  const from = 'Tukar <no-reply@tukar.example>'
  const transport = createSmtpTransport({ url: mailbox.url, from })
  const brand = { product: 'Tukar', origin: 'http://localhost:3000' }
  const delivery = startDelivery({ database, keys, transport, brand, log, pollMs: 10 })
  context.after(async () => {
    await delivery.stop()
    await mailbox.stop()
  })
  const mail = createMail(keys)
  return {
    ...desk,
    send: (outgoing) => mail.send(database, outgoing),
    deliver: (envelope) => transport.deliver(envelope),
  }
}

const reset: OutgoingMail = {
  to: 'Dewi@people.example',
  language: 'en',
  template: 'reset_password',
  params: { name: 'Dewi <b>', link: 'http://localhost:3000/auth/x?a=1&b=2', minutes: 60 },
}

type Row = Readonly<Record<string, unknown>>

async function mailsTo(desk: Desk, to: string): Promise<readonly Row[]> {
  const { body } = await ask(desk, 'GET', `/mailbox/messages?to=${encodeURIComponent(to)}`)
  return body['data'] as readonly Row[]
}

async function textOf({ http }: Desk, url: string, headers: Record<string, string> = {}) {
  const { statusCode, payload, headers: got } = await http.inject({ method: 'GET', url, headers })
  return { status: statusCode, text: payload, policy: String(got['content-security-policy']) }
}

test('SRV-11 R-43: e-mails of the exchange are in the mailbox, by recipient and newest first', async (t) => {
  const desk = await setUp(t)
  await desk.send(reset)
  await desk.send({ ...reset, to: 'budi@people.example', language: 'id' })
  for (const to of ['budi@people.example', 'dewi@people.example']) {
    await until('the mail', async () => (await mailsTo(desk, to)).length === 1)
  }
  const [mail] = await mailsTo(desk, 'dewi@PEOPLE.example')
  assert.deepEqual(
    [mail?.['to'], mail?.['from']],
    ['Dewi@people.example', 'no-reply@tukar.example'],
  )
  assert.equal(mail?.['subject'], 'Choose a new password for Tukar')
  assert.match(String(mail?.['text']), /http:\/\/localhost:3000\/auth\/x\?a=1&b=2/)
  assert.deepEqual(await mailsTo(desk, 'nobody@people.example'), [])
})

test('R-43: the pages show the list and each e-mail, in both languages, without scripts of the e-mail', async (t) => {
  const desk = await setUp(t)
  const empty = await textOf(desk, '/mailbox')
  assert.match(empty.text, /No mail yet/)
  assert.match(
    (await textOf(desk, '/mailbox', { 'accept-language': 'id' })).text,
    /Belum ada email/,
  )
  await desk.send(reset)
  await until('the mail', async () => (await mailsTo(desk, reset.to)).length === 1)
  const id = String((await mailsTo(desk, reset.to))[0]?.['id'])
  const list = await textOf(desk, '/mailbox')
  assert.ok(list.text.includes(`href="/mailbox/messages/${id}/view"`))
  const view = await textOf(desk, `/mailbox/messages/${id}/view`)
  assert.match(
    view.text,
    /<iframe [^>]*sandbox="allow-same-origin allow-top-navigation-by-user-activation"/,
  )
  for (const { text, policy } of [list, view]) {
    assert.match(policy, /script-src 'self'/)
    assert.doesNotMatch(text, /style="|onclick|<script>/)
  }
  const framed = await textOf(desk, `/mailbox/messages/${id}/html`)
  assert.match(framed.policy, /default-src 'none'/)
  assert.match(framed.text, /<base target="_top">/)
  assert.ok(framed.text.includes('Dewi &lt;b&gt;'))
  for (const url of ['/mailbox/messages/999/view', '/mailbox/messages/x%20or/view']) {
    assert.equal((await textOf(desk, url)).status, 404)
  }
  assert.equal((await textOf(desk, '/mailbox/style.css')).status, 200)
  assert.equal((await textOf(desk, '/mailbox/look.js')).status, 200)
})

test('INV-21: other machines and proxied requests cannot reach the mailbox', async (t) => {
  const desk = await setUp(t)
  for (const url of ['/mailbox', '/mailbox/messages', '/mailbox/messages/1/html']) {
    for (const [remoteAddress, headers] of [
      ['192.0.2.1', {}],
      ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
      ['127.0.0.1', { forwarded: 'for=192.0.2.1' }],
    ] as const) {
      const { statusCode } = await desk.http.inject({ method: 'GET', url, remoteAddress, headers })
      assert.equal(statusCode, 404, url)
    }
  }
})

test('FLT-36 FLT-23: an e-mail that is sent again after a crash is stored once', async (t) => {
  const desk = await setUp(t)
  const envelope = { to: 'a@b.example', subject: 'S', text: 'T', html: '', language: 'en' }
  for (const messageId of ['same', 'same', 'other']) await desk.deliver({ ...envelope, messageId })
  assert.equal((await mailsTo(desk, 'a@b.example')).length, 2)
})

test('ATT-36: an oversized e-mail is refused, and the server accepts the next', async (t) => {
  const desk = await setUp(t)
  const envelope = { to: 'a@b.example', subject: 'S', html: '', language: 'en', messageId: 'm' }
  const text = `${'x'.repeat(900)}\n`.repeat(2_000)
  await assert.rejects(desk.deliver({ ...envelope, text }), /5\d\d|large|size/i)
  await desk.deliver({ ...envelope, text: 'short' })
  assert.equal((await mailsTo(desk, 'a@b.example')).length, 1)
})

test('FLT-36: a mail server that cannot listen reports it, and does not delay the start', async (t) => {
  const { database, log } = await deskOn(t, await rig.database())
  const first = await startReceiver(database, log)
  t.after(() => first.stop())
  const port = Number(new URL(first.url).port)
  await assert.rejects(startReceiver(database, log, port), { code: 'EADDRINUSE' })
})
