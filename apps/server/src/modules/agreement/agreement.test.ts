import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { readArticleBody } from '@tukar/wire'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { createLog } from '../../platform/logging/log.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import type { Keys } from '../../platform/secrets/keys.ts'
import { testKeys } from '../../platform/secrets/testing/secrets.ts'
import {
  type TestAnswer,
  ask,
  type Desk,
  deskOn,
  type Person,
  personAt,
} from '../../testing/desk.ts'
import { figuresIn, verify } from '../../testing/verified.ts'
import { registerProfile } from '../accounts/profile/profile-routes.ts'
import { saveFile } from '../kyc/index.ts'
import { registerAgreementRoutes } from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Set = Desk & { readonly dewi: Person; readonly keys: Keys }

async function setUp(context: TestContext, isSimulation = true): Promise<Set> {
  const desk = await deskOn(context, await rig.database())
  const keys = testKeys
  registerAgreementRoutes(desk.http, { ...desk, keys, isSimulation })
  registerProfile(desk.http, { ...desk, identityFiguresOf: figuresIn(desk.database) })
  return { ...desk, keys, dewi: await personAt(desk, 'Dewi') }
}

const number = '3273014107900001'

/** A user whose details are all verified. */
const approved = (set: Set) =>
  verify(set, set.dewi.userId, 'Dewi Lestari', {
    number,
    birthDate: '1990-07-01',
    phone: '+628123456789',
    address: 'Jalan Melati 5',
    city: 'Kota Bandung',
    province: 'Jawa Barat',
    profession: 'Guru',
    birthPlace: 'Bandung',
    gender: 'F',
  })

const rest = {
  orang_domicile: 'Jalan Kenanga 7, Bandung',
  orang_income_source: 'salary',
  orang_income: '50-250',
  orang_acc_purpose: 'investment',
  orang_mother_name: 'Siti Rahayu',
}

const update = (set: Set, body: object, { token }: Person = set.dewi): Promise<TestAnswer> =>
  ask(set, 'POST', '/users/data-update', { token, body })

const agree = (set: Set, body: object = {}, language: 'en' | 'id' = 'en'): Promise<TestAnswer> =>
  ask(set, 'POST', '/users/user-agree', { token: set.dewi.token, body, language })

const readText = (set: Set, language: 'en' | 'id' = 'en') =>
  ask(set, 'GET', '/users/user-agreement-text', { token: set.dewi.token, language })

async function profileOf(set: Set, { token }: Person = set.dewi) {
  const { data } = (await ask(set, 'GET', '/users/mydata', { token })).body
  assert.ok(typeof data === 'object' && data !== null)
  return { ...data } as Readonly<Record<string, unknown>>
}

const savedCount = async ({ database }: Set) =>
  (await database.query('select 1 from agreement.particulars')).rowCount

const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other))

const outcome = ({ status, body }: TestAnswer) => [status, body['success'], body['code']]

test('ATT-51 SRV-31 SRV-32: before the approval neither details nor consent are accepted', async (t) => {
  const set = await setUp(t)
  for (const answer of [await update(set, rest), await agree(set)]) {
    assert.deepEqual(outcome(answer), [403, 0, 'kyc.required'])
    assert.deepEqual(answer.body['params'], { missing: 'kyc' })
  }
  assert.equal(await savedCount(set), 0)
  assert.equal((await profileOf(set))['orang_kyc_status'], 'not approve')
})

test('API-68 API-69 AGR-02 AGR-04 SRV-32: details, then consent, which names version and time', async (t) => {
  const set = await setUp(t)
  await approved(set)
  assert.deepEqual(outcome(await agree(set)), [409, 0, 'agreement.step'])
  assert.deepEqual((await readText(set)).body['ready'], false)
  assert.deepEqual(outcome(await update(set, rest)), [200, 1, ''])
  const { body: text } = await readText(set)
  assert.equal(text['ready'], true)
  assert.equal((await profileOf(set))['orang_agreement'], 0)
  const done = await agree(set, {}, 'id')
  assert.deepEqual(outcome(done), [200, 1, ''])
  assert.match(String(done.body['msg']), /^Terima kasih/)
  assert.equal((await profileOf(set))['orang_agreement'], 1)
  const stored = await set.database.query(
    `select text_version, language, signed_at > now() - interval '1 minute' as now
     from agreement.signature`,
  )
  assert.deepEqual(stored.rows, [{ text_version: text['version'], language: 'id', now: true }])
})

