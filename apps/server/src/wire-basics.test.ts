import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rowsOf, type Rig, startRig } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { tokenFor } from './testing/signed-in.ts'

let rig: Rig
let server: ServerProcess
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
  server = await startServerProcess(databaseUrl, { TUKAR_CONTACT_EMAIL: 'operator@tukar.example' })
})

after(async () => {
  await server.stop()
  await rig.stop()
})

type Row = Readonly<Record<string, unknown>>

async function call(path: string, body: object | null, token = ''): Promise<Row> {
  const answer = await fetch(server.url + path, {
    headers: { 'content-type': 'application/json', 'accept-language': 'id', jwt: token },
    ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Row
}

/** The e-mails to a recipient, as soon as there are any. */
async function mailsTo(recipient: string): Promise<readonly Row[]> {
  let mails: readonly Row[] = []
  await until(`a mail to ${recipient}`, async () => {
    const { data } = await call(`/mailbox/messages?to=${encodeURIComponent(recipient)}`, null)
    mails = data as readonly Row[]
    return mails.length > 0
  })
  return mails
}

async function signedIn(name: string, email: string) {
  const [created] = await rowsOf(
    databaseUrl,
    `insert into accounts.users (full_name, nickname, email, email_key, email_verified_at)
     values ($1, $1, $2, $2, now()) returning id`,
    [name, email],
  )
  const token = await tokenFor(databaseUrl, email)
  return { token, userId: Number(created?.['id']) }
}

test('SRV-30 ATT-36: a message to us reaches the operator as one e-mail, with its sender as the reply address', async () => {
  const form = {
    name: 'Dewi <script>',
    email: 'dewi@people.example',
    subject: 'Kapan dibuka?',
    message: 'Halo,\nkapan?',
  }
  assert.equal((await call('/users/contact-us', form))['success'], 1)
  const [mail, ...others] = await mailsTo('operator@tukar.example')
  assert.deepEqual(others, [])
  const text = JSON.stringify(mail)
  for (const part of ['Kapan dibuka?', 'dewi@people.example', 'kapan?']) {
    assert.ok(text.includes(part), part)
  }
  assert.doesNotMatch(String(mail?.['html']), /<script>/)
})

test('DEC-40: a user who leaves gets an e-mail in their language, and leaves no data behind', async () => {
  const email = 'citra@people.example'
  const { token, userId } = await signedIn('Citra', email)
  await rowsOf(
    databaseUrl,
    `insert into notifications.notice (account_id, kind, params) values ($1, 'two_factor_on', '{}')`,
    [userId],
  )
  await rowsOf(
    databaseUrl,
    `insert into uploads.file (user_id, media_type, content) values ($1, 'image/png', '')`,
    [userId],
  )
  const written = { name: 'Citra', subject: 'Halo', message: 'Kapan?' }
  for (const by of ['CITRA@People.example', 'citra2@people.example']) {
    assert.equal((await call('/users/contact-us', { ...written, email: by }))['success'], 1)
  }
  const answer = await call('/users/delete-account', { reason: 'Selesai' }, token)
  assert.equal(answer['msg'], 'Akun Anda telah dihapus.')
  const [mail] = await mailsTo(email)
  assert.match(String(mail?.['subject']), /telah dihapus/)
  const left = await rowsOf(
    databaseUrl,
    `select (select count(*) from notifications.notice where account_id = $1)
       + (select count(*) from uploads.file where user_id = $1)
       + (select count(*) from accounts.session where user_id = $1) as count`,
    [userId],
  )
  assert.equal(Number(left[0]?.['count']), 0)
  const messages = await rowsOf(
    databaseUrl,
    `select email from contact.message where name = 'Citra'`,
  )
  assert.deepEqual(messages, [{ email: 'citra2@people.example' }])
})
