import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import type { Transaction } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { ask } from '../../../testing/desk.ts'
import { deleteSessionsOf } from '../sessions/sessions-store.ts'
import { burnChallengesOf } from './sign-in-challenges.ts'
import {
  challengeFor,
  enter,
  firstStep,
  memberAt,
  protect,
  secondStep,
  type SignInDesk,
  setUp,
  signInDesk,
} from '../testing/sign-in-desk.ts'
import { lockFactor } from '../two-factor/two-factor-store.ts'
import { untilWaiting } from '../../../testing/waiting.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { proveUser } from '../user-proofs.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

/** Makes a change, starts a sign-in that must wait for it, does the rest, and then commits. */
async function meanwhile<T>(
  desk: SignInDesk,
  change: (transaction: Transaction) => Promise<unknown>,
  signIn: () => Promise<T>,
  rest: (transaction: Transaction) => Promise<unknown> = async () => null,
): Promise<T> {
  let running: Promise<T> | null = null
  await inTransaction(desk.database, async (transaction) => {
    await change(transaction)
    running = signIn()
    await untilWaiting(desk.database, 1)
    await rest(transaction)
  })
  assert.ok(running !== null)
  return running
}

async function sessionsOf({ database }: SignInDesk, userId: number): Promise<number | null> {
  const found = await database.query('select 1 from accounts.session where user_id = $1', [userId])
  return found.rowCount
}

const changed = (userId: number) => async (transaction: Transaction) => {
  await transaction.query(`update accounts.users set password_hash = 'another' where id = $1`, [
    userId,
  ])
  await proveUser(transaction, testKeys, userId)
  await deleteSessionsOf(transaction, userId, null)
}

test('ATT-02: a sign-in that began before a change of the password opens no session afterwards', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { email, userId } = await memberAt(desk)
  const answer = await meanwhile(desk, changed(userId), () => firstStep(desk, email))
  assert.equal(answer.body['code'], 'login.failed')
  assert.equal(await sessionsOf(desk, userId), 0)
})

test('ATT-02 ATT-06: a code that was sent before a change of the password opens no session afterwards', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { email, userId } = await memberAt(desk)
  const authenticator = await protect(desk, await enter(desk, email))
  const challenge = await challengeFor(desk, email)
  const second = () => secondStep(desk, email, challenge, authenticator.code())
  const burn = (transaction: Transaction) => burnChallengesOf(transaction, userId)
  const answer = await meanwhile(desk, changed(userId), second, burn)
  assert.equal(answer.body['code'], 'two_factor.expired')
  assert.equal(await sessionsOf(desk, userId), 0)
})

test('ATT-02: a sign-in that began before a factor was activated needs its code afterwards', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { email, userId } = await memberAt(desk)
  const token = await enter(desk, email)
  const authenticator = await setUp(desk, token)
  const body = { google_secret: authenticator.code() }
  const activate = () => ask(desk, 'POST', '/users/two-fa-activate', { token, body })
  const both = await inTransaction(desk.database, async (transaction) => {
    await lockFactor(transaction, userId)
    const activated = activate()
    await untilWaiting(desk.database, 1)
    const entered = firstStep(desk, email)
    await untilWaiting(desk.database, 2)
    return { activated, entered }
  })
  assert.equal((await both.activated).body['success'], 1)
  assert.equal((await both.entered).body['action'], '2fa')
  assert.equal(await sessionsOf(desk, userId), 1)
})

test('ATT-02: a session that a sign-in is about to open ends with the password', async (t) => {
  const desk = await signInDesk(t, await rig.database())
  const { email, userId } = await memberAt(desk)
  const tokens = await Promise.all([
    ...Array.from({ length: 8 }, () => enter(desk, email)),
    inTransaction(desk.database, changed(userId)).then(() => ''),
  ])
  assert.equal(await sessionsOf(desk, userId), 0)
  desk.sessions.forget(userId)
  for (const token of tokens) assert.equal(await desk.sessions.authenticate(token), null)
})
