/**
 * Attempts are counted per source: an attacker locks nobody out, and all attempts together stay few (M-6).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { ask } from '../../testing/desk.ts'
import { claimCodeAttempt, releaseCodeAttempt } from './codes/code-attempts.ts'
import { noteRegistration } from './sign-in/known-devices.ts'
import { claimStepUp, proveStepUp } from './codes/step-up.ts'
import {
  challengeFor,
  enter,
  firstStep,
  mailsTo,
  memberAt,
  protect,
  secondStep,
  signInDesk,
} from './testing/sign-in-desk.ts'

const thief = '198.51.100.7'
const home = { address: '192.0.2.1', device: 'Firefox on Linux' }
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

let rig: Rig
let databaseUrl: string

before(async () => {
  rig = await startRig()
  databaseUrl = await rig.database()
})

after(() => rig.stop())

test('M-6 ATT-07: an attacker with the password and a session is limited in guessing codes; the owner signs in, confirms and ends that session', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  const stolen = await enter(desk, email)
  const authenticator = await protect(desk, stolen)
  const wrong = authenticator.wrongCode()
  const switchOff = (token: string, google_secret: string, address: string) =>
    ask(desk, 'POST', '/users/two-fa-deactivate', { token, body: { google_secret }, address })
  for (let tries = 0; tries < 10; tries++) {
    assert.equal((await switchOff(stolen, wrong, thief)).body['code'], 'two_factor.wrong')
    const challenge = await challengeFor(desk, email, { address: thief })
    const answer = await secondStep(desk, email, challenge, wrong, thief)
    assert.equal(answer.body['code'], 'two_factor.wrong')
  }
  assert.equal((await switchOff(stolen, wrong, thief)).body['code'], 'two_factor.too_many')
  const challenge = await challengeFor(desk, email, { address: thief })
  const late = await secondStep(desk, email, challenge, authenticator.code(), thief)
  assert.equal(late.body['code'], 'two_factor.too_many')
  const mails = (await mailsTo(desk, email)).filter(
    ({ template }) => template === 'two_factor_guessed',
  )
  assert.equal(mails.length, 1, 'one e-mail, whatever the number of guesses')

  const own = await challengeFor(desk, email)
  const entered = await secondStep(desk, email, own, authenticator.code())
  assert.equal(entered.body['success'], 1, JSON.stringify(entered.body))
  const token = String(entered.body['token'])
  assert.equal((await switchOff(token, authenticator.code(1), home.address)).body['success'], 1)
  assert.equal(await desk.sessions.authenticate(stolen), null)
})

test('M-6 SRV-73: a session uses up its own e-mailed codes and attempts; the owner confirms in another session', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email, userId } = await memberAt(desk)
  await inTransaction(desk.database, (transaction) =>
    noteRegistration(transaction, desk.keys, userId, home),
  )
  const [stolen, own] = [await enter(desk, email), await enter(desk, email)]
  const send = (token: string, amount: number) => {
    const body = { payment: { currency: 'IDR', amount } }
    return ask(desk, 'POST', '/otps/create', { token, body })
  }
  assert.equal((await send(own, 150_000)).body['success'], 1)
  const codes = (await mailsTo(desk, email)).flatMap(({ params }) =>
    'code' in params ? [String(params.code)] : [],
  )
  for (let sent = 1; sent <= 10; sent++) {
    assert.equal((await send(stolen, sent)).body['success'], 1)
  }
  assert.equal((await send(stolen, 11)).body['code'], 'mail.too_many')
  const prove = async (token: string, otp: string) => {
    const session = await desk.sessions.authenticate(token)
    assert.ok(session !== null)
    const payment = { symbol: 'IDR', chainId: null, amount: '150000', receiver: null }
    const client = { ...home, language: 'en' } as const
    const stepUp = { session, otp, factorCode: '', client, payment }
    await claimStepUp(desk.deps, stepUp)
    return inTransaction(desk.database, (transaction) =>
      proveStepUp(desk.deps, transaction, stepUp),
    )
  }
  const [otp = ''] = codes
  for (let tries = 0; tries < 6; tries++) await assert.rejects(prove(stolen, '000000'))
  assert.equal(await prove(own, otp), 'mail')
})

test("M-6 ATT-05: wrong passwords from another device in the owner's network do not count against the owner", async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { email } = await memberAt(desk)
  await enter(desk, email)
  for (let tries = 0; tries < 10; tries++)
    await firstStep(desk, email, 'Salah-1', { agent: chrome })
  const stopped = await firstStep(desk, email, undefined, { agent: chrome })
  assert.deepEqual([stopped.status, stopped.body['code']], [429, 'login.too_many'])
  assert.equal((await firstStep(desk, email)).body['action'], 'login_complete')
})

test('M-6 ATT-07: an account allows forty attempts an hour in total, and ten on each known device', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { userId } = await memberAt(desk)
  const claimed = async (source: string) => {
    let count = 0
    while (await claimCodeAttempt(desk.database, desk.keys, { userId, source })) count += 1
    return count
  }
  let all = await claimed('elsewhere')
  for (let session = 1; session <= 9; session++) all += await claimed(`session ${-session}`)
  assert.equal(all, 40)
  assert.equal(await claimed('device Firefox on Linux, 192.0.2.0/24'), 10)
  // A session that a correct code has just opened has its own attempts.
  const session = await desk.sessions.authenticate(await desk.sessions.open(userId))
  assert.equal(await claimed(`session ${session?.sessionId}`), 10)
})

test('M-4 M-6 ATT-07: attempts that are deleted from the table stay counted, and only a release of ours restores one', async (t) => {
  const desk = await signInDesk(t, databaseUrl)
  const { database, keys } = desk
  const { userId } = await memberAt(desk)
  const claimed = async (source: string) => {
    let count = 0
    while (count < 70 && (await claimCodeAttempt(database, keys, { userId, source }))) {
      count += 1
      await database.query('delete from accounts.code_attempt where user_id = $1', [userId])
    }
    return count
  }
  assert.equal(await claimed('device a, b'), 10)
  await inTransaction(database, (transaction) =>
    releaseCodeAttempt(transaction, keys, { userId, source: 'device a, b' }),
  )
  assert.equal(await claimed('device a, b'), 1)
  // A forged or copied release restores no attempts.
  await database.query(
    `insert into security.tally (subject, part, releases, mac)
     select a.subject, a.part, a.id, r.mac from security.tally a, security.tally r
     where a.subject = $1 and a.releases is null and r.subject = $1 and r.releases is not null`,
    [`codes of a factor of ${userId}`],
  )
  assert.equal(await claimed('device a, b'), 0)
  let all = 10
  for (let device = 0; device < 9; device++) all += await claimed(`device ${device}, b`)
  assert.equal(all, 60)
})
