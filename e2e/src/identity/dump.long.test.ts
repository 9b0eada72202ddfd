/**
 * The traces that the exchange leaves (SRV-44, INV-24). People join, are verified in both ways, agree, and
 * are reviewed. Then every table, every file of the data folder, the server's log and the mailbox are
 * searched for more than fifty planted values, in plain text, hex and base64.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { Secret } from 'otpauth'
import { createAuthenticator } from '../harness/authenticator.ts'
import { captchaProof } from '../harness/captcha.ts'
import { type FormFile, sendForm } from '../harness/forms.ts'
import { type Answer, type JsonObject, objectAt, rowsAt, textAt } from '../harness/http.ts'
import { mailedLink, readMailbox } from '../harness/mailbox.ts'
import { root } from '../harness/paths.ts'
import { newIdentity, newPerson, type Person, signIn, signUp } from '../harness/people.ts'
import { embeddedUrl } from '../harness/postgres.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { quietMarket } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import {
  readFolder,
  findLeaks,
  type SecretValue,
  planted,
  plantedText,
  readTables,
} from './leaks.ts'
import { type LocalProvider, startLocalProvider } from './local-provider.ts'

const plantedMin = 50
const secret = (name: string) => `${name}-${randomBytes(18).toString('hex')}`

/** Secrets in the operator's settings. */
const settings = {
  TUKAR_SECRET_KEY: randomBytes(40).toString('base64'),
  TUKAR_METRICS_TOKEN: secret('metrics'),
  TUKAR_BANK_KEY: secret('bank'),
  TUKAR_BANK_CALLBACK_TOKEN: secret('bank-callback'),
  TUKAR_IDENTITY_KEY: secret('provider'),
  TUKAR_IDENTITY_CALLBACK_SECRET: secret('provider-callback'),
} as const

/** The form input of a person from Indonesia. */
const details = {
  orang_name: 'Ratnaningsih Kusumaputri Wiraatmadja',
  orang_mobilenumber: '0812-7719-4460',
  orang_birthplace: 'Tanjungpandan Belitong',
  orang_birthday: '1987-11-23',
  orang_address: 'Gang Kemuning Dalam 77 RT 014',
  orang_profession: 'Penenun Songket Keliling',
  orang_nik: '3174026311870017',
  orang_npwp_number: '09.254.294.3-407.000',
  orang_address_city: 'Kotabumi Tengah Selatan',
  orang_address_province: 'Provinsi Antah Berantah',
} as const

/** Further details before the agreement. */
const particulars = {
  orang_domicile: 'Paviliun Belakang Kebun 9B',
  orang_income_source: 'Warisan Nenek Buyut',
  orang_income: 'Sembilan Puluh Sembilan',
  orang_acc_purpose: 'Tabungan Naik Haji Sekeluarga',
  orang_mother_name: 'Sulastriwati Hardjonegoro',
  orang_address: 'Perumahan Sekar Wangi Blok ZZ 31',
} as const

/** The form input of a person from abroad. */
const foreigner = {
  orang_name: 'Thaddeus Quillfeather Ormsby',
  orang_mobilenumber: '+44 7911 552 8841',
  orang_birthplace: 'Llanfairfechan upon Sea',
  orang_birthday: '1979-02-19',
  orang_address: 'Crooked Lane Cottage 4 and a half',
  orang_profession: 'Lighthouse Cartographer',
  orang_nik: 'QX9083471K',
  orang_warganegara: 'GB',
} as const

/** The fields of the card that is checked in the modal. */
const onCard = {
  fullName: 'BASKARA PUTRANTO DJOJODIKROMO',
  documentNumber: '3273031504810042',
  birthDate: '1981-04-15',
} as const

const fixture = (file: string): Buffer => readFileSync(path.join(root, file))
const card = fixture('apps/verifier/fixtures/card.png')
const passport = fixture('apps/verifier/fixtures/passport.png')
const video = fixture('apps/server/src/platform/media/testing/recording.webm')
const photo = fixture('node_modules/@vladmandic/face-api/demo/sample1.jpg')
const comment = secret('made-in-this-garden')
const fileName = secret('kartu-tanda-penduduk')

/** The photo with a comment in its metadata, where cameras store their position. */
function commented(jpeg: Buffer): Buffer {
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)])
}

