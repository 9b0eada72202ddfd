/** Faults under load: cut connections, a failing core, a killed PostgreSQL. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Command } from '@tukar/core'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { endAtOnce, startPrivateCluster } from '../platform/database/testing/cluster.ts'
import { runAudit } from './audit/index.ts'
import { startTestEngine } from './testing/start.ts'
import type { CommittedBatch, Engine, Outcome } from './port.ts'
import { creditOf, listing, placeOf } from './testing/listing.ts'
import { poisonCancelerId, poisonQuantity } from './testing/poison-quantity.ts'
import { startProxy } from './testing/proxy.ts'
import {
  acceptedOrderId,
  batchesOf,
  engineFor,
  freshId,
  fund,
  numberOf,
  type Rig,
  rowsOf,
  startRig,
} from './testing/rig.ts'
import { until } from './testing/until.ts'
import { commandOf } from './testing/workload.ts'
import { tablesFollow } from './testing/tables.ts'
import { testEngineSecret } from '../platform/secrets/testing/secrets.ts'

const price = 165_000_000_000

/** Submits with one id until the answer is final, as clients do. */
async function submitFinally(
  engine: Engine,
  command: Command,
  accountId: number,
): Promise<Outcome> {
  const id = freshId(accountId, command)
  let outcome = await engine.submit(command, id)
  await until(
    `an answer to ${command.kind}`,
    async () => {
      const isOpen = ['unknown', 'unavailable', 'overloaded'].includes(outcome.status)
      if (isOpen) outcome = await engine.submit(command, id)
      return !isOpen
    },
    60_000,
  )
  return outcome
}

/** Asserts that every row from the first to the last was delivered once and in order. */
function assertNoGap(batches: readonly CommittedBatch[]): void {
  for (const [place, { row }] of batches.entries()) {
    if (place > 0) assert.equal(row, (batches[place - 1]?.row ?? 0) + 1)
  }
}

async function assertBooks(url: string): Promise<void> {
  const lines: string[] = []
  assert.equal(
    await runAudit(url, (line) => lines.push(line), { secret: testEngineSecret }),
    true,
    lines.join('\n'),
  )
}

