/** The outcomes of callers and the batches of listeners: commits, ids, projection waits, overload. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { currencyUnits } from '@tukar/money'
import { pg } from '../../platform/database/driver.ts'
import { createCommandId } from '../command-ids.ts'
import { holdName } from '../hold-statement.ts'
import { waitingMax } from './command-queue.ts'
import { creditOf, placeOf } from '../testing/listing.ts'
import {
  batchesOf,
  engineFor,
  freshId,
  fund,
  numberOf,
  type Rig,
  rowsOf,
  startRig,
  statusesOf,
  uuidAt,
} from '../testing/rig.ts'
import { until } from '../testing/until.ts'
import { tablesFollow } from '../testing/tables.ts'

const price = 165_000_000_000

/** Locks a table against writers until `release`; `isMet` is true once a writer waits for it. */
async function lockTable(
  url: string,
  table: string,
): Promise<{ isMet(): Promise<boolean>; release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`begin; lock table exchange.${table} in share mode`)
  const waiting = `select count(*) as count from pg_locks where not granted
    and relation = 'exchange.${table}'::regclass`
  return {
    async isMet() {
      const found = await client.query<{ count: string }>(waiting)
      return Number(found.rows[0]?.count) > 0
    },
    async release() {
      await client.query('commit')
      await client.end()
    },
  }
}

