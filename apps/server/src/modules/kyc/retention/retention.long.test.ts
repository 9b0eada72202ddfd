import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { jpegOf } from '../../../platform/media/testing/pictures.ts'
import { type Person, personAt } from '../../../testing/desk.ts'
import { deletePersonData } from '../deletion.ts'
import { saveFile, readFileOf } from '../file-store.ts'
import { identityOf } from '../identity.ts'
import { removeExpired } from './retention.ts'
import { retentionTable } from './retention-table.ts'
import { create, type IdmetaRig, idmetaOn, verifiedPerson } from '../testing/idmeta-rig.ts'

let rig: Rig
let picture: Buffer

before(async () => {
  rig = await startRig()
  picture = await jpegOf(200, 200)
})

after(() => rig.stop())

const minuteMs = 60_000
const dayMs = 86_400_000

async function kindsOf({ database }: IdmetaRig, { userId }: Person): Promise<readonly string[]> {
  const found = await database.query<{ kind: string }>(
    'select kind from kyc.file where user_id = $1 order by kind',
    [userId],
  )
  return found.rows.map(({ kind }) => kind)
}

async function addVideo(on: IdmetaRig, { userId }: Person): Promise<void> {
  const file = { userId, kind: 'video', mediaType: 'video/webm', content: Buffer.alloc(300_000, 7) }
  await saveFile(on.database, on.deps, { ...file, kind: 'video' })
}

/** An approved user with all kinds of files, and the time of the approval. */
async function approvedOn(t: TestContext) {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await verifiedPerson(on, 'Dewi', picture)
  await addVideo(on, dewi)
  return { ...on, dewi, nowMs: Date.now() }
}

test('SRV-44: faces and videos are kept for a month after the decision, documents for three, details longer', async (t) => {
  const { dewi, nowMs, ...on } = await approvedOn(t)
  const after = (forMs: number) => removeExpired(on.database, nowMs + forMs)
  const { faces, papers } = retentionTable
  assert.deepEqual(await after(faces.forMs - minuteMs), { files: 0, persons: 0 })
  assert.equal((await readFileOf(on.deps, dewi.userId, 'video'))?.content.length, 300_000)
  assert.deepEqual(await after(faces.forMs + minuteMs), { files: 2, persons: 0 })
  assert.deepEqual(await kindsOf(on, dewi), ['document', 'document_back'])
  assert.deepEqual(await after(papers.forMs - minuteMs), { files: 0, persons: 0 })
  assert.deepEqual(await after(papers.forMs + minuteMs), { files: 2, persons: 0 })
  const chunks = await on.database.query('select 1 from kyc.file_chunk')
  assert.equal(chunks.rowCount, 0)
  assert.deepEqual(await after(30 * 365 * dayMs), { files: 0, persons: 0 })
  assert.equal((await identityOf(on.deps, dewi.userId))?.name, 'Dewi')
})

test("SRV-44 ATT-20: five years after the deletion of the account the user's key is destroyed, and nothing can be decrypted", async (t) => {
  const { dewi, nowMs, ...on } = await approvedOn(t)
  await inTransaction(on.database, (transaction) => deletePersonData(transaction, dewi.userId))
  const after = (forMs: number) => removeExpired(on.database, nowMs + forMs)
  const { strangers, persons } = retentionTable
  assert.equal((await after(strangers.forMs + minuteMs)).persons, 0)
  await after(persons.forMs - minuteMs)
  assert.equal((await identityOf(on.deps, dewi.userId))?.name, 'Dewi')
  assert.equal((await after(persons.forMs + minuteMs)).persons, 1)
  assert.equal(await identityOf(on.deps, dewi.userId), null)
  const keys = await on.database.query('select 1 from kyc.person_key')
  assert.equal(keys.rowCount, 0)
  const record = await on.database.query<{ state: string; details: Buffer | null }>(
    'select state, details from kyc.record',
  )
  assert.deepEqual(record.rows, [{ state: 'approved', details: null }], 'the bare decision stays')
  assert.deepEqual(await after(persons.forMs + dayMs), { files: 0, persons: 0 })
})

