import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KycReason } from '@tukar/wire'
import { type Rig, startRig } from '../../../engine/testing/rig.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { bitmapOf, jpegOf, pngOf } from '../../../platform/media/testing/pictures.ts'
import { type TestAnswer, ask, type Person, personAt } from '../../../testing/desk.ts'
import { decide, decisionMail } from '../record/decide.ts'
import { deletePersonData } from '../deletion.ts'
import { filesOf, readFileOf } from '../file-store.ts'
import { identityOf } from '../identity.ts'
import {
  agree,
  choose,
  describe,
  type FormFields,
  foreign,
  formOf,
  newNumber,
  personAtStep,
  picture,
  record,
  recording,
  send,
  stepOf,
  type StepsDesk,
  stepsDesk,
  succeed,
} from '../testing/steps-desk.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]

/** An operator's rejection. */
function reject(
  { database, deps }: StepsDesk,
  userId: number,
  piece: 'document' | 'video' | 'details' | null,
): Promise<void> {
  const decision = { userId, decision: 'reject', reason: 'unreadable', piece, actor: 7 } as const
  return inTransaction(database, (transaction) => decide(transaction, deps, decision))
}

test('KYC-03 SRV-35: both variants lead from the nationality to the submission', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  for (const variant of ['id', 'global'] as const) {
    const person = await personAt(desk, `P${variant}`)
    const at = async () => {
      const { kyc_step, kyc_type, state } = await stepOf(desk, person)
      return [kyc_step, kyc_type, state]
    }
    const type = variant === 'id' ? 'Indonesia' : 'Global'
    assert.deepEqual(await at(), [0, null, 'none'])
    await succeed(choose(desk, person, variant))
    assert.deepEqual(await at(), [0, type, 'draft'])
    await succeed(agree(desk, person, variant))
    assert.deepEqual(await at(), [1, type, 'draft'])
    await succeed(describe(desk, person, variant))
    assert.deepEqual(await at(), [2, type, 'draft'])
    const sent = await succeed(record(desk, person, variant))
    assert.equal(sent['msg'], 'Your data was sent. Please wait for the verification.')
    assert.deepEqual(await at(), [3, type, 'submitted'])
    const stored = (await filesOf(desk.database, person.userId)).map(({ kind }) => kind)
    assert.deepEqual(stored, ['document', 'still', 'video'])
  }
  assert.equal(desk.submitted(), 2)
})

test('DEC-51 DEC-55: details are stored in normal form, and returned to their owner alone', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 1)
  await succeed(
    describe(desk, person, 'id', {
      orang_nik: '3273-0141 0790.0003',
      orang_npwp_number: '01.234.567.8-901.234',
      orang_kyc_status: 'approve',
    }),
  )
  assert.deepEqual(await identityOf(desk.deps, person.userId), {
    name: 'Dewi Lestari',
    phone: '+6281234567890',
    birthPlace: 'Bandung',
    birthDate: '1990-07-01',
    gender: 'F',
    address: 'Jalan Contoh 1',
    profession: 'Guru',
    number: '3273014107900003',
    numberKind: 'ktp',
    npwp: '012345678901234',
    city: 'Bandung',
    province: 'Jawa Barat',
    nationality: 'ID',
  })
  const { body } = await ask(desk, 'GET', '/kyc/data', { token: person.token })
  const data = Object(body['data'])
  assert.equal(data.orang_nik, '3273014107900003')
  assert.deepEqual(
    [data.has_nik_file, data.has_npwp_file, data.has_video_file],
    [true, false, false],
  )
  const other = await personAt(desk, 'Other')
  const theirs = await ask(desk, 'GET', '/kyc/data', { token: other.token })
  assert.equal(Object(theirs.body['data']).orang_name, null)
})

