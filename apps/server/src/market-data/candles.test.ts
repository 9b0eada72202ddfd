/** Candles on a real engine and database during trading. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { placeOf } from '../engine/testing/listing.ts'
import { engineFor, fund, type Rig, startRig } from '../engine/testing/rig.ts'
import { createLog } from '../platform/logging/log.ts'
import { openDatabase } from '../platform/database/pool.ts'
import { candleWidths, createMarketData } from './index.ts'

const price = 165_000_000_000
const [buyer, seller] = [1_001, 1_002]
/** More rows than the interval at which written rows are dropped from memory. */
const tradesInAll = 200

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('R-15 R-64: candles have all trades up to the number that they name, including the newest', async (t) => {
  const databaseUrl = await rig.database()
  const engine = await engineFor(t, databaseUrl)
  await fund(engine, [buyer, seller])
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  const marketData = await createMarketData({ engine, database, markets: [1], clock: Date.now })
  const volumes = [0]
  for (let count = 1; count <= tradesInAll; count++) {
    const quantity = 10_000 + count
    volumes.push((volumes.at(-1) ?? 0) + quantity)
    await engine.submit(placeOf(seller, 'sell', price, quantity), null)
    await engine.submit(placeOf(buyer, 'buy', price, quantity), null)
    const known = marketData.trades(1)[0]?.no ?? 0
    const width = candleWidths[count % candleWidths.length] ?? '1m'
    const { candles, lastNo } = await marketData.candles(1, width, 1_000)
    assert.ok(lastNo >= known, `${width}: up to ${lastNo}, though ${known} was told`)
    const volume = candles.reduce((sum, candle) => sum + candle.volume, 0)
    assert.equal(volume, volumes[lastNo], `${width}: up to ${lastNo}`)
  }
  assert.equal(marketData.trades(1)[0]?.no, tradesInAll)
})
