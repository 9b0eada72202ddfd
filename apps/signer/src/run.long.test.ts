/** The process: its calls, its ends, and its state after a kill at any moment. */
import assert from 'node:assert/strict'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { SignRequest } from './request.ts'
import { newInstallation, type Running } from './testing/process.ts'
import { payoutNo, requestFor, settingsText } from './testing/requests.ts'
import { passkeyOf, votingSettings } from './testing/voting.ts'

const lifeMs = 3_600_000

/** A payout that is approved now. */
function payoutNow(number: number, amount?: bigint): SignRequest {
  const { approval, spend } = payoutNo(number, amount)
  const approvedAtMs = Date.now() - 1_000
  return requestFor({ ...approval, approvedAtMs, notAfterMs: approvedAtMs + lifeMs }, spend)
}

test('SRV-80: the signer answers only callers with the key', async (t) => {
  const signer = await (await newInstallation(t)).start()
  assert.equal((await signer.call('GET /healthz', undefined, 'none')).status, 200)
  for (const route of ['GET /v1/keys', 'GET /v1/status', 'GET /v1/signed/x']) {
    assert.equal((await signer.call(route, undefined, 'another')).status, 401, route)
  }
  for (const route of ['POST /v1/sign', 'POST /v1/void']) {
    assert.equal((await signer.call(route, payoutNow(1), '')).status, 401, route)
    assert.equal((await signer.call(route, {})).status, 400, route)
    assert.equal((await signer.call(route, { id: 'x'.repeat(300_000) })).status, 413, route)
  }
  assert.equal((await signer.call('GET /v1/seed')).status, 404)
  assert.equal((await signer.call('DELETE /v1/keys')).status, 404)
  const { body } = await signer.call('GET /v1/keys')
  const text = JSON.stringify(body)
  assert.match(text, /"network":"regtest","path":"m\/84'\/1'\/0'","key":"tpub/)
  assert.match(text, /"path":"m\/44'\/60'\/0'","key":"xpub/)
  assert.match(text, /"hotWallet":"bcrt1q/)
  assert.doesNotMatch(text, /[tx]prv/)
})

test('SRV-80 ATT-97: over HTTP a payout is signed, repeated, looked up, or refused with a code', async (t) => {
  const signer = await (await newInstallation(t)).start()
  const request = payoutNow(1)
  const { status, body } = await signer.call('POST /v1/sign', request)
  assert.equal(status, 200)
  assert.equal(body['isRepeat'], false)
  assert.equal(body['book'], 1)
  assert.equal(body['fee'], '10000')
  const again = await signer.call('POST /v1/sign', request)
  assert.deepEqual({ ...again.body, isRepeat: false }, body)
  const found = await signer.call('GET /v1/signed/payout-1')
  assert.match(JSON.stringify(found.body), new RegExp(`"raw":"${String(body['raw'])}"`))
  assert.deepEqual((await signer.call('GET /v1/signed/payout-2')).body, { attempts: [] })
  const forged = { ...request, approval: { ...request.approval, amount: 1_000_001n } }
  assert.deepEqual(await signer.call('POST /v1/sign', forged), {
    status: 422,
    body: { code: 'approval.forged' },
  })
  const extra = { ...request, isUrgent: true }
  assert.equal((await signer.call('POST /v1/sign', extra)).status, 400)
  const voided = await signer.call('POST /v1/void', { id: 'payout-2', hold: null, bookAtLeast: 1 })
  assert.deepEqual(voided, { status: 200, body: { isVoid: true, paidBy: null, book: 2 } })
  const late = await signer.call('POST /v1/void', {
    id: 'payout-1',
    hold: 'hold-1',
    bookAtLeast: 1,
  })
  assert.deepEqual(late, { status: 200, body: { isVoid: false, paidBy: 'payout-1', book: 2 } })
})

test('FLT-31: after a kill at any moment it returns the same bytes as before', async (t) => {
  const installation = await newInstallation(t)
  const seen = new Map<string, string>()
  let number = 0
  for (let round = 0; round < 4; round++) {
    const signer = await installation.start()
    const requests = Array.from({ length: 30 }, () => payoutNow(++number, 100_000n))
    const calls = requests.map(async (request) => {
      const said = await signer.call('POST /v1/sign', request).catch(() => null)
      if (said !== null) seen.set(request.approval.id, rawOf(said.body))
      // Some kills happen in the middle of other requests: after a fifth to all of the answers.
      if (seen.size >= round * 30 + 1 + round * 5) signer.child.kill('SIGKILL')
    })
    await Promise.all(calls)
    signer.child.kill('SIGKILL')
    await signer.ended
    await checkAll(await restarted(), requests)
  }
  assert.equal(seen.size, 120)

  async function restarted(): Promise<Running> {
    const signer = await installation.start()
    t.after(() => signer.child.kill('SIGKILL'))
    return signer
  }

  async function checkAll(signer: Running, requests: readonly SignRequest[]): Promise<void> {
    for (const request of requests) {
      const { body, status } = await signer.call('POST /v1/sign', request)
      assert.equal(status, 200, JSON.stringify(body))
      const { id } = request.approval
      assert.equal(rawOf(body), seen.get(id) ?? rawOf(body))
      seen.set(id, rawOf(body))
      const attempts = JSON.stringify((await signer.call(`GET /v1/signed/${id}`)).body)
      assert.equal(attempts.split('"raw"').length, 2)
    }
    signer.child.kill('SIGKILL')
    await signer.ended
  }
})

test('SRV-80: two processes cannot have one folder', async (t) => {
  const installation = await newInstallation(t)
  const first = await installation.start()
  const { code, said } = await installation.run('run.js')
  assert.equal(code, 1)
  assert.match(said, /another signer has this folder/)
  assert.equal((await first.call('GET /v1/status')).status, 200)
})

test('FLT-37: in a simulation it ends with its parent, in live mode it does not', async (t) => {
  const installation = await newInstallation(t)
  const simulated = await installation.start()
  simulated.child.stdin?.end()
  assert.equal(await simulated.ended, 0)
  const live = await installation.start({ SIGNER_MODE: 'live' })
  live.child.stdin?.end()
  assert.equal((await live.call('GET /v1/status')).status, 200)
  live.child.kill('SIGTERM')
  assert.equal(await live.ended, 0)
})

test('SRV-80: in live mode an operator creates the seed, once, with an existing passphrase', async (t) => {
  const installation = await newInstallation(t, { hasSeed: false })
  const live = { SIGNER_MODE: 'live' }
  const none = await installation.run('run.js', [], live)
  assert.equal(none.code, 1)
  await writeFile(installation.environment['SIGNER_PASSPHRASE_FILE'] ?? '', 'what a person chose\n')
  assert.match((await installation.run('run.js', [], live)).said, /command init/)
  const made = await installation.run('command.js', ['init'], live)
  assert.equal(made.code, 0, made.said)
  assert.equal((await installation.run('command.js', ['init'], live)).code, 1)
  const sealed = await readFile(path.join(installation.folder, 'seed.json'), 'utf8')
  assert.match(sealed, /"logN": 17,/, 'a person chose its passphrase')
  const signer = await installation.start(live)
  assert.equal((await signer.call('GET /v1/keys')).status, 200)
  signer.child.kill('SIGKILL')
  await signer.ended
  const wrong = await installation.run('run.js', [], {
    ...live,
    SIGNER_PASSPHRASE: 'another passphrase',
  })
  assert.match(wrong.said, /cannot be opened/)
})

test('SRV-80: a simulation creates its passphrase and seed once, and not again if they are lost', async (t) => {
  const installation = await newInstallation(t, { hasSeed: false })
  const keys = async () => {
    const signer = await installation.start()
    const { body } = await signer.call('GET /v1/keys')
    signer.child.kill('SIGKILL')
    await signer.ended
    return body
  }
  assert.deepEqual(await keys(), await keys())
  const file = installation.environment['SIGNER_PASSPHRASE_FILE'] ?? ''
  const passphrase = await readFile(file, 'utf8')
  assert.ok(passphrase.trim().length >= 40)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const sealed = await readFile(path.join(installation.folder, 'seed.json'), 'utf8')
  assert.ok(!sealed.includes(passphrase.trim()))
  assert.match(sealed, /"logN": 10,/, 'its passphrase is random')
  await rm(file)
  assert.equal((await installation.run('run.js')).code, 1)
})

test('H-4: in live mode it needs operators’ passkeys, or the setting that votes are not verified', async (t) => {
  const installation = await newInstallation(t)
  const file = installation.environment['SIGNER_SETTINGS_FILE'] ?? ''
  // A folder without a seed is reported once all other settings are valid.
  const live = { SIGNER_MODE: 'live', SIGNER_FOLDER: `${installation.folder}-other` }
  const voting = votingSettings([passkeyOf(11), passkeyOf(12)])
  for (const [settings, said] of [
    [settingsText, /votes must be in the settings/],
    [voting, /command init/],
    [{ ...settingsText, votes: 'unverified' }, /command init/],
  ] as const) {
    await writeFile(file, JSON.stringify(settings))
    const ended = await installation.run('run.js', [], live)
    assert.equal(ended.code, 1)
    assert.match(ended.said, said)
  }
})

test('SRV-80: without a key, with a short one, or with equal keys it does not start', async (t) => {
  const installation = await newInstallation(t)
  const { SIGNER_KEY: key = '' } = installation.environment
  const wrong: readonly [RegExp, Readonly<Record<string, string>>][] = [
    [/SIGNER_KEY must be set/, { SIGNER_KEY: '' }],
    [/SIGNER_KEY needs at least 32/, { SIGNER_KEY: 'short' }],
    [/SIGNER_APPROVAL_KEY must be set/, { SIGNER_APPROVAL_KEY: '' }],
    [/must differ/, { SIGNER_APPROVAL_KEY: key }],
    [/SIGNER_MODE/, { SIGNER_MODE: 'test' }],
    [/SIGNER_PORT/, { SIGNER_PORT: '-1' }],
    [/SIGNER_SETTINGS_FILE/, { SIGNER_SETTINGS_FILE: '' }],
    [/SIGNER_FOLDER/, { SIGNER_FOLDER: '' }],
  ]
  for (const [why, change] of wrong) {
    const { code, said } = await installation.run('run.js', [], change)
    assert.equal(code, 1)
    assert.match(said, why)
  }
})

test('ATT-98: a stopped signer resumes after a reset by command, without a restart', async (t) => {
  const installation = await newInstallation(t)
  const signer = await installation.start()
  assert.equal((await signer.call('POST /v1/sign', payoutNow(1))).status, 200)
  assert.match((await installation.run('command.js', ['reset'])).said, /has not stopped/)
  const over = await signer.call('POST /v1/sign', payoutNow(2, 100_000_001n))
  assert.deepEqual(over, { status: 423, body: { code: 'cap.transaction' } })
  const stopped = await signer.call('POST /v1/sign', payoutNow(3))
  assert.deepEqual(stopped, { status: 423, body: { code: 'tripped' } })
  assert.match(JSON.stringify((await signer.call('GET /v1/status')).body), /"tripped":{"book":2/)
  assert.equal((await installation.run('command.js', ['reset', '--by', 'Siti'])).code, 1)
  const args = ['reset', '--by', 'Siti', '--why', 'a payout of the house']
  const foreign = await installation.run('command.js', args, {
    SIGNER_PASSPHRASE: 'not the right one',
  })
  assert.equal(foreign.code, 1)
  assert.equal((await signer.call('POST /v1/sign', payoutNow(3))).status, 423)
  const done = await installation.run('command.js', args)
  assert.match(done.said, /cap\.transaction of BTC, asked to sign payout-2/)
  assert.equal((await signer.call('POST /v1/sign', payoutNow(3))).status, 200)
  assert.match(JSON.stringify((await signer.call('GET /v1/status')).body), /"tripped":null/)
})

function rawOf(body: Readonly<Record<string, unknown>>): string {
  const { raw } = body
  assert.ok(typeof raw === 'string' && raw.length > 100)
  return raw
}
