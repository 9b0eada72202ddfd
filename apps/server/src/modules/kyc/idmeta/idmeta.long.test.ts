import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { idmetaTexts } from '@tukar/wire'
import { pg } from '../../../platform/database/driver.ts'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { until } from '../../../engine/testing/until.ts'
import { bitmapOf, jpegOf, pngOf } from '../../../platform/media/testing/pictures.ts'
import { type TestAnswer, ask, personAt } from '../../../testing/desk.ts'
import { untilWaiting } from '../../../testing/waiting.ts'
import { eventChannel } from '../../notifications/announce.ts'
import { identityOf, kycStateOf } from '../identity.ts'
import { findingsOf } from '../finding-store.ts'
import { historyOf } from '../record/record-store.ts'
import {
  create,
  idIn,
  type IdmetaRig,
  idmetaOn,
  ktpOf,
  nik,
  sendDocument,
  sendFace,
  templateId,
  verifiedPerson,
} from '../testing/idmeta-rig.ts'

let rig: Rig
let picture: Buffer

before(async () => {
  rig = await startRig()
  picture = await jpegOf(400, 300)
})

after(() => rig.stop())

/** Status, code and the text that clients compare; `msg` and `message` must be equal (DEC-136). */
function resultOf({ status, body }: TestAnswer): readonly unknown[] {
  assert.equal(body['msg'], body['message'], JSON.stringify(body))
  return [status, body['code'], body['message']]
}

test('API-72 API-73 API-74 DATA-09 SRV-42 KYCM-03 KYCM-09 KYCM-10: create, document and face succeed with their exact messages, and approve in a simulation', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  on.provider.findFace({ probability: 0.9468, quality: 0.81 })
  const created = await create(on, dewi)
  assert.deepEqual(resultOf(created), [200, '', 'Verification created successfully'])
  const id = idIn(created)
  const document = await sendDocument(on, dewi, id, picture)
  assert.deepEqual(resultOf(document), [200, '', 'OK'])
  const ids = { id, template_id: templateId, verification_id: id }
  assert.deepEqual(document.body['result'], {
    ...ids,
    document_type: 'ID_CARD',
    confidence: 0.93,
    matches: { name: 1, number: null, birth_date: null },
  })
  const face = await sendFace(on, dewi, id, await pngOf(640, 640))
  assert.deepEqual(resultOf(face), [200, '', 'OK'])
  assert.deepEqual(face.body['result'], { ...ids, probability: 0.9468, quality: 0.81 })
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'approved')
  const identity = await identityOf(on.deps, dewi.userId)
  assert.deepEqual(
    [identity?.name, identity?.number, identity?.numberKind, identity?.birthDate],
    ['Dewi', nik, 'ktp', '1990-07-01'],
  )
  const consent = await on.database.query(
    `select 1 from kyc.record where consent_version = 1 and consented_at is not null
       and octet_length(consent_address) > 20`,
  )
  assert.equal(consent.rowCount, 1, 'SRV-37')
  const steps = await historyOf(on.database, dewi.userId)
  assert.deepEqual(
    steps.map(({ to, actor, cause }) => [to, actor, cause]),
    [
      ['submitted', 'user', 'modal'],
      ['approved', 'machine', null],
    ],
  )
})

test('R-42 SRV-43: in live mode an automatic approval is reviewed by an operator', async (t) => {
  const on = await idmetaOn(t, await rig.database(), { machineApproves: false })
  const dewi = await verifiedPerson(on, 'Dewi', picture)
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'in_review')
  const [finding] = await findingsOf(on.deps, dewi.userId)
  assert.deepEqual([finding?.source, finding?.verdict.decision], ['modal', 'approve'])
})

