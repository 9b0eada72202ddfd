import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { startTcpProxy } from '../database/testing/tcp-proxy.ts'
import { inTransaction } from '../database/transaction.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import { createLog } from '../logging/log.ts'
import type { Keys } from '../secrets/keys.ts'
import { testKeys } from '../secrets/testing/secrets.ts'
import { retryDelaySeconds, toReason, startDelivery, isRefusedForGood } from './delivery.ts'
import { createMail, type Mail, type OutgoingMail } from './mail.ts'
import { releaseClaimed } from './outbox-store.ts'
import { createSmtpTransport, needsTls } from './smtp.ts'
import { type SmtpSink, startSmtpSink } from './testing/smtp-sink.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const brand = { product: 'Tukar', origin: 'https://tukar.example' }
const secretLink = 'https://tukar.example/auth/email-verification?verification_code=kunci-rahasia'

const verification: OutgoingMail = {
  to: 'dewi@people.example',
  language: 'en',
  template: 'verify_email',
  params: { name: 'Dewi', link: secretLink, hours: 24 },
}

type Post = {
  readonly database: Database
  readonly keys: Keys
  readonly mail: Mail
  readonly sink: SmtpSink
}

/** A database, an SMTP server, and no delivery yet. */
async function setUp(context: TestContext, databaseUrl?: string): Promise<Post> {
  const database = openDatabase(databaseUrl ?? (await rig.database()), createLog('fatal'))
  const keys = testKeys
  const sink = await startSmtpSink()
  context.after(async () => {
    await sink.stop()
    await database.end()
  })
  return { database, keys, mail: createMail(keys), sink }
}

function deliver(
  context: TestContext,
  { database, keys }: Post,
  url: string,
  log = createLog('fatal'),
) {
  const transport = createSmtpTransport({ url, from: 'Tukar <no-reply@tukar.example>' })
  const delivery = startDelivery({ database, keys, transport, brand, log, pollMs: 10 })
  context.after(() => delivery.stop())
  return delivery
}

type Row = {
  state: string
  attempts: number
  sealed: Buffer | null
  last_error: string | null
  waits: number
  sinceCreated: number
}

async function rowsOf({ database }: Post): Promise<readonly Row[]> {
  const found = await database.query<Row>(
    `select state, attempts, sealed, last_error, extract(epoch from due_at - now())::float8 as waits,
       extract(epoch from due_at - created_at)::float8 as "sinceCreated"
     from mail.outbox order by created_at`,
  )
  return found.rows
}

const stateIs = (post: Post, state: string) =>
  until(`a mail is ${state}`, async () => (await rowsOf(post))[0]?.state === state)

test('SRV-13: a mail goes out by SMTP as text and HTML, in the language of its reader', async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  await post.mail.send(post.database, {
    ...verification,
    language: 'id',
    to: 'budi@people.example',
  })
  deliver(t, post, post.sink.url)
  await until('both mails', () => post.sink.mails.length === 2)
  const english = post.sink.mails.find(({ to }) => to[0] === 'dewi@people.example')
  const indonesian = post.sink.mails.find(({ to }) => to[0] === 'budi@people.example')
  assert.equal(english?.subject, 'Confirm your e-mail for Tukar')
  assert.equal(indonesian?.subject, 'Konfirmasi email Anda untuk Tukar')
  for (const mail of [english, indonesian]) {
    assert.ok(mail?.text.includes(secretLink))
    assert.ok(mail?.html.includes(`href="${secretLink}"`))
    assert.match(mail?.text ?? '', /Dewi,/)
    assert.doesNotMatch(mail?.text ?? '', /[{}]/)
    assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated')
  }
  assert.match(indonesian?.html ?? '', /<html lang="id">/)
})

test('M-4 ATT-97: an e-mail that an attacker readdresses in the database goes to its owner', async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  await post.database.query(`update mail.outbox set recipient = 'thief@people.example'`)
  deliver(t, post, post.sink.url)
  await stateIs(post, 'sent')
  assert.deepEqual(
    post.sink.mails.map(({ to }) => to),
    [['dewi@people.example']],
  )
})