const all: SecretValue[] = [
  ...Object.entries(settings).map(([name, value]) => plantedText(name, value)),
  planted('the master key', Buffer.from(settings.TUKAR_SECRET_KEY, 'base64')),
]
const plantTexts = (whose: string, values: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(values)) {
    if (value.length > 2) all.push(plantedText(`${name} of ${whose}`, value))
  }
}
/** Plants three parts of a file. */
const plantFile = (what: string, content: Buffer): void => {
  for (const share of [0.3, 0.6, 0.9]) {
    const at = Math.floor(content.length * share)
    all.push(planted(`${what} at ${share}`, content.subarray(at, at + 24)))
  }
}

let provider: LocalProvider
let server: RunningServer

before(async () => {
  provider = await startLocalProvider(settings.TUKAR_IDENTITY_KEY)
  const own = { ...settings, TUKAR_IDENTITY_URL: provider.url, TUKAR_LOG_LEVEL: 'debug' }
  server = await startServer({ environment: { ...quietMarket, ...own } })
})

after(async () => {
  await server.stop()
  await provider.stop()
})

/** Posts, and requires success. */
async function post(url: string, token: string | null, body: JsonObject): Promise<Answer> {
  const options = token === null ? { body } : { body, token }
  const answer = await server.client.call('POST', url, options)
  assert.equal(answer.body['success'], 1, `${url}: ${answer.text}`)
  return answer
}

/** Sends a form, and requires success. */
async function send(
  url: string,
  { token }: Pick<Person, 'token'>,
  fields: Readonly<Record<string, string | FormFile>>,
): Promise<Answer> {
  const answer = await sendForm(server.url, url, token, fields)
  assert.equal(answer.body['success'], 1, `${url}: ${answer.text}`)
  return answer
}

const file = (content: Buffer): FormFile => ({ content, fileName: `${fileName}.jpg` })

/** Registers manually, mistypes the password, resets it, and adds a second factor. */
async function joins(): Promise<Person> {
  const { client } = server
  const identity = newIdentity('dewi')
  const { email } = identity
  const passwords = {
    first: 'Sandi-Rahasia-41a',
    wrong: 'Sandi-Keliru-77b',
    last: 'Sandi-Akhir-93c',
  }
  plantTexts('her passwords', passwords)
  const { first, wrong, last } = passwords
  await signUp(client, { ...identity, password: first, password_confirm: first })
  const confirmation = await mailedLink(client, email, '/auth/email-verification')
  const code = confirmation.searchParams.get('verification_code') ?? ''
  all.push(plantedText('the code that confirms her address', code, true))
  await post('/auth/email_verification', null, { code })
  assert.equal((await signIn(client, email, wrong)).body['success'], 0)
  const early = textAt((await signIn(client, email, first)).body, 'token')
  const captcha = async () => ({ captcha: await captchaProof(client) })
  await post('/auth/passchange-request', null, { email, ...(await captcha()) })
  const link = await mailedLink(client, email, '/auth/passchange-form')
  const reset = link.searchParams.get('token') ?? ''
  all.push(plantedText('the token that resets her password', reset, true))
  const chosen = { email, token: reset, password: last, password_confirm: last }
  await post('/auth/passchange_form_post', null, { ...chosen, ...(await captcha()) })
  const entered = (await signIn(client, email, last)).body
  const token = textAt(entered, 'token')
  all.push(plantedText('her first session', early), plantedText('her session', token))
  const setup = await client.call('GET', '/users/two-fa-qr-img', { token })
  const seed = textAt(objectAt(setup.body, 'data'), 'secret')
  const bytes = Buffer.from(Secret.fromBase32(seed.replaceAll(' ', '')).bytes)
  all.push(plantedText('her seed', seed), planted('the bytes of her seed', bytes))
  const google_secret = await createAuthenticator(seed).next()
  await post('/users/two-fa-activate', token, { google_secret })
  return { ...identity, password: last, token, usid: Number(entered['usid']) }
}

