/** What the projector writes: candles, rows of market makers, projections of modules exactly once. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestEngine } from '../testing/start.ts'
import { testEngineSecret } from '../../platform/secrets/testing/secrets.ts'
import { creditOf, listing, placeOf } from '../testing/listing.ts'
import {
  engineFor,
  freshId,
  fund,
  numberOf,
  type Rig,
  rowsOf,
  startRig,
  statusesOf,
} from '../testing/rig.ts'
import { until } from '../testing/until.ts'
import { commandOf } from '../testing/workload.ts'
import { tablesFollow } from '../testing/tables.ts'
import { candleOpenMs } from './candles.ts'

const price = 165_000_000_000
const tick = 100_000
const minuteMs = 60_000

describe('projector', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it('R-15: minutes, hours and days open at their times; days at midnight in Jakarta', () => {
    const timeMs = Date.UTC(2026, 2, 1, 16, 59, 59, 999)
    assert.equal(candleOpenMs(timeMs, '1m'), Date.UTC(2026, 2, 1, 16, 59))
    assert.equal(candleOpenMs(timeMs, '1h'), Date.UTC(2026, 2, 1, 16))
    assert.equal(candleOpenMs(timeMs, '1d'), Date.UTC(2026, 1, 28, 17))
    assert.equal(candleOpenMs(timeMs + 1, '1d'), Date.UTC(2026, 2, 1, 17))
  })

  it('R-15: candles fold trades of several transactions into their minute, hour and day', async (test) => {
    const url = await rig.database()
    const firstMs = candleOpenMs(Date.now(), '1d') - 20 * 3_600_000
    const engine = await engineFor(test, url, { firstTimeMs: firstMs - minuteMs })
    const past = async (timeMs: number, prices: readonly number[]) => {
      const orders = prices.flatMap((at) => [
        placeOf(1001, 'buy', at, 10_000),
        placeOf(1002, 'sell', at, 10_000),
      ])
      assert.equal(await engine.submitPast(timeMs, orders), true)
      await tablesFollow(engine, 1001)
    }
    const credits = [1001, 1002].flatMap((id) => [creditOf(id, 1, 1e15), creditOf(id, 2, 1e12)])
    assert.equal(await engine.submitPast(firstMs, credits), true)
    await past(firstMs + 1, [price, price + 2 * tick])
    await past(firstMs + minuteMs - 1, [price - tick, price + tick])
    await past(firstMs + minuteMs, [price])
    const found = await rowsOf(
      url,
      `select width, open_ms, open, high, low, close, volume, trades from exchange.candle
       order by width desc, open_ms`,
    )
    const [high, low] = [price + 2 * tick, price - tick]
    const candles = found.map((row) => Object.values(row).map((cell) => String(cell)))
    const expected = [
      ['1m', firstMs, price, high, low, price + tick, 40_000, 4],
      ['1m', firstMs + minuteMs, price, price, price, price, 10_000, 1],
      ['1h', firstMs, price, high, low, price, 50_000, 5],
      ['1d', candleOpenMs(firstMs, '1d'), price, high, low, price, 50_000, 5],
    ]
    assert.deepEqual(
      candles,
      expected.map((row) => row.map(String)),
    )
  })

  it('R-40: unfilled orders of market makers leave no rows; filled and open ones do', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [900, 1001])
    const place = async (accountId: number, side: 'buy' | 'sell', at: number) => {
      const outcome = await engine.submit(placeOf(accountId, side, at, 10_000), null)
      assert.ok(outcome.status === 'accepted')
      await tablesFollow(engine, accountId)
    }
    const cancelAll = async (accountId: number) => {
      await engine.submit(commandOf({ kind: 'cancel_all', accountId, marketId: null }), null)
      await tablesFollow(engine, accountId)
    }
    await place(900, 'buy', price)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 1, 'while it is open')
    await cancelAll(900)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 0, 'canceled')
    const quick = placeOf(900, 'buy', price, 10_000)
    await engine.submit(commandOf({ ...quick, timeInForce: 'IOC' }), null)
    await tablesFollow(engine, 900)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 0, 'came and went')
    await place(1001, 'buy', price)
    await cancelAll(1001)
    await place(1001, 'buy', price)
    await place(900, 'sell', price)
    const rows = await rowsOf(url, 'select account_id, status from exchange.orders order by id')
    assert.deepEqual(
      rows.map((row) => `${String(row['account_id'])} ${String(row['status'])}`),
      ['1001 canceled', '1001 filled', '900 filled'],
    )
  })

  it('R-63: commands that come close together share the transactions of the tables', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001])
    await tablesFollow(engine, 1001)
    const beganMs = performance.now()
    for (let n = 0; n < 60; n++) {
      await engine.submit(placeOf(1001, 'buy', price - n * tick, 10_000), null)
    }
    const tookMs = performance.now() - beganMs
    await tablesFollow(engine, 1001)
    const [row] = await rowsOf(
      url,
      'select count(*) as orders, count(distinct xmin::text) as transactions from exchange.orders',
    )
    assert.equal(Number(row?.['orders']), 60)
    // At most one transaction per 16 ms of timer time, plus one at the start and one for a waiting reader.
    assert.ok(Number(row?.['transactions']) <= tookMs / 13 + 2, `in ${tookMs} ms`)
  })

  it('R-69: rows are found by their keys however many there are, in tables without statistics', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001])
    const scansOf = (kind: 'seq_scan' | 'idx_scan'): Promise<number> =>
      numberOf(
        url,
        `select ${kind} from pg_stat_user_tables where relid = 'exchange.orders'::regclass`,
      )
    const placed = await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        engine.submit(placeOf(1001, 'buy', price - n * tick, 10_000), null),
      ),
    )
    assert.deepEqual(statusesOf(placed), { accepted: 150 })
    await tablesFollow(engine, 1001)
    const before = await scansOf('seq_scan')
    await engine.submit(commandOf({ kind: 'cancel_all', accountId: 1001, marketId: null }), null)
    await tablesFollow(engine, 1001)
    // PostgreSQL reports a session's statistics at its end at the latest.
    await engine.stop()
    await until('the scans are counted', async () => (await scansOf('idx_scan')) >= 150)
    assert.equal(await scansOf('seq_scan'), before)
  })

  it('INV-19 R-63 FLT-23: a projection runs once for each batch, also after a failed transaction', async (test) => {
    const url = await rig.database()
    await rowsOf(url, 'create table seen (row_no bigint, seq bigint)')
    await rowsOf(url, 'create table obstacle (one int)')
    await rowsOf(url, 'grant select, insert on seen, obstacle to public')
    const projections = [new URL('../testing/counting-projection.js', import.meta.url).href]
    const options = { databaseUrl: url, secret: testEngineSecret, seeds: listing, projections }
    const engine = await startTestEngine(options)
    test.after(() => engine.stop())
    await fund(engine, [1001])
    await rowsOf(url, 'insert into obstacle values (1)')
    const order = placeOf(1001, 'buy', price, 10_000)
    const outcome = await engine.submit(order, freshId(1001, order))
    assert.equal(outcome.status, 'accepted')
    await until('it failed', () => engine.status().state === 'reloading')
    await rowsOf(url, 'delete from obstacle')
    await until('it leads again', () => engine.status().state === 'leading')
    await tablesFollow(engine, 1001)
    await engine.stop()
    const again = await engineFor(test, url, { projections })
    await again.submit(creditOf(1001, 1, 1), null)
    await again.stop()
    const seen = await rowsOf(url, 'select row_no, seq from seen order by seq')
    const total = await numberOf(url, 'select max(last_seq) from exchange.journal')
    assert.deepEqual(
      seen.map(({ seq }) => Number(seq)),
      Array.from({ length: total }, (_, place) => place + 1),
    )
  })
})
