import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { migrate } from '../../platform/database/migrate.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../platform/database/testing/cluster.ts'
import { createLog } from '../../platform/logging/log.ts'
import * as store from './store.ts'

let cluster: TestCluster
let database: Database

before(async () => {
  cluster = await temporaryCluster()
  const url = await cluster.database()
  await migrate(url)
  database = openDatabase(url, createLog('silent'))
})

after(async () => {
  await database.end()
  await cluster.stop()
})

test('ATT-05: of 52 attempts at once ten are claimed, and another client keeps its own', async () => {
  const attempt = { emailKey: 'a@b.test', clientAddress: '192.0.2.1' }
  const claims = await Promise.all(
    Array.from({ length: 52 }, () => store.claimAttempt(database, attempt, 10, 15)),
  )
  assert.equal(claims.filter((claim) => claim !== null).length, 10)
  const elsewhere = { ...attempt, clientAddress: '192.0.2.2' }
  assert.equal(await store.claimAttempt(database, elsewhere, 10, 15), 1)
  assert.equal(await store.countAttempts(database, attempt.emailKey, 15), 11)
  await store.releaseAttempt(database, attempt)
  assert.equal(await store.claimAttempt(database, attempt, 10, 15), 10)
  await store.deleteAttempts(database, attempt)
  assert.equal(await store.claimAttempt(database, attempt, 10, 15), 1)
})

test('R-30: of more sessions than a user may have the oldest goes', async () => {
  const user = { fullName: 'A', email: 'c@b.test', emailKey: 'c@b.test', passwordHash: null }
  const userId = await store.insertUser(database, user, [])
  assert.ok(userId !== null)
  const hashes = Array.from({ length: 4 }, () => randomBytes(32))
  for (const hash of hashes) await store.insertSession(database, hash, userId, { days: 1, max: 3 })
  const found = await Promise.all(hashes.map((hash) => store.findSession(database, hash)))
  assert.deepEqual(found, [null, userId, userId, userId])
})
