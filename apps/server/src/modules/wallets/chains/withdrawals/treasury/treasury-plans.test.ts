/** Planning of treasury moves, by the current writer alone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEvmNode, evmChains } from '../../../../../adapters/evm/index.ts'
import { openDatabase } from '../../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../../platform/database/testing/cluster.ts'
import { testKeys } from '../../../../../platform/secrets/testing/secrets.ts'
import { createLog } from '../../../../../platform/logging/log.ts'
import { approvalKey } from '../../testing/coin-desk.ts'
import { strangers } from '../../testing/coin-out-desk.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import { hotWalletEnd, type MoveOrder, planMove } from './treasury-plans.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('R-62 INV-16: a former writer plans no move and uses no nonce', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  const chain = evmChains[0] ?? assert.fail()
  const counts = { finalized: 0, latest: 0, pending: 0 }
  const node = {
    ...createEvmNode({ url: () => null, chainId: chain.chainId }),
    nonceCounts: () => Promise.resolve({ status: 'done', value: counts } as const),
  }
  const order: MoveOrder = {
    chain,
    purpose: 'sweep',
    asset: { symbol: chain.coin, contract: null },
    from: hotWalletEnd(strangers.evm),
    to: hotWalletEnd(strangers.evm),
    amount: 1n,
    gas: { gasLimit: 21_000n, fees: { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } },
    nonce: null,
  }
  const kept = async () => {
    const found = await database.query<{ moves: number; numbers: number }>(
      `select (select count(*)::int from wallets.chain_transaction) as moves,
         (select count(*)::int from wallets.chain_nonce) as numbers`,
    )
    return found.rows[0]
  }
  await openChain(database, chain.name, 'first')
  await database.query('update exchange.watermark set writer_epoch = 7')
  await assert.rejects(planMove({ database, keys: testKeys, approvalKey, epoch: 6 }, node, order), {
    name: 'NotTheWriter',
  })
  assert.deepEqual(await kept(), { moves: 0, numbers: 0 })
  await planMove({ database, keys: testKeys, approvalKey, epoch: 7 }, node, order)
  assert.deepEqual(await kept(), { moves: 1, numbers: 1 })
})