test('SRV-44 ATT-104: submitted details are shown to their owner with all but the ends of numbers hidden', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const fields = { orang_nik: '3273014107900003', orang_npwp_number: '012345678901234' }
  const person = await personAtStep(desk, 2, 'id', fields)
  const shown = async () => {
    const { body } = await ask(desk, 'GET', '/kyc/data', { token: person.token })
    const { orang_nik, orang_npwp_number, orang_name } = Object(body['data'])
    return [orang_nik, orang_npwp_number, orang_name]
  }
  const whole = ['3273014107900003', '012345678901234', 'Dewi Lestari']
  const hidden = [`${'•'.repeat(12)}0003`, `${'•'.repeat(11)}1234`, 'Dewi Lestari']
  assert.deepEqual(await shown(), whole)
  await succeed(record(desk, person, 'id'))
  assert.deepEqual(await shown(), hidden)
  await reject(desk, person.userId, 'details')
  assert.deepEqual(await shown(), whole)
  await desk.database.query(`update kyc.record set state = 'approved'`)
  assert.deepEqual(await shown(), hidden)
})

const wrongFields: readonly [string, FormFields][] = [
  ['kyc.name', { orang_name: 'D' }],
  ['kyc.name', { orang_name: undefined }],
  ['kyc.name', { orang_name: 'x'.repeat(101) }],
  ['kyc.phone', { orang_mobilenumber: '123' }],
  ['kyc.birth_place', { orang_birthplace: ' ' }],
  ['kyc.birth_date', { orang_birthday: '1990-02-30' }],
  ['kyc.birth_date', { orang_birthday: '01-07-1990' }],
  ['kyc.too_young', { orang_birthday: new Date().toISOString().slice(0, 10) }],
  ['kyc.gender', { orang_gender: 'Pria' }],
  ['kyc.address', { orang_address: 'x'.repeat(301) }],
  ['kyc.profession', { orang_profession: undefined }],
  ['kyc.number', { orang_nik: '31?' }],
  ['kyc.npwp', { orang_npwp_number: '123' }],
  ['kyc.city', { orang_address_city: '' }],
  ['kyc.province', { orang_address_province: '\u200b' }],
]

test('SRV-38: each invalid field is refused with its code, and the step stays', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  for (const [at, [code, fields]] of wrongFields.entries()) {
    // A new user each time, because a single one would reach the limit.
    const person = await personAtStep(desk, 1)
    assert.deepEqual(codeOf(await describe(desk, person, 'id', fields)), [200, code], String(at))
    assert.equal((await stepOf(desk, person))['kyc_step'], 1)
    assert.deepEqual(await filesOf(desk.database, person.userId), [])
  }
  const person = await personAtStep(desk, 1, 'global')
  for (const country of ['', 'ID', 'XX', 'ZZ', 'EU', 'Germany']) {
    const answer = await describe(desk, person, 'global', { orang_warganegara: country })
    assert.deepEqual(codeOf(answer), [200, 'kyc.country'], country)
  }
})

test('KYC-18 KYC-19 KYC-21 KYC-24: optional fields may be missing', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 1)
  const open = { orang_gender: '', orang_address: undefined, orang_nik: '', orang_npwp_number: '' }
  await succeed(describe(desk, person, 'id', open))
  const { gender, address, number, npwp } = (await identityOf(desk.deps, person.userId)) ?? {}
  assert.deepEqual([gender, address, number, npwp], [null, null, null, null])
})

