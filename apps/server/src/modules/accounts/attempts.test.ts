import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { migrate } from '../../platform/database/migrate.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../platform/database/testing/cluster.ts'
import { createLog } from '../../platform/logging/log.ts'
import * as store from './attempts.ts'

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