test('SRV-42: an underage user, or one with another name, is reviewed in a simulation too', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const budi = await personAt(on, 'Budi')
  on.provider.findDocument({
    ...ktpOf('Joko'),
    dataCheck: { name: 0.2, number: null, birthDate: null },
  })
  const id = idIn(await create(on, budi))
  await sendDocument(on, budi, id, picture)
  assert.equal((await sendFace(on, budi, id, picture)).status, 200)
  assert.equal(await kycStateOf(on.deps, budi.userId), 'in_review')
  const [finding] = await findingsOf(on.deps, budi.userId)
  assert.deepEqual(finding?.verdict.reasons, ['name_differs'])
  const adi = await personAt(on, 'Adi')
  const year = new Date().getFullYear() - 14
  const born = String(year % 100).padStart(2, '0')
  const { extraction, ...card } = ktpOf('Adi', `3171010107${born}0003`)
  on.provider.findDocument({ ...card, extraction: { ...extraction, birthDate: `${year}-07-01` } })
  const own = idIn(await create(on, adi))
  await sendDocument(on, adi, own, picture)
  assert.equal((await sendFace(on, adi, own, picture)).status, 200)
  assert.equal(await kycStateOf(on.deps, adi.userId), 'in_review')
  const [youth] = await findingsOf(on.deps, adi.userId)
  assert.deepEqual(youth?.verdict.reasons, ['too_young'])
})

test('ERR-09 ERR-10 ERR-11 DEC-135 DEC-136: refused documents are 422 with the exact messages', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  const id = idIn(await create(on, dewi))
  const wrong = 'Invalid Image, only JPG, JPEG and PNG are allowed'
  const bitmap = await sendDocument(on, dewi, id, bitmapOf(200, 200))
  assert.deepEqual(resultOf(bitmap), [422, 'idmeta.wrong_image', wrong])
  const svg = await sendDocument(on, dewi, id, Buffer.from('<svg xmlns="x"></svg>'))
  assert.deepEqual(resultOf(svg), [422, 'idmeta.wrong_image', wrong])
  const broken = await sendDocument(on, dewi, id, picture.subarray(0, 400))
  assert.equal(broken.status, 422)
  const small = await sendDocument(on, dewi, id, await jpegOf(99, 100))
  assert.deepEqual([small.status, small.body['code']], [422, 'idmeta.image_size'])
  assert.deepEqual(
    on.provider.asked.map(({ operation }) => operation),
    ['create'],
  )
  on.provider.findDocument(idmetaTexts.unreadable)
  const unreadable = 'Extraction Failed. Please make sure the document is a valid ID.'
  const blurred = await sendDocument(on, dewi, id, picture)
  assert.deepEqual(resultOf(blurred), [422, 'idmeta.unreadable', unreadable])
  on.provider.findDocument('The card is upside down.')
  const other = await sendDocument(on, dewi, id, picture)
  assert.deepEqual(resultOf(other), [422, 'idmeta.refused', 'The card is upside down.'])
})

test('ERR-13 ERR-14 ERR-15 ERR-16 DEC-59: refused faces are 422 with the exact messages and their scores', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  const id = idIn(await create(on, dewi))
  await sendDocument(on, dewi, id, picture)
  const tried = async (found: Parameters<typeof on.provider.findFace>[0]) => {
    on.provider.findFace(found)
    const answer = await sendFace(on, dewi, id, picture)
    return [...resultOf(answer), answer.body['result']]
  }
  const [none, small] = [idmetaTexts.noFace, idmetaTexts.smallFace]
  assert.deepEqual(await tried({ refusal: none }), [422, 'idmeta.no_face', none, undefined])
  assert.deepEqual(await tried({ refusal: small }), [422, 'idmeta.small_face', small, undefined])
  const low = { probability: 0.31, quality: 0.7 }
  const bare = 'Face verification failed'
  assert.deepEqual(await tried({ ...low, refusal: bare }), [422, 'idmeta.other_face', bare, low])
  // Below our own thresholds, whatever the provider's verdict is.
  assert.deepEqual(await tried(low), [422, 'idmeta.other_face', bare, low])
  const dark = { probability: 0.9, quality: 0.29 }
  assert.deepEqual(await tried(dark), [422, 'idmeta.other_face', bare, dark])
  const recorded = 'Too many people'
  assert.deepEqual(await tried({ refusal: recorded }), [422, 'idmeta.refused', recorded, undefined])
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'draft')
  assert.equal((await findingsOf(on.deps, dewi.userId)).length, 6)
  assert.equal((await tried({ probability: 0.6, quality: 0.3 }))[0], 200)
})

