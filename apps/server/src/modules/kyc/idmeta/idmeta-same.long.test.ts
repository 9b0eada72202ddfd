/** The findings of a verification count only for the record that it was about. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { kycFields, kycFiles } from '@tukar/wire'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { jpegOf } from '../../../platform/media/testing/pictures.ts'
import { type Person, personAt } from '../../../testing/desk.ts'
import { decide } from '../record/decide.ts'
import { findingsOf } from '../finding-store.ts'
import { identityOf, kycStateOf } from '../identity.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { chooseKind, consent, saveDetails } from '../steps/step-service.ts'
import {
  create,
  idIn,
  type IdmetaRig,
  idmetaOn,
  ktpOf,
  nik,
  sendDocument,
  sendFace,
  verifiedPerson,
} from '../testing/idmeta-rig.ts'

let rig: Rig
let picture: Buffer
let other: Buffer

before(async () => {
  rig = await startRig()
  picture = await jpegOf(400, 300)
  other = await jpegOf(300, 400)
})

after(() => rig.stop())

/** Enters details in the steps. */
async function type(on: IdmetaRig, { userId }: Person, name: string, number = ''): Promise<void> {
  const fields = new Map([
    [kycFields.name, name],
    [kycFields.phone, '081234567890'],
    [kycFields.birthPlace, 'Jakarta'],
    [kycFields.birthDate, '1990-07-01'],
    [kycFields.profession, 'Guru'],
    [kycFields.number, number],
    [kycFields.city, 'Jakarta'],
    [kycFields.province, 'DKI Jakarta'],
  ])
  const deps = { ...on.deps, onSubmitted: () => undefined }
  const files = new Map([[kycFiles.document, picture]])
  await saveDetails(deps, userId, 'indonesia', { fields, files })
}

async function begun(on: IdmetaRig, name: string): Promise<Person> {
  const person = await personAt(on, name)
  await chooseKind({ ...on.deps, onSubmitted: () => undefined }, person.userId, 'indonesia')
  const deps = { ...on.deps, onSubmitted: () => undefined }
  await consent(deps, person.userId, 'indonesia', '127.0.0.1')
  return person
}

const opened = async (t: TestContext) => idmetaOn(t, await rig.database())

test('ATT-49 SRV-42: a name that was changed after the document check is not approved by it', async (t) => {
  const on = await opened(t)
  const dewi = await begun(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  const id = idIn(await create(on, dewi))
  assert.equal((await sendDocument(on, dewi, id, picture)).status, 200)
  await type(on, dewi, 'Somebody Else')
  const late = await sendFace(on, dewi, id, picture)
  assert.deepEqual([late.status, late.body['code']], [404, 'idmeta.unknown'])
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'draft')
  // A new verification compares with the current details.
  on.provider.findDocument({
    ...ktpOf('Dewi'),
    dataCheck: { name: 0.1, number: null, birthDate: true },
  })
  const again = idIn(await create(on, dewi))
  assert.equal((await sendDocument(on, dewi, again, picture)).status, 200)
  assert.equal((await sendFace(on, dewi, again, picture)).status, 200)
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'in_review')
})

test('ATT-49 SRV-42: a check of details before a rejection does not approve those after it', async (t) => {
  const on = await opened(t)
  const dewi = await begun(on, 'Dewi')
  await type(on, dewi, 'Dewi', nik)
  on.provider.findDocument({
    ...ktpOf('Dewi'),
    dataCheck: { name: 0.1, number: true, birthDate: true },
  })
  const first = idIn(await create(on, dewi))
  await sendDocument(on, dewi, first, picture)
  await sendFace(on, dewi, first, picture)
  const { userId } = dewi
  await inTransaction(on.database, (transaction) =>
    decide(transaction, on.deps, {
      userId,
      decision: 'reject',
      reason: 'other',
      actor: 'machine',
    }),
  )
  on.provider.findDocument({
    ...ktpOf('Dewi'),
    dataCheck: { name: 1, number: true, birthDate: true },
  })
  // Created with the current details; the document is sent after they were changed.
  const created = idIn(await create(on, dewi))
  await type(on, dewi, 'Somebody Else', '3171010107900009')
  const sent = await sendDocument(on, dewi, created, picture)
  assert.deepEqual([sent.status, sent.body['code']], [404, 'idmeta.unknown'])
  assert.equal(await kycStateOf(on.deps, userId), 'rejected')
})

test('SRV-39 LOW-2: a free typed number with a used number on the document leads to a review', async (t) => {
  const on = await opened(t)
  await verifiedPerson(on, 'Dewi', picture)
  const budi = await begun(on, 'Budi')
  await type(on, budi, 'Budi', '3171010107900009')
  on.provider.findDocument(ktpOf('Budi', nik))
  const id = idIn(await create(on, budi))
  for (const send of [sendDocument, sendFace]) {
    assert.equal((await send(on, budi, id, picture)).status, 200)
  }
  assert.equal(await kycStateOf(on.deps, budi.userId), 'in_review')
  const [finding] = await findingsOf(on.deps, budi.userId)
  assert.ok(finding?.verdict.reasons.includes('number_used'))
})

test('ATT-49 SRV-42: of two parallel verifications only that of the stored document counts; it may be sent again', async (t) => {
  const on = await opened(t)
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  const own = idIn(await create(on, dewi))
  const second = idIn(await create(on, dewi))
  assert.equal((await sendDocument(on, dewi, own, picture)).status, 200)
  assert.equal((await sendDocument(on, dewi, own, other)).status, 200)
  const beside = await sendDocument(on, dewi, second, picture)
  assert.deepEqual([beside.status, beside.body['code']], [404, 'idmeta.unknown'])
  assert.equal((await sendFace(on, dewi, own, picture)).status, 200)
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'approved')
  assert.equal((await identityOf(on.deps, dewi.userId))?.name, 'Dewi')
})
