/** The whole server, killed again and again during its start, beginning with an empty database (FLT-04). */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sliceIn } from '@tukar/core/sim/slice'
import { runAudit } from './engine/audit/index.ts'
import { numberOf, rowsOf } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { temporaryCluster, type TestCluster } from './platform/database/testing/cluster.ts'
import { startCountingProxy } from './platform/database/testing/counting-proxy.ts'
import { testEngineSecret, testSecret } from './platform/secrets/testing/secrets.ts'
import { freePort } from './platform/database/testing/port-slices.ts'
import { startServerProcess } from './testing/server-process.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const script = fileURLToPath(new URL('run.js', import.meta.url))
/** The steps that a start prints, in order; the first kills happen before any of them. */
const steps = ['', 'Schema', 'Engine', 'Accounts', 'Listening']
/** The delay after a step, so that the work of the next step is under way. */
const delaysMs = [0, 20, 60, 150, 400]
/** Each step with each delay. Each of the five slices has all steps and all delays. */
const allKills = steps.flatMap((step, row) =>
  delaysMs.map((delayMs, column) => ({ step, delayMs, turn: (row + column) % delaysMs.length })),
)
const empty = 'template0'
/** A first start sends about three hundred messages; each slice kills at different ones. */
const slice = sliceIn(process.env)
const kills =
  slice.count === 1
    ? allKills
    : allKills.filter(({ turn }) => turn === slice.index % delaysMs.length)

type Starting = {
  /** The printed output. */
  readonly output: string
  readonly isGone: boolean
  /** Kills the process; rejects if it ended before. */
  kill(): Promise<void>
}

async function begin(databaseUrl: string): Promise<Starting> {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort()),
      TUKAR_MAKERS: 'off',
      TUKAR_SECRET_KEY: testSecret.toString('base64'),
      TUKAR_ENGINE_KEY: testEngineSecret.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  return {
    get output() {
      return output
    },
    get isGone() {
      return isGone()
    },
    async kill() {
      assert.ok(!isGone(), `a start that was to be killed ended by itself: ${output}`)
      child.kill('SIGKILL')
      if (!isGone()) await once(child, 'exit')
    },
  }
}

/** Starts a server and kills it a given time after a step of its start. */
async function killAfter(databaseUrl: string, step: string, delayMs: number): Promise<void> {
  const starting = await begin(databaseUrl)
  await until(`${step} is printed`, () => starting.isGone || starting.output.includes(step))
  await wait(delayMs)
  await starting.kill()
}

/**
 * Starts a server and kills it after it has sent `last` messages to its database; the last message does not
 * arrive. Returns the number of sent messages if it was open before that.
 */
async function killAtMessage(databaseUrl: string, last: number): Promise<number> {
  const line = await startCountingProxy(databaseUrl)
  let isReached = false
  void line.arm(last).then(() => (isReached = true))
  const starting = await begin(line.url)
  await until('it has sent its last message', () => {
    return isReached || starting.isGone || starting.output.includes(' is open on ')
  })
  await starting.kill()
  await line.stop()
  return line.sent
}

/** The number of rows of each table, except tables that count starts. */
async function rowCounts(databaseUrl: string): Promise<Readonly<Record<string, number>>> {
  const tables = await rowsOf(
    databaseUrl,
    `select schemaname || '.' || relname as name from pg_stat_user_tables
     where schemaname || '.' || relname not in ('exchange.journal', 'exchange.command_answer')
     order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    counts[String(name)] = await numberOf(databaseUrl, `select count(*) from ${String(name)}`)
  }
  return counts
}

async function audited(databaseUrl: string): Promise<void> {
  const lines: string[] = []
  assert.equal(
    await runAudit(databaseUrl, (line) => lines.push(line), { secret: testEngineSecret }),
    true,
    lines.join('\n'),
  )
}

async function startedOnce(databaseUrl: string): Promise<void> {
  const server = await startServerProcess(databaseUrl)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  await server.stop()
}

test(`FLT-04 FLT-01 FLT-39 INV-18: ${kills.length} kills during the start leave the data of one start, and the next start is clean`, async () => {
  const whole = await cluster.database(empty)
  await startedOnce(whole)
  const looped = await cluster.database(empty)
  for (const { step, delayMs } of kills) await killAfter(looped, step, delayMs)
  await startedOnce(looped)
  assert.deepEqual(await rowCounts(looped), await rowCounts(whole))
  // A start appends the row of its epoch, and a kill adds nothing more.
  const rows = 'select count(*) from exchange.journal'
  const grown = (await numberOf(looped, rows)) - (await numberOf(whole, rows))
  assert.ok(grown <= kills.length, `${grown} rows of the journal`)
  await audited(looped)
  const connections = `select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await until('no connection is left', async () => (await numberOf(looped, connections)) === 0)
})

test(`FLT-02 FLT-04 INV-18: a first start that is killed at any message to the database is completed by the next start`, async (t) => {
  const whole = await cluster.database()
  await startedOnce(whole)
  const wanted = await rowCounts(whole)
  const messages = await killAtMessage(await cluster.database(), Number.POSITIVE_INFINITY)
  const { index, count } = slice
  t.diagnostic(`${messages} messages, killed at each ${count}th from ${1 + index} on`)
  for (let last = 1 + index; last <= messages; last += count) {
    const databaseUrl = await cluster.database()
    await killAtMessage(databaseUrl, last)
    await startedOnce(databaseUrl)
    assert.deepEqual(await rowCounts(databaseUrl), wanted, `killed at message ${last}`)
    await audited(databaseUrl)
  }
})