/** Submits the documents of a person from Indonesia. */
async function submitFromIndonesia(person: Person): Promise<void> {
  plantTexts('hers', { ...details, phone: '+6281277194460', npwp: '092542943407000' })
  all.push(plantedText('the comment in her photo', comment))
  all.push(plantedText('the name of her files', fileName))
  plantFile('her card', card)
  plantFile('her video', video)
  provider.find({
    fullName: onCard.fullName,
    documentNumber: details.orang_nik,
    birthDate: '1987-11-23',
  })
  await post('/kyc/nationality', person.token, { warganegara: 'Indonesia' })
  await post('/kyc/id/01-persetujuan', person.token, {})
  const npwp = file(commented(photo))
  const files = { orang_nik_file: file(card), orang_npwp_file: npwp }
  await send('/kyc/id/02-basic-info', person, { ...details, orang_gender: 'F', ...files })
  await send('/kyc/id/03-video-upload', person, { orang_video_file: file(video) })
}

/** Submits the documents of a person from abroad. */
async function submitFromAbroad(person: Person): Promise<void> {
  plantTexts('his from abroad', { ...foreigner, phone: '+447911552884' })
  plantFile('his passport', passport)
  await post('/kyc/nationality', person.token, { warganegara: 'Non Indonesia' })
  await post('/kyc/global/01-persetujuan', person.token, {})
  await send('/kyc/global/02-basic-info', person, { ...foreigner, orang_nik_file: file(passport) })
  await send('/kyc/global/03-video-upload', person, { orang_video_file: file(video) })
}

/** Completes the modal, after a code by e-mail. */
async function goesThroughTheModal(person: Person): Promise<void> {
  plantTexts('his on the card', onCard)
  plantFile('his selfie', photo)
  const { client } = server
  await post('/otps/create', person.token, {})
  const otp = await until('a code by mail', async () => {
    const subjects = (await readMailbox(client, person.email)).map((mail) =>
      textAt(mail, 'subject'),
    )
    return subjects.flatMap((subject) => subject.match(/\b\d{6}\b/) ?? [])[0]
  })
  // Six digits occur anywhere by chance, so the search is for the digits in their context.
  const places = [
    `"${otp}"`,
    `,${otp},`,
    `(${otp},`,
    `,${otp})`,
    ` ${otp} `,
    `:${otp},`,
    `:${otp}}`,
  ]
  for (const kept of places) {
    all.push({ what: 'his one-time code', bytes: Buffer.from(kept), isMailed: true })
  }
  provider.find(onCard)
  const config = await client.call('GET', '/config', { headers: { 'x-api-key': 'tukar-config' } })
  const template_id = textAt(config.body, 'metaTemplateId')
  const begun = await post('/idmeta/verification-id', person.token, { template_id })
  const ids = { template_id, verification_id: textAt(begun.body, 'verification_id') }
  const sides = { imageFrontSide: file(card), imageBackSide: file(card) }
  await send('/idmeta/document-verification', person, { ...ids, ...sides })
  await send('/idmeta/biometric-verification', person, { ...ids, image_file: file(photo) })
}

async function untilState(person: Person, state: string): Promise<void> {
  await until(`an identity that is ${state}`, async () => {
    const answer = await server.client.call('POST', '/kyc/checking-step', { token: person.token })
    return objectAt(answer.body, 'data')['state'] === state
  })
}

/** A reviewer opens every document of a person, writes a long note, and decides. */
async function reviews(person: Person, decision: JsonObject, words: string): Promise<void> {
  const entered = await server.client.call('POST', '/simulation/enter', { body: { name: 'Ratna' } })
  const token = textAt(entered.body, 'token')
  all.push(plantedText('a session of the reviewer', token))
  const one = `/desk/identity/${person.usid}`
  const shown = objectAt((await post(`${one}/show`, token, { reason: words })).body, 'data')
  const opening = textAt(shown, 'token')
  all.push(plantedText('a token that opens files', opening))
  const files = rowsAt(shown, 'files')
  assert.ok(files.length >= 3, `${files.length} files are shown`)
  for (const row of files) {
    const url = new URL(`${one}/file/${textAt(row, 'id')}`, server.url)
    url.searchParams.set('token', opening)
    const answer = await fetch(url, { headers: { JWT: token } })
    assert.equal(answer.status, 200)
    plantFile(
      `${textAt(row, 'kind')} as it is kept, of ${person.usid}`,
      Buffer.from(await answer.arrayBuffer()),
    )
  }
  await post(`${one}/decide`, token, { ...decision, note: words })
}

