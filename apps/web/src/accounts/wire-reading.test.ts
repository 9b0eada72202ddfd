import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChallengeOf, readProfile, readSession } from './wire-reading.ts'
import { readFactorSetup, readSessions } from './settings-reading.ts'

test('LOGIN-05 DATA-02: an answer with token and usid opens the session', () => {
  const body = { action: 'login_complete', token: 'abc', usid: 1001 }
  assert.deepEqual(readSession(body), { token: 'abc', userId: '1001' })
  assert.equal(readChallengeOf(body), null)
  assert.equal(readSession({ action: 'login_complete', token: 'abc' }), null)
})

test('LOGIN-06 DEC-17: the token of a sign-in that asks for a code is a challenge, never a session', () => {
  const body = { action: '2fa', token: 'challenge', usid: 1001 }
  assert.equal(readChallengeOf(body), 'challenge')
  assert.equal(readSession(body), null)
  assert.equal(readChallengeOf({ action: '2fa' }), null)
})

test('TFA-10: the profile tells whether two factors are active, as true, 1 or "1"', () => {
  const active = (value: unknown) => readProfile({ data: { two_fa_is_active: value } }).hasTwoFactor
  for (const value of [true, 1, '1']) assert.equal(active(value), true)
  for (const value of [false, 0, '0', null, undefined]) assert.equal(active(value), false)
})

test('TFA-06: the QR code and the secret are read, and without a picture there is no setup', () => {
  const picture = 'data:image/svg+xml;base64,AA'
  assert.deepEqual(readFactorSetup({ qr_url: picture }), { picture, secret: '' })
  assert.deepEqual(readFactorSetup({ qr_url: picture, secret: 'ABCD' }), {
    picture,
    secret: 'ABCD',
  })
  assert.deepEqual(readFactorSetup({ data: { qr_url: picture, secret: 'ABCD' } }), {
    picture,
    secret: 'ABCD',
  })
  assert.equal(readFactorSetup({ data: {} }), null)
})

test('R-30: the sessions are listed with this one first, then by when they were last seen', () => {
  const row = (id: number, seen: string, current: boolean) => ({
    id,
    created_at: '2026-01-01T00:00:00Z',
    last_seen_at: seen,
    address: '127.0.0.1',
    device: 'Firefox',
    current,
  })
  const data = [
    row(1, '2026-01-03T00:00:00Z', false),
    row(2, '2026-01-02T00:00:00Z', true),
    row(3, '2026-01-04T00:00:00Z', false),
  ]
  assert.deepEqual(
    readSessions({ data }).map(({ id }) => id),
    ['2', '3', '1'],
  )
  assert.deepEqual(readSessions({}), [])
})