test('CONST-13 DEC-52 DEC-53: images are recognized by content and stored as new JPEG; the document is required', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 1)
  const html = Buffer.from('<html><script>alert(1)</script>')
  const wrong: readonly [string, Buffer | null][] = [
    ['kyc.file_missing', null],
    ['kyc.picture_type', html],
    ['kyc.picture_small', await pngOf(99, 100)],
    ['kyc.picture_small', await pngOf(100, 99)],
    ['kyc.picture_broken', picture.subarray(0, 400)],
    ['kyc.picture_large', Buffer.concat([picture, Buffer.alloc(1_000_001 - picture.length)])],
  ]
  for (const [code, content] of wrong) {
    const files = content === null ? {} : { orang_nik_file: content }
    assert.deepEqual(codeOf(await describe(desk, person, 'id', {}, files)), [200, code])
  }
  const files = { orang_nik_file: bitmapOf(200, 120), orang_npwp_file: await jpegOf(100, 100) }
  await succeed(describe(desk, person, 'id', {}, files))
  for (const kind of ['document', 'npwp'] as const) {
    const stored = await readFileOf(desk.deps, person.userId, kind)
    assert.equal(stored?.mediaType, 'image/jpeg')
    assert.equal(stored?.content.toString('hex', 0, 3), 'ffd8ff')
  }
})

test('DEC-52: if the settings require no document, none is needed', async (t) => {
  const desk = await stepsDesk(t, await rig.database(), { idFileRequired: false })
  const person = await personAtStep(desk, 1)
  await succeed(describe(desk, person, 'id', {}, {}))
})

test('SRV-40 ATT-45: a video is validated by content and length, and an invalid one keeps the step', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 2)
  const wrong: readonly [string, Buffer][] = [
    ['kyc.video_missing', Buffer.alloc(0)],
    ['kyc.video_type', Buffer.from('#EXTM3U\nhttp://169.254.169.254/')],
    ['kyc.video_type', picture],
    ['kyc.video_length', recording.subarray(0, recording.length / 2)],
  ]
  for (const [code, content] of wrong) {
    assert.deepEqual(codeOf(await record(desk, person, 'id', content)), [200, code])
  }
  const { kyc_step, state } = await stepOf(desk, person)
  assert.deepEqual([kyc_step, state], [2, 'draft'])
  await succeed(record(desk, person, 'id'))
  const stored = await readFileOf(desk.deps, person.userId, 'video')
  assert.deepEqual(stored?.content, recording)
  assert.equal(stored?.mediaType, 'video/webm')
})

test('ATT-44: an oversized body is refused before it is read', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 1)
  const large = formOf({}, { orang_nik_file: Buffer.alloc(2_200_000) })
  assert.equal((await send(desk, person, '/kyc/id/02-basic-info', large)).status, 413)
  const guest = await send(desk, { token: 'x'.repeat(43) }, '/kyc/id/02-basic-info', large)
  assert.equal(guest.status, 401)
})

test('DEC-50 SRV-36: the nationality is one of two words, and may change until data is saved', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAt(desk, 'Dewi')
  const say = (warganegara: unknown) =>
    ask(desk, 'POST', '/kyc/nationality', { token: person.token, body: { warganegara } })
  assert.deepEqual(codeOf(await say('Jerman')), [200, 'kyc.nationality'])
  assert.deepEqual(codeOf(await say(['Indonesia'])), [400, 'request.malformed'])
  await succeed(say('Indonesia'))
  await succeed(agree(desk, person, 'id'))
  await succeed(say('Non Indonesia'))
  assert.deepEqual(codeOf(await describe(desk, person, 'id')), [409, 'kyc.other_kind'])
  await succeed(describe(desk, person, 'global'))
  assert.deepEqual(codeOf(await say('Indonesia')), [409, 'kyc.step'])
})

test('SRV-37: a consent is stored with its time, text version and sealed address', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const { userId } = await personAtStep(desk, 1)
  const found = await desk.database.query(
    `select consent_version as version, consented_at is not null as "isTimed",
       position('127.0.0.1'::bytea in consent_address) as plain
     from kyc.record where user_id = $1`,
    [userId],
  )
  assert.deepEqual(found.rows, [{ version: 1, isTimed: true, plain: 0 }])
})