test("ATT-49: another user's verification, scores from the client and unknown ids are refused", async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const [dewi, thief] = [await personAt(on, 'Dewi'), await personAt(on, 'Thief')]
  on.provider.findDocument(ktpOf('Dewi'))
  on.provider.findFace({ probability: 0.1, quality: 0.9 })
  const id = idIn(await create(on, dewi))
  const stolen = await sendDocument(on, thief, id, picture)
  assert.deepEqual([stolen.status, stolen.body['code']], [404, 'idmeta.unknown'])
  await sendDocument(on, dewi, id, picture)
  assert.equal((await sendFace(on, thief, id, picture)).status, 404)
  for (const made of ['x', '00000000-0000-4000-8000-000000000000', on.provider.url]) {
    assert.equal((await sendFace(on, dewi, made, picture)).status, 404, made)
  }
  const scores = {
    probability: '0.99',
    quality: '0.99',
    result: '{"probability":1}',
    verified: '1',
  }
  assert.equal((await sendFace(on, dewi, id, picture, scores)).status, 422)
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'draft')
  assert.equal(await kycStateOf(on.deps, thief.userId), 'none')
  const foreign = await create(on, dewi, { template_id: 'another' })
  assert.deepEqual([foreign.status, foreign.body['code']], [422, 'idmeta.template'])
})

test('SRV-42 ATT-48: a face before the document, a single side and a finished verification are refused', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  const id = idIn(await create(on, dewi))
  const early = await sendFace(on, dewi, id, picture)
  assert.deepEqual([early.status, early.body['code']], [422, 'idmeta.document_first'])
  const half = await sendDocument(on, dewi, id, picture, { imageBackSide: Buffer.alloc(0) })
  assert.deepEqual([half.status, half.body['code']], [422, 'idmeta.both_sides'])
  await sendDocument(on, dewi, id, picture)
  const both = await Promise.all([1, 2, 3].map(() => sendFace(on, dewi, id, picture)))
  const statuses = both.map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 409, 409],
  )
  for (const again of [await create(on, dewi), await sendFace(on, dewi, id, picture)]) {
    assert.deepEqual([again.status, again.body['code']], [409, 'idmeta.over'])
  }
  const large = await sendFace(on, dewi, id, Buffer.alloc(2_100_000))
  assert.deepEqual([large.status, large.body['code']], [409, 'idmeta.over'], 'before it is read')
  assert.equal((await historyOf(on.database, dewi.userId)).length, 2)
})

test('ATT-48 INV-20: if the steps submit the record during a face check, the modal changes nothing', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  const id = idIn(await create(on, dewi))
  await sendDocument(on, dewi, id, picture)
  const steps = await on.database.connect()
  try {
    await steps.query('begin')
    await steps.query('select 1 from kyc.record where user_id = $1 for update', [dewi.userId])
    const answer = sendFace(on, dewi, id, picture)
    await untilWaiting(on.database, 1)
    await steps.query(
      `update kyc.record set state = 'submitted', kind = 'global', version = version + 1`,
    )
    await steps.query('commit')
    const { status, body } = await answer
    assert.deepEqual([status, body['code']], [409, 'idmeta.over'])
  } finally {
    steps.release()
  }
  const stored = await on.database.query<{ kind: string }>(
    'select kind from kyc.file order by kind',
  )
  assert.deepEqual(stored.rows, [{ kind: 'document' }, { kind: 'document_back' }])
  const record = await on.database.query('select kind, state, details from kyc.record')
  assert.deepEqual(record.rows, [{ kind: 'global', state: 'submitted', details: null }])
})

test('SRV-39 ATT-50 LOW-2: a used number gets the same answer as any other and waits for a review, concurrently too', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  await verifiedPerson(on, 'Dewi', picture)
  const budi = await personAt(on, 'Budi')
  on.provider.findDocument(ktpOf('Budi', `3171 0101-0790.0003`))
  const id = idIn(await create(on, budi))
  assert.equal((await sendDocument(on, budi, id, picture)).status, 200)
  assert.equal((await sendFace(on, budi, id, picture)).status, 200)
  assert.equal(await kycStateOf(on.deps, budi.userId), 'in_review')
  const many = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const person = await personAt(on, `Many${at}`)
      return { person, id: idIn(await create(on, person)) }
    }),
  )
  on.provider.findDocument(ktpOf('Many', '3171010107900007'))
  await Promise.all(many.map(({ person, id: own }) => sendDocument(on, person, own, picture)))
  const faceAnswers = await Promise.all(
    many.map(({ person, id: own }) => sendFace(on, person, own, picture)),
  )
  for (const { status } of faceAnswers) assert.equal(status, 200)
  const having = await on.database.query(
    `select count(*) filter (where state = 'approved')::integer as approved,
       count(*) filter (where state = 'in_review')::integer as waiting
     from kyc.record where user_id = any($1)`,
    [many.map(({ person }) => person.userId)],
  )
  assert.deepEqual(having.rows, [{ approved: 1, waiting: 5 }])
})

