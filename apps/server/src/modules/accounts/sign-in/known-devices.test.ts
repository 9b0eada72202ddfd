/** Which devices are new to an account, and since when they are known. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../../platform/database/pool.ts'
import { migratedDatabase } from '../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import {
  isKnownDevice,
  findKnownOrigin,
  noteDevice,
  noteRegistration,
  proveEarlierDevices,
  sealDevices,
} from './known-devices.ts'
import { insertUser } from '../registration/registration-store.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

const device = 'Firefox on Linux'
const home = { address: '192.0.2.1', device }
const thief = { address: '198.51.100.7', device: 'Chrome on Linux' }
type Where = typeof home

async function person(email: string) {
  const user = { fullName: 'A', email, emailKey: email, passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  return {
    userId,
    signIn: (where: Where) =>
      inTransaction(database, (transaction) => noteDevice(transaction, testKeys, userId, where)),
    register: (where: Where) =>
      inTransaction(database, (transaction) =>
        noteRegistration(transaction, testKeys, userId, where),
      ),
    isKnown: async (where: Where) => {
      const from = await findKnownOrigin(database, testKeys, email, where)
      return [await isKnownDevice(database, testKeys, userId, where), from.isKnownDevice]
    },
    isKnownNetwork: async (where: Where) =>
      (await findKnownOrigin(database, testKeys, email, where)).isKnownNetwork,
    removeRows: () =>
      database.query('delete from accounts.known_device where user_id = $1', [userId]),
  }
}

test('M-1: the device of the registration is not new; another one is known after its first sign-in', async () => {
  const { signIn, register } = await person('a@b.test')
  // A person who registered another person's address first gets no known device.
  await register(thief)
  await register(home)
  assert.deepEqual(await signIn(home), { isNew: false, sinceMs: null })
  const first = await signIn(thief)
  assert.equal(first.isNew, true)
  assert.ok(Math.abs((first.sinceMs ?? 0) - Date.now()) < 60_000)
  assert.deepEqual(await signIn(thief), { isNew: false, sinceMs: first.sinceMs })
})

test('M-1 M-4: deleted rows of devices suppress no warning, and make no device new', async () => {
  const { signIn, removeRows, isKnown } = await person('removed@b.test')
  // The first device of an account without a registration device is not new.
  const first = await signIn(home)
  assert.equal(first.isNew, false)
  const { sinceMs } = await signIn(thief)
  await removeRows()
  assert.equal((await signIn({ address: '203.0.113.9', device })).isNew, true)
  await removeRows()
  assert.deepEqual(await isKnown(home), [true, true])
  assert.deepEqual(await signIn(home), first)
  assert.deepEqual(await signIn(thief), { isNew: false, sinceMs })
})

test('M-1 M-4: a device of an earlier registration stays new, even if its row is restored', async () => {
  const { userId, signIn, register, isKnown, isKnownNetwork } = await person('again@b.test')
  await register(thief)
  await database.query(
    `create table public.earlier as select * from accounts.known_device where user_id = ${userId}`,
  )
  await register(home)
  await database.query('insert into accounts.known_device select * from public.earlier')
  assert.deepEqual(await isKnown(thief), [false, false])
  assert.equal(await isKnownNetwork(thief), false)
  const noted = await signIn(thief)
  assert.equal(noted.isNew, true)
  assert.notEqual(noted.sinceMs, null)
})

test('M-1 M-4: a device that was inserted, or made older, in the table is new', async () => {
  const { userId, signIn, isKnown, isKnownNetwork } = await person('put@b.test')
  await signIn(home)
  await database.query(
    `insert into accounts.known_device (user_id, device, network, first_seen_at, seal)
     select user_id, 'Chrome on Linux', '198.51.100.0/24', null, seal from accounts.known_device
     where user_id = $1`,
    [userId],
  )
  assert.deepEqual(await isKnown(thief), [false, false])
  assert.equal(await isKnownNetwork(thief), false)
  assert.deepEqual(await isKnown(home), [true, true])
  const noted = await signIn(thief)
  assert.equal(noted.isNew, true)
  assert.notEqual(noted.sinceMs, null)
  assert.deepEqual(await isKnown(thief), [true, true])
  assert.equal(await isKnownNetwork(thief), true)
  await database.query('update accounts.known_device set first_seen_at = null where user_id = $1', [
    userId,
  ])
  assert.equal((await signIn(thief)).sinceMs, noted.sinceMs)
})

test('M-1 M-4: a device from before proofs is known if its row is sealed', async () => {
  const { userId, signIn } = await person('earlier@b.test')
  const put = (network: string, since: string) =>
    database.query(
      `insert into accounts.known_device (user_id, device, network, first_seen_at)
       values ($1, '${device}', '${network}', ${since})`,
      [userId],
    )
  await put('192.0.2.0/24', 'null')
  await sealDevices(database, testKeys)
  await put('203.0.113.0/24', `now() - interval '3 days'`)
  await proveEarlierDevices(database, testKeys)
  assert.deepEqual(await signIn(home), { isNew: false, sinceMs: null })
  assert.equal((await signIn({ address: '203.0.113.9', device })).isNew, true)
})