describe('faults', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it('FLT-09 INV-15 INV-18: a commit cut in the middle is found out; none lost, none doubled', async (test) => {
    const url = await rig.database()
    const proxy = await startProxy(url)
    test.after(() => proxy.stop())
    const engine = await startTestEngine({
      databaseUrl: proxy.url,
      seeds: listing,
    })
    test.after(() => engine.stop())
    await fund(engine, [1001])
    const batches = batchesOf(engine)
    const outcomes: Outcome[] = []
    for (let round = 0; round < 8; round++) {
      proxy.arm(round % 2 === 0 ? 'before' : 'after')
      const orders = Array.from({ length: 5 }, () =>
        submitFinally(engine, placeOf(1001, 'buy', price, 10_000 + round), 1001),
      )
      outcomes.push(...(await Promise.all(orders)))
    }
    assert.equal(proxy.cuts, 8)
    assert.equal(outcomes.filter(({ status }) => status === 'accepted').length, 40)
    const seqs = outcomes.map((outcome) => ('seq' in outcome ? outcome.seq : 0))
    assert.equal(new Set(seqs).size, 40)
    assertNoGap(batches)
    const delivered = new Set(batches.flatMap(({ commands }) => commands.map(({ seq }) => seq)))
    assert.ok(seqs.every((seq) => delivered.has(seq)))
    await tablesFollow(engine, 1001)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), 40)
    await engine.stop()
    await assertBooks(url)
  })

  it('R-65: a command that breaks the core is set aside, its market is halted, and the others continue', async (test) => {
    const url = await rig.database()
    const logged: string[] = []
    const engine = await engineFor(test, url, {
      workerUrl: new URL('./testing/poison-worker.js', import.meta.url),
      log: (_, message) => logged.push(message),
    })
    await fund(engine, [1001, 1002])
    const good = Array.from({ length: 6 }, () => engine.submit(creditOf(1002, 1, 1), null))
    const bad = engine.submit(placeOf(1001, 'buy', price, poisonQuantity), null)
    const more = Array.from({ length: 6 }, () => engine.submit(creditOf(1002, 1, 1), null))
    assert.deepEqual(await bad, { status: 'poisoned' })
    for (const outcome of await Promise.all([...good, ...more])) {
      assert.equal(outcome.status, 'accepted')
    }
    const refused = await engine.submit(placeOf(1001, 'buy', price, 10_000), null)
    assert.ok(refused.status === 'refused' && refused.code === 'market.halted')
    const kept = await rowsOf(url, 'select error from exchange.poisoned_command')
    assert.deepEqual(
      kept.map(({ error }) => error),
      ['TypeError: planted'],
    )
    assert.ok(logged.some((line) => line.startsWith('poisoned command set aside, place')))
    const open = commandOf({ kind: 'set_market_state', marketId: 1, state: 'open' })
    assert.equal((await engine.submit(open, null)).status, 'accepted')
    assert.equal(
      (await engine.submit(placeOf(1001, 'buy', price, 10_000), null)).status,
      'accepted',
    )
    await engine.stop()
    await assertBooks(url)
  })

  it('R-65: a cancel that breaks the core halts the market of its order', async (test) => {
    const url = await rig.database()
    const engine = await engineFor(test, url, {
      workerUrl: new URL('./testing/poison-worker.js', import.meta.url),
    })
    await fund(engine, [1001, poisonCancelerId])
    const placed = await engine.submit(placeOf(poisonCancelerId, 'buy', price, 10_000), null)
    const orderId = acceptedOrderId(placed)
    await tablesFollow(engine, poisonCancelerId)
    const cancel = commandOf({ kind: 'cancel', accountId: poisonCancelerId, orderId })
    assert.deepEqual(await engine.submit(cancel, null), { status: 'poisoned' })
    const refused = await engine.submit(placeOf(1001, 'buy', price, 10_000), null)
    assert.ok(refused.status === 'refused' && refused.code === 'market.halted')
    await engine.stop()
    await assertBooks(url)
  })

  it('FLT-06 FLT-07 INV-18: PostgreSQL is killed and restarted under load: everything recovers', async (test) => {
    const own = await startPrivateCluster()
    let { postgres } = own
    test.after(async () => {
      await postgres.stop()
      await own.stop()
    })
    const url = await own.database()
    const engine = await startTestEngine({ databaseUrl: url, seeds: listing })
    test.after(() => engine.stop())
    await fund(engine, [1001, 1002])
    const batches = batchesOf(engine)
    const outcomes: Outcome[] = []
    const load = { isOver: false }
    const workers = Array.from({ length: 16 }, async (_, worker) => {
      const accountId = 1001 + (worker % 2)
      const side = worker % 2 === 0 ? 'buy' : 'sell'
      while (!load.isOver) {
        outcomes.push(
          await submitFinally(engine, placeOf(accountId, side, price, 10_000), accountId),
        )
      }
    })
    await until('the load runs', () => outcomes.length > 200)
    process.kill(postgres.pid, 'SIGKILL')
    postgres = await restarted(path.dirname(postgres.clusterDir), Number(new URL(url).port))
    const before = outcomes.length
    await until('the load goes on', () => outcomes.length > before + 200, 60_000)
    load.isOver = true
    await Promise.all(workers)
    const accepted = outcomes.filter(({ status }) => status === 'accepted').length
    await tablesFollow(engine, 1001, 1002)
    assert.equal(await numberOf(url, 'select count(*) from exchange.orders'), accepted)
    assertNoGap(batches)
    await engine.stop()
    await assertBooks(url)
  })

  it('FLT-15 R-67: a PostgreSQL without fsync is refused', async (test) => {
    const own = await startPrivateCluster()
    const url = await own.database()
    const { pid } = own.postgres
    const [command, ...parameters] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const ids = readFileSync(`/proc/${pid}/status`, 'utf8')
    const idOf = (kind: string) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(ids)?.[1])
    await endAtOnce(own.postgres)
    const weak = spawn(command ?? '', [...parameters.slice(0, -1), '-c', 'fsync=off'], {
      uid: idOf('Uid'),
      gid: idOf('Gid'),
      cwd: '/',
      stdio: 'ignore',
    })
    test.after(async () => {
      weak.kill('SIGQUIT')
      await until('it ended', () => weak.exitCode !== null)
      await own.stop()
    })
    const isUp = () => numberOf(url, 'select 1').then(Boolean, () => false)
    await until('it is up', isUp)
    const started = startTestEngine({ databaseUrl: url, seeds: listing })
    await assert.rejects(started, /^BootRefused: PostgreSQL has fsync = off; .*needs it on\.$/)
  })
})

/** Restarts PostgreSQL; remnants of the killed one may hold its memory for a moment. */
async function restarted(
  dataDir: string,
  port: number,
): Promise<Awaited<ReturnType<typeof startEmbeddedPostgres>>> {
  const tries: Awaited<ReturnType<typeof startEmbeddedPostgres>>[] = []
  await until('PostgreSQL runs again', async () => {
    const started = await startEmbeddedPostgres({ dataDir, port }).catch(() => null)
    if (started !== null) tries.push(started)
    return started !== null
  })
  const [postgres] = tries
  if (postgres === undefined) throw new Error('PostgreSQL does not run')
  return postgres
}
