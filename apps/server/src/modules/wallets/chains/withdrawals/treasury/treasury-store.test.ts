/** Treasury moves in PostgreSQL: the addresses that are still to be swept. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../../../../platform/database/pool.ts'
import {
  type TestCluster,
  temporaryCluster,
} from '../../../../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../../../../platform/database/transaction.ts'
import { testKeys } from '../../../../../platform/secrets/testing/secrets.ts'
import { createLog } from '../../../../../platform/logging/log.ts'
import { personWithAddress } from '../../testing/coins.ts'
import { openChain } from '../../tracking/tracker-store.ts'
import {
  endSlot,
  insertMove,
  storeMoveSigned,
  movesOfSlot,
  type RestingAddress,
  sweepCandidates,
} from './treasury-store.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

test('SRV-80 INV-14: a failed sweep leaves the address due, and its cost is stored', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  await openChain(database, 'ethereum', 'main-0')
  const userId = await personWithAddress(database, 'rara')
  const address = `0x${'ab'.repeat(20)}`
  await database.query(
    `insert into wallets.chain_address (family, user_id, index, address) values ('evm', $1, 7, $2)`,
    [userId, address],
  )
  const deposit = (output: number) =>
    database.query(
      `insert into wallets.chain_deposit (chain, user_id, currency_id, txid, output_index, to_address,
         amount, is_coinbase, units, state)
       values ('ethereum', $1, 3, '0xaa', $3, $2, 9, false, 9, 'credited')`,
      [userId, address, output],
    )
  await deposit(0)
  const due = async (resting: readonly RestingAddress[] = []) => {
    const all = await sweepCandidates(database, 'ethereum', { max: 10, resting })
    return all.map(({ index }) => index)
  }
  assert.deepEqual(await due([{ address, deposits: 1 }]), [], 'it rests')
  await deposit(1)
  assert.deepEqual(await due([{ address, deposits: 1 }]), [7], 'more has come')
  const slot = { chain: 'ethereum', fromAddress: address, nonce: 0 } as const
  const plan = (no: number) =>
    inTransaction(database, (transaction) =>
      insertMove(transaction, testKeys, {
        ...slot,
        purpose: 'sweep',
        request: Buffer.from('asked'),
        no,
        reference: 'sweep:7',
        contract: null,
        feeMax: 9n,
      }),
    )
  await plan(1)
  assert.deepEqual(await due(), [], 'it is under way')
  const [made] = await movesOfSlot(database, slot)
  assert.ok(made !== undefined)
  const signed = { txid: '0xcc', bytes: Buffer.from('signed') }
  assert.ok(await storeMoveSigned(database, testKeys, made, signed))
  const mined = { txid: '0xcc', isFinal: false, height: 9, hash: '0xb9', feePaid: 5n }
  await endSlot(database, slot, { ...mined, isSuccess: false })
  assert.deepEqual(await due(), [7])
  // A planned, never signed fee increase of the same move.
  await plan(2)
  // After a reorganization the transaction succeeded.
  await endSlot(database, slot, { ...mined, isSuccess: true })
  assert.deepEqual(await due(), [])
  const first = { ...mined, isFinal: true, isSuccess: false }
  await endSlot(database, slot, first)
  assert.deepEqual(await due(), [7])
  const kept = await database.query<{ state: string; feePaid: string }>(
    `select state, fee_paid::text as "feePaid" from wallets.chain_transaction order by no`,
  )
  assert.deepEqual(kept.rows, [
    { state: 'final', feePaid: '5' },
    { state: 'displaced', feePaid: null },
  ])
})
