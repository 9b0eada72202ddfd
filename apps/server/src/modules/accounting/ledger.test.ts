/** The ledger of a user with very many orders: read step by step, with every entry, newest first. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestEngine } from '../../engine/testing/start.ts'
import { listing } from '../../engine/testing/listing.ts'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/logging/log.ts'
import { newest } from './ledger-store.ts'
import { searchLedger } from './ledger.ts'
import { ordersAtOnce, readOrdersStep } from './person-orders.ts'

const busyId = 5_001
const orders = 2_600
/** Orders that all ended in the same millisecond: more than one step reads. */
const together = { from: 400, to: 2_200 }

let rig: Rig
let database: Database

before(async () => {
  rig = await startRig()
  const url = await rig.database()
  const engine = await startTestEngine({ databaseUrl: url, seeds: listing })
  await engine.stop()
  database = openDatabase(url, createLog('silent'))
  await fill()
})
after(async () => {
  await database.end()
  await rig.stop()
})

/** One order a second, each filled at once: most end then, some hours or days later, some never. */
async function fill(): Promise<void> {
  const hourMs = 3_600_000
  const created = `select n, n * 1000 as at,
      case when n % 13 = 0 then 'open' when n % 3 = 0 then 'canceled' else 'filled' end as status,
      case when n % 7 = 0 then n * 1000 + 72 * ${hourMs} when n % 11 = 0 then n * 1000 + 5 * ${hourMs}
        when n between ${together.from} and ${together.to} then ${together.to + 1} * 1000
        else n * 1000 + 10 end as updated_ms
    from generate_series(1, ${orders}) n`
  await database.query(
    `insert into exchange.orders select 1000000 + n, ${busyId}, 1,
       case when n % 2 = 0 then 'buy' else 'sell' end, 1, 10, 9, 'GTC', false, status, null, 1, 0, 0,
       n, at, n, updated_ms from (${created}) made`,
  )
  await database.query(
    `insert into exchange.trade select 1, 1000000 + n, 1000000 + n, at + 5, 1000, 10 + n, n, 'buy',
       1000000 + n, -n, ${busyId}, 900, 0, '{}', null, null from (${created}) made`,
  )
  await database.query(
    `insert into exchange.transfer select 1000000 + n, 0, at + 5, 'credit', 1, n, 100, 'available',
       ${busyId}, 'available', 'deposit', 'deposit:' || n, false from (${created}) made where n % 50 = 0`,
  )
}

test('R-15 INV-03: the ledger of a busy user lists every entry once, newest first, over all pages', async () => {
  for (const currencyId of [undefined, 2]) {
    const asked = { accountId: busyId, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
    const found: string[] = []
    let place = newest
    for (let pages = 0; ; pages += 1) {
      const own = currencyId === undefined ? asked : { ...asked, currencyId }
      const { entries, next } = await searchLedger(database, own, place, 300)
      found.push(...entries.map((one) => `${one.seq} ${one.currencyId} ${one.amount}`))
      if (next === null) break
      place = next
      assert.ok(pages < 100, 'it comes to an end')
    }
    const { rows } = await database.query<{ text: string }>(
      `select concat_ws(' ', seq, currency_id, amount) as text from exchange.ledger_entry
       where account_id = ${busyId} and ($1::int is null or currency_id = $1)`,
      [currencyId ?? null],
    )
    assert.ok(rows.length >= orders)
    assert.deepEqual(found.toSorted(), rows.map(({ text }) => text).toSorted())
    const seqs = found.map((text) => Number(text.split(' ')[0]))
    assert.deepEqual(
      seqs,
      seqs.toSorted((one, other) => other - one),
    )
  }
})

test('R-15: a step of the search reads a bounded number of orders, plus those that were open then', async () => {
  const atOnce = 100
  for (const untilMs of [Number.MAX_SAFE_INTEGER, 2_500_000, 300_000]) {
    const asked = { accountId: busyId, currencyId: null, fromMs: 0, untilMs }
    const { orderIds, fromMs } = await readOrdersStep(database, asked, atOnce)
    const { rows } = await database.query<{ alive: number }>(
      `select count(*)::int as alive from exchange.orders
       where status = 'open' or (created_ms < $1 and updated_ms >= $1)`,
      [untilMs],
    )
    assert.equal(orderIds.length, atOnce + (rows[0]?.alive ?? 0), `${untilMs}`)
    assert.ok(fromMs > 0 && fromMs < untilMs)
  }
  assert.ok(ordersAtOnce < orders)

  // Orders that ended in one millisecond may have been filled in it, so they stay together.
  const endMs = (together.to + 1) * 1_000
  const asked = { accountId: busyId, currencyId: null, fromMs: 0, untilMs: endMs + 1 }
  const { orderIds, fromMs } = await readOrdersStep(database, asked, atOnce)
  const { rows } = await database.query<{ id: number }>(
    `select id from exchange.orders where updated_ms = $1 and status <> 'open'`,
    [endMs],
  )
  assert.ok(rows.length > atOnce && rows.every(({ id }) => orderIds.includes(id)))
  assert.equal(fromMs, endMs)
})
