/**
 * FLT-40, G-20: a backup made under load starts as a separate database, which has everything that was
 * acknowledged before and continues from there.
 */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { runAudit } from '../../engine/audit/index.ts'
import type { Engine } from '../../engine/index.ts'
import { placeOf } from '../../engine/testing/listing.ts'
import { acceptedOrderId, engineFor, freshId, fund, rowsOf } from '../../engine/testing/rig.ts'
import { tablesFollow } from '../../engine/testing/tables.ts'
import { until } from '../../engine/testing/until.ts'
import { backUp } from './backup.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { type PrivateCluster, startPrivateCluster } from './testing/cluster.ts'
import { testEngineSecret } from '../secrets/testing/secrets.ts'

const traders = [1001, 1002, 1003]
/** An account without orders before the backup starts. */
const newcomer = 1004
const price = 165_000_000_000
/** The number of orders acknowledged before the backup, and after it. */
const ordersMin = 200

let cluster: PrivateCluster

before(async () => {
  cluster = await startPrivateCluster()
})
after(() => cluster.stop())

/** A path below a folder that ends with the test, where everybody may enter. */
function freshPath(test: TestContext): string {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-backup-'))
  fs.chmodSync(folder, 0o755)
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'copy')
}

/** The address of the same database on another server. */
function urlAt(serverUrl: string, databaseUrl: string): string {
  const url = new URL(serverUrl)
  url.pathname = new URL(databaseUrl).pathname
  return url.toString()
}

type Load = {
  /** Orders that were acknowledged so far, of those that were sent since the last call of `fresh`. */
  orders(): readonly number[]
  /** From now on, sent commands are listed separately. */
  fresh(): void
  stop(): Promise<void>
}

/** Traders who place orders as fast as they are answered: some are matched, most of them rest. */
function orderOn(engine: Engine): Load {
  const life: { isStopped: boolean; acknowledged: number[] } = {
    isStopped: false,
    acknowledged: [],
  }
  const trade = async (accountId: number, place: number): Promise<void> => {
    for (let no = 0; !life.isStopped; no++) {
      const side = place % 2 === 0 ? 'buy' : 'sell'
      const order = placeOf(accountId, side, price, 10_000 + (no % 7))
      const { acknowledged } = life
      const outcome = await engine.submit(order, freshId(accountId, order))
      if (outcome.status === 'accepted') acknowledged.push(acceptedOrderId(outcome))
      else if (outcome.status !== 'refused') throw new Error(`an order came to ${outcome.status}`)
    }
  }
  const trading = Promise.all(traders.map(trade))
  return {
    orders: () => [...life.acknowledged],
    fresh: () => (life.acknowledged = []),
    async stop() {
      life.isStopped = true
      await trading
    },
  }
}

/** Makes the database checkpoint repeatedly, so that files copied late are newer than those copied early. */
function checkpointsOn(url: string): { stop(): Promise<void> } {
  const life = { isStopped: false }
  const going = (async () => {
    while (!life.isStopped) await rowsOf(url, 'checkpoint')
  })()
  return {
    async stop() {
      life.isStopped = true
      await going
    },
  }
}

async function ordersOf(url: string): Promise<ReadonlySet<number>> {
  const rows = await rowsOf(url, 'select id from exchange.orders')
  return new Set(rows.map(({ id }) => Number(id)))
}

test('FLT-40 G-20: a backup under load starts as a separate database, with everything acknowledged before it and nothing after it', async (t) => {
  const url = await cluster.database()
  const engine = await engineFor(t, url)
  await fund(engine, [...traders, newcomer])
  const load = orderOn(engine)
  await until('orders before', () => load.orders().length > ordersMin)
  const acknowledgedBefore = load.orders()
  const to = freshPath(t)
  const checkpoints = checkpointsOn(cluster.postgres.url)
  const { begunAt, endedAt, files } = await backUp({ url: cluster.postgres.url, to })
  await checkpoints.stop()
  assert.ok(endedAt !== null && begunAt <= endedAt && files > 0)
  load.fresh()
  await until('orders after', () => load.orders().length > ordersMin)
  await load.stop()
  await tablesFollow(engine, ...traders)
  const acknowledgedAfter = load.orders()
  const { lastSeq } = engine.status()
  await engine.stop()

  const restored = await startEmbeddedPostgres({ dataDir: to })
  t.after(() => restored.stop())
  const restoredUrl = urlAt(restored.url, url)
  const again = await engineFor(t, restoredUrl)
  // The copy contains the lease of the server that still runs.
  await until('it leads', () => again.status().state === 'leading')
  await tablesFollow(again, ...traders)
  const found = await ordersOf(restoredUrl)
  assert.deepEqual(
    acknowledgedBefore.filter((id) => !found.has(id)),
    [],
  )
  assert.deepEqual(
    acknowledgedAfter.filter((id) => found.has(id)),
    [],
  )
  assert.ok(again.status().lastSeq < lastSeq)
  // It continues without a gap and without reusing a number.
  const seqBefore = again.status().lastSeq
  const order = placeOf(newcomer, 'buy', price - 100_000, 10_000)
  const id = acceptedOrderId(await again.submit(order, freshId(newcomer, order)))
  assert.equal(id, Math.max(...found) + 1)
  assert.equal(again.status().lastSeq, seqBefore + 1)
  await tablesFollow(again, newcomer)
  const journal = await rowsOf(
    restoredUrl,
    'select count(*) = max(row_no) as whole from exchange.journal',
  )
  assert.deepEqual(journal, [{ whole: true }])
  const said: string[] = []
  assert.ok(
    await runAudit(restoredUrl, (line) => said.push(line), { secret: testEngineSecret }),
    said.join('\n'),
  )
})
