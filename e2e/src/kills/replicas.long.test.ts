/**
 * An exchange on a PostgreSQL with a real replica. Every acknowledged outcome survives the primary's loss;
 * where it would not, nothing is acknowledged. All slices together make 20 rounds of each kind of failure.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test, type TestContext } from 'node:test'
import type { CommandId } from '@tukar/core'
import { itemsOf, seedIn, sliceIn } from '@tukar/core/sim/slice'
import { migrate } from '@tukar/server/database/migrate'
import { createCommandId, type Engine, type EngineOptions, startEngine } from '@tukar/server/engine'
import { creditOf, listing } from '@tukar/server/engine/testing/listing'
import { newCommandId } from '../harness/http.ts'
import { openLedger } from '../harness/ledger.ts'
import { startPostgres } from '../harness/postgres.ts'
import { queryPostgres, openPair, type Pair } from '../harness/replicas.ts'
import { sharedSecrets } from '../harness/secrets.ts'
import { startServer, temporaryFolder, waitReady } from '../harness/server.ts'
import type { Template } from '../harness/template-copies.ts'
import { until } from '../harness/until.ts'
import { openWith, underLoad, verifyArena } from './kill-run.ts'
import { findingLines } from './verify.ts'

const roundsEach = 20
const takeoverWithinMs = 120_000
const accountId = 900_001
const credit = creditOf(accountId, 1, 1)
const secret = Buffer.from(sharedSecrets.TUKAR_ENGINE_KEY, 'base64')

async function pairFor(t: TestContext, template: Template, isFollowed = false): Promise<Pair> {
  const primary = await startPostgres(template)
  await migrate(primary.url)
  const pair = await openPair(primary, { isFollowed })
  t.after(() => pair.close())
  return pair
}

type Led = { readonly engine: Engine; readonly said: readonly string[] }

async function engineFor(
  t: TestContext,
  databaseUrl: string,
  options: Partial<EngineOptions> = {},
): Promise<Led> {
  const said: string[] = []
  const log = (_: string, message: string): void => void said.push(message)
  const engine = await startEngine({ databaseUrl, secret, seeds: listing, log, ...options })
  t.after(() => engine.stop())
  return { engine, said }
}

const freshId = (): CommandId => createCommandId(accountId, newCommandId(), credit)

/** Credits one unit under each id, repeated until each has a final answer. */
async function waitForReplica(engine: Engine, ids: readonly CommandId[]): Promise<void> {
  for (const id of ids) {
    await until('an end of each id', async () => {
      const { status } = await engine.submit(credit, id)
      return status === 'accepted'
    })
  }
  await until('the tables', () => engine.waitForProjection(accountId))
}

/** The credits in the tables of this PostgreSQL. */
async function creditedOn(url: string): Promise<number> {
  const [row] = await queryPostgres(
    url,
    `select available from exchange.balance where account_id = ${accountId} and currency_id = 1`,
  )
  return Number(row?.['available'] ?? 0)
}

async function rowsOn(url: string): Promise<number> {
  const [row] = await queryPostgres(url, 'select max(row_no) as rows from exchange.journal')
  return Number(row?.['rows'] ?? 0)
}

const alone = /no synchronous_standby_names/

/**
 * The server refuses asynchronous replication at the start and while it leads; with a synchronous replica it
 * leads.
 */
async function asynchronous(t: TestContext): Promise<void> {
  const pair = await pairFor(t, 'quiet')
  const options = { databaseUrl: pair.url, secret, seeds: listing, needsReplica: true }
  await assert.rejects(startEngine(options), alone)
  await pair.setSynchronous(true)
  const { engine, said } = await engineFor(t, pair.url, options)
  await waitForReplica(engine, [freshId(), freshId()])
  const { committedRow } = engine.status()
  await until('the replica has it', async () => (await rowsOn(pair.replica.url)) >= committedRow)
  await pair.setSynchronous(false)
  await until('it gives up', () => engine.status().state === 'failed')
  assert.ok(said.some((line) => alone.test(line)))
  assert.notEqual((await engine.submit(credit, freshId())).status, 'accepted')
}

/**
 * The primary dies under orders. The server, which never leads on a PostgreSQL without a replica, continues
 * on the promoted replica, which has one of its own. Its acknowledged outcomes are there.
 */
