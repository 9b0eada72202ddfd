/** E-mails survive a kill: the next process sends what was promised before. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mailedLink, readMailbox } from '../harness/mailbox.ts'
import {
  confirmEmail,
  goodPassword,
  newIdentity,
  signIn,
  signUp,
  signupBody,
} from '../harness/people.ts'
import { freePort } from '@tukar/server/database/testing/port-slices'
import { type RunningPostgres, startPostgres } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'

let postgres: RunningPostgres

before(async () => {
  postgres = await startPostgres('quiet')
})

after(() => postgres.stop())

const begin = (environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
  startServer({ databaseUrl: postgres.url, environment: { TUKAR_MAKERS: 'off', ...environment } })

test('FLT-36: people register while no mail server answers; killed and restarted, it sends their e-mails once', async () => {
  const dead = await begin({ TUKAR_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  const people = [newIdentity('surat'), newIdentity('surat'), newIdentity('surat')]
  for (const identity of people) {
    const answer = await signUp(dead.client, signupBody(identity))
    assert.equal(answer.body['success'], 1, answer.text)
  }
  await dead.kill()
  const server = await begin()
  try {
    for (const { email } of people) {
      await mailedLink(server.client, email, '/auth/email-verification')
      await confirmEmail(server.client, email)
      assert.equal((await signIn(server.client, email, goodPassword)).body['success'], 1)
    }
    for (const { email } of people)
      assert.equal((await readMailbox(server.client, email)).length, 1)
  } finally {
    await server.stop()
  }
})

test('FLT-36: killed again and again while it sends, it loses no mail', async () => {
  let server = await begin()
  const people = Array.from({ length: 12 }, () => newIdentity('bertahan'))
  for (const [at, identity] of people.entries()) {
    const answer = await signUp(server.client, signupBody(identity))
    assert.equal(answer.body['success'], 1, answer.text)
    if (at % 4 !== 3) continue
    await server.kill()
    server = await begin()
  }
  try {
    for (const { email } of people) {
      await mailedLink(server.client, email, '/auth/email-verification')
      assert.equal((await readMailbox(server.client, email)).length, 1)
    }
  } finally {
    await server.stop()
  }
})
