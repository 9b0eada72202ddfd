import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Challenge } from 'altcha-lib/types'
import type { Database } from '../database/pool.ts'
import { migratedDatabase } from '../database/testing/cluster.ts'
import { Refusal } from '../http/refusal.ts'
import { createLog } from '../logging/log.ts'
import { keysOf } from '../secrets/keys.ts'
import { testKeys } from '../secrets/testing/secrets.ts'
import { type Captcha, type CaptchaSettings, createCaptcha } from './captcha.ts'
import { createRecaptcha } from './recaptcha.ts'
import { sweepSpentProofs } from './spent-proofs.ts'
import { startGoogle } from './testing/google.ts'
import { proofOf } from './testing/solve.ts'

let database: Database
let stop: () => Promise<void>
const log = createLog('silent')
const use = { action: 'signin', clientAddress: '192.0.2.9' } as const

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

async function captchaOf(settings: CaptchaSettings): Promise<Captcha> {
  return createCaptcha({ database, keys: testKeys, log }, settings)
}

async function challengeOf(captcha: Captcha): Promise<Challenge> {
  const task = await captcha.task()
  assert.ok(task.kind === 'altcha')
  return task.challenge
}

const isWrong = (error: unknown) => error instanceof Refusal && error.code === 'captcha.wrong'

test('ATT-04 DEC-22: a solved challenge is accepted once, under either name, on any server', async () => {
  const captcha = await captchaOf({ kind: 'altcha', cost: 1 })
  const other = await captchaOf({ kind: 'altcha', cost: 1 })
  const proof = await proofOf(await challengeOf(captcha))
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => other.require({ captcha: proof }, use)),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(captcha.require({ 'g-recaptcha-response': proof }, use), isWrong)
  const again = await proofOf(await challengeOf(captcha))
  await captcha.require({ 'g-recaptcha-response': again, captcha: '' }, use)
})

test("ATT-04: missing, invalid, forged, cheapened and other people's proofs are refused", async () => {
  const captcha = await captchaOf({ kind: 'altcha', cost: 2 })
  const challenge = await challengeOf(captcha)
  const proof = await proofOf(challenge)
  const cheap = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
  const later = { ...challenge.parameters, expiresAt: (challenge.parameters.expiresAt ?? 0) + 1 }
  const keys = keysOf(Buffer.alloc(32, 'another installation'))
  const foreign = createCaptcha({ database, keys, log }, { kind: 'altcha', cost: 2 })
  const unsolved = { challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } }
  const wrong = [
    '',
    'x',
    'x'.repeat(9_000),
    Buffer.from('null').toString('base64'),
    Buffer.from(JSON.stringify(unsolved)).toString('base64'),
    await proofOf(cheap),
    await proofOf({ ...challenge, parameters: later }),
    await proofOf(await challengeOf(foreign)),
  ]
  for (const one of wrong) await assert.rejects(captcha.require({ captcha: one }, use), isWrong)
  await assert.rejects(captcha.require({}, use), isWrong)
  await captcha.require({ captcha: proof }, use)
})

test('ATT-04: work is too old after ten minutes', async (context) => {
  const captcha = await captchaOf({ kind: 'altcha', cost: 1 })
  const proof = await proofOf(await challengeOf(captcha))
  const madeAt = Date.now()
  context.mock.timers.enable({ apis: ['Date'], now: madeAt + 601_000 })
  await assert.rejects(captcha.require({ captcha: proof }, use), isWrong)
  context.mock.timers.setTime(madeAt + 590_000)
  await captcha.require({ captcha: proof }, use)
})

test("ATT-04 SESS-07 DEC-23: of Google's answers only a recent success for our page and action is accepted", async (context) => {
  const google = await startGoogle(context)
  const captcha = await captchaOf({
    kind: 'recaptcha',
    siteKey: 'site',
    secret: 'hush',
    verifyUrl: google.url,
    hostnames: ['tukar.example'],
  })
  assert.deepEqual(await captcha.task(), { kind: 'recaptcha', site_key: 'site' })
  const yes = {
    success: true,
    hostname: 'tukar.example',
    challenge_ts: new Date().toISOString(),
  }
  const noes: readonly unknown[] = [
    { success: false, 'error-codes': ['timeout-or-duplicate'] },
    { ...yes, success: 'true' },
    { ...yes, hostname: 'evil.example' },
    { ...yes, hostname: undefined },
    { ...yes, challenge_ts: new Date(Date.now() - 600_000).toISOString() },
    { ...yes, challenge_ts: 'now' },
    { ...yes, action: 'signup' },
    { ...yes, score: 0.1 },
    null,
    'not json',
  ]
  for (const [at, body] of noes.entries()) {
    google.answerWith({ body })
    await assert.rejects(captcha.require({ captcha: `no ${at}` }, use), isWrong, String(at))
  }
  google.answerWith({ body: yes, status: 500 })
  await assert.rejects(captcha.require({ captcha: 'no server' }, use), isWrong)
  google.answerWith({ body: { ...yes, action: 'signin', score: 0.9 } })
  await captcha.require({ captcha: 'yes' }, use)
  await assert.rejects(captcha.require({ captcha: 'yes' }, use), isWrong)
  assert.deepEqual(google.requests.at(-1), {
    secret: 'hush',
    response: 'yes',
    remoteip: '192.0.2.9',
  })
})

test('ATT-04: a Google that does not answer, or is not there, closes the gate', async (context) => {
  const google = await startGoogle(context)
  const keys = { siteKey: 'site', secret: 'hush', hostnames: ['tukar.example'] }
  const slow = createRecaptcha({ ...keys, verifyUrl: google.url }, 100)
  await assert.rejects(slow.check('slow', use), { name: 'TimeoutError' })
  const gone = await captchaOf({ kind: 'recaptcha', ...keys, verifyUrl: 'http://127.0.0.1:1/' })
  await assert.rejects(gone.require({ captcha: 'gone' }, use), isWrong)
})

test('ATT-40: a Google that sends us elsewhere is not followed', async (context) => {
  const [google, elsewhere] = [await startGoogle(context), await startGoogle(context)]
  const hostnames = ['tukar.example']
  const keys = { siteKey: 'site', secret: 'hush', hostnames, verifyUrl: google.url }
  const captcha = await captchaOf({ kind: 'recaptcha', ...keys })
  const [hostname, challenge_ts] = ['tukar.example', new Date().toISOString()]
  elsewhere.answerWith({ body: { success: true, hostname, challenge_ts } })
  for (const status of [301, 302, 303, 307, 308]) {
    google.answerWith({ body: '', status, location: elsewhere.url })
    await assert.rejects(captcha.require({ captcha: `sent ${status}` }, use), isWrong)
  }
  assert.deepEqual([google.requests.length, elsewhere.requests], [5, []])
})

test('SRV-87: proofs that have expired are forgotten, also twice without harm', async () => {
  await database.query(
    `insert into captcha.spent_proof values ('\\x01', now() - interval '1 second'),
       ('\\x02', now() + interval '1 hour')`,
  )
  await sweepSpentProofs(database)
  await sweepSpentProofs(database)
  const left = await database.query(
    `select 1 from captcha.spent_proof where proof_hash in ('\\x01', '\\x02')`,
  )
  assert.equal(left.rowCount, 1)
})