describe('commits', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it('R-64 INV-18: nobody is notified of a batch before its commit', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001])
    const batches = batchesOf(engine)
    const lock = await lockTable(url, 'journal')
    let isAnswered = false
    const outcome = engine.submit(placeOf(1001, 'buy', price, 10_000), null).finally(() => {
      isAnswered = true
    })
    await until('the append waits', () => lock.isMet())
    let isPictured = false
    const snapshot = engine.bookSnapshot(1).finally(() => {
      isPictured = true
    })
    await tablesFollow(engine, 1002)
    assert.deepEqual([isAnswered, isPictured, batches.length], [false, false, 0])
    await lock.release()
    assert.equal((await outcome).status, 'accepted')
    assert.equal(batches.length, 1)
    assert.deepEqual((await snapshot).bids, [{ price, quantity: 10_000 }])
  })

  it('INV-05 H-4: holds, statements and balances are those of the journal, whatever the tables have, and empty after the release', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001])
    const momentOf = (currencyId: number, ...holdIds: readonly number[]) =>
      engine.moment({ currencyId, accountIds: [1001], holdIds })
    const before = await momentOf(1)
    assert.ok(before.status === 'known')
    const funds = before.available.get(1001) ?? 0
    assert.ok(funds > 500)
    const source = 'withdrawal:7'
    const held = await engine.submit(
      {
        kind: 'hold',
        accountId: 1001,
        currencyId: 1,
        amount: currencyUnits(500),
        reason: 'withdrawal',
        source,
      },
      null,
    )
    assert.ok(held.status === 'accepted')
    const made = held.events.find((event) => event.kind === 'hold_changed')
    assert.ok(made !== undefined)
    const { holdId } = made
    const hold = { holdId, accountId: 1001, currencyId: 1, remaining: 500, source }
    assert.deepEqual(await engine.hold(holdId), { status: 'known', hold })
    assert.deepEqual(await engine.hold(holdId + 1), { status: 'known', hold: null })
    assert.deepEqual(await momentOf(1, holdId, holdId + 1), {
      status: 'known',
      available: new Map([[1001, funds - 500]]),
      holds: new Map([[holdId, hold]]),
    })
    const stated = await engine.stateHold(holdId)
    assert.ok(stated.status === 'known' && stated.statement !== null)
    const { signature: _, atMs, row, ...messages } = stated.statement
    const named = { hold: holdName(holdId), owner: 1001, currency: 'IDR', decimals: 2, left: '500' }
    assert.deepEqual(messages, named)
    assert.equal(row, engine.status().committedRow)
    assert.ok(Math.abs(Date.now() - atMs) < 60_000)
    const nothing = { status: 'known', statement: null }
    assert.deepEqual(await engine.stateHold(holdId + 1), nothing)
    await tablesFollow(engine, 1001)
    await engine.submit({ kind: 'release', holdId, reason: 'withdrawal', source }, null)
    await tablesFollow(engine, 1001)
    await rowsOf(
      url,
      `insert into exchange.hold (id, account_id, currency_id, remaining, source)
       values (${holdId}, 1001, 1, 500, '${source}') returning 1`,
    )
    await rowsOf(
      url,
      `update exchange.balance set available = 7 where account_id = 1001 and currency_id = 1 returning 1`,
    )
    assert.deepEqual(await engine.hold(holdId), { status: 'known', hold: null })
    assert.deepEqual(await engine.stateHold(holdId), nothing)
    const known = { status: 'known', holds: new Map() }
    const available = new Map([[1001, funds]])
    assert.deepEqual(await momentOf(1, holdId), { ...known, available })
    assert.deepEqual(await momentOf(9), { ...known, available: new Map([[1001, 0]]) })
    await engine.stop()
    assert.deepEqual(await momentOf(1, holdId), { status: 'later' })
    assert.deepEqual(await engine.hold(holdId), { status: 'later' })
    assert.deepEqual(await engine.stateHold(holdId), { status: 'later' })
  })

  it('R-12 INV-15: a repeat gets the first answer, also after a restart and when forgotten', async (test) => {
    const url = await rig.database()
    const first = await engineFor(test, url, { rememberedMax: 4 })
    await fund(first, [1001])
    const order = placeOf(1001, 'buy', price, 10_000)
    const id = freshId(1001, order)
    const delivered = await first.submit(order, id)
    assert.equal(delivered.status, 'accepted')
    assert.deepEqual(await first.submit(order, id), delivered)
    await first.stop()
    const second = await engineFor(test, url, { rememberedMax: 4 })
    assert.deepEqual(await second.submit(order, id), delivered, 'after restart')
    const others = Array.from({ length: 4 }, () => freshId(1001, order, Date.now() + 30_000))
    await Promise.all(others.map((other) => second.submit(order, other)))
    assert.deepEqual(await second.submit(order, id), delivered, 'when forgotten')
    const changed = placeOf(1001, 'buy', price, 20_000)
    const reused = { ...id, body: freshId(1001, changed).body }
    assert.deepEqual(await second.submit(changed, reused), { status: 'id_reused' })
    await tablesFollow(second, 1001)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 5)
  })

  it('R-12: another body under the same id is refused, and a refusal by the core uses up the id', async (test) => {
    const engine = await engineFor(test, await rig.database())
    const order = placeOf(1001, 'buy', price, 10_000)
    const id = freshId(1001, order)
    const refused = await engine.submit(order, id)
    assert.equal(refused.status, 'refused')
    await fund(engine, [1001])
    assert.deepEqual(await engine.submit(order, id), refused)
    const other = { ...id, body: freshId(1001, placeOf(1001, 'sell', price, 1)).body }
    assert.deepEqual(await engine.submit(order, other), { status: 'id_reused' })
    const foreign = { ...id, scope: 1002 }
    assert.notEqual(
      (await engine.submit(placeOf(1002, 'buy', price, 9), foreign)).status,
      'id_reused',
    )
  })

  it('R-12: ids too old or from the future are expired; ids of rows are looked up', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url, { rememberedMax: 2 })
    const credit = creditOf(1001, 1, 5)
    const future = freshId(1001, credit, Date.now() + 3_600_000)
    assert.deepEqual(await engine.submit(credit, future), { status: 'id_expired' })
    for (let n = 0; n < 3; n++) await engine.submit(credit, freshId(1001, credit))
    const old = freshId(1001, credit, Date.now() - 3_600_000)
    assert.deepEqual(await engine.submit(credit, old), { status: 'id_expired' })
    const derived = createCommandId(0, uuidAt(1), credit)
    const delivered = await engine.submit(credit, derived)
    assert.equal(delivered.status, 'accepted')
    for (let n = 0; n < 3; n++) {
      await engine.submit(credit, createCommandId(0, uuidAt(n), credit))
    }
    assert.deepEqual(await engine.submit(credit, derived), delivered)
    await tablesFollow(engine, 1001)
    const total = 'select available from exchange.balance where account_id = 1001'
    assert.equal(await numberOf(url, total), 7 * 5)
  })

  it('R-64 INV-28: waitForProjection waits for the rows of the account, and for no others', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001, 1002])
    await tablesFollow(engine, 1001, 1002)
    const lock = await lockTable(url, 'orders')
    assert.equal(
      (await engine.submit(placeOf(1001, 'buy', price, 10_000), null)).status,
      'accepted',
    )
    let isSettled = false
    const ask = async () => {
      isSettled = await engine.waitForProjection(1001)
    }
    const repeated = ask()
    await until('the projector waits', () => lock.isMet())
    await tablesFollow(engine, 1002)
    assert.equal(isSettled, false)
    await lock.release()
    await repeated
    await tablesFollow(engine, 1001)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 1)
  })

  it("INV-27 ATT-27: commands beyond the queue's limit are refused as overloaded, the others continue", async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    await fund(engine, [1001])
    const lock = await lockTable(url, 'journal')
    const credit = creditOf(1001, 1, 1)
    const head = engine.submit(credit, null)
    await until('the append waits', () => lock.isMet())
    const rest = Array.from({ length: waitingMax + 500 }, () => engine.submit(credit, null))
    assert.equal((await rest.at(-1))?.status, 'overloaded')
    await lock.release()
    const counts = statusesOf(await Promise.all([head, ...rest]))
    assert.deepEqual(counts, { accepted: waitingMax + 1, overloaded: 500 })
  })

  it('INV-27 R-69 FLT-22: while the tables lag too far behind commands are refused, then they continue', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url)
    const lock = await lockTable(url, 'balance')
    const credit = creditOf(1001, 1, 1)
    const counts = { accepted: 0, overloaded: 0 }
    for (let wave = 0; wave < 5; wave++) {
      const outcomes = Array.from({ length: 15_000 }, () => engine.submit(credit, null))
      const { accepted = 0, overloaded = 0 } = statusesOf(await Promise.all(outcomes))
      counts.accepted += accepted
      counts.overloaded += overloaded
    }
    assert.ok(counts.accepted > 50_000 && counts.accepted < 70_000, String(counts.accepted))
    assert.equal(counts.accepted + counts.overloaded, 75_000)
    await lock.release()
    await tablesFollow(engine, 1001)
    assert.equal((await engine.submit(credit, null)).status, 'accepted')
    await tablesFollow(engine, 1001)
    const total = 'select available from exchange.balance where account_id = 1001'
    assert.equal(await numberOf(url, total), counts.accepted + 1)
  })
})
