/** Removed or changed security events are detected, those at the end too (M-3, SRV-08). */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createLog } from '../logging/log.ts'
import { type Database, openDatabase } from '../database/pool.ts'
import { temporaryCluster, type TestCluster } from '../database/testing/cluster.ts'
import { inTransaction } from '../database/transaction.ts'
import { testKeys } from '../secrets/testing/secrets.ts'
import { auditEvents } from './audit-run.ts'
import {
  type EventHead,
  eventHeadFile,
  storeHead,
  readEventHead,
  readStoredHead,
  stretchEvents,
} from './event-chain.ts'
import { startSealing } from './event-sealing.ts'
import { recordSecurityEvent } from './events.ts'

let cluster: TestCluster
let folder: string

before(async () => {
  cluster = await temporaryCluster()
  folder = await mkdtemp(path.join(tmpdir(), 'tukar-events-'))
})

after(async () => {
  await cluster.stop()
  await rm(folder, { recursive: true })
})

const note = (client: Pick<Database, 'query'>, accountId: number) =>
  recordSecurityEvent(client, { accountId, kind: 'password.changed', clientAddress: '192.0.2.1' })

test('M-3 SRV-08: events that the owner of the tables removes, changes or cuts off are missed; writers do not wait', async (t) => {
  const databaseUrl = await cluster.database()
  const log = createLog('fatal')
  const database = openDatabase(databaseUrl, log)
  t.after(() => database.end())
  const file = eventHeadFile(folder, 'one')
  const missing: number[] = []
  const begin = () =>
    startSealing({
      database,
      keys: testKeys,
      log,
      file,
      onMissing: async ({ no }) => void missing.push(no),
    })
  const audit = async () => {
    const lines: string[] = []
    const isRight = await auditEvents({ databaseUrl, file }, testKeys, (line) => lines.push(line))
    return { isRight, text: lines.join('\n') }
  }
  const asOwner = async (sql: string) => {
    await inTransaction(database, async (it) => {
      for (const table of ['event', 'event_seal']) {
        await it.query(`alter table security.${table} disable trigger user`)
      }
      await it.query(sql)
      for (const table of ['event', 'event_seal']) {
        await it.query(`alter table security.${table} enable trigger user`)
      }
    })
  }
  const sealing = begin()
  await note(database, 1)
  // An uncommitted event delays no other, and is sealed once it is committed.
  await inTransaction(database, async (slow) => {
    await note(slow, 2)
    await note(database, 3)
    await note(database, 4)
    await sealing.run()
    assert.match((await audit()).text, /^ok .*: 3$/)
  })
  await sealing.run()
  assert.deepEqual(await audit(), {
    isRight: true,
    text: 'ok    security events, each with its seal: 4',
  })

  await asOwner(`update security.event set at = at - interval '2 days' where account_id = 3`)
  assert.match(
    (await audit()).text,
    /^WRONG .*\n {6}Event 3 \(seal 2\) of account 3 was changed\.$/,
  )
  await asOwner(`update security.event set at = at + interval '2 days' where account_id = 3`)
  assert.equal((await audit()).isRight, true)
  await asOwner('delete from security.event where account_id = 1')
  assert.match((await audit()).text, /Event 1 \(seal 1\) is missing/)
  await asOwner('delete from security.event_seal where event_id = 1')
  assert.match((await audit()).text, /Seals 1 to 1 are missing/)
  assert.deepEqual(missing, [])

  // Removing the end with its seals is detected by the copy outside the database, and stays detected.
  await asOwner(
    'delete from security.event_seal where no > 2; delete from security.event where id > 3',
  )
  assert.match((await audit()).text, /The end that this server kept, seal 4, is missing/)
  await sealing.stop()
  await note(database, 5)
  const again = begin()
  await again.run()
  await again.stop()
  assert.ok(missing.length > 0 && missing.every((no) => no === 4))
  assert.match((await audit()).text, /The end that this server kept, seal 4, is missing/)
})

test('M-3: a round checks one range of old events after the newest, and each start reaches all of them', async (t) => {
  const log = createLog('fatal')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  const [early, late] = [5, stretchEvents + 5]
  const newest = 3 * stretchEvents
  await database.query(
    `insert into security.event (account_id, kind) select n, 'password.changed'
     from generate_series(1, $1::int) n`,
    [newest],
  )
  // All have seals but two, as of long transactions.
  await database.query(
    `insert into security.event_seal (no, event_id, mac)
     select row_number() over (order by id), id, decode(repeat('00', 32), 'hex')
     from security.event where id <> all($1)`,
    [[early, late]],
  )
  const unsealed = async () => {
    const found = await database.query<{ id: number }>(
      `select e.id from security.event e left join security.event_seal s on s.event_id = e.id
       where s.no is null order by e.id`,
    )
    return found.rows.map(({ id }) => id)
  }
  assert.deepEqual(await unsealed(), [early, late])
  const file = eventHeadFile(folder, 'two')
  const sealing = startSealing({
    database,
    keys: testKeys,
    log,
    file,
    onMissing: async () => undefined,
  })
  await note(database, 7)
  await sealing.run()
  assert.deepEqual(await unsealed(), [late])
  await sealing.run()
  assert.deepEqual(await unsealed(), [])
  await sealing.stop()
})

test('M-3: a missing end is reported until it is accepted, and events are sealed meanwhile', async (t) => {
  const log = createLog('fatal')
  const database = openDatabase(await cluster.database(), log)
  t.after(() => database.end())
  const file = eventHeadFile(folder, 'three')
  await storeHead(file, { no: 9, mac: Buffer.alloc(32, 9) })
  const printed: string[] = []
  const onMissing = async ({ no }: EventHead) => {
    printed.push(`${no}`)
    if (printed.length === 1) throw new Error('the record is busy')
  }
  const sealing = startSealing({ database, keys: testKeys, log, file, onMissing })
  await note(database, 1)
  for (const _ of [1, 2, 3]) await sealing.run()
  assert.deepEqual(printed, ['9', '9'])
  assert.equal((await readEventHead(database)).no, 1)
  assert.equal(readStoredHead(file)?.no, 9)
  await sealing.stop()
})