async function synchronous(t: TestContext): Promise<void> {
  const pair = await pairFor(t, 'lively', true)
  await pair.setSynchronous(true)
  const environment = { TUKAR_SYNCHRONOUS: 'required' }
  const server = await startServer({ databaseUrl: pair.url, environment })
  const arena = await openWith(seedIn(process.env), server, null, pair.primary.url)
  t.after(() => arena.close())
  const died = { atMs: 0 }
  await underLoad(arena, async () => {
    await pair.primary.kill()
    died.atMs = performance.now()
  })
  await pair.promote()
  await waitReady(server.client, server.process, takeoverWithinMs)
  const gapSeconds = (performance.now() - died.atMs) / 1_000
  t.diagnostic(`answers again ${gapSeconds.toFixed(1)} s after the primary died`)
  await arena.ledger.close()
  arena.ledger = await openLedger(pair.replica.url)
  const operations = arena.writers.flatMap((writer) => writer.operations)
  assert.ok(operations.filter(({ knowledge }) => knowledge === 'acked').length > 0)
  assert.deepEqual(findingLines(await verifyArena(arena)), [], `TUKAR_SEED=${seedIn(process.env)}`)
}

/**
 * A lagging replica is promoted: neither the former leader nor a restarted server leads on the shorter
 * journal.
 */
async function lagging(t: TestContext): Promise<void> {
  const pair = await pairFor(t, 'quiet')
  const acknowledgedFile = path.join(temporaryFolder('acknowledged'), 'mark.json')
  const { engine, said } = await engineFor(t, pair.url, { acknowledgedFile })
  await waitForReplica(engine, [freshId()])
  await pair.replica.stop()
  await waitForReplica(engine, [freshId(), freshId(), freshId()])
  await pair.primary.kill()
  await pair.replica.start()
  await pair.promote()
  const shorter = /this database is older than the answers that were sent/
  await until('it gives up', () => engine.status().state === 'failed')
  assert.ok(said.some((line) => shorter.test(line)))
  assert.equal(engine.isCurrent(), false)
}

/**
 * The replica is promoted while the primary still runs: a leader on the primary can no longer acknowledge
 * anything.
 */
async function splitBrain(t: TestContext): Promise<void> {
  const pair = await pairFor(t, 'quiet')
  await pair.setSynchronous(true)
  const { engine: old } = await engineFor(t, pair.url, { needsReplica: true })
  const before = [freshId(), freshId()]
  await waitForReplica(old, before)
  await pair.promote()
  const late = freshId()
  const answered = old.submit(credit, late)
  const { engine: next } = await engineFor(t, pair.replica.url)
  await until('the other one leads', () => next.status().state === 'leading')
  await waitForReplica(next, [freshId()])
  assert.notEqual((await answered).status, 'accepted')
  await until('the page to leave the exchange', () => !old.isCurrent())
  await pair.primary.kill()
  await until('it finds who leads', () => old.status().state === 'standby')
  // The client got no outcome: the same request again is credited, once.
  await waitForReplica(next, [late, late, ...before])
  assert.equal(await creditedOn(pair.replica.url), before.length + 2)
}

/** The primary freezes, the replica is promoted, and the primary wakes up without a replica. */
async function frozen(t: TestContext): Promise<void> {
  const pair = await pairFor(t, 'quiet')
  await pair.setSynchronous(true)
  const { engine } = await engineFor(t, pair.url)
  const before = [freshId(), freshId()]
  await waitForReplica(engine, before)
  const { epoch } = engine.status()
  pair.primary.pause()
  const late = freshId()
  const answered = engine.submit(credit, late)
  await pair.promote()
  await until('it leads on the replica', () => engine.status().epoch > epoch && engine.isCurrent())
  assert.notEqual((await answered).status, 'overloaded')
  pair.primary.resume()
  await waitForReplica(engine, [late, ...before, freshId()])
  assert.equal(await creditedOn(pair.replica.url), before.length + 2)
  assert.equal(await creditedOn(pair.primary.url), before.length)
}

const ways = [
  [
    'FLT-15 R-67: asynchronous replication is refused, a synchronous replica is led on',
    asynchronous,
  ],
  ['FLT-15 FLT-06 INV-18 R-50: a primary that dies loses and doubles nothing', synchronous],
  ['FLT-15 INV-17: a replica that lags is not led on', lagging],
  ['FLT-16 INV-25: beside a promoted replica nothing is acknowledged twice', splitBrain],
  ['FLT-17 FLT-08: a primary that freezes and wakes misleads nobody', frozen],
] as const

/** The order gives consecutive slices different kinds of failure. */
const rounds = Array.from({ length: ways.length * roundsEach }, (_, n) => ({
  round: Math.floor(n / ways.length) + 1,
  way: ways[(n + Math.floor(n / 40)) % ways.length],
}))

for (const { round, way } of itemsOf(rounds, sliceIn(process.env))) {
  if (way === undefined) continue
  const [name, run] = way
  test(`${name} (round ${round})`, run)
}
