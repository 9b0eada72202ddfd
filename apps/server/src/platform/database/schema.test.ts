import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pg } from './driver.ts'
import { claimMode, WrongMode } from './installation.ts'
import { migrate } from './migrate.ts'
import { type TestCluster, temporaryCluster } from './testing/cluster.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('FLT-39: migrations are applied once, in order, by whichever process comes first', async () => {
  const url = await cluster.database('template1')
  const both = await Promise.all([migrate(url), migrate(url)])
  const applied = both.flat()
  assert.ok(applied.length > 1)
  assert.deepEqual(applied, applied.toSorted())
  assert.equal(new Set(applied).size, applied.length)
  assert.deepEqual(await migrate(url), [])
})

test('R-40: a database keeps its mode forever', async () => {
  const url = await cluster.database('template1')
  await migrate(url)
  const pool = new pg.Pool({ connectionString: url })
  // The test may end a connection that the pool has just released.
  pool.on('error', () => undefined)
  try {
    await claimMode(pool, 'simulation')
    await claimMode(pool, 'simulation')
    await assert.rejects(claimMode(pool, 'live'), WrongMode)
  } finally {
    await pool.end()
  }
})
