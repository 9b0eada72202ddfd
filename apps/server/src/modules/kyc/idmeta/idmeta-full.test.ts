/** The modal while the database has no space left. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { jpegOf } from '../../../platform/media/testing/pictures.ts'
import { personAt } from '../../../testing/desk.ts'
import { kycStateOf } from '../identity.ts'
import { create, idIn, idmetaOn, ktpOf, sendDocument, sendFace } from '../testing/idmeta-rig.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

test('FLT-14 DEC-136: with a full disk each call of the modal is refused as 503 with one text under both names, and works afterwards', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const picture = await jpegOf(400, 300)
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  await on.database.query(`
    create function kyc.fill() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
  const full = async (table: string, call: () => ReturnType<typeof create>) => {
    await on.database.query(
      `create trigger full_disk before insert on kyc.${table} execute function kyc.fill()`,
    )
    const { status, body } = await call()
    assert.deepEqual([status, body['code']], [503, 'kyc.unavailable'], table)
    assert.equal(body['msg'], body['message'], table)
    await on.database.query(`drop trigger full_disk on kyc.${table}`)
  }
  await full('verification', () => create(on, dewi))
  const id = idIn(await create(on, dewi))
  await full('file_chunk', () => sendDocument(on, dewi, id, picture))
  const document = await sendDocument(on, dewi, id, picture)
  assert.equal(document.status, 200)
  const named = ({ body }: Pick<typeof document, 'body'>) => {
    const { id: row, verification_id, template_id } = Object(body['result'])
    return [row, verification_id, typeof template_id]
  }
  assert.deepEqual(named(document), [id, id, 'string'])
  on.provider.findFace({ probability: 0.1 })
  await full('finding', () => sendFace(on, dewi, id, picture))
  on.provider.findFace({})
  await full('history', () => sendFace(on, dewi, id, picture))
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'draft')
  const face = await sendFace(on, dewi, id, picture)
  assert.equal(face.status, 200)
  assert.deepEqual(named(face), [id, id, 'string'])
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'approved')
})
