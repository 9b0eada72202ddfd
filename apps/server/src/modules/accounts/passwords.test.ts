import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../platform/http/refusal.ts'
import { hashPassword, isPassword } from './passwords.ts'

test('R-30: a password is kept as argon2id with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('Rahasia#1'), hashPassword('Rahasia#1')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
  assert.equal(await isPassword(one, 'Rahasia#1'), true)
  assert.equal(await isPassword(one, 'rahasia#1'), false)
})

test('ATT-17: nobody’s hash is never right', async () => {
  assert.equal(await isPassword(null, 'nobody has this password'), false)
})

test('ATT-18 INV-27: beyond a bounded queue a hash is refused at once', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, (_, at) => hashPassword(`Rahasia#${at}`)),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 28, 'two run and fifty wait')
  for (const outcome of refused) {
    assert.ok('reason' in outcome && outcome.reason instanceof Refusal)
    assert.equal(outcome.reason.code, 'login.busy')
  }
})