test('SRV-32: 20 concurrent consents count as one, and a later one changes nothing', async (t) => {
  const set = await setUp(t)
  await approved(set)
  await update(set, rest)
  const answers = await Promise.all(Array.from({ length: 20 }, () => agree(set)))
  assert.deepEqual(new Set(answers.map(({ body }) => body['success'])), new Set([1]))
  const first = await set.database.query('select * from agreement.signature')
  assert.equal((await agree(set, {}, 'id')).body['success'], 1)
  assert.deepEqual((await set.database.query('select * from agreement.signature')).rows, first.rows)
  const events = await set.database.query(
    `select 1 from security.event where kind = 'agreement.signed'`,
  )
  assert.equal(events.rowCount, 1)
})

test('DEC-68: consent to another version than the current one is refused', async (t) => {
  const set = await setUp(t)
  await approved(set)
  await update(set, rest)
  const { version } = (await readText(set)).body
  assert.deepEqual(outcome(await agree(set, { version: '2020-01-01.1' })), [
    409,
    0,
    'agreement.changed',
  ])
  assert.deepEqual(outcome(await agree(set, { version })), [200, 1, ''])
})

test('DEC-66: the profile is filled from the identity check, with all but the last four characters of numbers hidden', async (t) => {
  const set = await setUp(t)
  await approved(set)
  const before = await profileOf(set)
  assert.equal(before['orang_kyc_status'], 'approve')
  assert.equal(before['orang_nik'], '••••••••••••0001')
  assert.equal(before['orang_niktype'], 'KTP')
  assert.equal(before['orang_birthday'], '1990-07-01')
  assert.equal(before['orang_mobilenumber'], '+628123456789')
  assert.equal(before['orang_mother_name'], null)
  assert.equal(before['verified_name'], 'Dewi Lestari')
  await update(set, {
    ...rest,
    orang_npwp_number: '01.234.567.8-901.234',
    orang_address: 'Jalan Baru 1',
  })
  const now = await profileOf(set)
  assert.equal(now['orang_npwp_number'], '•••••••••••1234')
  assert.equal(now['orang_address'], 'Jalan Baru 1')
  assert.equal(now['orang_mother_name'], 'Siti Rahayu')
  assert.equal(JSON.stringify(now).includes(number), false)
})

test('DATA-01: the profile says that document and video are stored, and shows nothing of them', async (t) => {
  const set = await setUp(t)
  await approved(set)
  const before = await profileOf(set)
  assert.deepEqual([before['orang_nik_file'], before['orang_video_file']], [null, null])
  for (const [kind, mediaType] of [
    ['document', 'image/jpeg'],
    ['video', 'video/webm'],
  ] as const) {
    const content = Buffer.from(`a ${kind}`)
    await saveFile(set.database, set, { userId: set.dewi.userId, kind, mediaType, content })
  }
  const now = await profileOf(set)
  assert.deepEqual(
    [now['orang_nik_file'], now['orang_video_file']],
    ['document.jpg', 'recording.webm'],
  )
})

test('ATT-28: verified, account and unknown fields are refused as 400, and nothing is stored', async (t) => {
  const set = await setUp(t)
  await approved(set)
  const profile = await profileOf(set)
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`orang_${at}`, 'x']))
  const wrong: readonly (readonly [object, string])[] = [
    [{ orang_nik: '3273014107900002' }, 'agreement.read_only'],
    [{ orang_nik: '' }, 'agreement.read_only'],
    [{ orang_niktype: 'Passport' }, 'agreement.read_only'],
    [{ orang_birthday: '1991-07-01' }, 'agreement.read_only'],
    [{ orang_kyc_status: 'approve' }, 'request.malformed'],
    [{ orang_agreement: 1 }, 'request.malformed'],
    [{ orang_email: 'x@people.example' }, 'request.malformed'],
    [{ orang_name: 'Somebody Else' }, 'request.malformed'],
    [{ two_fa_is_active: true }, 'request.malformed'],
    [{ role: 'operator' }, 'request.malformed'],
    [{ id: 1 }, 'request.malformed'],
    [{ orang_address: { $ne: '' } }, 'request.malformed'],
    [many, 'request.malformed'],
  ]
  for (const [fields, code] of wrong) {
    const answer = await update(set, { ...rest, ...fields })
    assert.deepEqual(outcome(answer), [400, 0, code], JSON.stringify(fields).slice(0, 80))
  }
  assert.equal(await savedCount(set), 0)
  assert.deepEqual(await profileOf(set), profile)
})

