import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { after, before, type TestContext, test } from 'node:test'
import { createLog } from '../logging/log.ts'
import {
  type Database,
  type DatabaseLimits,
  giveTime,
  openDatabase,
  type Transaction,
} from './pool.ts'
import { DatabaseStuck } from './shed-pool.ts'
import { type MigratedDatabase, migratedDatabase } from './testing/cluster.ts'
import { startFaultyProxy } from './testing/faulty-proxy.ts'
import { inTransaction } from './transaction.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

let own: MigratedDatabase
let url: string

before(async () => {
  own = await migratedDatabase()
  url = own.database.options.connectionString ?? ''
  await own.database.query('create table place (no integer primary key, figure integer)')
  await own.database.query('insert into place values (1, 0), (2, 0)')
})

after(() => own.stop())

/** A pool with short timeouts. */
async function withPool(
  at: string,
  limits: Partial<DatabaseLimits>,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase(at, createLog('silent'), limits)
  try {
    await work(database)
  } finally {
    await database.end()
  }
}

/** The step of the simulated time: shorter than any timeout. */
const stepMs = 100

/** Controls the time of the pool's and the driver's timeouts: it advances only when the test says so. */
function steerTime(t: TestContext) {
  let nowMs = performance.now()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => nowMs)
  const move = (ms: number): void => {
    for (const endMs = nowMs + ms; nowMs < endMs; ) {
      nowMs += stepMs / 10
      t.mock.timers.tick(stepMs / 10)
    }
  }
  return {
    move,
    /** Simulates a suspension of the process: its timers fire late. */
    standStill(ms: number): void {
      nowMs += ms
      t.mock.timers.tick(ms)
    },
    /** The result of work while time passes. */
    async passing<T>(work: Promise<T>): Promise<T> {
      const life = { isOver: false }
      const end = () => (life.isOver = true)
      work.then(end, end)
      while (!life.isOver) {
        move(stepMs)
        await turn()
      }
      return work
    },
  }
}

const raise = (client: Pick<Transaction, 'query'>, no: number) =>
  client.query('update place set figure = figure + 1 where no = $1', [no])

test('FLT-08: no call waits forever on a silent connection, and the pool recovers afterwards', async (t) => {
  const proxy = await startFaultyProxy(url)
  t.after(() => proxy.stop())
  const time = steerTime(t)
  await withPool(proxy.url, { answerMs: 2_000, connectMs: 2_000 }, async (database) => {
    const warm = ['select 1', 'select 1'].map((text) => database.query(text))
    await Promise.all(warm)
    await assert.rejects(
      inTransaction(database, async (transaction) => {
        await raise(transaction, 1)
        proxy.fallSilent()
        await time.passing(raise(transaction, 2))
      }),
      isDatabaseUnavailable,
    )
    // The other connection was idle meanwhile, and looks alive.
    await assert.rejects(time.passing(database.query('select 1')), isDatabaseUnavailable)
    proxy.mend()
    const found = await database.query<{ figure: number }>('select 7 as figure')
    assert.deepEqual(found.rows, [{ figure: 7 }])
  })
})

test('FLT-08: PostgreSQL releases the locks of a transaction on a silent connection automatically', async () => {
  await withPool(url, {}, async (database) => {
    const found = await database.query<{ ms: number }>(
      `select setting::integer as ms from pg_settings
       where name = 'idle_in_transaction_session_timeout'`,
    )
    const ms = found.rows[0]?.ms ?? 0
    assert.ok(ms > 0 && ms <= 60_000, `${ms} ms`)
  })
})

/** PostgreSQL's timeout for statements, in milliseconds. */
async function boundOn(connection: Pick<Transaction, 'query'>): Promise<number | undefined> {
  const found = await connection.query<{ ms: number }>(
    `select setting::integer as ms from pg_settings where name = 'statement_timeout'`,
  )
  return found.rows[0]?.ms
}

test('FLT-08: a caller that requests more time has it until its transaction ends, and no other caller', async (t) => {
  const time = steerTime(t)
  await withPool(url, { statementMs: 7_000, answerMs: 600 }, async (database) => {
    const slept = await inTransaction(database, async (transaction) => {
      await giveTime(transaction, 60_000)
      assert.equal(await boundOn(transaction), 60_000)
      const sleeps = transaction.query('select pg_sleep(0.1)')
      time.move(60_000)
      return sleeps
    })
    assert.equal(slept.rowCount, 1)
    assert.equal(await boundOn(database), 7_000)
    const long = assert.rejects(database.query('select pg_sleep(60)'), /read timeout/)
    await turn()
    time.move(600)
    await long
  })
  await withPool(url, { statementMs: 50 }, async (database) => {
    await assert.rejects(database.query('select pg_sleep(60)'), isDatabaseUnavailable)
  })
})

