import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from './pool.ts'
import { migratedDatabase } from './testing/cluster.ts'
import { inTransaction } from './transaction.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

test('FLT-06: a connection that is lost between two steps of a transaction fails it, and nothing else', async () => {
  const cut = inTransaction(database, async (client) => {
    const own = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    await database.query('select pg_terminate_backend($1)', [own.rows[0]?.pid])
    // Nothing is asked while it ends: whoever listens to the connection alone hears of it.
    await ended
    await client.query('select 1')
  })
  await assert.rejects(cut)
  const found = await database.query<{ figure: number }>('select 7 as figure')
  assert.deepEqual(found.rows, [{ figure: 7 }])
})