test('DEC-66: a verified field may be sent back as it was shown', async (t) => {
  const set = await setUp(t)
  await approved(set)
  const { orang_nik, orang_niktype, orang_birthday } = await profileOf(set)
  const shown = { orang_nik, orang_niktype, orang_birthday }
  assert.deepEqual(outcome(await update(set, { ...rest, ...shown })), [200, 1, ''])
  assert.deepEqual(outcome(await update(set, { orang_nik: number })), [200, 1, ''])
  assert.equal((await profileOf(set))['orang_nik'], orang_nik)
})

test('SRV-39 ATT-50: a number that the identity check did not know still belongs to one account alone', async (t) => {
  const set = await setUp(t)
  const eka = await personAt(set, 'Eka')
  const known = { birthDate: '1990-07-01', phone: '+628123456789', address: 'Jalan Melati 5' }
  const typed = { profession: 'Guru', birthPlace: 'Bandung', city: 'Bandung', province: 'Jabar' }
  for (const { userId } of [set.dewi, eka]) {
    await verify(set, userId, 'Dewi Lestari', { ...known, ...typed })
  }
  const recorded = (orang_nik: string) => ({ ...rest, orang_nik, orang_niktype: 'KTP' })
  const both = await Promise.all([
    update(set, recorded(number)),
    update(set, recorded(number.replaceAll(/(\d{4})/g, '$1 ')), eka),
  ])
  assert.deepEqual(both.map(({ body }) => body['code']).toSorted(byText), ['', 'kyc.number_used'])
  const [first, second] = both[0]?.body['code'] === '' ? [set.dewi, eka] : [eka, set.dewi]
  // A corrected number leaves the other number to its owner.
  assert.deepEqual(outcome(await update(set, recorded('3273014107900002'), first)), [200, 1, ''])
  assert.deepEqual(outcome(await update(set, recorded(number), second)), [200, 1, ''])
  assert.deepEqual(outcome(await update(set, recorded('no number'), second)).slice(1), [
    0,
    'agreement.field',
  ])
})

test('LOW-2: three numbers of others are refused, then any number: nobody can test a list', async (t) => {
  const set = await setUp(t)
  const eka = await personAt(set, 'Eka')
  const known = { birthDate: '1990-07-01', phone: '+628123456789', address: 'Jalan Melati 5' }
  const typed = { profession: 'Guru', birthPlace: 'Bandung', city: 'Bandung', province: 'Jabar' }
  for (const { userId } of [set.dewi, eka]) {
    await verify(set, userId, 'Dewi Lestari', { ...known, ...typed })
  }
  const recorded = (orang_nik: string) => ({ ...rest, orang_nik, orang_niktype: 'KTP' })
  assert.deepEqual(outcome(await update(set, recorded(number))), [200, 1, ''])
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => update(set, recorded(number), eka)),
  )
  assert.deepEqual(tries.map(({ body }) => body['code']).toSorted(byText), [
    'kyc.number_used',
    'kyc.number_used',
    'kyc.number_used',
    'kyc.too_often',
    'kyc.too_often',
  ])
  const free = await update(set, recorded('3273014107900002'), eka)
  assert.deepEqual(outcome(free), [429, 0, 'kyc.too_often'])
})

test('SRV-31: a missing or invalid field is refused by name', async (t) => {
  const set = await setUp(t)
  await approved(set)
  const wrong: readonly (readonly [object, string, string?])[] = [
    [{ orang_mother_name: '' }, 'orang_mother_name', 'empty'],
    [{ orang_mother_name: null, orang_domicile: ' ' }, 'orang_domicile', 'empty'],
    [{ orang_mobilenumber: '12345' }, 'orang_mobilenumber'],
    [{ orang_gender: 'X' }, 'orang_gender'],
    [{ orang_npwp_number: '123' }, 'orang_npwp_number'],
    [{ orang_profession: 'x'.repeat(101) }, 'orang_profession', 'long'],
    [{ orang_address: 'x'.repeat(301) }, 'orang_address', 'long'],
    [{ orang_income: 'a\u0007b' }, 'orang_income', 'letter'],
  ]
  const details = { long: { max: 100 }, letter: { letter: 'U+0007' } }
  for (const [fields, field, fault = 'field'] of wrong) {
    const answer = await update(set, { ...rest, ...fields })
    assert.deepEqual(outcome(answer), [200, 0, `agreement.${fault}`], JSON.stringify(fields))
    const max = field === 'orang_address' ? { max: 300 } : {}
    const more = fault === 'long' || fault === 'letter' ? details[fault] : {}
    assert.deepEqual(answer.body['params'], { field, ...more, ...max })
  }
  assert.equal(await savedCount(set), 0)
  const young = await personAt(set, 'Citra')
  await verify(set, young.userId, 'Citra Ayu')
  const born = { ...rest, orang_birthday: '2020-01-01', orang_nik: 'A1', orang_niktype: 'KTP' }
  const answer = await update(set, { ...born, orang_profession: 'Guru' }, young)
  assert.equal(answer.body['code'], 'agreement.field')
})

