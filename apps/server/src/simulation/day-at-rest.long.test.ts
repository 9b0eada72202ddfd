import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryCluster } from '../platform/database/testing/cluster.ts'
import { openRig, startTurnedMakers } from './testing/rig.ts'

const dayMs = 86_400_000
const bytesMax = 100_000_000

test('R-40: an unwatched day of simulation writes less than 100 MB', async () => {
  const cluster = await temporaryCluster()
  const rig = await openRig(await cluster.database(), 0)
  const sizeOf = async (): Promise<number> => {
    const found = await rig.database.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return Number(found.rows[0]?.size)
  }
  try {
    const makers = startTurnedMakers(rig, false, 1)
    await makers.untilLater(60_000)
    const before = await sizeOf()
    const { committedRow } = rig.engine.status()
    await makers.untilLater(dayMs)
    await makers.stop()
    const rows = rig.engine.status().committedRow - committedRow
    assert.ok(rows > 1_000, 'the market went on')
    assert.ok(rows < 1_440 * 8, `${rows} rows were written in a day`)
    const grown = (await sizeOf()) - before
    assert.ok(grown < bytesMax, `${grown} bytes were written in a day`)
  } finally {
    await rig.close()
    await cluster.stop()
  }
})