test('FLT-37 ERR-12: a provider that is down, slow or lost its data loses nothing and decides nothing', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await personAt(on, 'Dewi')
  on.provider.findDocument(ktpOf('Dewi'))
  for (const fault of ['error', 'busy', 'junk', 'disconnect', 'wrong_shape'] as const) {
    on.provider.fail('create', fault)
    const { status, body, headers } = await create(on, dewi)
    assert.deepEqual([status, body['code']], [503, 'idmeta.unavailable'], fault)
    assert.notEqual(headers['retry-after'], undefined)
  }
  const id = idIn(await create(on, dewi))
  on.provider.fail('document', 'disconnect')
  assert.equal((await sendDocument(on, dewi, id, picture)).status, 503)
  assert.equal((await sendDocument(on, dewi, id, picture)).status, 200)
  on.provider.fail('face', 'error')
  assert.equal((await sendFace(on, dewi, id, picture)).status, 503)
  on.provider.forget()
  const lost = await sendFace(on, dewi, id, picture)
  assert.deepEqual([lost.status, lost.body['code']], [404, 'idmeta.unknown'])
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'draft')
})

test('SRV-02 SRV-04 ATT-44: forms need a session, and are limited', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const id = '00000000-0000-4000-8000-000000000000'
  assert.equal((await sendDocument(on, { token: 'x' }, id, picture)).status, 401)
  assert.equal((await create(on, { token: '' })).status, 401)
  const dewi = await personAt(on, 'Dewi')
  const large = Buffer.alloc(2_100_000)
  assert.equal((await sendFace(on, dewi, id, large)).status, 413)
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(on, dewi, {})))
  // A malformed request is not counted.
  assert.equal(
    answers.every(({ status }) => status === 400),
    true,
  )
  const many = await Promise.all(
    Array.from({ length: 30 }, () => create(on, dewi, { template_id: 'x' })),
  )
  // The form that was too large was counted.
  assert.equal(many.filter(({ status }) => status === 422).length, 19)
  assert.equal(many.filter(({ body }) => body['code'] === 'request.rate').length, 11)
  const late = await sendFace(on, dewi, id, large)
  assert.deepEqual([late.status, late.body['code']], [429, 'request.rate'], 'before it is read')
  assert.equal((await create(on, await personAt(on, 'Other'))).status, 200)
})

test('DEC-42: if only the steps are enabled the modal begins nothing', async (t) => {
  const on = await idmetaOn(t, await rig.database(), { mode: 'steps' })
  const dewi = await personAt(on, 'Dewi')
  const { status, body } = await create(on, dewi)
  assert.deepEqual([status, body['code']], [409, 'idmeta.off'])
  const form = await sendDocument(on, dewi, 'x', Buffer.alloc(2_100_000))
  assert.deepEqual([form.status, form.body['code']], [409, 'idmeta.off'], 'before it is read')
})

test('DEC-61: if the settings allow it a passport needs no back, and a card does', async (t) => {
  const on = await idmetaOn(t, await rig.database(), { passportSingleSide: true })
  const dewi = await personAt(on, 'Dewi')
  const id = idIn(await create(on, dewi))
  const noBack = { imageBackSide: Buffer.alloc(0) }
  on.provider.findDocument(ktpOf('Dewi'))
  const card = await sendDocument(on, dewi, id, picture, noBack)
  assert.deepEqual([card.status, card.body['code']], [422, 'idmeta.both_sides'])
  on.provider.findDocument({ ...ktpOf('Dewi', 'X1234567'), documentType: 'PASSPORT' })
  assert.equal((await sendDocument(on, dewi, id, picture, noBack)).status, 200)
  assert.equal((await sendFace(on, dewi, id, picture)).status, 200)
  const record = await on.database.query<{ kind: string }>('select kind from kyc.record')
  assert.deepEqual(record.rows, [{ kind: 'global' }])
})