/** Sends secrets in the wrong fields of requests, where a log might record them. */
async function sendSecretsInWrongFields(person: Person): Promise<void> {
  const { client } = server
  const query = { ...details, jwt: person.token, filter_rules: details.orang_name }
  await client.call('GET', '/balances', { token: person.token, query })
  await client.call('GET', `/kyc/${details.orang_nik}`, { query })
  await client.call('POST', '/kyc/checking-step', { rawBody: `{"nik":"${details.orang_nik}"` })
  await client.call('POST', '/users/data-update', { token: person.token, body: { ...details } })
  await sendForm(server.url, '/kyc/id/02-basic-info', person.token, { ...details })
  await sendForm(server.url, '/idmeta/document-verification', person.token, { ...details })
  const headers = { 'x-signature': settings.TUKAR_IDENTITY_CALLBACK_SECRET }
  await client.call('POST', '/idmeta/callback', { headers, body: { ...onCard } })
}

/** Checks that values which must be visible are found, which proves that the search works. */
async function assertSearched(email: string): Promise<void> {
  const databaseUrl = embeddedUrl(server.dataFolder)
  const known = [plantedText('an address', email)]
  const tables = await readTables(databaseUrl)
  assert.ok(findLeaks(known, tables).includes('an address in accounts.users'))
  assert.ok(findLeaks(known, readFolder(server.dataFolder)).length > 0, 'the files were read')
  const hidden = Buffer.from(`xy${Buffer.from(`z${email}`).toString('base64')}`)
  assert.equal(findLeaks(known, [{ name: 'x', content: hidden }]).length, 1)
}

test('SRV-44 INV-24 ATT-39: database, files, log and mailbox contain nothing that people typed, uploaded or kept secret', async () => {
  const { client } = server
  const [modal, foreign] = [await newPerson(client, 'baskara'), await newPerson(client, 'thaddeus')]
  all.push(plantedText('his session', modal.token), plantedText('the third session', foreign.token))
  const dewi = await joins()
  await submitFromIndonesia(dewi)
  await untilState(dewi, 'in_review')
  await goesThroughTheModal(modal)
  await untilState(modal, 'in_review')
  provider.find({ ...onCard, documentNumber: foreigner.orang_nik })
  await submitFromAbroad(foreign)
  await untilState(foreign, 'in_review')

  const words = `${details.orang_name}, NIK ${details.orang_nik}, is on the card`
  await reviews(dewi, { decision: 'approve' }, words)
  await reviews(foreign, { decision: 'reject', reason: 'name_differs' }, foreigner.orang_nik)
  await reviews(
    modal,
    { decision: 'again', reason: 'unreadable', piece: 'document' },
    onCard.fullName,
  )
  await untilState(foreign, 'rejected')
  plantTexts('hers before she agrees', particulars)
  await post('/users/data-update', dewi.token, particulars)
  await post('/users/user-agree', dewi.token, {})
  await sendSecretsInWrongFields(dewi)
  await until('e-mails of all decisions', async () => {
    const mails = await Promise.all(
      [dewi, foreign, modal].map(({ email }) => readMailbox(client, email)),
    )
    return mails.every((one) => one.length >= 3)
  })

  assert.ok(all.length >= plantedMin, `${all.length} values were planted`)
  await assertSearched(dewi.email)
  const leaks = findLeaks(all, await readTables(embeddedUrl(server.dataFolder)))
  const isMailed = new Set(all.flatMap((one) => (one.isMailed === true ? [one.what] : [])))
  const inTables = leaks.filter((leak) => {
    const [what = '', table] = leak.split(' in mailbox.')
    return table === undefined || !isMailed.has(what)
  })
  assert.deepEqual(inTables, [], 'in the tables')
  const log = [{ name: 'the log', content: Buffer.from(server.process.log()) }]
  assert.ok(server.process.log().length > 1_000, 'the log was written')
  assert.deepEqual(findLeaks(all, log), [], 'in the log')
  const unmailed = all.filter((one) => one.isMailed !== true)
  assert.deepEqual(findLeaks(unmailed, readFolder(server.dataFolder)), [], 'in the files')
})
