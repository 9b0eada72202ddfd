import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pg } from './driver.ts'
import { until } from '../../engine/testing/until.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { freePort } from './testing/port-slices.ts'

async function rowsOf(url: string, text: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

test("H-5 FLT-13: the environment of the embedded database has none of the server's settings, and a port that was taken since leads to another one", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tukar-embedded-'))
  chmodSync(dataDir, 0o755)
  process.env['TUKAR_ENGINE_KEY'] = 'a-secret-of-the-engine'
  const ports = [await freePort(), await freePort()]
  const [taken, other] = ports
  const holder = createServer().listen(taken, '127.0.0.1')
  await once(holder, 'listening')
  const findPort = async () => ports.shift() ?? 0
  const postgres = await startEmbeddedPostgres({ dataDir, findPort }).finally(() => holder.close())
  try {
    assert.equal(Number(new URL(postgres.url).port), other)
    const names = readFileSync(`/proc/${postgres.pid}/environ`, 'utf8')
    assert.match(names, /(?:^|\0)PATH=/)
    assert.doesNotMatch(names, /TUKAR_/)
  } finally {
    delete process.env['TUKAR_ENGINE_KEY']
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('FLT-06: a killed database returns at the same address with everything committed', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tukar-embedded-'))
  chmodSync(dataDir, 0o755)
  let lost = 0
  const postgres = await startEmbeddedPostgres({ dataDir, onLost: () => (lost += 1) })
  try {
    await rowsOf(postgres.url, 'create table kept as select 7 as figure')
    const { pid } = postgres
    process.kill(pid, 'SIGKILL')
    let found: readonly object[] = []
    await until('the database answers', async () => {
      found = await rowsOf(postgres.url, 'select figure from kept').catch(() => [])
      return found.length > 0
    })
    assert.deepEqual(found, [{ figure: 7 }])
    assert.equal(lost, 1)
    assert.notEqual(postgres.pid, pid)
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('FLT-13: a database that cannot be started again, as on a full disk, is tried until it can', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tukar-embedded-'))
  chmodSync(dataDir, 0o755)
  const reasons: string[] = []
  const postgres = await startEmbeddedPostgres({
    dataDir,
    onLost: () => undefined,
    onStillLost: (reason) => reasons.push(String(reason)),
  })
  try {
    await rowsOf(postgres.url, 'create table kept as select 7 as figure')
    const needed = path.join(postgres.clusterDir, 'global')
    renameSync(needed, `${needed}.away`)
    process.kill(postgres.pid, 'SIGKILL')
    await until('it was tried for long', () => reasons.length > 0)
    assert.match(reasons[0] ?? '', /PostgreSQL did not start/)
    renameSync(`${needed}.away`, needed)
    let found: readonly object[] = []
    await until('the database answers', async () => {
      found = await rowsOf(postgres.url, 'select figure from kept').catch(() => [])
      return found.length > 0
    })
    assert.deepEqual(found, [{ figure: 7 }])
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('R-52: the database starts where Node.js is the only thing on the PATH', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tukar-embedded-'))
  chmodSync(dataDir, 0o755)
  const { PATH } = process.env
  process.env['PATH'] = '/nowhere'
  try {
    const postgres = await startEmbeddedPostgres({ dataDir })
    try {
      assert.deepEqual(await rowsOf(postgres.url, 'select 7 as figure'), [{ figure: 7 }])
    } finally {
      await postgres.stop()
    }
  } finally {
    process.env['PATH'] = PATH
    rmSync(dataDir, { recursive: true, force: true })
  }
})
