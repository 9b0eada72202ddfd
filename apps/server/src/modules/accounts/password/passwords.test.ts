import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../../platform/http/refusal.ts'
import { keysOf } from '../../../platform/secrets/keys.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { hashPassword, isKeyedHash, isPassword, keyedHash, turnRanks } from './passwords.ts'

const local = '127.0.0.1'
const strangers = { clientAddress: local, rank: turnRanks.stranger }
const owner = { clientAddress: local, rank: turnRanks.owner }

function assertBusy(outcomes: readonly PromiseSettledResult<unknown>[], count: number): void {
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, count)
  for (const outcome of refused) {
    assert.ok('reason' in outcome && outcome.reason instanceof Refusal)
    assert.equal(outcome.reason.code, 'login.busy')
  }
}

test('R-30: a password is kept as argon2id with a salt of its own', async () => {
  const [one, other] = await Promise.all([
    hashPassword(testKeys, 'Rahasia#1', local),
    hashPassword(testKeys, 'Rahasia#1', local),
  ])
  assert.match(one, /^\$keyed\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
  assert.equal(await isPassword(testKeys, one, 'Rahasia#1', owner), true)
  assert.equal(await isPassword(testKeys, one, 'rahasia#1', owner), false)
})

test('ATT-05: who copied the database has nothing to compare a guess with: without the key no password fits', async () => {
  const password = 'Rahasia#1'
  const stored = await hashPassword(testKeys, password, local)
  const others = keysOf(Buffer.from('another secret'))
  assert.equal(await isPassword(others, stored, password, owner), false)
  // As argon2 alone would read it.
  const bare = stored.slice('$keyed'.length).replace(/\$[\w-]+$/, (mac) => {
    return `$${Buffer.from(mac.slice(1), 'base64url').toString('base64').replace('=', '')}`
  })
  assert.equal(await verify(bare, password), false)
})

test('ATT-05: a hash of before is bound to the key without its password, and the password still fits', async () => {
  const before = await hash('Rahasia#1')
  assert.equal(isKeyedHash(before), false)
  assert.equal(await isPassword(testKeys, before, 'Rahasia#1', owner), true)
  const bound = keyedHash(testKeys, before)
  assert.equal(isKeyedHash(bound), true)
  assert.ok(!bound.includes(before.slice(before.lastIndexOf('$'))))
  assert.equal(await isPassword(testKeys, bound, 'Rahasia#1', owner), true)
  assert.equal(await isPassword(testKeys, bound, 'Rahasia#2', owner), false)
})

test('ATT-17: nobody’s hash is never right', async () => {
  assert.equal(await isPassword(testKeys, null, 'nobody has this password', strangers), false)
})

test('ATT-18 INV-27: beyond a bounded queue a hash is refused at once', async () => {
  const hashes = Array.from({ length: 80 }, (_, at) =>
    hashPassword(testKeys, `Rahasia#${at}`, local),
  )
  assertBusy(await Promise.allSettled(hashes), 28)
})

test('ATT-05 ATT-18: one client has at most four hashes waiting, another still gets in', async () => {
  const flood = Array.from({ length: 80 }, (_, at) =>
    hashPassword(testKeys, `Rahasia#${at}`, '192.0.2.1'),
  )
  const settled = Promise.allSettled(flood)
  assert.match(await hashPassword(testKeys, 'Rahasia#1', '192.0.2.2'), /^\$keyed\$argon2id/)
  assertBusy(await settled, 74)
})

test('ATT-05 ATT-18: from a flooded address an owner goes before strangers', async () => {
  const mine = await hashPassword(testKeys, 'Rahasia#1', local)
  let ended = 0
  const flood = Array.from({ length: 80 }, (_, at) =>
    isPassword(testKeys, null, `Rahasia#${at}`, strangers).then(() => ended++),
  )
  const settled = Promise.allSettled(flood)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await isPassword(testKeys, mine, 'Rahasia#1', owner), true)
  assert.ok(ended < 10, `${ended} strangers went before`)
  assertBusy(await settled, 29)
})

test('R-30 ATT-17: an unknown address stands in the queue at once, as a known one does', async () => {
  const unknown = Array.from({ length: 52 }, (_, at) =>
    isPassword(testKeys, null, `Rahasia#${at}`, strangers),
  )
  const settled = Promise.allSettled(unknown)
  await assert.rejects(hashPassword(testKeys, 'Rahasia#1', local), { code: 'login.busy' })
  assertBusy(await settled, 0)
})
