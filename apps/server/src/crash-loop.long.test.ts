/** The whole server, killed again and again while it starts, from an empty database on (FLT-04). */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runAudit } from './engine/audit/index.ts'
import { numberOf, rowsOf } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { temporaryCluster, type TestCluster } from './platform/database/testing/cluster.ts'
import { freePort, startServerProcess } from './testing/server-process.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

const script = fileURLToPath(new URL('run.js', import.meta.url))
/** What a start prints, one after the other; the first kills come before any of it. */
const steps = ['', 'Schema', 'Engine', 'Accounts', 'Listening']
/** After a step, so that what follows it is under way. */
const delaysMs = [0, 20, 60, 150, 400]
/** After each step with each delay. */
const killsCount = steps.length * delaysMs.length
const empty = 'template0'

/** Starts a server and kills it so long after a step of its start. */
async function killAfter(databaseUrl: string, step: string, delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(await freePort()),
      TUKAR_MAKERS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  await until(`${step} is printed`, () => isGone() || output.includes(step))
  assert.ok(!isGone(), `a start that was to be killed ended by itself: ${output}`)
  await wait(delayMs)
  child.kill('SIGKILL')
  if (!isGone()) await once(child, 'exit')
}

/** How many rows each table has, but those that count starts. */
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

async function startedOnce(databaseUrl: string): Promise<void> {
  const server = await startServerProcess(databaseUrl)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  await server.stop()
}

test(`FLT-04 FLT-01 FLT-39 INV-18: ${killsCount} kills while it starts leave what one start makes, once, and the next start is clean`, async () => {
  const whole = await cluster.database(empty)
  await startedOnce(whole)
  const looped = await cluster.database(empty)
  for (let kill = 0; kill < killsCount; kill += 1) {
    const step = steps[Math.floor(kill / delaysMs.length)]
    await killAfter(looped, step ?? '', delaysMs[kill % delaysMs.length] ?? 0)
  }
  await startedOnce(looped)
  assert.deepEqual(await rowCounts(looped), await rowCounts(whole))
  // A start appends the row of its epoch, and no kill more than that.
  const rows = 'select count(*) from exchange.journal'
  const grown = (await numberOf(looped, rows)) - (await numberOf(whole, rows))
  assert.ok(grown <= killsCount, `${grown} rows of the journal`)
  const lines: string[] = []
  assert.equal(await runAudit(looped, (line) => lines.push(line)), true, lines.join('\n'))
  const connections = `select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await until('no connection is left', async () => (await numberOf(looped, connections)) === 0)
})