test('FLT-36: an e-mail exists exactly if the change that it reports does', async (t) => {
  const post = await setUp(t)
  const failing = inTransaction(post.database, async (client) => {
    await post.mail.send(client, verification)
    throw new Error('taken back')
  })
  await assert.rejects(failing, /taken back/)
  assert.deepEqual(await rowsOf(post), [])
  await inTransaction(post.database, (client) => post.mail.send(client, verification))
  assert.equal((await rowsOf(post)).length, 1)
})

test('DEC-30 INV-24: a waiting link is sealed in the database, and deleted once it is sent', async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  const plain = await post.database.query<{ row: string; bytes: string }>(
    `select o::text as row, encode(sealed, 'escape') as bytes from mail.outbox o`,
  )
  assert.doesNotMatch(JSON.stringify(plain.rows), /kunci-rahasia/)
  assert.ok((await rowsOf(post))[0]?.sealed !== null)
  deliver(t, post, post.sink.url)
  await stateIs(post, 'sent')
  assert.equal((await rowsOf(post))[0]?.sealed, null)
})

test('FLT-36 FLT-22: while the mail server refuses or is gone, a mail waits with growing pauses, then arrives', async (t) => {
  const post = await setUp(t)
  post.sink.answer = 451
  await post.mail.send(post.database, verification)
  deliver(t, post, post.sink.url)
  await until('a refused try', async () => (await rowsOf(post))[0]?.last_error !== null)
  const [refused] = await rowsOf(post)
  assert.equal(refused?.state, 'waiting')
  assert.equal(refused?.attempts, 1)
  assert.equal(refused?.last_error, 'DATA 451 4.7.1')
  const { waits, sinceCreated } = refused ?? { waits: 0, sinceCreated: 0 }
  assert.ok(waits <= 5 && sinceCreated >= 5, `${waits} s from now, ${sinceCreated} s in all`)
  await post.sink.stop()
  await post.database.query('update mail.outbox set due_at = now(), last_error = null')
  await until('a try without a server', async () => (await rowsOf(post))[0]?.last_error !== null)
  assert.equal((await rowsOf(post))[0]?.attempts, 2)
  const back = await startSmtpSink(post.sink.port)
  t.after(() => back.stop())
  await post.database.query('update mail.outbox set due_at = now()')
  await stateIs(post, 'sent')
  assert.equal(back.mails.length, 1)
})

test('INV-24: the reason of a failed e-mail is stored without its recipient, whatever the server calls them', async (t) => {
  const post = await setUp(t)
  post.sink.answer = 550
  const recipients = ['Dewi@PEOPLE.example', 'dewi@bücher.example', 'dewi@people.example']
  for (const to of recipients) await post.mail.send(post.database, { ...verification, to })
  deliver(t, post, post.sink.url)
  await until('all were refused', async () =>
    (await rowsOf(post)).every(({ last_error: error }) => error !== null),
  )
  for (const { last_error: error } of await rowsOf(post)) assert.equal(error, 'DATA 550 4.7.1')
  // A failure without an answer has only a text.
  const unanswered = new Error('Invalid recipient\n"Dewi@PEOPLE.example", twice')
  assert.equal(toReason(unanswered), 'Invalid recipient … twice')
})

test('FLT-36: pauses double from five seconds to a quarter of an hour', () => {
  assert.deepEqual([1, 2, 3, 8, 9, 500].map(retryDelaySeconds), [5, 10, 20, 640, 900, 900])
})

test('FLT-36: an e-mail that no server accepted for a day is given up, and its content is deleted', async (t) => {
  const post = await setUp(t)
  post.sink.answer = 550
  await post.mail.send(post.database, verification)
  await post.database.query(`update mail.outbox set created_at = now() - interval '25 hours'`)
  deliver(t, post, post.sink.url)
  await stateIs(post, 'failed')
  assert.equal((await rowsOf(post))[0]?.sealed, null)
})

test('FLT-36: an e-mail to a recipient that is unknown to the server is given up at once', async (t) => {
  const post = await setUp(t)
  post.sink.answer = 'unknown'
  await post.mail.send(post.database, verification)
  deliver(t, post, post.sink.url)
  await until('it is given up', async () => (await rowsOf(post))[0]?.state === 'failed')
  const [row] = await rowsOf(post)
  assert.deepEqual([row?.attempts, row?.last_error], [1, 'RCPT TO 550 5.1.1'])
  assert.equal(row?.sealed, null)
})

