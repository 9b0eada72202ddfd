/**
 * Proofs of rows: the last valid one counts, and the cost of reading does not grow with the number of changes
 * (M-4, H-1).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../logging/log.ts'
import { openDatabase, type Transaction } from '../database/pool.ts'
import { temporaryCluster, type TestCluster } from '../database/testing/cluster.ts'
import { inTransaction } from '../database/transaction.ts'
import { provenValues, addProof } from './row-proofs.ts'
import { testKeys } from './testing/secrets.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

/** How many rows of the table PostgreSQL has fetched over this connection and not yet reported. */
async function fetched(transaction: Transaction): Promise<number> {
  const found = await transaction.query<{ count: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
     where relid = 'security.row_proof'::regclass`,
  )
  return found.rows[0]?.count ?? 0
}

test('M-4 H-1: each check reads only the newest proof of a row, and goes back only if a newer one is forged', async (t) => {
  const database = openDatabase(await cluster.database(), createLog('fatal'))
  t.after(() => database.end())
  const kind = 'setting'
  const changes = 60
  const subjects = ['a', 'b', 'c']
  await inTransaction(database, async (transaction) => {
    for (const subject of subjects) {
      for (let no = 1; no <= changes; no += 1) {
        await addProof(transaction, testKeys, { kind, subject }, `${subject}${no}`)
      }
    }
  })
  await database.query('analyze security.row_proof')
  const readProofs = (requested: readonly string[] | null) =>
    inTransaction(database, async (transaction) => {
      const before = await fetched(transaction)
      const said = await provenValues(transaction, testKeys, kind, requested)
      return { said: Object.fromEntries(said), read: (await fetched(transaction)) - before }
    })
  const right = { a: 'a60', b: 'b60', c: 'c60' }
  for (const requested of [null, ['c', 'a', 'b', 'a', 'none']]) {
    const { said, read } = await readProofs(requested)
    assert.deepEqual(said, right)
    assert.ok(read <= 2 * subjects.length, `${read} rows were read`)
  }
  // An attacker with database access adds a higher row, another one, and one of an unknown subject.
  await database.query(
    `insert into security.row_proof (kind, subject, no, says, mac)
     values ('setting', 'b', 1000, 'mine', decode(repeat('ff', 32), 'hex')),
       ('setting', 'c', 60, 'mine', decode(repeat('ff', 32), 'hex')),
       ('setting', 'd', 1, 'mine', decode(repeat('ff', 32), 'hex'))`,
  )
  for (const requested of [null, ['a', 'b', 'c', 'd']]) {
    assert.deepEqual((await readProofs(requested)).said, right)
  }
})
