import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { registerCallLimits } from '../../platform/http/call-limits.ts'
import { createMail } from '../../platform/mail/mail.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { ask, type Desk, deskOn } from '../../testing/desk.ts'
import { registerContactRoutes, sweepMessages } from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const form = {
  name: 'Dewi Lestari',
  email: 'dewi@people.example',
  subject: 'A question',
  message: 'How long does it take?\nThank you.',
}

const contactEmail = 'operator@tukar.example'
let addresses = 0

async function setUp(context: TestContext): Promise<Desk> {
  const desk = await deskOn(context, await rig.database())
  registerCallLimits(desk.http, { entryBurst: 10 })
  const mail = createMail(testKeys)
  registerContactRoutes(desk.http, { ...desk, guard: desk.sessions, mail, contactEmail })
  return desk
}

/** Sends the form from an unused address. */
const send = (desk: Desk, body: object, address = `192.0.2.${(addresses += 1)}`) =>
  ask(desk, 'POST', '/users/contact-us', { body, address })

async function kept({ database }: Desk): Promise<readonly unknown[]> {
  const found = await database.query(
    'select name, email, subject, body from contact.message order by id',
  )
  return found.rows
}

test("LEGAL-05 LEGAL-08 SRV-30 API-71: a guest's message is stored and e-mailed, and the guest is thanked", async (t) => {
  const desk = await setUp(t)
  const { status, body } = await send(desk, form)
  assert.deepEqual([status, body['success'], body['msg']], [200, 1, 'Thank you for contacting us'])
  const { message, ...rest } = form
  assert.deepEqual(await kept(desk), [{ ...rest, body: message }])
  const mails = await desk.database.query('select recipient, template, state from mail.outbox')
  assert.deepEqual(mails.rows, [
    { recipient: contactEmail, template: 'contact_message', state: 'waiting' },
  ])
  const indonesian = await ask(desk, 'POST', '/users/contact-us', { body: form, language: 'id' })
  assert.equal(indonesian.body['msg'], 'Terima kasih telah menghubungi kami')
})

test('ATT-36 SRV-30: a line break in name, e-mail or subject is refused, and nothing is stored', async (t) => {
  const desk = await setUp(t)
  for (const field of ['name', 'email', 'subject'] as const) {
    for (const evil of ['\r\nBcc: all@people.example', '\nX: y', '\u0000', '\u2028']) {
      const { body } = await send(desk, { ...form, [field]: `a@b.example${evil}c` })
      const fault = field === 'email' ? '' : '_letter'
      assert.deepEqual([body['success'], body['code']], [0, `contact.${field}${fault}`])
    }
  }
  assert.deepEqual(await kept(desk), [])
})

test('SRV-30: each field has its limits, explained in a sentence', async (t) => {
  const desk = await setUp(t)
  const faults: readonly (readonly [code: string, string])[] = [
    ['contact.name', ''],
    ['contact.name_long', 'x'.repeat(101)],
    ['contact.email', 'nobody'],
    ['contact.email', `${'x'.repeat(250)}@people.example`],
    ['contact.subject', ' '],
    ['contact.subject_long', 'x'.repeat(151)],
    ['contact.message', '\n'],
    ['contact.message_long', 'x'.repeat(5_001)],
    ['contact.message_letter', 'a\u0007b'],
  ]
  for (const [code, value] of faults) {
    const field = code.replace(/^contact\.|_.*/g, '')
    const { status, body } = await send(desk, { ...form, [field]: value })
    assert.deepEqual([status, body['code']], [200, code])
    assert.notEqual(body['msg'], '')
  }
  assert.equal((await send(desk, { name: 'only' })).status, 400)
  assert.equal((await send(desk, { ...form, message: 'x'.repeat(2_000_000) })).status, 413)
  assert.deepEqual(await kept(desk), [])
})

test('DEC-40: a message is deleted after a year', async (t) => {
  const desk = await setUp(t)
  for (const subject of ['old', 'young']) await send(desk, { ...form, subject })
  await desk.database.query(
    `update contact.message set created_at = now() - case subject when 'old'
       then interval '366 days' else interval '364 days' end`,
  )
  await sweepMessages(desk.database)
  assert.deepEqual(
    (await kept(desk)).map((row) => (row as { subject: string }).subject),
    ['young'],
  )
})

test('SRV-04 ATT-36 DEC-24: one client sends ten messages at once, then gets 429; another client is not affected', async (t) => {
  const desk = await setUp(t)
  const statuses: number[] = []
  for (let at = 0; at < 50; at++) statuses.push((await send(desk, form, '198.51.100.7')).status)
  assert.equal(statuses.filter((status) => status === 200).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 40)
  assert.equal((await send(desk, form, '198.51.100.8')).status, 200)
  // An address in a header counts only if a trusted proxy sent it (ATT-112).
  const forged = await desk.http.inject({
    method: 'POST',
    url: '/users/contact-us',
    payload: form,
    remoteAddress: '198.51.100.7',
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
  })
  assert.equal(forged.statusCode, 429)
})

test('LEGAL-03: search engines, security reporters and password managers find their files', async (t) => {
  const { http } = await setUp(t)
  const robots = await http.inject('/robots.txt')
  assert.match(robots.headers['content-type']?.toString() ?? '', /^text\/plain/)
  assert.match(robots.body, /^User-agent: \*\nDisallow: \/executor\n/)
  const security = await http.inject('/.well-known/security.txt')
  assert.match(security.body, new RegExp(`^Contact: mailto:${contactEmail}$`, 'm'))
  const [, expires = ''] = /^Expires: (.*)$/m.exec(security.body) ?? []
  const daysLeft = (Date.parse(expires) - Date.now()) / 86_400_000
  assert.ok(daysLeft > 100 && daysLeft < 365, expires)
  const password = await http.inject('/.well-known/change-password')
  const changing = '/auth/forgot-password?for=change'
  assert.deepEqual([password.statusCode, password.headers.location], [302, changing])
})
