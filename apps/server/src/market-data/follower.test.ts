/** Market views are rebuilt while orders keep coming. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pg } from '../platform/database/driver.ts'
import { startTestEngine } from '../engine/testing/start.ts'
import type { Engine, EngineStatus } from '../engine/port.ts'
import { creditOf, listing, placeOf } from '../engine/testing/listing.ts'
import { overriding } from '../engine/testing/overriding.ts'
import { type TestCluster, temporaryCluster } from '../platform/database/testing/cluster.ts'
import { followEngine } from './follower.ts'

const price = 165_000_000_000
let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** The same engine, but each status has one more committed row: the tables never hold the newest. */
function aheadOfTables(engine: Engine): Engine {
  let ahead = 0
  const status = (): EngineStatus => {
    const now = engine.status()
    return { ...now, committedRow: now.committedRow + ahead++ }
  }
  return overriding(engine, { status })
}

test('R-64: markets are followed though the tables never hold the newest row', async () => {
  const databaseUrl = await cluster.database()
  const engine = await startTestEngine({ databaseUrl, seeds: listing })
  const database = new pg.Pool({ connectionString: databaseUrl })
  database.on('error', () => undefined)
  try {
    await engine.submit(creditOf(1001, 1, 1e13), null)
    await engine.submit(placeOf(1001, 'buy', price, 10_000), null)
    const troubles: unknown[] = []
    const follower = await followEngine({
      engine: aheadOfTables(engine),
      database,
      markets: [1],
      clock: Date.now,
      countsMarketMakerTrades: true,
      onError: (error) => troubles.push(error),
    })
    await engine.submit(placeOf(1001, 'buy', price, 20_000), null)
    assert.deepEqual(follower.marketOf(1).book().bids.at(0), { price, quantity: 30_000 })
    assert.deepEqual(troubles, [])
  } finally {
    await engine.stop()
    await database.end()
  }
})
