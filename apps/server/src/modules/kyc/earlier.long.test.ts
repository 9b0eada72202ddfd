/** Earlier events against a user prevent an automatic approval. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { jpegOf } from '../../platform/media/testing/pictures.ts'
import { type Person, personAt } from '../../testing/desk.ts'
import { decide } from './record/decide.ts'
import { findingsOf } from './finding-store.ts'
import { kycStateOf } from './identity.ts'
import { checkRecord } from './record/check-record.ts'
import type { KycDeps } from './deps.ts'
import { findRecord } from './record/record-store.ts'
import {
  create,
  idIn,
  type IdmetaRig,
  idmetaOn,
  ktpOf,
  sendDocument,
  sendFace,
} from './testing/idmeta-rig.ts'
import { describe, personAtStep, record, stepsDesk, succeed } from './testing/steps-desk.ts'

let rig: Rig
let picture: Buffer

before(async () => {
  rig = await startRig()
  picture = await jpegOf(400, 300)
})

after(() => rig.stop())

const opened = async (t: TestContext) => idmetaOn(t, await rig.database())

type Reason = NonNullable<Parameters<typeof decide>[2]['reason']>

/** An operator's rejection, of everything or of one piece. */
function reject(
  deps: KycDeps,
  userId: number,
  reason: Reason,
  piece: 'video' | null = null,
): Promise<void> {
  const decision = { userId, decision: 'reject', reason, piece, actor: 7 } as const
  return inTransaction(deps.database, (transaction) => decide(transaction, deps, decision))
}

/** Begins a verification and submits the document; returns its id. */
async function withDocument(on: IdmetaRig, person: Person): Promise<string> {
  const id = idIn(await create(on, person))
  assert.equal((await sendDocument(on, person, id, picture)).status, 200)
  return id
}

/** The state, and the reasons against an automatic approval. */
async function doubtsOf(on: IdmetaRig, { userId }: Person): Promise<readonly unknown[]> {
  const [finding] = await findingsOf(on.deps, userId)
  return [await kycStateOf(on.deps, userId), finding?.verdict.reasons]
}

test("R-42 INV-20: after an operator's rejection in the steps the automatic check only proposes, whatever the reason", async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  for (const reason of ['suspicious', 'face_differs', 'number_used', 'no_face'] as const) {
    const person = await personAtStep(desk, 3)
    await reject(desk.deps, person.userId, reason, reason === 'no_face' ? 'video' : null)
    if (reason !== 'no_face') {
      const number = { orang_nik: `32730141079${String(person.userId).padStart(5, '8')}` }
      await succeed(describe(desk, person, 'id', number))
    }
    await succeed(record(desk, person, 'id'))
    assert.equal(await checkRecord(desk.deps, person.userId), 'decided')
    assert.equal(await kycStateOf(desk.deps, person.userId), 'in_review', reason)
    const [finding] = await findingsOf(desk.deps, person.userId)
    assert.deepEqual(finding?.verdict, { decision: 'approve', reasons: [] }, reason)
  }
})

test("R-42 INV-20: after an operator's rejection the automatic check only proposes in the modal too", async (t) => {
  const on = await opened(t)
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument({
    ...ktpOf('Dewi'),
    dataCheck: { name: 0.1, number: null, birthDate: null },
  })
  await sendFace(on, dewi, await withDocument(on, dewi), picture)
  await reject(on.deps, dewi.userId, 'suspicious')
  on.provider.findDocument({
    ...ktpOf('Dewi'),
    dataCheck: { name: 1, number: true, birthDate: true },
  })
  assert.equal((await sendFace(on, dewi, await withDocument(on, dewi), picture)).status, 200)
  assert.deepEqual(await doubtsOf(on, dewi), ['in_review', []])
})

test('ATT-49 R-42: three refused faces within a day lead to a review, whatever matches later', async (t) => {
  const on = await opened(t)
  on.provider.findDocument(ktpOf('Dewi'))
  const dewi = await personAt(on, 'Dewi')
  const id = await withDocument(on, dewi)
  on.provider.findFace({ probability: 0.2 })
  for (let face = 0; face < 3; face++) {
    assert.equal((await sendFace(on, dewi, id, picture)).status, 422)
  }
  // Neither another verification nor many unusable images hide them.
  const again = await withDocument(on, dewi)
  on.provider.findFace({ refusal: 'Face verification failed. FACE_NOT_FOUND' })
  await on.database.query(
    `insert into kyc.finding (user_id, source, sealed, verdict)
     select user_id, source, sealed, verdict from kyc.finding, generate_series(1, 10)`,
  )
  assert.equal((await sendFace(on, dewi, again, picture)).status, 422)
  on.provider.findFace({})
  assert.equal((await sendFace(on, dewi, again, picture)).status, 200)
  assert.deepEqual(await doubtsOf(on, dewi), ['in_review', ['suspicious']])
  const { userId, database } = { ...dewi, ...on }
  assert.equal((await findRecord(database, userId))?.reason, 'suspicious')
})

test('R-42: two refused faces, older ones and images without a face are not suspicious', async (t) => {
  const on = await opened(t)
  on.provider.findDocument(ktpOf('Dewi'))
  const dewi = await personAt(on, 'Dewi')
  const id = await withDocument(on, dewi)
  const refused = async (refusal: string) => {
    on.provider.findFace(refusal === '' ? { probability: 0.2 } : { refusal })
    assert.equal((await sendFace(on, dewi, id, picture)).status, 422)
  }
  await refused('')
  await on.database.query(`update kyc.finding set at = at - interval '25 hours'`)
  for (let time = 0; time < 3; time++) await refused('Face verification failed. FACE_NOT_FOUND')
  await refused('')
  await refused('')
  on.provider.findFace({})
  assert.equal((await sendFace(on, dewi, id, picture)).status, 200)
  assert.deepEqual(await doubtsOf(on, dewi), ['approved', []])
})

/** The provider reports how the newest verification ended. */
async function callBack(on: IdmetaRig, status: string): Promise<void> {
  const newest = await on.database.query<{ id: string }>(
    'select provider_id as id from kyc.verification order by created_at desc limit 1',
  )
  const { body, signature } = on.provider.callback(newest.rows[0]?.id ?? '', status)
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  const answer = await on.http.inject({
    method: 'POST',
    url: '/idmeta/callback',
    headers,
    payload: body,
  })
  assert.equal(answer.statusCode, 200)
}

test('SRV-43 ATT-49: a rejection by the provider before the face leads to a review, in a new verification too', async (t) => {
  const on = await opened(t)
  for (const [name, isAnew, statuses] of [
    ['Dewi', false, ['rejected']],
    ['Budi', true, ['rejected']],
    // A repeated report changes nothing.
    ['Joko', false, ['rejected', 'verified']],
  ] as const) {
    const person = await personAt(on, name)
    on.provider.findDocument(
      ktpOf(name, `31710101079000${String(person.userId % 90).padStart(2, '1')}`),
    )
    const id = await withDocument(on, person)
    for (const status of statuses) await callBack(on, status)
    const last = isAnew ? await withDocument(on, person) : id
    assert.equal((await sendFace(on, person, last, picture)).status, 200)
    assert.deepEqual(await doubtsOf(on, person), ['in_review', ['suspicious']], name)
  }
  const good = await personAt(on, 'Good')
  on.provider.findDocument(ktpOf('Good', '3171010107900099'))
  const id = await withDocument(on, good)
  await callBack(on, 'verified')
  assert.equal((await sendFace(on, good, id, picture)).status, 200)
  assert.deepEqual(await doubtsOf(on, good), ['approved', []])
})
