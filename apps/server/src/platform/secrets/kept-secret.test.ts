/** Where a simulation stores its secrets, and the errors of a server without the right ones. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { findInstallation, claimMode } from '../database/installation.ts'
import { openDatabase, type Database } from '../database/pool.ts'
import { temporaryCluster, type TestCluster } from '../database/testing/cluster.ts'
import { createLog } from '../logging/log.ts'
import { findSecret, openSecret, secretFileIn, SecretError } from './kept-secret.ts'

let cluster: TestCluster
const folder = fs.mkdtempSync(path.join(tmpdir(), 'tukar-secrets-'))

before(async () => {
  cluster = await temporaryCluster()
})
after(async () => {
  await cluster.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

type Lasting = { readonly after: (end: () => Promise<void>) => unknown }

/** An exchange's database, and the location of its secrets in a folder of this name. */
async function exchange(test: Lasting): Promise<{ database: Database; at: typeof placeIn }> {
  const database = openDatabase(await cluster.database(), createLog('silent'))
  test.after(() => database.end())
  const installation = await claimMode(database, 'simulation')
  return { database, at: (name) => ({ ...placeIn(name), installation }) }
}

function placeIn(name: string): { dataDir: string; installation: string; setting: Buffer | null } {
  return { dataDir: path.join(folder, name), installation: '', setting: null }
}

async function textsOf(database: Database): Promise<string> {
  const marks = await database.query('select name, mark from public.secret_mark')
  const old = await database.query('select secret from public.installation_secret')
  return JSON.stringify([marks.rows, old.rows])
}

test('H-4: a simulation stores its secrets in files for its own user alone, and none in its database', async (t) => {
  const { database, at } = await exchange(t)
  const place = at('own')
  for (const name of ['server', 'engine'] as const) {
    const secret = await openSecret(database, name, place)
    const file = secretFileIn(place.dataDir, place.installation, name)
    assert.equal(secret.length, 32)
    assert.equal(fs.statSync(file).mode & 0o777, 0o600)
    assert.equal(fs.statSync(path.dirname(file)).mode & 0o777, 0o700)
    assert.deepEqual(await openSecret(database, name, place), secret)
    assert.deepEqual(findSecret(name, place), secret)
    const expectRefusal = await textsOf(database)
    for (const form of [JSON.stringify([...secret]).slice(1, -1), secret.toString('base64')])
      assert.ok(!expectRefusal.includes(form))
  }
  assert.notDeepEqual(findSecret('server', place), findSecret('engine', place))
})

test('SRV-12: servers that start concurrently on one database and data folder share its secrets', async (t) => {
  const { database, at } = await exchange(t)
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openSecret(database, 'server', at('shared'))),
  )
  assert.equal(new Set(opened.map((secret) => secret.toString('hex'))).size, 1)
  const { dataDir, installation } = at('shared')
  assert.deepEqual(fs.readdirSync(path.join(dataDir, 'secrets')), [`${installation}.server`])
})

test('H-4: a secret that earlier versions stored in the database is moved into its file, and deleted from there', async (t) => {
  const { database, at } = await exchange(t)
  const old = Buffer.alloc(32, 'kept in the database')
  await database.query('insert into public.installation_secret (secret) values ($1)', [old])
  assert.deepEqual(await openSecret(database, 'server', at('old')), old)
  assert.equal((await textsOf(database)).includes('"secret"'), false)
  assert.deepEqual(findSecret('server', at('old')), old)
})

test('H-4: a server with another secret, or without the one that was used, gets a sentence about what is needed', async (t) => {
  const { database, at } = await exchange(t)
  await openSecret(database, 'server', at('first'))
  await openSecret(database, 'engine', at('first'))
  for (const [name, setting] of [
    ['server', 'TUKAR_SECRET_KEY'],
    ['engine', 'TUKAR_ENGINE_KEY'],
  ] as const) {
    const expectRefusal = (what: RegExp) => (error: unknown) =>
      error instanceof SecretError && what.test(error.message) && error.message.includes(setting)
    await assert.rejects(openSecret(database, name, at('elsewhere')), expectRefusal(/is missing/))
    assert.throws(() => findSecret(name, at('elsewhere')), expectRefusal(/is missing/))
    const other = { ...at('first'), setting: Buffer.alloc(40, 'another secret') }
    await assert.rejects(openSecret(database, name, other), expectRefusal(/is not the one/))
  }
  assert.equal(fs.existsSync(path.join(folder, 'elsewhere')), false)
})

test('H-4: of two servers that start concurrently with separate data folders one is refused and stores no secret', async (t) => {
  const { database, at } = await exchange(t)
  const installation = await findInstallation(database)
  const places = ['here', 'there'].map(at)
  const ends = await Promise.allSettled(
    places.map((place) => openSecret(database, 'engine', place)),
  )
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const files = places.map(({ dataDir }) => secretFileIn(dataDir, installation ?? '', 'engine'))
  assert.equal(files.filter((file) => fs.existsSync(file)).length, 1)
})
