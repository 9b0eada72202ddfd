import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { keysOf } from '../../platform/secrets/keys.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import { type Desk, deskOn, personAt } from '../../testing/desk.ts'
import { verify } from '../../testing/verified.ts'
import { shredPerson } from './deletion.ts'
import { filesOf, saveFile, readFile } from './file-store.ts'
import { findingsOf, saveFinding } from './finding-store.ts'
import { identityOf, kycStateOf, verifiedNameOf } from './identity.ts'
import type { VaultDeps } from './deps.ts'
import { historyOf } from './record/record-store.ts'
import { fitPeople, numberIndexOf, vaultFor } from './vault.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const personal = {
  phone: '+6281298765432',
  birthPlace: 'Tasikmalaya',
  birthDate: '1990-07-01',
  address: 'Jalan Rahasia 77',
  profession: 'Pembuat Jam',
  number: '3278014107900003',
  npwp: '012345678901234',
  city: 'Kota Tasikmalaya',
  province: 'Jawa Barat',
}

/** A verified user with a file of three and a half chunks and a finding. */
async function setUp(desk: Desk, deps: VaultDeps) {
  const { userId } = await personAt(desk, `P${randomBytes(4).toString('hex')}`)
  const number = `32780141079${String(userId).padStart(5, '0')}`
  await verify(deps, userId, 'Dewi Rahasia', { ...personal, number })
  const content = Buffer.alloc(900_000, 'bytes of a face, again and again ')
  const file = { userId, kind: 'document', mediaType: 'image/jpeg', content } as const
  const fileId = await inTransaction(desk.database, async (transaction) => {
    const document = {
      kind: 'ktp',
      name: 'DEWI RAHASIA',
      number,
      birthDate: personal.birthDate,
      gender: 'F',
      expired: null,
      confidence: 0.9,
      matches: { name: 1, number: true, birthDate: true },
      face: { quality: 0.5 },
    } as const
    const findings = { document, face: null, refusal: null }
    const verdict = { decision: 'review', reasons: ['no_face'] } as const
    await saveFinding(transaction, deps, { userId, source: 'steps', findings, verdict })
    return saveFile(transaction, deps, file)
  })
  return { userId, number, fileId, content }
}

async function partsOf(desk: Desk): Promise<VaultDeps> {
  return { database: desk.database, keys: testKeys }
}

/** Every row of the schema, as text: bytes in hex. */
async function dumpOf({ database }: Desk): Promise<string> {
  const tables = ['record', 'history', 'finding', 'file', 'file_chunk', 'person_key']
  const rows = await Promise.all(
    tables.map((table) =>
      database.query<{ row: string }>(`select t::text as row from kyc.${table} t`),
    ),
  )
  return rows.flatMap(({ rows: found }) => found.map(({ row }) => row)).join('\n')
}

test("pattern 21 SRV-44: a user's data is decrypted with the user's key, and is nowhere in clear", async (t) => {
  const desk = await deskOn(t, await rig.database())
  const deps = await partsOf(desk)
  const { userId, number, fileId, content } = await setUp(desk, deps)
  assert.equal((await identityOf(deps, userId))?.number, number)
  assert.equal(await verifiedNameOf(deps, userId), 'Dewi Rahasia')
  assert.deepEqual((await readFile(deps, fileId))?.content, content)
  assert.equal((await findingsOf(deps, userId))[0]?.findings.document?.name, 'DEWI RAHASIA')
  const dump = await dumpOf(desk)
  assert.ok(dump.length > 1_000_000)
  for (const value of [...Object.values(personal), number, 'Dewi Rahasia', 'bytes of a face']) {
    const bytes = Buffer.from(value)
    for (const text of [
      value,
      bytes.toString('hex'),
      bytes.toString('base64').replace(/=+$/, ''),
    ]) {
      assert.ok(!dump.toLowerCase().includes(text.toLowerCase()), value)
    }
  }
})

