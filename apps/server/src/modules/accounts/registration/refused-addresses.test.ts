import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { noteRefused } from './refused-addresses.ts'
import {
  joined,
  mailsTo,
  newEmail,
  post,
  type RegistrationDesk,
  registrationDesk,
  signUp,
} from '../testing/registration-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const codeOf = ({ body }: { body: Readonly<Record<string, unknown>> }) => body['code']

const askAgain = (desk: RegistrationDesk, email: string) =>
  post(desk, '/auth/email_verification_token_request', { email })

async function givenUp({ database }: RegistrationDesk, count: number): Promise<void> {
  await until(`${count} mails are given up`, async () => {
    const found = await database.query(`select 1 from mail.outbox where state = 'failed'`)
    return found.rows.length === count
  })
}

test('FLT-36 SRV-13: an address whose server refuses the e-mail permanently is named so at the next attempt', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const [email, other] = [newEmail(), newEmail()]
  desk.sink.answer = 'unknown'
  assert.equal((await signUp(desk, email)).body['success'], 1)
  await givenUp(desk, 1)
  assert.equal(codeOf(await signUp(desk, email)), 'register.email_refused')
  assert.equal(codeOf(await signUp(desk, email.toUpperCase())), 'register.email_refused')
  desk.sink.answer = 'take'
  assert.equal((await signUp(desk, other)).body['success'], 1, 'another address is taken')
  // The mailbox may work again an hour later.
  await desk.database.query(`update mail.outbox set ended_at = ended_at - interval '61 minutes'`)
  assert.equal((await signUp(desk, email)).body['success'], 1)
})

test('ATT-17 FLT-36: a refused address does not reveal whether it has an account', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const [known, unknown] = [await joined(desk), newEmail()]
  desk.sink.answer = 'unknown'
  const tries = async (email: string) => [
    (await askAgain(desk, email)).body['success'],
    (await signUp(desk, email)).body['success'],
  ]
  assert.deepEqual(await tries(known), [1, 1])
  assert.deepEqual(await tries(unknown), [1, 1])
  await givenUp(desk, 2)
  for (const email of [known, unknown]) {
    assert.equal(codeOf(await signUp(desk, email)), 'register.email_refused')
    assert.equal((await askAgain(desk, email)).body['success'], 1)
  }
})

test('ATT-17 FLT-36: a refused repeated link does not reveal who waits for one', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const [waiting, unknown] = [newEmail(), newEmail()]
  assert.equal((await signUp(desk, waiting)).body['success'], 1)
  await mailsTo(desk, waiting, /Confirm/)
  desk.sink.answer = 'unknown'
  for (const email of [waiting, unknown]) {
    assert.equal((await askAgain(desk, email)).body['success'], 1)
  }
  await givenUp(desk, 1)
  for (const email of [waiting, unknown]) {
    assert.equal((await askAgain(desk, email)).body['success'], 1)
    assert.equal((await signUp(desk, email)).body['success'], 1)
  }
})

test('FLT-36: a user learns by one notice a day that the address refuses our e-mails', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = await joined(desk)
  const { database } = desk
  const count = async () => {
    const found = await database.query(
      `select 1 from notifications.notice n join accounts.users u on u.id = n.account_id
       where kind = 'mail_refused' and u.email = $1`,
      [email],
    )
    return found.rows.length
  }
  desk.sink.answer = 'unknown'
  await signUp(desk, email)
  await until('the notice', async () => (await count()) === 1)
  await noteRefused(database, email)
  assert.equal(await count(), 1)
  await database.query(`update notifications.notice set created_at = now() - interval '25 hours'`)
  await noteRefused(database, email)
  assert.equal(await count(), 2)
  await noteRefused(database, newEmail())
  assert.equal(await count(), 2, 'an address without an account has nobody to notify')
})

test('FLT-36: an e-mail that is given up after a day of temporary errors says nothing about its address', async (t) => {
  const desk = await registrationDesk(t, await rig.database())
  const email = newEmail()
  desk.sink.answer = 451
  await signUp(desk, email)
  await desk.database.query(
    `update mail.outbox set created_at = now() - interval '25 hours', due_at = now()`,
  )
  await givenUp(desk, 1)
  assert.equal((await signUp(desk, email)).body['success'], 1)
})
