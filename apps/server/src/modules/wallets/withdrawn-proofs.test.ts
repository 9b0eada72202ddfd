/** Recent withdrawals of a user are counted by proofs, whatever the rows say. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { type TestCluster, temporaryCluster } from '../../platform/database/testing/cluster.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { addProof } from '../../platform/secrets/row-proofs.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { personWithAddress } from './chains/testing/coins.ts'
import { openChain } from './chains/tracking/tracker-store.ts'
import {
  countGivenBack,
  countWithdrawn,
  proveEarlierWithdrawn,
  unprovenWithdrawn,
  withdrawnOfDay,
  withdrawnSince,
} from './withdrawn-proofs.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const hourMs = 3_600_000

async function opened(t: { after: (end: () => Promise<void>) => void }) {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  t.after(() => database.end())
  const withdrawer = { userId: 1001, currencyId: 2 }
  return {
    database,
    withdrawer,
    count: (source: string, units: number) =>
      inTransaction(database, (it) => countWithdrawn(it, testKeys, withdrawer, { source, units })),
    giveBack: (source: string) =>
      inTransaction(database, (it) => countGivenBack(it, testKeys, withdrawer, source)),
    ofDay: () => withdrawnOfDay(database, testKeys, withdrawer),
  }
}

test('ATT-88: what was asked for within a day counts until it was given back, once each', async (t) => {
  const { database, withdrawer, count, giveBack, ofDay } = await opened(t)
  const row = { kind: 'withdrawn', subject: '1001:2' } as const
  const before = (source: string, agoMs: number) =>
    addProof(
      database,
      testKeys,
      row,
      JSON.stringify({ source, units: 5, atMs: Date.now() - agoMs }),
    )
  await before('withdrawal:1', 30 * hourMs)
  await before('withdrawal:2', 23 * hourMs)
  await count('withdrawal:3', 100)
  await count('withdrawal:4', 1_000)
  assert.equal(await ofDay(), 1_105)
  for (const _ of ['once', 'twice']) await giveBack('withdrawal:3')
  await giveBack('withdrawal:9')
  assert.equal(await ofDay(), 1_005)
  assert.equal(
    await withdrawnSince(database, testKeys, withdrawer, Date.now() - 22 * hourMs),
    1_000,
  )
  const other = { userId: 1001, currencyId: 3 }
  assert.equal(await withdrawnOfDay(database, testKeys, other), 0)
})

test('ATT-88 ATT-97: proofs that somebody adds hide none of ours, however many they are', async (t) => {
  const { database, count, ofDay } = await opened(t)
  await count('withdrawal:1', 100)
  await count('withdrawal:2', 1_000)
  // Others of the same number, copies with a higher one, and one that says that it was given back.
  await database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select p.kind, p.subject, p.no + more, sha256((p.no || '.' || n)::bytea), p.says
     from security.row_proof p, generate_series(1, 150) n, unnest(array[0, 1, 2]) more`,
  )
  await database.query(
    `insert into security.row_proof (kind, subject, no, mac, says)
     select kind, subject, 9, mac, replace(says, '1000', 'null') from security.row_proof
     where says like '%1000%' and no = 2 limit 1`,
  )
  assert.equal(await ofDay(), 1_100)
  await count('withdrawal:3', 10_000)
  assert.equal(await ofDay(), 11_100)
})

test('ATT-88: rows of before count as they are, and the audit names each that differs from what was counted', async (t) => {
  const { database, withdrawer, ofDay } = await opened(t)
  await openChain(database, 'bitcoin', 'main-0')
  const userId = await personWithAddress(database, 'sari')
  assert.equal(userId, 1001)
  const other = await personWithAddress(database, 'rina')
  const request = async (state: string, ago: string, on: Pick<Database, 'query'> = database) => {
    const made = await on.query<{ id: number }>(
      `insert into wallets.chain_withdrawal (chain, user_id, currency_id, amount, fee, net, chain_amount,
         to_address, reference, request_id, request_hash, state, created_at)
       values ('bitcoin', $1, 2, 1000, 100, 900, 900, 'somewhere', gen_random_uuid()::text,
         gen_random_uuid(), '\\x00', $2, now() - $3::interval) returning id`,
      [userId, state, ago],
    )
    return made.rows[0]?.id ?? 0
  }
  await request('done', '3 days')
  await request('canceled', '1 hour')
  await request('done', '1 hour')
  await proveEarlierWithdrawn(database, testKeys)
  assert.equal(await ofDay(), 1_000)
  const rowId = await inTransaction(database, async (it) => {
    const id = await request('requested', '0', it)
    const counted = { source: `chain_withdrawal:${id}`, units: 1_000 }
    await countWithdrawn(it, testKeys, withdrawer, counted)
    return id
  })
  assert.equal(await ofDay(), 2_000)
  await inTransaction(database, async (it) => {
    await it.query(`update wallets.chain_withdrawal set state = 'canceled' where id = $1`, [rowId])
    await countGivenBack(it, testKeys, withdrawer, `chain_withdrawal:${rowId}`)
  })
  assert.equal(await ofDay(), 1_000)
  const differing = () => unprovenWithdrawn(database, testKeys)
  assert.deepEqual(await differing(), [])
  for (const change of [
    `created_at = created_at - interval '1 day'`,
    `user_id = ${other}`,
    'currency_id = 3',
    'amount = amount - 1, net = net - 1',
    `state = 'canceled'`,
  ]) {
    const tampering = inTransaction(database, async (it) => {
      await it.query(`update wallets.chain_withdrawal set ${change} where id = $1`, [rowId - 1])
      assert.deepEqual(await unprovenWithdrawn(it, testKeys), [`chain_withdrawal:${rowId - 1}`])
      throw new Error('taken back')
    })
    await assert.rejects(tampering, /taken back/, change)
  }
})
