import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import type { Challenge as WorkChallenge } from 'altcha-lib/types'
import { type CaptchaPorts, type Challenge, createCaptcha, renewalDelayMs } from './captcha.ts'
import { readChallenge } from './captcha-wire.ts'

const work: WorkChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00',
    salt: '00',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    expiresAt: 1_000,
  },
  signature: 'ab',
}

/** Ports that return numbered proofs; `asked` counts the requests for challenges. */
function numbered(challenge: Challenge | null) {
  const seen = { asked: 0 }
  const ports: CaptchaPorts = {
    ask: () => {
      seen.asked += 1
      return Promise.resolve(challenge)
    },
    solve: () => Promise.resolve(`proof ${seen.asked}`),
    nowMs: () => 0,
  }
  return { seen, ports }
}

const workChallenge: Challenge = { kind: 'work', challenge: work, expiresAtMs: null }

test('DEC-23: the proof is made while the user types, and is ready on submit', async () => {
  const captcha = createCaptcha(numbered(workChallenge).ports)
  captcha.start()
  assert.deepEqual(captcha.read(), { state: 'working' })
  await setImmediate()
  assert.deepEqual(captcha.read(), { state: 'ready' })
  assert.equal(await captcha.take(), 'proof 1')
})

test('an early submit waits for the proof', async () => {
  const captcha = createCaptcha(numbered(workChallenge).ports)
  captcha.start()
  assert.equal(await captcha.take(), 'proof 1')
})

test('a proof is used for one call only', async () => {
  const captcha = createCaptcha(numbered(workChallenge).ports)
  captcha.start()
  assert.equal(await captcha.take(), 'proof 1')
  assert.equal(await captcha.take(), 'proof 2')
})

test('LOGIN-08 MAIL-07: a wrong captcha starts a fresh one, at once or after its delay', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { seen, ports } = numbered(workChallenge)
  const captcha = createCaptcha(ports)
  captcha.start()
  await captcha.take()
  captcha.renew()
  assert.equal(seen.asked, 2)
  await setImmediate()
  captcha.renew(2_000)
  assert.deepEqual(captcha.read(), { state: 'working' }, 'the refused proof is shown no more')
  t.mock.timers.tick(1_999)
  assert.equal(seen.asked, 2)
  t.mock.timers.tick(1)
  assert.equal(seen.asked, 3)
  captcha.stop()
})

test('an unused proof is renewed before its challenge expires', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { seen, ports } = numbered({ ...workChallenge, expiresAtMs: 60_000 })
  const captcha = createCaptcha(ports)
  captcha.start()
  await setImmediate()
  t.mock.timers.tick(39_999)
  assert.equal(seen.asked, 1)
  t.mock.timers.tick(1)
  assert.equal(seen.asked, 2)
  captcha.stop()
  t.mock.timers.tick(600_000)
  assert.equal(seen.asked, 2, 'a form that is gone asks no more')
})

test('LOGIN-04: without a proof the call is still made, and the server decides', async () => {
  const { seen, ports } = numbered(null)
  const captcha = createCaptcha(ports)
  captcha.start()
  await setImmediate()
  assert.deepEqual(captcha.read(), { state: 'failed' })
  assert.equal(await captcha.take(), '')
  assert.equal(seen.asked, 2, 'a captcha that failed is tried once more')
})

test('a worker failure is shown, and can be retried', async () => {
  const { ports } = numbered(workChallenge)
  let isBroken = true
  const solve = () => (isBroken ? Promise.reject(new Error('no worker')) : Promise.resolve('proof'))
  const captcha = createCaptcha({ ...ports, solve })
  captcha.start()
  await setImmediate()
  assert.deepEqual(captcha.read(), { state: 'failed' })
  isBroken = false
  captcha.renew()
  assert.equal(await captcha.take(), 'proof')
})

test('DEC-23: the widget of an external provider supplies one proof', async () => {
  const captcha = createCaptcha(numbered({ kind: 'widget', siteKey: 'key' }).ports)
  captcha.start()
  await setImmediate()
  assert.deepEqual(captcha.read(), { state: 'widget', siteKey: 'key', round: 1 })
  captcha.answer('ticked')
  assert.equal(await captcha.take(), 'ticked')
  assert.equal(await captcha.take(), '', 'a new round is not ticked yet')
  assert.deepEqual(captcha.read(), { state: 'widget', siteKey: 'key', round: 2 })
  captcha.answer('ticked again')
  captcha.answer(null)
  assert.equal(await captcha.take(), '', 'the tick ran out')
})

test('a proof is renewed 20 s before the end, never more often than every 5 s', () => {
  assert.equal(renewalDelayMs(300_000), 280_000)
  assert.equal(renewalDelayMs(1_000), 5_000)
  assert.equal(renewalDelayMs(86_400_000), 3_600_000)
})

test('the three kinds of challenges are read, anything else is rejected', () => {
  assert.deepEqual(readChallenge({ kind: 'none' }), { kind: 'none' })
  assert.deepEqual(readChallenge({ kind: 'recaptcha', site_key: 'abc' }), {
    kind: 'widget',
    siteKey: 'abc',
  })
  assert.deepEqual(readChallenge({ kind: 'altcha', challenge: work }), {
    kind: 'work',
    challenge: work,
    expiresAtMs: 1_000_000,
  })
  assert.equal(readChallenge({ kind: 'altcha', challenge: {} }), null)
})