test('SRV-44: the data of a user who left without an approval is deleted after a month', async (t) => {
  const on = await idmetaOn(t, await rig.database(), { machineApproves: false })
  const budi = await verifiedPerson(on, 'Budi', picture)
  await inTransaction(on.database, (transaction) => deletePersonData(transaction, budi.userId))
  const nowMs = Date.now()
  const { strangers } = retentionTable
  assert.equal((await removeExpired(on.database, nowMs + strangers.forMs - minuteMs)).persons, 0)
  assert.equal((await removeExpired(on.database, nowMs + strangers.forMs + minuteMs)).persons, 1)
  assert.deepEqual(await kindsOf(on, budi), [])
})

test('SRV-44: files of waiting users stay; those of unfinished drafts are deleted after a month', async (t) => {
  const on = await idmetaOn(t, await rig.database(), { machineApproves: false })
  const waiting = await verifiedPerson(on, 'Waiting', picture)
  const idle = await personAt(on, 'Idle')
  await addVideo(on, idle)
  const { unfinished } = retentionTable
  await removeExpired(on.database, Date.now() + unfinished.forMs - minuteMs)
  assert.deepEqual(await kindsOf(on, idle), ['video'])
  await removeExpired(on.database, Date.now() + unfinished.forMs + minuteMs)
  assert.deepEqual(await kindsOf(on, idle), [])
  await removeExpired(on.database, Date.now() + 900 * dayMs)
  assert.equal((await kindsOf(on, waiting)).length, 3)
})

test('SRV-44 DEC-65: if the images of a rejected user are deleted, everything is requested again', async (t) => {
  const { dewi, nowMs, ...on } = await approvedOn(t)
  await on.database.query(
    `update kyc.record set state = 'rejected', reason_code = 'unreadable', piece = 'video', step = 2`,
  )
  await removeExpired(on.database, nowMs + retentionTable.faces.forMs + minuteMs)
  const found = await on.database.query<{ piece: string | null; step: number }>(
    'select piece, step from kyc.record where user_id = $1',
    [dewi.userId],
  )
  assert.deepEqual(found.rows, [{ piece: null, step: 1 }])
})

test('SRV-44: files that are sent after a rejection have their own age', async (t) => {
  const { dewi, nowMs, ...on } = await approvedOn(t)
  const agoMs = nowMs - retentionTable.papers.forMs - dayMs
  await on.database.query(
    `update kyc.record set state = 'rejected', reason_code = 'other', step = 2, decided_at = $1`,
    [new Date(agoMs)],
  )
  await removeExpired(on.database, nowMs)
  assert.deepEqual(await kindsOf(on, dewi), ['document', 'document_back', 'selfie', 'video'])
  await removeExpired(on.database, nowMs + retentionTable.papers.forMs + minuteMs)
  assert.deepEqual(await kindsOf(on, dewi), [])
})

test('SRV-44: tokens and intermediate data of the modal are deleted within a day', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  await create(on, dewi)
  await on.database.query(
    `insert into kyc.showing (token_hash, operator_id, user_id, reason, expires_at)
     values ('\\x01', $1, $1, 'a reason', now())`,
    [dewi.userId],
  )
  const countOf = async () => {
    const found = await on.database.query<{ count: number }>(
      'select (select count(*) from kyc.showing) + (select count(*) from kyc.verification) as count',
    )
    return found.rows[0]?.count
  }
  assert.equal(await countOf(), 2)
  await removeExpired(on.database, Date.now() + minuteMs)
  assert.equal(await countOf(), 1)
  await removeExpired(on.database, Date.now() + dayMs + minuteMs)
  assert.equal(await countOf(), 0)
})
