/** Accounting on a real PostgreSQL: correct data passes, and each planted fault is found within one run. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Engine } from '../../engine/index.ts'
import { startTestEngine } from '../../engine/testing/start.ts'
import { creditOf, listing, placeOf } from '../../engine/testing/listing.ts'
import { catchUpTo, fallBehind } from '../../engine/testing/lag.ts'
import { engineFor, freshId, type Rig, startRig } from '../../engine/testing/rig.ts'
import { until } from '../../engine/testing/until.ts'
import { commandOf, runWorkload } from '../../engine/testing/workload.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { type Database, openDatabase } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { createLog } from '../../platform/logging/log.ts'
import { dayMs, wibDayStartMs } from '../../platform/time/day.ts'
import { startAccounting } from './accounting.ts'
import { type ChartLine, chartOfDay, readChart } from './chart.ts'
import { linesOf } from './closing-body.ts'
import { readDays } from './closing.ts'
import {
  alignMarkets,
  endHalt,
  haltAllCurrencies,
  isCurrencyHalted,
  listHalts,
  unprovenHalts,
} from './halts.ts'
import { runReconciliation, type ReconciliationDeps } from './run-reconciliation.ts'
import { listOpenMismatches, listReconciliations } from './reconciliation-store.ts'
import { unprovenMarketHalts } from './halted-markets.ts'
import { advanceTotals } from './totals.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'

/** A second market whose currencies are independent of the first one's base. */
const ether = [
  { kind: 'list_currency', currencyId: 3, code: 'ETH', decimals: 8, supplyMax: 21e14 },
  { kind: 'list_currency', currencyId: 4, code: 'USDT', decimals: 6, supplyMax: 21e14 },
  { ...listing.find(({ kind }) => kind === 'set_market'), marketId: 2, symbol: 'ETH_USDT' },
].map((command) =>
  command.kind === 'set_market' ? { ...command, baseId: 3, quoteId: 4 } : command,
)

let rig: Rig
let books: string

before(async () => {
  rig = await startRig()
  books = await rig.database()
  const engine = await startTestEngine({ databaseUrl: books, seeds: listing })
  for (const command of ether) await engine.submit(commandOf(command), null)
  await engine.submit(commandOf({ kind: 'set_market_state', marketId: 2, state: 'open' }), null)
  await runWorkload(engine)
  await engine.stop()
})
after(() => rig.stop())

type Stage = {
  readonly database: Database
  readonly engine: Engine
  readonly deps: ReconciliationDeps
  /** The findings of a run as `check:currency`. */
  readonly found: (kind?: 'minute' | 'full') => Promise<readonly string[]>
  readonly states: () => Promise<readonly string[]>
}

const noMoney = { gatewayBalance: null, ledgerBalance: null, inFlight: null }

/** A copy of the database, with an engine on it. */
async function stageOn(
  test: TestContext,
  others: Partial<ReconciliationDeps> = {},
): Promise<Stage> {
  const url = await rig.cluster.database(new URL(books).pathname.slice(1))
  const log = createLog('silent')
  const database = openDatabase(url, log)
  test.after(() => database.end())
  const engine = await engineFor(test, url, { seeds: [] })
  // Otherwise the engine's first projection would overwrite the rows that a test plants.
  const { committedRow: begun } = engine.status()
  await until('the tables hold it', () => engine.status().projectedRow >= begun)
  const deps: ReconciliationDeps = {
    database,
    engine,
    log,
    keys: testKeys,
    custody: async () => [],
    money: async () => noMoney,
    strayHolds: async () => [],
    ...others,
  }
  return {
    database,
    engine,
    deps,
    async found(kind = 'minute') {
      const { findings } = await runReconciliation(deps, kind)
      return findings.map(({ check, currencyId }) => `${check}:${currencyId}`)
    },
    async states() {
      const { committedRow } = engine.status()
      await until('the tables hold it', () => engine.status().projectedRow >= committedRow)
      const { rows } = await database.query<{ state: string }>(
        'select state from exchange.market order by id',
      )
      return rows.map(({ state }) => state)
    },
  }
}

async function operatorIn(database: Database): Promise<number> {
  const created = await database.query<{ id: number }>(
    `insert into accounts.users (full_name, nickname, email, email_key)
     values ('Ratna', 'Ratna', 'ratna@b.test', 'ratna@b.test') returning id`,
  )
  return created.rows[0]?.id ?? 0
}

