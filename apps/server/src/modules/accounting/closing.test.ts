/** Closed days: once each, chained, never changed, and equal to the ledger in every unit. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type MigratedDatabase, migratedDatabase } from '../../platform/database/testing/cluster.ts'
import type { Database } from '../../platform/database/pool.ts'
import { dayMs, wibDateStartMs } from '../../platform/time/day.ts'
import { brokenDayOf, type ClosedDay, hashOfDay, linesOf } from './closing-body.ts'
import { checkDays, closeNextDay, readDay, readDays } from './closing.ts'

const firstMs = wibDateStartMs('2026-03-01')
const hourMs = 3_600_000
let migrated: MigratedDatabase
let database: Database

/** Three days: a deposit; a trade with its charges; nothing at all. */
before(async () => {
  migrated = await migratedDatabase()
  database = migrated.database
  await database.query(`
    insert into exchange.currency values (1, 'IDR', 2, 1000000000), (2, 'BTC', 8, 1000000000);
    insert into exchange.market values (1, 'BTC_IDR', 2, 1, 100, 10, 1000, 1000000000, 100,
      1000000000000, 100000, 1200000, 800000, 200, 'open', null, 0);`)
  await transfer(1, firstMs + hourMs, 1_000_000, 1, 100, 1001, 'starting_fund')
  await transfer(2, firstMs + 2 * hourMs, 500, 2, 102, 1002, 'deposit')
  await transfer(3, firstMs + dayMs - 1, 300, 1, 1001, 101, 'withdrawal')
  // The first millisecond of the second day.
  await transfer(4, firstMs + dayMs, 7, 1, 1001, 1, 'withdrawal_fee')
  await database.query(
    `insert into exchange.trade values (1, 1, 5, $1, 1000, 100, 90000, 'buy', 1, 2, 1002, 1001, 0,
       '{0,0,2,2000,1,1,3,189,2100,4}', null, 189)`,
    [firstMs + dayMs + hourMs],
  )
})
after(() => migrated.stop())

async function transfer(
  seq: number,
  timeMs: number,
  amount: number,
  currencyId: number,
  from: number,
  to: number,
  reason: string,
) {
  await database.query(
    `insert into exchange.transfer values ($1, 0, $2, 'credit', $3, $4, $5, 'available', $6,
       'available', $7, 'test:1', false)`,
    [seq, timeMs, currencyId, amount, from, to, reason],
  )
}

const figuresOf = (day: ClosedDay | null) =>
  linesOf(day?.body ?? '[]').map(({ group, currencyId, opening, moves, closing }) => {
    return [currencyId, group, opening, moves, closing] as const
  })

it('closes each day once, with its opening, its movements by kind and its closing', async () => {
  assert.equal(await closeNextDay(database, firstMs + dayMs - 1), false)
  assert.equal(await closeNextDay(database, firstMs + dayMs), true)
  assert.equal(await closeNextDay(database, firstMs + dayMs), false)
  assert.deepEqual(figuresOf(await readDay(database, '2026-03-01')), [
    [1, '100', 0, { starting_fund: -1_000_000 }, -1_000_000],
    [1, '101', 0, { withdrawal: 300 }, 300],
    [1, 'users', 0, { starting_fund: 1_000_000, withdrawal: -300 }, 999_700],
    [2, '102', 0, { deposit: -500 }, -500],
    [2, 'users', 0, { deposit: 500 }, 500],
  ])
})

it('two servers that close at once close the same day once', async () => {
  const closed = await Promise.all([1, 2, 3].map(() => closeNextDay(database, firstMs + 2 * dayMs)))
  assert.equal(closed.filter(Boolean).length, 1)
  assert.deepEqual(figuresOf(await readDay(database, '2026-03-02')), [
    [1, '100', -1_000_000, {}, -1_000_000],
    [1, '101', 300, {}, 300],
    [1, '1', 0, { withdrawal_fee: 7 }, 7],
    [1, '4', 0, { income_tax: 189 }, 189],
    [1, 'users', 999_700, { income_tax: -189, trade: 0, withdrawal_fee: -7 }, 999_504],
    [2, '102', -500, {}, -500],
    [2, '1', 0, { fee: 2 }, 2],
    [2, 'users', 500, { fee: -2, trade: 0 }, 498],
  ])
})

it('INV-01: a closed day sums to zero in each currency, and opens as the day before closed', async () => {
  for (const { body } of await readDays(database)) {
    for (const currencyId of [1, 2]) {
      const lines = linesOf(body).filter((line) => line.currencyId === currencyId)
      assert.equal(
        lines.reduce((sum, { closing }) => sum + closing, 0),
        0,
      )
      for (const { opening, moves, closing } of lines) {
        assert.equal(
          Object.values(moves).reduce((sum, amount) => sum + amount, opening),
          closing,
        )
      }
    }
  }
})

it('what is booked late stands in the day that it is booked in, and changes no closed one', async () => {
  const closed = await readDays(database)
  await transfer(6, firstMs + hourMs, 11, 1, 101, 1002, 'correction')
  assert.equal(await closeNextDay(database, firstMs + 3 * dayMs), true)
  const days = await readDays(database)
  assert.deepEqual(days.slice(0, 2), closed)
  const lines = figuresOf(days[2] ?? null)
  assert.deepEqual(
    lines.find(([currencyId, group]) => currencyId === 1 && group === '101'),
    [1, '101', 300, { correction: -11 }, 289],
  )
})

it('INV-23: a closed day cannot be written again; one that was changed behind that is found', async () => {
  for (const text of [
    `update books.closed_day set body = '[]' where no = 1`,
    'delete from books.closed_day where no = 3',
    'truncate books.closed_day',
  ]) {
    await assert.rejects(database.query(text), /never changed/)
  }
  assert.deepEqual(await checkDays(database), [])
  const days = await readDays(database)
  for (const [place, day] of days.entries()) {
    const others: Partial<ClosedDay>[] = [
      { body: day.body.replace('1001', '1').replace('300', '301').replace('11', '12') },
      { toMs: day.toMs + 1 },
      { day: '2020-01-01' },
      { hash: Buffer.alloc(32, 1) },
    ]
    for (const change of others) {
      assert.notEqual(brokenDayOf(days.with(place, { ...day, ...change })), null)
    }
    const isLast = place === days.length - 1
    const gone = brokenDayOf(days.toSpliced(place, 1))
    // If the newest day is deleted, the missing days show it.
    assert.equal(gone === null, isLast)
  }
})

it('INV-23: who changes a closed day and its hash with it is found by the day after', async () => {
  const [first, second] = await readDays(database)
  assert.ok(first !== undefined && second !== undefined)
  const other = { ...first, body: first.body.replace('300', '301') }
  assert.notEqual(other.body, first.body)
  const forged = { ...other, hash: hashOfDay(Buffer.alloc(32), other) }
  assert.equal(brokenDayOf([forged]), null)
  assert.equal(brokenDayOf([forged, second]), second.day)
})
