import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../logging/log.ts'
import { type Database, openDatabase } from './pool.ts'
import { migratedDatabase } from './testing/cluster.ts'
import { inSnapshot, inTransaction } from './transaction.ts'

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
    // No query runs while it ends: only a listener of the connection gets the error.
    await ended
    await client.query('select 1')
  })
  await assert.rejects(cut)
  const found = await database.query<{ figure: number }>('select 7 as figure')
  assert.deepEqual(found.rows, [{ figure: 7 }])
})

test('FLT-06: an ended database connection is reported, but not while we stop ourselves', async () => {
  const logged: unknown[] = []
  const log = Object.assign(createLog('silent'), {
    warn: (...parts: unknown[]) => logged.push(parts),
  })
  const url = database.options.connectionString ?? ''
  for (const isStopping of [false, true]) {
    const pool = openDatabase(url, log)
    const client = await pool.connect()
    const own = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => client.once('end', resolve))
    const stopped = isStopping ? pool.end() : null
    await database.query('select pg_terminate_backend($1)', [own.rows[0]?.pid])
    await ended
    client.release()
    await (stopped ?? pool.end())
    assert.equal(logged.splice(0).length > 0, !isStopping, isStopping ? 'stopping' : 'running')
  }
})

test('FLT-12: a transaction whose work hides an error of the database is reported as rolled back', async () => {
  const broken = inTransaction(database, async (client) => {
    await client.query('create table told_as_kept (figure integer)')
    await client.query('select 1 / 0').catch(() => undefined)
    return 'kept'
  })
  await assert.rejects(broken, /a transaction was rolled back/)
  const found = await database.query(`select to_regclass('told_as_kept') as kept`)
  assert.deepEqual(found.rows, [{ kept: null }])
  const read = inSnapshot(database, async (client) => {
    await client.query('select 1 / 0').catch(() => undefined)
    return 'read'
  })
  await assert.rejects(read, /a transaction was rolled back/)
  // The connection is good for the next.
  const next = await inTransaction(database, (client) => client.query('select 7 as figure'))
  assert.deepEqual(next.rows, [{ figure: 7 }])
})
