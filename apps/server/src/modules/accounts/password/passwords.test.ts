import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash, verify } from '@node-rs/argon2'
import { keysOf } from '../../../platform/secrets/keys.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { turnRanks } from './hash-queue.ts'
import { hashPassword, isKeyedHash, isPassword, keyedHash } from './passwords.ts'

const local = '127.0.0.1'
const strangers = { clientAddress: local, rank: turnRanks.stranger }
const owner = { clientAddress: local, rank: turnRanks.owner }

test('R-30: a password is stored as argon2id with its own salt', async () => {
  const [one, other] = await Promise.all([
    hashPassword(testKeys, 'Rahasia#1', local),
    hashPassword(testKeys, 'Rahasia#1', local),
  ])
  assert.match(one, /^\$keyed\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.notEqual(one, other)
  assert.equal(await isPassword(testKeys, one, 'Rahasia#1', owner), true)
  assert.equal(await isPassword(testKeys, one, 'rahasia#1', owner), false)
})

test('ATT-05: a copied database allows no guesses: without the key no password matches', async () => {
  const password = 'Rahasia#1'
  const stored = await hashPassword(testKeys, password, local)
  const others = keysOf(Buffer.from('another secret'))
  assert.equal(await isPassword(others, stored, password, owner), false)
  // The hash as argon2 alone would read it.
  const bare = stored.slice('$keyed'.length).replace(/\$[\w-]+$/, (mac) => {
    return `$${Buffer.from(mac.slice(1), 'base64url').toString('base64').replace('=', '')}`
  })
  assert.equal(await verify(bare, password), false)
})

test('ATT-05: an old hash is bound to the key without its password, and the password still matches', async () => {
  const before = await hash('Rahasia#1')
  assert.equal(isKeyedHash(before), false)
  assert.equal(await isPassword(testKeys, before, 'Rahasia#1', owner), true)
  const bound = keyedHash(testKeys, before)
  assert.equal(isKeyedHash(bound), true)
  assert.ok(!bound.includes(before.slice(before.lastIndexOf('$'))))
  assert.equal(await isPassword(testKeys, bound, 'Rahasia#1', owner), true)
  assert.equal(await isPassword(testKeys, bound, 'Rahasia#2', owner), false)
})

test('ATT-17: the hash of a nonexistent user never matches', async () => {
  assert.equal(await isPassword(testKeys, null, 'nobody has this password', strangers), false)
})

test('R-30 ATT-17: an unknown address enters the queue at once, like a known one', async () => {
  const unknown = Array.from({ length: 52 }, (_, at) =>
    isPassword(testKeys, null, `Rahasia#${at}`, strangers),
  )
  const settled = Promise.allSettled(unknown)
  await assert.rejects(hashPassword(testKeys, 'Rahasia#1', local), { code: 'login.busy' })
  assert.ok((await settled).every(({ status }) => status === 'fulfilled'))
})