test('DEC-42: with the modal alone the steps are disabled, and say so', async (t) => {
  const desk = await stepsDesk(t, await rig.database(), { mode: 'modal' })
  const person = await personAt(desk, 'Dewi')
  assert.equal((await stepOf(desk, person))['mode'], 'modal')
  assert.deepEqual(codeOf(await choose(desk, person, 'id')), [200, 'kyc.steps_off'])
  assert.deepEqual(codeOf(await agree(desk, person, 'id')), [200, 'kyc.steps_off'])
  assert.deepEqual(codeOf(await describe(desk, person, 'id')), [200, 'kyc.steps_off'])
})

test('DEC-65: after a rejection the step goes back, and only the requested piece is sent again', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const at = async (person: Parameters<typeof stepOf>[1]) => {
    const { kyc_step, state, reason, piece } = await stepOf(desk, person)
    return [kyc_step, state, reason, piece]
  }
  const person = await personAtStep(desk, 3)
  const first = await identityOf(desk.deps, person.userId)
  await reject(desk, person.userId, 'document')
  assert.deepEqual(await at(person), [1, 'rejected', 'unreadable', 'document'])
  const nothing = Object.fromEntries(Object.keys(foreign).map((name) => [name, undefined]))
  const empty = formOf(nothing)
  const missing = await send(desk, person, '/kyc/id/02-basic-info', empty)
  assert.deepEqual(codeOf(missing), [200, 'kyc.file_missing'])
  const again = formOf({}, { orang_nik_file: picture })
  await succeed(send(desk, person, '/kyc/id/02-basic-info', again))
  assert.deepEqual(await at(person), [3, 'submitted', null, null])
  assert.deepEqual(await identityOf(desk.deps, person.userId), first)

  await reject(desk, person.userId, 'video')
  assert.deepEqual(await at(person), [2, 'rejected', 'unreadable', 'video'])
  await succeed(record(desk, person, 'id'))
  await reject(desk, person.userId, 'details')
  await succeed(send(desk, person, '/kyc/id/02-basic-info', formOf({ orang_name: 'Dewi Ayu' })))
  assert.deepEqual(await at(person), [3, 'submitted', null, null])
  assert.equal((await identityOf(desk.deps, person.userId))?.name, 'Dewi Ayu')

  await reject(desk, person.userId, null)
  assert.deepEqual(await at(person), [1, 'rejected', 'unreadable', null])
  const bare = await send(desk, person, '/kyc/id/02-basic-info', formOf({}))
  assert.deepEqual(codeOf(bare), [200, 'kyc.file_missing'])
  await succeed(send(desk, person, '/kyc/id/02-basic-info', again))
  assert.deepEqual(await at(person), [2, 'rejected', 'unreadable', null])
  await succeed(record(desk, person, 'id'))
  assert.deepEqual(await at(person), [3, 'submitted', null, null])
})

test('SRV-39 ATT-50 LOW-2: a number that is waiting or approved elsewhere gets the same answer as any other, in any spelling', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const number = newNumber()
  const owner = await personAtStep(desk, 3, 'id', number)
  const [other, free] = [await personAtStep(desk, 1), await personAtStep(desk, 1)]
  const spaced = { orang_nik: (number['orang_nik'] ?? '').replaceAll(/\d{4}/g, '$& ') }
  const outcome = async (person: Person, fields: FormFields) => {
    const answers = [await describe(desk, person, 'id', fields), await record(desk, person, 'id')]
    return [
      ...answers.map(({ status, body }) => [status, { ...body, request_id: '' }]),
      await at(person),
    ]
  }
  const at = (person: Person) => stepOf(desk, person).then((row) => ({ ...row, seconds: 0 }))
  assert.deepEqual(await outcome(other, spaced), await outcome(free, newNumber()))
  const stored = async () =>
    (
      await desk.database.query<{ is: boolean }>(
        'select number_index is not null as is from kyc.record where user_id = $1',
        [other.userId],
      )
    ).rows[0]?.is
  assert.equal(await stored(), true, 'operators see the number at both')
  const approve = ({ userId }: Person) =>
    inTransaction(desk.database, (transaction) =>
      decide(transaction, desk.deps, { userId, decision: 'approve', reason: null, actor: 7 }),
    )
  // An earlier submission of the number blocks nobody, an approval does.
  await approve(other)
  await assert.rejects(approve(owner), { code: 'kyc.number_used' })
})