describe('books', () => {
  it('INV-01 INV-03 INV-04: right books pass, at a usual look and at a full one', async (t) => {
    const { found, database, states } = await stageOn(t)
    assert.deepEqual(await found(), [])
    // From here on each run sums later entries only.
    while (await advanceTotals(database, 7));
    assert.deepEqual(await found('full'), [])
    assert.deepEqual(await states(), ['open', 'open'])
    const looks = await listReconciliations(database, 10)
    assert.deepEqual(
      looks.map(({ kind, breaks }) => `${kind} ${breaks}`),
      ['full 0', 'minute 0'],
    )
  })

  const faults: Readonly<Record<string, { plant: string; finds: readonly string[] }>> = {
    'INV-03: a balance that was changed': {
      plant: `update exchange.balance set available = available + 1
        where account_id = 1001 and currency_id = 2`,
      finds: ['entries:2', 'zero_sum:2'],
    },
    'INV-03: money moved between balances without an entry': {
      plant: `update exchange.balance set available = available + case account_id when 1001 then 5
        else -5 end where account_id in (1001, 1002) and currency_id = 2`,
      finds: ['entries:2'],
    },
    'INV-01: a transfer that is missing': {
      plant: `delete from exchange.transfer where currency_id = 2 and to_account_id = 1002`,
      finds: ['entries:2'],
    },
    'INV-16: a trade that is missing, of both its currencies': {
      plant: 'delete from exchange.trade where no = 3',
      finds: ['entries:1', 'entries:2', 'trades:1', 'trades:2'],
    },
    'INV-04: an amount held without an order': {
      plant: `update exchange.balance set available = available - 9, held = held + 9
        where account_id = 1002 and currency_id = 2`,
      finds: ['held:2'],
    },
    'INV-04: an order that went away with what it holds': {
      plant: `delete from exchange.orders where id = (select max(id) from exchange.orders
        where status = 'open' and side = 'sell')`,
      finds: ['held:2'],
    },
  }
  for (const [name, { plant, finds }] of Object.entries(faults)) {
    it(`${name}, is found within one look`, async (t) => {
      const { database, found } = await stageOn(t)
      assert.deepEqual(await found(), [])
      await database.query(plant)
      assert.deepEqual(await found(), finds)
      assert.deepEqual(
        (await listHalts(database)).map(({ currencyId }) => currencyId),
        [...new Set(finds.map((one) => Number(one.split(':')[1])))],
      )
    })
  }

  for (const [name, plant] of [
    [
      'tables that are as of no row of the journal',
      `update exchange.watermark set hash = '\\x0101010101010101'`,
    ],
    ['a journal that lacks a row', 'delete from exchange.journal where row_no = 5'],
  ] as const) {
    it(`INV-28: ${name}, stop every currency, as all stand on it`, async (t) => {
      const { database, found, states } = await stageOn(t)
      await database.query(plant)
      assert.deepEqual(await found(), ['journal:1', 'journal:2', 'journal:3', 'journal:4'])
      assert.equal((await listHalts(database)).length, 4)
      assert.deepEqual(await states(), ['cancel_only', 'cancel_only'])
    })
  }

  it('INV-03: what was changed behind the totals is found by the full look', async (t) => {
    const { database, found } = await stageOn(t)
    while (await advanceTotals(database, 7));
    await database.query('update exchange.transfer set amount = amount + 1 where currency_id = 1')
    assert.deepEqual(await found(), [])
    assert.deepEqual(await found('full'), ['sums:1'])
    // A regular run does not check that, so it neither finds nor ends the mismatch.
    assert.deepEqual(await found(), [])
    assert.equal((await listOpenMismatches(database)).length, 1)
  })

  it('INV-14: the broken currency alone is stopped: its market only cancels, the other trades on', async (t) => {
    const { database, engine, found, states } = await stageOn(t)
    await database.query(
      `update exchange.balance set available = available + 1 where account_id = 1001 and currency_id = 2`,
    )
    await found()
    assert.deepEqual(await states(), ['cancel_only', 'open'])
    assert.equal(await isCurrencyHalted({ database, keys: testKeys }, 2), true)
    assert.equal(await isCurrencyHalted({ database, keys: testKeys }, 3), false)
    const order = placeOf(1001, 'buy', 165_000_000_000, 1_000_000)
    const refused = await engine.submit(order, freshId(1001, order))
    assert.equal(refused.status === 'refused' && refused.code, 'market.cancel_only')
    const cancel = commandOf({ kind: 'cancel_all', accountId: 1001, marketId: 1 })
    assert.equal((await engine.submit(cancel, null)).status, 'accepted')
    // A second run finds the same and changes nothing.
    await found()
    assert.equal((await listHalts(database)).length, 1)
    // A halt that was ended in the database is back, and its market stays closed (H-1, ATT-97).
    await database.query('update books.currency_halt set ended_at = now()')
    await database.query('delete from books.stopped_market')
    assert.equal(await isCurrencyHalted({ database, keys: testKeys }, 2), true)
    assert.deepEqual(await unprovenHalts(database, testKeys), ['2'])
    await found()
    assert.deepEqual(
      (await listHalts(database)).map(({ check }) => check),
      ['entries'],
    )
    assert.deepEqual(await states(), ['cancel_only', 'open'])
    assert.deepEqual(await unprovenHalts(database, testKeys), [])
    const alarms = await database.query(
      `select subject from desk.audit_entry where action = 'currency.halt'`,
    )
    assert.deepEqual(alarms.rows, [{ subject: 'currency:2' }])
  })

  it('M-4 INV-14: the end of a halt opens what it stopped and nothing that people closed, whatever rows say', async (t) => {
    const { deps, database, engine, found, states } = await stageOn(t)
    await database.query(
      `update exchange.balance set available = available + 1 where account_id = 1001 and currency_id = 2`,
    )
    await found()
    const closed = commandOf({ kind: 'set_market_state', marketId: 2, state: 'cancel_only' })
    assert.equal((await engine.submit(closed, null)).status, 'accepted')
    assert.deepEqual(await states(), ['cancel_only', 'cancel_only'])
    assert.deepEqual(await unprovenMarketHalts(database, testKeys), [])
    // The halt of one market is moved to the other in the database.
    await database.query('update books.stopped_market set market_id = 2')
    assert.deepEqual(await unprovenMarketHalts(database, testKeys), ['2', '1'])
    const [halt] = await listHalts(database)
    assert.ok(halt !== undefined)
    const by = { operatorId: await operatorIn(database), changeId: 1 }
    await inTransaction(database, (transaction) => endHalt(transaction, testKeys, halt, by))
    await alignMarkets(deps)
    await alignMarkets(deps)
    assert.deepEqual(await states(), ['open', 'cancel_only'])
  })

  it('INV-14: a halt that people end while it is looked at does not come back', async (t) => {
    const { deps, database } = await stageOn(t)
    await inTransaction(database, (it) => haltAllCurrencies(it, testKeys))
    const [halt] = await listHalts(database)
    assert.ok(halt !== undefined)
    const waiting = `select from pg_locks where not granted
      and relation = 'books.currency_halt'::regclass`
    const by = { operatorId: await operatorIn(database), changeId: 1 }
    let aligned = Promise.resolve()
    await inTransaction(database, async (it) => {
      // The run has read the proofs, and reaches the rows after the halt has ended.
      await it.query('lock table books.currency_halt in access exclusive mode')
      aligned = alignMarkets(deps)
      await until('the look waits', async () => (await database.query(waiting)).rows.length > 0)
      await endHalt(it, testKeys, halt, by)
    })
    await aligned
    const open = (await listHalts(database)).map(({ currencyId }) => currencyId)
    assert.deepEqual(open, [2, 3, 4])
  })

  it('INV-14: a gap of custody counts once it lasts, and what is over before that stops nothing', async (t) => {
    const verdict = { now: 'gap' as 'gap' | 'whole' }
    const custody = async () => [
      { currencyId: 3, held: 9, liabilities: 10, inFlight: 0, gap: 1, verdict: verdict.now },
    ]
    const { database, found, states } = await stageOn(t, { custody })
    assert.deepEqual(await found(), ['custody:3'])
    assert.equal(await isCurrencyHalted({ database, keys: testKeys }, 3), false)
    verdict.now = 'whole'
    assert.deepEqual(await found(), [])
    assert.deepEqual(await listOpenMismatches(database), [])
    verdict.now = 'gap'
    await found()
    await database.query(`update books.break set begun_at = now() - interval '3 minutes'`)
    await found()
    assert.equal(await isCurrencyHalted({ database, keys: testKeys }, 3), true)
    assert.deepEqual(await states(), ['open', 'cancel_only'])
  })

  it('INV-14: a gateway that lacks more than the house owns stops rupiah; unknown figures do not', async (t) => {
    const money = { now: { gatewayBalance: 0, ledgerBalance: 1_000, inFlight: 1_000 } }
    const { found, database } = await stageOn(t, { money: async () => money.now })
    assert.deepEqual(await found(), [])
    const own = await database.query<{ own: number }>(
      'select available as own from exchange.balance where account_id = 1 and currency_id = 1',
    )
    const owed = 1_000 + (own.rows[0]?.own ?? 0)
    money.now = { gatewayBalance: 0, ledgerBalance: owed, inFlight: 1_000 }
    assert.deepEqual(await found(), [])
    money.now = { gatewayBalance: 0, ledgerBalance: owed + 1, inFlight: 1_000 }
    assert.deepEqual(await found(), ['gateway:1'])
  })

  it('INV-01 INV-03: a day closes once it is over, with what the balances say to the unit', async (t) => {
    const { database, engine, deps } = await stageOn(t)
    const { rows } = await database.query<{ nowMs: number }>(
      'select max(time_ms) as "nowMs" from exchange.transfer',
    )
    // Noon of the day of the entries: a day later it is over.
    const clock = { nowMs: wibDayStartMs(rows[0]?.nowMs ?? 0) + dayMs / 2 }
    const works = [1, 2].map(() => startAccounting({ ...deps, engine, clock: () => clock.nowMs }))
    t.after(() => Promise.all(works.map((work) => work.stop())))
    const closeAll = async () => Promise.all(works.map((work) => work.closeDays()))
    assert.deepEqual(await closeAll(), [0, 0])
    clock.nowMs += dayMs
    const counts = await closeAll()
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
    )
    assert.deepEqual(await closeAll(), [0, 0])
    const [day] = await readDays(database)
    const amounts = (lines: readonly ChartLine[]) =>
      lines
        .filter(({ amount }) => amount !== 0)
        .map(({ group, currencyId, amount }) => `${currencyId} ${group} ${amount}`)
        .toSorted()
    const closed = amounts(chartOfDay(linesOf(day?.body ?? '[]')))
    assert.ok(closed.length > 8)
    assert.deepEqual(closed, amounts(await readChart(database)))
  })

  it('a day closes once the tables hold it whole, however far the journal is ahead by then', async (t) => {
    const { database, engine, deps } = await stageOn(t)
    const { rows } = await database.query<{ nowMs: number }>(
      'select max(time_ms) as "nowMs" from exchange.transfer',
    )
    const endMs = wibDayStartMs(rows[0]?.nowMs ?? 0) + dayMs
    const work = startAccounting({ ...deps, engine, clock: () => endMs + dayMs / 2 })
    t.after(() => work.stop())
    await fallBehind(database)
    assert.equal(await work.closeDays(), 0)
    await catchUpTo(database, endMs - 1)
    assert.equal(await work.closeDays(), 0)
    await catchUpTo(database, endMs)
    assert.equal(await work.closeDays(), 1)
  })

  it('INV-28: looks while the exchange trades find nothing', async (t) => {
    const { engine, found, database } = await stageOn(t)
    // It rests below the others, and its hold is rounded up to a whole unit (INV-04).
    const resting = await engine.submit(placeOf(1001, 'buy', 164_000_100_000, 1_001), null)
    assert.equal(resting.status, 'accepted')
    await tablesFollow(engine, 1001)
    const load = { isOver: false, count: 0 }
    t.after(() => {
      load.isOver = true
    })
    const running = (async () => {
      for (; !load.isOver; load.count += 1) {
        const side = load.count % 2 === 0 ? 'buy' : 'sell'
        const order = placeOf(1001 + (load.count % 3), side, 165_000_000_000, 1_000 + load.count)
        await engine.submit(order, null)
        if (load.count % 7 === 0) await engine.submit(creditOf(1002, 1, 1), null)
      }
    })()
    for (let round = 0; round < 10; round += 1) {
      assert.deepEqual(await found(), [])
      await advanceTotals(database, 50)
    }
    load.isOver = true
    await running
    assert.deepEqual(await found('full'), [])
  })
})
