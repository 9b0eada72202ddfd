/** Some of the random histories with the stores in PostgreSQL, where only due rows are processed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestCluster, temporaryCluster } from '../../../platform/database/testing/cluster.ts'
import type { ModelRules } from './testing/deposit-model.ts'
import { histories, playHistory } from './testing/history.ts'
import { createStoredModel, type StoredModel } from './testing/stored-model.ts'

const historiesCount = 20

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('ATT-80 ATT-83 INV-11 INV-12 INV-18: the same with the database, processing due rows alone', async () => {
  let rowsCount = 0
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const opened: StoredModel[] = []
      const makeWorld = async (rules: ModelRules) => {
        const world = await createStoredModel(await cluster.database(), rules)
        opened.push(world)
        return world
      }
      try {
        const { rows } = await playHistory(history, makeWorld)
        rowsCount += rows.length
      } finally {
        for (const world of opened) await world.close()
      }
    }),
    { numRuns: historiesCount, includeErrorInReport: true, endOnFailure: true },
  )
  assert.ok(rowsCount > 0)
})
