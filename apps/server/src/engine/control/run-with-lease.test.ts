/** Work that is only possible while no server leads: migrations of a newer version. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  knownMigrations,
  migrate,
  isUpToDate,
  NewerSchema,
} from '../../platform/database/migrate.ts'
import { BootRefused } from '../recovery/boot-checks.ts'
import { creditOf } from '../testing/listing.ts'
import { engineFor, type Rig, rowsOf, startRig } from '../testing/rig.ts'
import { until } from '../testing/until.ts'
import { runWithLease } from './run-with-lease.ts'

const changed = '0056-rupiah-request-proof.sql'

describe('a newer version', () => {
  let rig: Rig
  before(async () => {
    rig = await startRig()
  })
  after(() => rig.stop())

  it('FLT-39 INV-25: the schema is changed only after the server that leads on the previous one has stopped', async (test) => {
    const url = await rig.database()
    await rowsOf(url, 'alter table wallets.withdrawal drop column request_mac')
    await rowsOf(url, 'delete from applied_migration where name = $1', [changed])
    assert.equal(await isUpToDate(url), false)
    const engine = await engineFor(test, url)
    const messages: string[] = []
    const isNeeded = async () => !(await isUpToDate(url))
    const starting = () =>
      runWithLease(url, {
        isNeeded,
        async run() {
          messages.push('migrates')
          await migrate(url)
        },
        onWait: () => void messages.push('waits'),
      })
    const migrated = starting()
    await until('it waits', () => messages.length > 0)
    assert.equal((await engine.submit(creditOf(1001, 1, 1), null)).status, 'accepted')
    assert.deepEqual(messages, ['waits'])
    assert.equal(await isUpToDate(url), false)
    await engine.stop()
    await migrated
    assert.equal(await isUpToDate(url), true)
    assert.deepEqual(messages, ['waits', 'migrates'])
    const next = await engineFor(test, url)
    await until('the next one leads', () => next.status().state === 'leading')
    // A second new server does not wait, because nothing remains to be done.
    await starting()
    assert.deepEqual(messages, ['waits', 'migrates'])
  })

  it('FLT-39: the previous version refuses a database that a newer one has changed, also when it was a standby meanwhile', async (test) => {
    const url = await rig.database()
    const migrations = knownMigrations()
    const engine = await engineFor(test, url, { migrations })
    await engine.stop()
    await rowsOf(url, `insert into applied_migration (name) values ('9999-of-a-newer-version.sql')`)
    for (const work of [migrate, isUpToDate]) {
      await assert.rejects(work(url), (error) => {
        assert.ok(error instanceof NewerSchema)
        assert.match(error.message, /9999-of-a-newer-version\.sql\): start that version\.$/)
        return true
      })
    }
    await assert.rejects(engineFor(test, url, { migrations }), BootRefused)
  })
})