test('SRV-31: each save is stored and the newest counts; after the consent none is accepted', async (t) => {
  const set = await setUp(t)
  await approved(set)
  await update(set, rest)
  await update(set, { orang_domicile: 'Jalan Anggrek 9' })
  assert.equal(await savedCount(set), 2)
  const profile = await profileOf(set)
  assert.equal(profile['orang_domicile'], 'Jalan Anggrek 9')
  assert.equal(profile['orang_mother_name'], 'Siti Rahayu')
  await agree(set)
  assert.deepEqual(outcome(await update(set, rest)), [200, 0, 'agreement.signed'])
  assert.equal(await savedCount(set), 2)
})

test('SRV-31: details can be saved twenty times within an hour', async (t) => {
  const set = await setUp(t)
  await approved(set)
  for (let round = 0; round < 20; round += 1) {
    assert.equal((await update(set, rest)).body['success'], 1)
  }
  assert.deepEqual(outcome(await update(set, rest)), [429, 0, 'agreement.too_often'])
})

test("SRV-44: details are in no table in clear, and another user's row cannot be decrypted", async (t) => {
  const set = await setUp(t)
  await approved(set)
  await update(set, rest)
  const citra = await personAt(set, 'Citra')
  await verify(set, citra.userId, 'Citra Ayu')
  const stored = await set.database.query<{ sealed: Buffer }>(
    'select sealed from agreement.particulars',
  )
  const sealed = stored.rows[0]?.sealed ?? Buffer.alloc(0)
  for (const text of [...Object.values(rest), number]) {
    assert.equal(sealed.includes(text), false)
    assert.equal(sealed.toString('base64').includes(Buffer.from(text).toString('base64')), false)
  }
  await set.database.query('update agreement.particulars set user_id = $1', [citra.userId])
  const answer = await ask(set, 'GET', '/users/mydata', { token: citra.token })
  assert.equal(answer.status, 500)
})

test('AGR-03 API-70 AGR-05 SRV-33: the text is HTML of the allow-list, in both languages, with the simulation first', async (t) => {
  const set = await setUp(t)
  const [en, id] = [(await readText(set)).body, (await readText(set, 'id')).body]
  assert.match(String(en['data']), /No real transactions, deposits or withdrawals happen/)
  assert.match(String(id['data']), /Tidak ada transaksi, setoran, atau penarikan sungguhan/)
  assert.equal(en['version'], id['version'])
  for (const { data } of [en, id]) {
    const tags = new Set(String(data).match(/<[^>]+>/g))
    assert.deepEqual([...tags].toSorted(), ['</h3>', '</p>', '<h3>', '<p>'])
    assert.ok(readArticleBody(String(data)).length > 20)
  }
})

test('AGR-05: in live mode the text does not mention a simulation, and has another version', async (t) => {
  const [live, simulated] = [await setUp(t, false), await setUp(t)]
  const { body } = await readText(live)
  assert.doesNotMatch(String(body['data']), /simulation/i)
  assert.notEqual(body['version'], (await readText(simulated)).body['version'])
})

test('API-68 API-69 API-70: guests are asked to sign in', async (t) => {
  const set = await setUp(t)
  for (const [method, url] of [
    ['POST', '/users/data-update'],
    ['POST', '/users/user-agree'],
    ['GET', '/users/user-agreement-text'],
  ] as const) {
    const answer = await ask(set, method, url, method === 'POST' ? { body: {} } : {})
    assert.deepEqual(outcome(answer), [401, 0, 'session.invalid'])
  }
})

test('ATT-20: details that arrive after the deletion of the account are not stored', async (t) => {
  const set = await setUp(t)
  await approved(set)
  assert.equal((await profileOf(set))['orang_kyc_status'], 'approve')
  // Another server deleted the account: this server still has the session cached.
  const other = openDatabase(set.databaseUrl, createLog('fatal'))
  await other.query('update accounts.users set deleted_at = now() where id = $1', [set.dewi.userId])
  await other.end()
  assert.equal((await update(set, rest)).body['code'], 'session.invalid')
  assert.equal(await savedCount(set), 0)
})
