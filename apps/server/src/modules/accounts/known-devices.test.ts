/** Which devices are new to an account, and since when they are known. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../platform/database/pool.ts'
import { migratedDatabase } from '../../platform/database/testing/cluster.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import {
  isKnownDevice,
  knownFrom,
  noteDevice,
  noteRegistration,
  sealDevices,
} from './known-devices.ts'
import { insertUser } from './registration-store.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

test('M-1: the device that an account was registered on is not new; another is known since it signed in first', async () => {
  const user = { fullName: 'A', email: 'a@b.test', emailKey: 'a@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const home = { address: '192.0.2.1', device: 'Firefox on Linux' }
  const thief = { address: '198.51.100.7', device: 'Firefox on Linux' }
  const signIn = (where: typeof home) =>
    inTransaction(database, (transaction) => noteDevice(transaction, testKeys, userId, where))
  const register = (where: typeof home) =>
    inTransaction(database, (transaction) => noteRegistration(transaction, testKeys, userId, where))
  // Whoever wrote the address of another person first has no device of his.
  await register(thief)
  await register(home)
  assert.deepEqual(await signIn(home), { isNew: false, sinceMs: null })
  const first = await signIn(thief)
  assert.equal(first.isNew, true)
  assert.ok(Math.abs((first.sinceMs ?? 0) - Date.now()) < 60_000)
  assert.deepEqual(await signIn(thief), { isNew: false, sinceMs: first.sinceMs })
  // A device that somebody removed from the table is new once more.
  await database.query('delete from accounts.known_device where user_id = $1', [userId])
  assert.notEqual((await signIn(home)).sinceMs, null)
})

test('M-1 M-4: a device that somebody put into the table, or made older there, is new', async () => {
  const user = { fullName: 'B', email: 'b@b.test', emailKey: 'b@b.test', passwordHash: null }
  const userId = (await insertUser({ database, keys: testKeys }, user, [])) ?? 0
  const [home, thief] = [
    { address: '192.0.2.1', device: 'Firefox on Linux' },
    { address: '198.51.100.7', device: 'Chrome on Linux' },
  ]
  const signIn = (where: typeof home) =>
    inTransaction(database, (transaction) => noteDevice(transaction, testKeys, userId, where))
  const isKnown = async (where: typeof home) => [
    await isKnownDevice(database, testKeys, userId, where),
    (await knownFrom(database, testKeys, user.emailKey, where)).isKnownDevice,
  ]
  await signIn(home)
  const put = `insert into accounts.known_device (user_id, device, network, first_seen_at, seal)
    select user_id, 'Chrome on Linux', '198.51.100.0/24', null, seal from accounts.known_device
    where user_id = $1`
  await database.query(put, [userId])
  assert.deepEqual(await isKnown(thief), [false, false])
  assert.deepEqual(await isKnown(home), [true, true])
  const noted = await signIn(thief)
  assert.equal(noted.isNew, true)
  assert.notEqual(noted.sinceMs, null)
  assert.deepEqual(await isKnown(thief), [true, true])
  await database.query('update accounts.known_device set first_seen_at = null where user_id = $1', [
    userId,
  ])
  assert.notEqual((await signIn(thief)).sinceMs, null)
  // One of before there were seals is sealed once.
  await database.query(
    'update accounts.known_device set first_seen_at = null, seal = null where user_id = $1',
    [userId],
  )
  await sealDevices(database, testKeys)
  assert.deepEqual(await signIn(home), { isNew: false, sinceMs: null })
})