test('FLT-36: a permanent refusal is given up, a transient or repairable one waits', () => {
  const refused = (command: string, response: string) => {
    const responseCode = Number(response.slice(0, 3))
    return isRefusedForGood(Object.assign(new Error(response), { command, responseCode, response }))
  }
  const forGood = [
    ['RCPT TO', '550 5.1.1 no such user'],
    ['RCPT TO', '550 no such user here'],
    ['RCPT TO', '553 mailbox name not allowed'],
    ['RCPT TO', '550-5.2.1 the account is disabled'],
    ['DATA', '552 5.2.2 over quota'],
    ['DATA', '554 transaction failed'],
  ] as const
  for (const [command, response] of forGood) assert.ok(refused(command, response), response)
  const waiting = [
    ['RCPT TO', '450 4.2.1 busy'],
    ['RCPT TO', '550 5.1.8 sender has no domain'],
    ['RCPT TO', '550 5.7.1 relaying denied'],
    ['RCPT TO', '554 Relay access denied'],
    ['DATA', '550 4.7.1 not now'],
    ['DATA', '550 5.7.26 unauthenticated'],
    ['MAIL FROM', '550 5.1.0 rejected'],
    ['AUTH', '535 5.7.8 bad credentials'],
    ['CONN', '554 no service'],
  ] as const
  for (const [command, response] of waiting) assert.ok(!refused(command, response), response)
  assert.ok(!isRefusedForGood(new Error('connect ECONNREFUSED')))
})

test('FLT-36: an e-mail whose sender is refused waits, because an operator can repair that', async (t) => {
  const post = await setUp(t)
  post.sink.answer = 'bad_sender'
  await post.mail.send(post.database, verification)
  deliver(t, post, post.sink.url)
  await until('a refused try', async () => (await rowsOf(post))[0]?.last_error !== null)
  const [row] = await rowsOf(post)
  assert.deepEqual([row?.state, row?.last_error], ['waiting', 'RCPT TO 550 5.1.8'])
})

test('FLT-36 FLT-22: e-mails that a process claimed and did not finish before it died are sent by the next', async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  // Claimed and then abandoned, as after a crash.
  await post.database.query(
    `update mail.outbox set attempts = 1, due_at = now() + interval '120 seconds'`,
  )
  await releaseClaimed(post.database)
  deliver(t, post, post.sink.url)
  await stateIs(post, 'sent')
  assert.deepEqual([post.sink.mails.length, (await rowsOf(post))[0]?.attempts], [1, 2])
})

test('FLT-36 FLT-23: sent again after a crash, a mail bears the same Message-ID', async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  const sealed = (await rowsOf(post))[0]?.sealed
  deliver(t, post, post.sink.url)
  await stateIs(post, 'sent')
  await post.database.query(
    `update mail.outbox set state = 'waiting', ended_at = null, sealed = $1, due_at = now()`,
    [sealed],
  )
  await until('the second copy', () => post.sink.mails.length === 2)
  const [first, second] = post.sink.mails
  assert.equal(first?.messageId, second?.messageId)
  assert.match(first?.messageId ?? '', /^<[0-9a-f-]{36}@tukar\.example>$/)
})

test('FLT-36: two servers on one database send each e-mail once', async (t) => {
  const post = await setUp(t)
  const count = 60
  for (let at = 0; at < count; at++) {
    await post.mail.send(post.database, { ...verification, to: `m${at}@people.example` })
  }
  deliver(t, post, post.sink.url)
  deliver(t, post, post.sink.url)
  await until('all are sent', async () =>
    (await rowsOf(post)).every(({ state }) => state === 'sent'),
  )
  assert.equal(new Set(post.sink.mails.map(({ to }) => to[0])).size, count)
  assert.equal(post.sink.mails.length, count)
})

