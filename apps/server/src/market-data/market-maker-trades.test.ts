/** The setting that excludes trades between market makers from the volume. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pg } from '../platform/database/driver.ts'
import { startTestEngine } from '../engine/testing/start.ts'
import { creditOf, listing, placeOf } from '../engine/testing/listing.ts'
import { tablesFollow } from '../engine/testing/tables.ts'
import { type TestCluster, temporaryCluster } from '../platform/database/testing/cluster.ts'
import { createMarketData } from './index.ts'

const price = 165_000_000_000
const maker = 901
const taker = 903
const person = 1_001
let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('R-40: trades between market makers count in the volume, or do not, by the setting', async () => {
  const databaseUrl = await cluster.database()
  const engine = await startTestEngine({ databaseUrl, seeds: listing })
  const database = new pg.Pool({ connectionString: databaseUrl })
  // The test may end a connection that the pool has just released.
  database.on('error', () => undefined)
  const open = (countsMarketMakerTrades: boolean) =>
    createMarketData({ engine, database, markets: [1], clock: Date.now, countsMarketMakerTrades })
  const trade = async (buyer: number, quantity: number) => {
    await engine.submit(placeOf(maker, 'sell', price, quantity), null)
    await engine.submit(placeOf(buyer, 'buy', price, quantity), null)
    await tablesFollow(engine, maker)
  }
  try {
    for (const account of [maker, taker, person]) {
      await engine.submit(creditOf(account, 1, 1e13), null)
      await engine.submit(creditOf(account, 2, 1e10), null)
    }
    await trade(taker, 500_000)
    await trade(person, 30_000)
    const [all, without] = [await open(true), await open(false)]
    assert.equal(all.ticker(1).volumeBase, 530_000)
    assert.equal(without.ticker(1).volumeBase, 30_000, 'as the tables say')
    await trade(taker, 7_000)
    await trade(person, 200_000)
    assert.equal(all.ticker(1).volumeBase, 737_000)
    assert.equal(without.ticker(1).volumeBase, 230_000, 'as later events say')
    assert.equal(without.trades(1).length, 4, 'they are still shown')
    assert.equal(without.ticker(1).lastPrice, price)
  } finally {
    await engine.stop()
    await database.end()
  }
})