test('SRV-39 INV-20: of two concurrent approvals of one number one succeeds', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const number = newNumber()
  const both = [
    await personAtStep(desk, 3, 'id', number),
    await personAtStep(desk, 3, 'id', number),
  ]
  const ends = await Promise.allSettled(
    both.map(({ userId }) =>
      inTransaction(desk.database, (transaction) =>
        decide(transaction, desk.deps, { userId, decision: 'approve', reason: null, actor: 7 }),
      ),
    ),
  )
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
})

test("LOW-2: a user who is rejected for another account's number learns nothing of that account", async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 3, 'id', newNumber())
  await inTransaction(desk.database, (transaction) =>
    decide(transaction, desk.deps, {
      userId: person.userId,
      decision: 'reject',
      reason: 'number_used',
      actor: 7,
    }),
  )
  assert.equal((await stepOf(desk, person)).reason, 'other')
  const mails = await desk.database.query<{ text: string }>(
    'select n::text as text from notifications.notice n where account_id = $1',
    [person.userId],
  )
  assert.ok(mails.rows.length > 0)
  for (const { text } of mails.rows) assert.doesNotMatch(text, /number_used/)
  const rejected = { decision: 'reject', name: 'Dewi', language: 'en' } as const
  const mailOf = (reason: KycReason) => decisionMail(desk.deps, { ...rejected, reason }).params
  assert.deepEqual({ ...mailOf('number_used'), atMs: 0 }, { ...mailOf('other'), atMs: 0 })
})

test('LOW-2: repeated submissions are limited, whatever their numbers are', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 3, 'id', newNumber())
  for (let count = 2; count <= 5; count++) {
    await reject(desk, person.userId, 'details')
    await succeed(describe(desk, person, 'id', newNumber()))
    assert.equal((await stepOf(desk, person)).state, 'submitted')
  }
  await reject(desk, person.userId, 'details')
  const answer = await describe(desk, person, 'id', newNumber())
  assert.deepEqual(codeOf(answer), [429, 'kyc.too_often'])
  await desk.database.query(`update kyc.history set at = at - interval '8 days'`)
  await succeed(describe(desk, person, 'id', newNumber()))
})

test('pattern 22: with the account a draft is destroyed; submitted data stays sealed, and its number is free', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const number = newNumber()
  const [draft, sent] = [await personAtStep(desk, 2), await personAtStep(desk, 3, 'id', number)]
  for (const { userId } of [draft, sent]) {
    await inTransaction(desk.database, (transaction) => deletePersonData(transaction, userId))
  }
  assert.equal(await identityOf(desk.deps, draft.userId), null)
  assert.deepEqual(await filesOf(desk.database, draft.userId), [])
  assert.equal((await identityOf(desk.deps, sent.userId))?.number, number['orang_nik'])
  await personAtStep(desk, 3, 'id', number)
})

test('FLT-14: with a full disk the steps are refused as 503, and work afterwards', async (t) => {
  const desk = await stepsDesk(t, await rig.database())
  const person = await personAtStep(desk, 1)
  await desk.database.query(`
    create function kyc.fill() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on kyc.file_chunk execute function kyc.fill()`)
  assert.deepEqual(codeOf(await describe(desk, person, 'id')), [503, 'kyc.unavailable'])
  const { kyc_step } = await stepOf(desk, person)
  assert.equal(kyc_step, 1)
  assert.deepEqual(await filesOf(desk.database, person.userId), [])
  await desk.database.query('drop trigger full_disk on kyc.file_chunk')
  await succeed(describe(desk, person, 'id'))
})
