/** The writes of scans in PostgreSQL: deposits in no block are checked only while they may still change. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../../../platform/logging/log.ts'
import { openDatabase } from '../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import { poolOf } from '../testing/chain-model.ts'
import {
  bitcoinAsset,
  block,
  viewWith,
  personWithAddress,
  twoConfirmations,
} from '../testing/coins.ts'
import { openChain, storeView } from './tracker-store.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('ATT-80: a payment that the pool drops after weeks is detected as gone', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'bitcoin', 'main-0')
  const userId = await personWithAddress(database, 'dewi')
  for (const isInPool of [true, false]) {
    await database.query(
      `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         amount, is_coinbase, units, state, is_in_pool, next_look_at, updated_at)
       values ('bitcoin', $1, 2, $2, 0, 'dewi', 500, false, 500, 'seen', $3, null,
         now() - interval '20 days')`,
      [userId, isInPool ? 'waits' : 'gone', isInPool],
    )
  }
  const assets = [bitcoinAsset]
  const rules = { chain: 'bitcoin', finality: twoConfirmations, assets } as const
  const view = viewWith([block(1, 'main')], { pool: poolOf([]) })
  const tracked = await storeView({ database, keys: testKeys }, { epoch: 0, rules, view })
  assert.equal(tracked.kind, 'write')
  const found = await database.query<{ txid: string; isInPool: boolean }>(
    `select txid, is_in_pool as "isInPool" from wallets.chain_deposit
     where updated_at > now() - interval '1 day' order by txid`,
  )
  assert.deepEqual(found.rows, [{ txid: 'waits', isInPool: false }])
})