test("ATT-33 ATT-36: people's input is text in an e-mail, and never a header of it", async (t) => {
  const post = await setUp(t)
  await post.mail.send(post.database, {
    to: 'halo@tukar.example',
    language: 'en',
    template: 'contact_message',
    params: {
      name: '<img src=x onerror=alert(1)>{product}',
      email: 'dewi@people.example',
      subject: 'Hi\r\nBcc: all@people.example',
      message: '<script>alert(1)</script>\n{origin}',
    },
  })
  deliver(t, post, post.sink.url)
  await until('the mail', () => post.sink.mails.length === 1)
  const [mail] = post.sink.mails
  assert.equal(mail?.subject, '[Contact] Hi Bcc: all@people.example')
  assert.equal(mail?.headers.get('bcc'), undefined)
  assert.deepEqual(mail?.to, ['halo@tukar.example'])
  assert.deepEqual(mail?.replyTo, ['dewi@people.example'])
  assert.doesNotMatch(mail?.html ?? '', /<img|<script/)
  // Placeholders in people's texts are not filled.
  assert.match(mail?.text ?? '', /\{product\}/)
  assert.match(mail?.text ?? '', /\{origin\}/)
})

test('FLT-36: a mail server that accepts the connection and stays silent does not delay the end of the process', async (t) => {
  const post = await setUp(t)
  const open: Socket[] = []
  const silent = createServer((socket) => open.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
  t.after(() => {
    for (const socket of open) socket.destroy()
    silent.close()
  })
  const address = silent.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  for (let at = 0; at < 10; at++) await post.mail.send(post.database, verification)
  const delivery = deliver(t, post, `smtp://127.0.0.1:${port}`)
  await until('a call', () => open.length > 0)
  const fromMs = performance.now()
  await delivery.stop()
  assert.ok(performance.now() - fromMs < 15_000, 'sooner than the 20 s of a silent connection')
  await releaseClaimed(post.database)
  deliver(t, post, post.sink.url)
  await until('all mails', () => post.sink.mails.length === 10)
})

test('FLT-07: while the database is away that is logged once, however often it is polled, and e-mails continue after it', async (t) => {
  const direct = await rig.database()
  let refused = 0
  let isAway = true
  const line = await startTcpProxy(direct, (client, database) => {
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    if (!isAway) return client.pipe(database).pipe(client)
    refused += 1
    client.destroy()
    return database.destroy()
  })
  const post = await setUp(t, direct)
  const database = openDatabase(line.url, createLog('silent'))
  const said: unknown[] = []
  const warn = (_: object, what: string): unknown => said.push(what)
  const log = Object.assign(createLog('silent'), { warn })
  deliver(t, { ...post, database }, post.sink.url, log)
  t.after(() => database.end().then(() => line.stop()))
  await post.mail.send(post.database, verification)
  await until('some looks', () => refused >= 5)
  isAway = false
  await until('the mail', () => post.sink.mails.length === 1)
  assert.deepEqual(said, ['outbox cannot be read'])
})

test('INV-24: an e-mail crosses a network encrypted or not at all, unless the operator allows it', async (t) => {
  const urls = ['smtp://mail.example:587', 'smtp://u:p@10.0.0.5:25', 'smtps://mail.example']
  assert.deepEqual(urls.map(needsTls), [true, true, true])
  const open = ['smtp://localhost:25', 'smtp://127.0.0.1:2525', 'smtp://[::1]:25']
  assert.deepEqual(open.map(needsTls), [false, false, false])
  assert.equal(needsTls('smtp://relay.internal:25?requireTLS=false'), false)
  // A server without encryption gets nothing if encryption is required.
  const post = await setUp(t)
  await post.mail.send(post.database, verification)
  deliver(t, post, `${post.sink.url}?requireTLS=true`)
  await until('a refused try', async () => (await rowsOf(post))[0]?.last_error !== null)
  assert.deepEqual([post.sink.mails.length, (await rowsOf(post))[0]?.state], [0, 'waiting'])
})

test('SRV-20: sent and abandoned e-mails are kept for a week', async (t) => {
  const post = await setUp(t)
  for (let at = 0; at < 3; at++) await post.mail.send(post.database, verification)
  const delivery = deliver(t, post, post.sink.url)
  await until('all are sent', () => post.sink.mails.length === 3)
  await until('all are marked', async () =>
    (await rowsOf(post)).every(({ state }) => state === 'sent'),
  )
  await post.database.query(
    `update mail.outbox set ended_at = now() - interval '8 days'
     where mail_id in (select mail_id from mail.outbox limit 2)`,
  )
  await delivery.sweep()
  assert.equal((await rowsOf(post)).length, 1)
})
