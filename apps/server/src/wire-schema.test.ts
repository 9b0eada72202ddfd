/** How a start handles the schema and the roles of an external database. */
import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { readSettings, type Settings } from './platform/config/settings.ts'
import { toProgramUrl } from './platform/database/embedded.ts'
import { isUpToDate } from './platform/database/migrate.ts'
import { onClient } from './platform/database/on-client.ts'
import { RolesRefused } from './platform/database/roles.ts'
import { type TestCluster, temporaryCluster } from './platform/database/testing/cluster.ts'
import { createLog } from './platform/logging/log.ts'
import { openSchema } from './wire-schema.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

type Place = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'mode'>

/** Opens the schema as a server with these settings does; returns the warnings. */
async function open(t: TestContext, place: Place): Promise<readonly string[]> {
  const log = createLog('fatal')
  const warn = t.mock.method(log, 'warn', () => undefined)
  await openSchema({
    settings: { ...readSettings({}), ...place },
    log,
    onStop: (end) => t.after(() => void end()),
    onWait: () => undefined,
    step: (_, work) => work(),
  })
  return warn.mock.calls.map(({ arguments: logged }) => JSON.stringify(logged))
}

test('M-3: in live mode a role that owns the tables, or has all rights, does not lead, and changes nothing', async (t) => {
  const empty = await cluster.database('template1')
  const place = { databaseUrl: empty, databaseOwnerUrl: null, mode: 'live' } as const
  await assert.rejects(open(t, place), (error) => {
    assert.ok(error instanceof RolesRefused)
    assert.match(error.message, /run npm run migrate with TUKAR_DATABASE_OWNER_URL/)
    return true
  })
  const created = await onClient(empty, (client) =>
    client.query(`select to_regclass('applied_migration') as found`),
  )
  assert.deepEqual(created.rows, [{ found: null }])
  await assert.rejects(
    open(t, { ...place, databaseUrl: await cluster.database() }),
    /has too many rights: it is a superuser\. Name another role in DATABASE_URL/,
  )
})

test("M-3: with both roles a live start updates the schema; without the owner's a current schema starts", async (t) => {
  const owner = await cluster.database('template1')
  const place = { databaseUrl: toProgramUrl(owner), databaseOwnerUrl: owner, mode: 'live' } as const
  assert.deepEqual(await open(t, place), [])
  assert.equal(await isUpToDate(place.databaseUrl), true)
  assert.deepEqual(await open(t, { ...place, databaseOwnerUrl: null }), [])
  await onClient(owner, (client) => client.query(`update granted_role set rights_hash = ''`))
  await assert.rejects(open(t, { ...place, databaseOwnerUrl: null }), /run npm run migrate/)
  assert.deepEqual(await open(t, place), [])
})

test('M-3: a simulation works with one role for everything, and warns', async (t) => {
  const databaseUrl = await cluster.database('template1')
  const warnings = await open(t, { databaseUrl, databaseOwnerUrl: null, mode: 'simulation' })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /it is a superuser.*has rights of the owner/)
})

test('M-3: a start whose role may not change the schema names the command, in a simulation too', async (t) => {
  const databaseUrl = toProgramUrl(await cluster.database('template1'))
  const place = { databaseUrl, databaseOwnerUrl: null, mode: 'simulation' } as const
  await assert.rejects(open(t, place), RolesRefused)
})
