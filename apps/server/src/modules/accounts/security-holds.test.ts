import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { recordSecurityEvent } from '../../platform/security/events.ts'
import { ask } from '../../testing/desk.ts'
import { securityHoldOf } from './security-holds.ts'
import {
  newEmail,
  post,
  registrationDesk,
  resetToken,
  signIn,
  signUp,
} from './testing/registration-desk.ts'
import { enter, memberAt, protect, signInDesk } from './testing/sign-in-desk.ts'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

const dayMs = 86_400_000
const slackMs = 60_000

function assertDayFrom(untilMs: number): void {
  const wantedMs = Date.now() + dayMs
  assert.ok(Math.abs(untilMs - wantedMs) < slackMs, String(untilMs - wantedMs))
}

async function memberOf(test: TestContext) {
  const desk = await signInDesk(test, databaseUrl)
  return { desk, database: desk.database, ...(await memberAt(desk)) }
}

test('SRV-82 ATT-92: sign-ins, sessions and failed attempts cause no hold', async (t) => {
  const { desk, database, userId, email } = await memberOf(t)
  const token = await enter(desk, email)
  await ask(desk, 'POST', '/users/sessions/revoke', { token, body: { all: true } })
  assert.equal(await securityHoldOf(database, userId), null)
})

test('SRV-82 ATT-92: activating or deactivating a second factor holds withdrawals for a day', async (t) => {
  const { desk, database, userId, email } = await memberOf(t)
  const token = await enter(desk, email)
  const authenticator = await protect(desk, token)
  const on = await securityHoldOf(database, userId)
  assert.equal(on?.cause, 'factor_changed')
  assertDayFrom(on?.untilMs ?? 0)
  const body = { google_secret: authenticator.code() }
  const off = await ask(desk, 'POST', '/users/two-fa-deactivate', { token, body })
  assert.equal(off.body['success'], 1)
  const later = await securityHoldOf(database, userId)
  assert.ok((later?.untilMs ?? 0) > (on?.untilMs ?? 0))
})

test('SRV-82 ATT-92: a new password by e-mail holds withdrawals for a day', async (t) => {
  const desk = await registrationDesk(t, databaseUrl, { requiresVerifiedEmail: false })
  const email = newEmail()
  await signUp(desk, email)
  const { body } = await signIn(desk, email)
  const userId = Number(body['usid'])
  assert.equal(await securityHoldOf(desk.database, userId), null)
  await post(desk, '/auth/passchange-request', { email })
  const password = 'Lain-Sekali-7'
  const token = await resetToken(desk, email)
  const change = { email, token, password, password_confirm: password }
  assert.equal((await post(desk, '/auth/passchange_form_post', change)).body['success'], 1)
  const hold = await securityHoldOf(desk.database, userId)
  assert.equal(hold?.cause, 'password_changed')
  assertDayFrom(hold?.untilMs ?? 0)
})

test('SRV-82: the newest change counts; a first bank account causes no hold, another one does', async (t) => {
  const { database, userId: accountId } = await memberOf(t)
  const note = (kind: string) =>
    recordSecurityEvent(database, { accountId, kind, clientAddress: null })
  await note('bank.saved')
  await note('bank.locked')
  assert.equal(await securityHoldOf(database, accountId), null)
  await note('password.changed')
  await note('bank.changed')
  assert.equal((await securityHoldOf(database, accountId))?.cause, 'bank_changed')
  assert.equal(await securityHoldOf(database, accountId, 0), null)
  const longer = await securityHoldOf(database, accountId, 48)
  assert.ok((longer?.untilMs ?? 0) > Date.now() + dayMs + slackMs)
})

test('SRV-82: a change that is a day old no longer holds', async (t) => {
  const { database, userId } = await memberOf(t)
  await database.query(
    `insert into security.event (account_id, kind, at)
     values ($1, 'password.changed', now() - interval '24 hours 1 second')`,
    [userId],
  )
  assert.equal(await securityHoldOf(database, userId), null)
})

test('SRV-82: a hold is found by its index, however many events there are', async (t) => {
  const { database } = await memberOf(t)
  await database.query(
    `insert into security.event (account_id, kind)
     select 900000 + n % 50, 'session.opened' from generate_series(1, 20000) n`,
  )
  await database.query('analyze security.event')
  const plan = await database.query<{ 'QUERY PLAN': string }>(
    `explain select kind from security.event
     where account_id = 900001 and at > now() - make_interval(hours => 24)
       and kind in ('password.changed', 'two_factor.on', 'two_factor.off', 'bank.changed',
         'bank.unlocked') order by at desc limit 1`,
  )
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /event_of_hold/)
})

test("FLT-18 INV-26 ATT-92: setting our clock forward ends no hold: only the database's clock counts", async (t) => {
  const { database, userId: accountId } = await memberOf(t)
  await recordSecurityEvent(database, { accountId, kind: 'password.changed', clientAddress: null })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * dayMs })
  const hold = await securityHoldOf(database, accountId)
  assert.ok(hold !== null && hold.untilMs > Date.now(), JSON.stringify(hold))
})