test('pattern 21: exchanged, removed or foreign pieces of a file cannot be decrypted', async (t) => {
  const desk = await deskOn(t, await rig.database())
  const deps = await partsOf(desk)
  const one = await setUp(desk, deps)
  const other = await setUp(desk, deps)
  const spoil = async (sql: string, values: readonly unknown[]): Promise<void> => {
    const client = await desk.database.connect()
    try {
      await client.query('begin')
      await client.query(sql, [...values])
      const { rows } = await client.query('select count(*)::integer as n from kyc.file')
      assert.equal(rows[0].n, 2)
      // Read in the transaction that damaged it, which is rolled back.
      const inside = { keys: deps.keys, database: client }
      const read = await readFile(inside, one.fileId).catch(() => 'refused')
      assert.ok(read === 'refused' || read === null, sql)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const chunks = 'update kyc.file_chunk'
  await spoil(`delete from kyc.file_chunk where file_id = $1 and no = 2`, [one.fileId])
  await spoil(
    `${chunks} c set sealed = d.sealed from kyc.file_chunk d
    where c.file_id = $1 and d.file_id = $2 and c.no = d.no`,
    [one.fileId, other.fileId],
  )
  await spoil(
    `${chunks} c set sealed = d.sealed from kyc.file_chunk d
    where c.file_id = $1 and d.file_id = $1 and c.no = 0 and d.no = 1`,
    [one.fileId],
  )
  await spoil('update kyc.file set user_id = $2, kind = $3 where id = $1', [
    one.fileId,
    other.userId,
    'selfie',
  ])
  await spoil(
    `update kyc.person_key set wrapped = (select wrapped from kyc.person_key where user_id = $2)
     where user_id = $1`,
    [one.userId, other.userId],
  )
})

test("pattern 22: after a user's key is destroyed nothing can be decrypted, and the bare record stays", async (t) => {
  const desk = await deskOn(t, await rig.database())
  const deps = await partsOf(desk)
  const { userId, fileId } = await setUp(desk, deps)
  const other = await setUp(desk, deps)
  await inTransaction(desk.database, (transaction) => shredPerson(transaction, userId))
  assert.equal(await identityOf(deps, userId), null)
  assert.equal(await readFile(deps, fileId), null)
  assert.deepEqual(await filesOf(desk.database, userId), [])
  assert.deepEqual(await findingsOf(deps, userId), [])
  assert.equal(await kycStateOf(deps, userId), 'approved')
  assert.equal((await historyOf(desk.database, userId)).length, 2)
  assert.equal((await identityOf(deps, other.userId))?.birthPlace, personal.birthPlace)
})

test('FLT-42: with another master key nothing is decrypted, and no new key replaces the old one', async (t) => {
  const desk = await deskOn(t, await rig.database())
  const deps = await partsOf(desk)
  const { userId, fileId, number } = await setUp(desk, deps)
  const wrong = { ...deps, keys: keysOf(randomBytes(48)) }
  await assert.rejects(() => identityOf(wrong, userId))
  await assert.rejects(() => readFile(wrong, fileId))
  await assert.rejects(() => vaultFor(desk.database, wrong.keys, userId))
  assert.equal((await identityOf(deps, userId))?.number, number)
  assert.equal(await fitPeople(desk.database, wrong.keys), false)
  assert.equal(await fitPeople(desk.database, deps.keys), true)
})

test('FLT-42: any key matches while there are no users', async (t) => {
  const { database } = await deskOn(t, await rig.database())
  assert.equal(await fitPeople(database, keysOf(randomBytes(48))), true)
})

test('pattern 21: the hash of a number is keyed, and equal for equal numbers alone', async (t) => {
  const desk = await deskOn(t, await rig.database())
  const { keys } = await partsOf(desk)
  const other = keysOf(randomBytes(48))
  const index = numberIndexOf(keys, personal.number)
  assert.deepEqual(numberIndexOf(keys, personal.number), index)
  assert.notDeepEqual(numberIndexOf(keys, '3278014107900004'), index)
  assert.notDeepEqual(numberIndexOf(other, personal.number), index)
})

test('ATT-47: an invalid file id finds nothing', async (t) => {
  const desk = await deskOn(t, await rig.database())
  const deps = await partsOf(desk)
  for (const name of ['', '1', '../../etc/passwd', "' or true --", '\u0000']) {
    assert.equal(await readFile(deps, name), null)
  }
})