test('FLT-10: of two deadlocked transactions one is rolled back, with an error that allows a retry', async () => {
  await withPool(url, {}, async (database) => {
    await database.query('update place set figure = 0')
    let both = 0
    let go: () => void = () => undefined
    const bothHold = new Promise<void>((resolve) => (go = resolve))
    const cross = (first: number, second: number) =>
      inTransaction(database, async (transaction) => {
        await raise(transaction, first)
        both += 1
        if (both === 2) go()
        await bothHold
        await raise(transaction, second)
      })
    const ends = await Promise.allSettled([cross(1, 2), cross(2, 1)])
    const broken = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    assert.equal(broken.length, 1)
    assert.ok(broken.every(isDatabaseUnavailable), String(broken))
    const found = await database.query('select figure from place order by no')
    assert.deepEqual(found.rows, [{ figure: 1 }, { figure: 1 }])
  })
})

test('FLT-10: a lock that is not granted, and reads that others changed, are transient errors; a mistake is not', async () => {
  await withPool(url, {}, async (database) => {
    const holder = await database.connect()
    await holder.query('begin')
    await raise(holder, 1)
    const waits = inTransaction(database, async (transaction) => {
      await transaction.query(`set local lock_timeout = '50ms'`)
      await raise(transaction, 1)
    })
    await assert.rejects(waits, isDatabaseUnavailable)
    const serial = inTransaction(database, async (transaction) => {
      await transaction.query('set transaction isolation level repeatable read')
      await transaction.query('select figure from place')
      await holder.query('commit')
      await raise(transaction, 1)
    })
    await assert.rejects(serial, isDatabaseUnavailable)
    holder.release()
    await assert.rejects(database.query('select 1 / 0'), (error) => !isDatabaseUnavailable(error))
    await assert.rejects(database.query('select nothing'), (error) => !isDatabaseUnavailable(error))
  })
})

const takeAll = (database: Database): Promise<Transaction[]> =>
  Promise.all(Array.from({ length: database.options.max }, () => database.connect()))

test('FLT-11 INV-27: while all connections are held and none is released, nobody waits; then everything continues', async (t) => {
  const time = steerTime(t)
  await withPool(url, { stuckMs: 1_000, connectMs: 600_000 }, async (database) => {
    const taken = await takeAll(database)
    const waiting = Array.from({ length: 30 }, () => database.query('select 1'))
    for (const end of await time.passing(Promise.allSettled(waiting))) {
      assert.ok(end.status === 'rejected' && end.reason instanceof DatabaseStuck)
    }
    // No time passes from here on.
    await assert.rejects(Promise.race([database.query('select 1'), turn()]), DatabaseStuck)
    taken.pop()?.release()
    // Callers that gave up do not use up connections of later ones.
    const later = Array.from({ length: 30 }, () => database.query('select 7 as figure'))
    for (const { rows } of await Promise.all(later)) assert.deepEqual(rows, [{ figure: 7 }])
    for (const client of taken) client.release()
  })
})

test('FLT-11: a crowd at an idle pool is served, and so are callers that wait while the process is suspended', async (t) => {
  const time = steerTime(t)
  await withPool(url, { stuckMs: 1_000 }, async (database) => {
    const crowd = Array.from({ length: 40 }, () => database.query('select 1'))
    // All connections are opening.
    time.move(2_000)
    assert.equal((await Promise.all(crowd)).length, 40)
    const taken = await takeAll(database)
    const waits = database.query('select 1')
    time.standStill(1_200)
    for (const client of taken) client.release()
    assert.equal((await waits).rowCount, 1)
  })
})

test('FLT-11: a busy pool refuses nobody', async (t) => {
  const time = steerTime(t)
  await withPool(url, { stuckMs: 1_000 }, async (database) => {
    const taken = await takeAll(database)
    const waiting = Array.from({ length: 5 }, () => database.connect())
    // One connection is released within the limit each time, although all together take longer.
    for (const [at, next] of waiting.entries()) {
      time.move(600)
      taken[at]?.release()
      taken.push(await next)
    }
    for (const client of taken.slice(waiting.length)) client.release()
  })
})

test('FLT-11: a PostgreSQL that accepts no more connections is a transient error', async () => {
  const { database } = own
  await database.query(`create role crowded login password 'x' connection limit 0`)
  const at = new URL(url)
  at.username = 'crowded'
  at.password = 'x'
  await withPool(at.toString(), {}, async (crowded) => {
    await assert.rejects(crowded.query('select 1'), isDatabaseUnavailable)
  })
  await database.query('drop role crowded')
})