/** Records the events that are sent to the user's open pages. */
async function heardOn(t: { after(end: () => Promise<void>): void }, { databaseUrl }: IdmetaRig) {
  const heard: string[] = []
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  t.after(() => client.end())
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query(`listen ${eventChannel}`)
  return heard
}

async function callBack(on: IdmetaRig, signed: { body: string; signature: string }) {
  const answer = await on.http.inject({
    method: 'POST',
    url: '/idmeta/callback',
    headers: { 'content-type': 'application/json', 'x-signature': signed.signature },
    payload: signed.body,
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

test('SRV-43 RT-04 DEC-63 ATT-49: a signed callback closes the modal once, and approves nobody', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const heard = await heardOn(t, on)
  const dewi = await personAt(on, 'Dewi')
  await create(on, dewi)
  const own = await on.database.query<{ id: string }>(
    'select provider_id as id from kyc.verification',
  )
  const providerId = own.rows[0]?.id ?? ''
  const good = on.provider.callback(providerId, 'verified')
  for (const signature of ['', 'zz', `${good.signature.slice(0, -1)}0`, 'a'.repeat(64)]) {
    if (signature === good.signature) continue
    const { status, body } = await callBack(on, { ...good, signature })
    assert.deepEqual([status, body['code']], [401, 'callback.forbidden'])
  }
  // Another body with the same signature.
  assert.equal((await callBack(on, { ...good, body: `${good.body} ` })).status, 401)
  assert.equal((await callBack(on, on.provider.callback(providerId, 'started'))).status, 200)
  for (let time = 0; time < 5; time++) assert.equal((await callBack(on, good)).status, 200)
  assert.equal((await callBack(on, on.provider.callback('unknown', 'verified'))).status, 200)
  await until('the modal is closed', () => heard.length > 0)
  assert.deepEqual(heard, [`${dewi.userId}:kyc_tutup_popup:`])
  assert.equal(await kycStateOf(on.deps, dewi.userId), 'none')
  const shapeless = await callBack(on, signedText('[]', on))
  assert.equal(shapeless.status, 400)
})

function signedText(body: string, { provider }: IdmetaRig) {
  const signature = createHmac('sha256', provider.callbackSecret).update(body).digest('hex')
  return { body, signature }
}

test('RT-03 RT-04 SRV-41: the user learns the result of the face check by events, notice and e-mail', async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const heard = await heardOn(t, on)
  const dewi = await verifiedPerson(on, 'Dewi', picture)
  await until('the change is announced', () => heard.length > 1)
  // The first event is the decision; the second closes the user's other dialogs.
  assert.deepEqual(heard, [`${dewi.userId}:kyc_status:verified`, `${dewi.userId}:kyc_tutup_popup:`])
  const notices = await on.database.query<{ kind: string }>('select kind from notifications.notice')
  assert.deepEqual(notices.rows, [{ kind: 'kyc_approved' }])
  const mails = await on.database.query<{ template: string }>('select template from mail.outbox')
  assert.deepEqual(mails.rows, [{ template: 'kyc_approved' }])
})

test("SRV-44: the modal's data is sealed, and the provider gets only what it needs", async (t) => {
  const on = await idmetaOn(t, await rig.database())
  const dewi = await verifiedPerson(on, 'Dewi', picture)
  const [asked] = on.provider.asked
  assert.equal(asked?.fields['templateId'], templateId)
  assert.equal(JSON.stringify(asked?.fields).includes(String(dewi.userId)), false)
  const stored = await on.database.query<{ text: string }>(
    `select r::text as text from kyc.record r union all select f::text from kyc.finding f
     union all select v::text from kyc.verification v union all select c::text from kyc.file_chunk c`,
  )
  assert.ok(stored.rows.length >= 6)
  const all = stored.rows.map(({ text }) => text).join('\n')
  for (const value of [nik, '1990-07-01', 'Dewi']) {
    assert.equal(all.includes(value), false, value)
    assert.equal(all.includes(Buffer.from(value).toString('hex')), false, value)
  }
  assert.equal(all.includes(picture.subarray(0, 24).toString('hex')), false)
  assert.equal((await ask(on, 'GET', '/idmeta/callback')).status, 404)
})
