import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../platform/database/pool.ts'
import { migratedDatabase } from '../../platform/database/testing/cluster.ts'
import * as store from './attempts.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

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
